#include "documents/html.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"

namespace documents {

using base::concat;
using base::Fault;

std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\'': out += "&#39;"; break;
        default: out += c;
        }
    }
    return out;
}

std::string with_code(std::string_view text)
{
    std::string out;
    bool is_code = false;
    for (;;) {
        const auto tick = text.find('`');
        out += escaped(text.substr(0, tick));
        if (tick == std::string_view::npos) return out + (is_code ? "</code>" : "");
        is_code = !is_code;
        out += is_code ? "<code>" : "</code>";
        text.remove_prefix(tick + 1);
    }
}

std::string capitalized(std::string_view word)
{
    std::string out{word};
    if (!out.empty() && out[0] >= 'a' && out[0] <= 'z')
        out[0] = static_cast<char>(out[0] - 'a' + 'A');
    return out;
}

std::string fill(std::string_view page,
                 std::span<const std::pair<std::string_view, std::string>> values)
{
    std::string out;
    for (;;) {
        const auto open = page.find("{{");
        out += page.substr(0, open);
        if (open == std::string_view::npos) return out;
        const auto close = page.find("}}", open);
        const auto name = page.substr(open + 2, close - open - 2);
        const std::string* found = nullptr;
        for (const auto& [key, value] : values)
            if (key == name) found = &value;
        if (found == nullptr) throw Fault{concat("a page asks for ", name)};
        out += *found;
        page.remove_prefix(close + 2);
    }
}

} // namespace documents
