#include "support/test_sentences.hpp"

#include "llm/test_sentences.hpp"
#include "verify/equations/quotes.hpp"

#include <map>

namespace tests {

namespace {

using Slots = std::map<std::string_view, std::string>;

bool is_figure(std::string_view slot)
{
    return slot == "{a}" || slot == "{b}" || slot == "{c}";
}

// What stands in a slot: digits, or one word.
std::string_view held_by(std::string_view slot, std::string_view line)
{
    std::size_t end = 0;
    for (; end < line.size(); ++end) {
        const auto byte = static_cast<unsigned char>(line[end]);
        const bool is_digit = byte >= '0' && byte <= '9';
        const bool is_letter = byte >= 0x80 || (byte | 0x20U) - 'a' < 26U;
        if (is_figure(slot) ? !is_digit : !is_letter) break;
    }
    return line.substr(0, end);
}

std::optional<Slots> slots_of(std::string_view pattern, std::string_view line)
{
    Slots out;
    while (!pattern.empty()) {
        if (pattern.front() != '{') {
            if (line.empty() || line.front() != pattern.front()) return std::nullopt;
            pattern.remove_prefix(1);
            line.remove_prefix(1);
            continue;
        }
        const auto slot = pattern.substr(0, pattern.find('}') + 1);
        const auto held = held_by(slot, line);
        if (held.empty()) return std::nullopt;
        out[slot] = held;
        pattern.remove_prefix(slot.size());
        line.remove_prefix(held.size());
    }
    return line.empty() ? std::optional{std::move(out)} : std::nullopt;
}

std::string filled(std::string text, const Slots& slots)
{
    for (const auto& [slot, held] : slots)
        for (auto at = text.find(slot); at != std::string::npos; at = text.find(slot))
            text.replace(at, slot.size(), held);
    return text;
}

} // namespace

std::optional<Solved> solve(std::string_view line)
{
    using verify::equations::k_gap;
    for (const auto& frame : llm::frames()) {
        if (const auto slots = slots_of(frame.sentence, line))
            return Solved{filled(std::string{frame.stated}, *slots),
                          filled(std::string{frame.formula}, *slots)};
        std::string holed{frame.sentence};
        holed.replace(holed.find(frame.stated), frame.stated.size(), k_gap);
        if (const auto slots = slots_of(holed, line))
            return Solved{std::string{k_gap}, filled(std::string{frame.formula}, *slots)};
    }
    return std::nullopt;
}

} // namespace tests
