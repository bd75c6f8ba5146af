// A JSON object written straight as text: for answers that are made thousands of times a second,
// where a tree of values costs more than everything else.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace base::json {

// Members appear in the order of the calls. Keys are ours: none is given twice. Texts are UTF-8.
class ObjectText {
public:
    ObjectText& text(std::string_view key, std::string_view value);
    ObjectText& boolean(std::string_view key, bool value);
    ObjectText& null(std::string_view key);
    // `json` is JSON already, and stays as it is byte by byte.
    ObjectText& json(std::string_view key, std::string_view json);

    // The object is used up.
    std::string take();

private:
    void begin_member(std::string_view key);

    std::string m_out = "{";
};

} // namespace base::json
