#include "cli/terminal_text.hpp"

namespace cli {

std::string safe_on_terminal(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool control = byte < 0x20 || byte == 0x7f;
        const bool c1 =
            byte == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0;
        const bool format = byte == 0xe2 && i + 1 < text.size() &&
                            (static_cast<unsigned char>(text[i + 1]) == 0x80 ||
                             static_cast<unsigned char>(text[i + 1]) == 0x81);
        if (c1) ++i;
        // U+2000 to U+207F: spaces, quotes and dashes stay, marks that turn the line do not.
        if (format && i + 2 < text.size()) {
            const auto first = static_cast<unsigned char>(text[i + 1]);
            const auto last = static_cast<unsigned char>(text[i + 2]);
            const bool turns =
                first == 0x81 || (last >= 0x8b && last <= 0x8f) || (last >= 0xa8 && last <= 0xae);
            if (turns) {
                out += '?';
                i += 2;
                continue;
            }
        }
        out += control || c1 ? '?' : text[i];
    }
    return out;
}

} // namespace cli
