// One logfmt line per event on stderr; journald keeps them. Only api, work, cli and main log.
//
// Never give it payloads, signatures, keys or credentials. Of a job's id (a client that has it may
// read the job) only the time it was made at and two characters are written. Threads may log at the
// same time: a line is one write().
#pragma once

#include "base/concat.hpp"

#include <concepts>
#include <string>
#include <string_view>

namespace base::log {

enum class Level { debug, info, warning, error };

// Lines below `level` are dropped. Set once, before threads start. Default: info.
void set_level(Level level);

struct Field {
    template <typename T>
    requires std::convertible_to<T, std::string_view> Field(std::string_view field_key,
                                                            const T& field_value)
        : key{field_key}, value{field_value}
    {
    }
    template <std::integral T>
    Field(std::string_view field_key, T field_value) : key{field_key}, value{concat(field_value)}
    {
    }

    std::string_view key;
    std::string value;
};

// While it lives, each line that its thread writes has the field behind its own ones, unless the
// value is empty. Tags end in the reverse order of their making, as objects of a scope do.
class Tag {
public:
    Tag(std::string_view key, std::string_view value);
    ~Tag();
    Tag(const Tag&) = delete;
    Tag& operator=(const Tag&) = delete;

private:
    bool m_is_told;
};

// Writes `<N>event=<event> key=value ...`, where <N> is the syslog level prefix journald reads.
// Values are quoted when needed and cut at 500 bytes.
void write(Level level, std::string_view event, std::initializer_list<Field> fields);

inline void info(std::string_view event, std::initializer_list<Field> fields = {})
{
    write(Level::info, event, fields);
}
inline void warning(std::string_view event, std::initializer_list<Field> fields = {})
{
    write(Level::warning, event, fields);
}
inline void error(std::string_view event, std::initializer_list<Field> fields = {})
{
    write(Level::error, event, fields);
}

} // namespace base::log
