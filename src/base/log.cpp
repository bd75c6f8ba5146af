#include "base/log.hpp"

#include <unistd.h>

#include <atomic>

namespace base::log {

namespace {

constexpr std::size_t k_value_limit = 500;
std::atomic<Level> s_level{Level::info};

std::string_view syslog_prefix(Level level)
{
    switch (level) {
    case Level::debug: return "<7>";
    case Level::info: return "<6>";
    case Level::warning: return "<4>";
    case Level::error: return "<3>";
    }
    return "<3>";
}

// Strangers' text must not forge a second line or field.
void append_value(std::string& line, std::string_view value)
{
    value = value.substr(0, k_value_limit);
    const bool plain = !value.empty() && value.find_first_of(" =\"\\") == std::string_view::npos;
    if (!plain) line += '"';
    for (const char c : value) {
        if (c == '"' || c == '\\') line += '\\';
        line += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
    }
    if (!plain) line += '"';
}

} // namespace

void set_level(Level level)
{
    s_level = level;
}

void write(Level level, std::string_view event, std::initializer_list<Field> fields)
{
    if (level < s_level) return;
    std::string line{syslog_prefix(level)};
    line += "event=";
    append_value(line, event);
    for (const auto& [key, value] : fields) {
        line += ' ';
        line += key;
        line += '=';
        append_value(line, value);
    }
    line += '\n';
    // Nothing sensible can be done when stderr is gone.
    static_cast<void>(::write(STDERR_FILENO, line.data(), line.size()) == 0);
}

} // namespace base::log
