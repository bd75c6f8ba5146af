#include "net/media_type.hpp"

#include "base/ascii.hpp"

#include <algorithm>

namespace net {

namespace {

constexpr std::size_t k_longest_word = 64;
constexpr std::string_view k_token_marks = "!#$%&'*+-.^_`|~";

bool is_of_token(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           k_token_marks.find(c) != std::string_view::npos;
}

// The text without the blanks and quotes around it.
std::string_view unquoted(std::string_view part)
{
    constexpr std::string_view k_around = " \t\"'";
    const auto begin = part.find_first_not_of(k_around);
    if (begin == std::string_view::npos) return {};
    return part.substr(begin, part.find_last_not_of(k_around) - begin + 1);
}

std::string word_of(std::string_view part, std::string_view also_allowed)
{
    const std::string_view word = unquoted(part);
    const bool is_good =
        word.size() <= k_longest_word && std::ranges::all_of(word, [&](char c) {
            return is_of_token(c) || also_allowed.find(c) != std::string_view::npos;
        });
    return is_good ? std::string{word} : std::string{};
}

} // namespace

MediaType read_media_type(std::string_view header)
{
    constexpr std::string_view k_parameter = "charset=";
    const std::string lower = base::lower_case(header);
    const std::string_view view = lower;
    MediaType out{.name = word_of(view.substr(0, view.find(';')), "/"), .charset = {}};
    const auto charset = view.find(k_parameter);
    if (charset == std::string_view::npos) return out;
    const auto behind = view.substr(charset + k_parameter.size());
    out.charset = word_of(behind.substr(0, behind.find(';')), "");
    return out;
}

} // namespace net
