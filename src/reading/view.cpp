#include "reading/view.hpp"

#include "reading/ascii.hpp"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>

namespace reading {

namespace {

constexpr char k_drop = '\0';

bool is_space_like(UChar32 c)
{
    return c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f || c == 0x205f ||
           c == 0x3000;
}

// The ASCII stand-in of a code point, k_drop for one that is left out, -1 to keep it.
int folded_form(UChar32 c)
{
    if (is_space_like(c)) return ' ';
    switch (c) {
    case 0x2212:
    case 0x2010:
    case 0x2011:
    case 0xfe63: return '-';
    case 0x2018:
    case 0x2019:
    case 0x201a:
    case 0x2032: return '\'';
    case 0x201c:
    case 0x201d:
    case 0x201e:
    case 0xab:
    case 0xbb: return '"';
    case 0x2028:
    case 0x2029: return '\n';
    default: break;
    }
    if (c >= 0xff01 && c <= 0xff5e) return static_cast<int>(c - 0xfee0);
    const int8_t type = u_charType(c);
    if (type == U_FORMAT_CHAR) return k_drop;
    if (type == U_DECIMAL_DIGIT_NUMBER) return '0' + u_charDigitValue(c);
    return -1;
}

void put(View& view, char byte, std::uint32_t from)
{
    view.text += byte;
    view.origin.push_back(from);
}

// A run of two or three emphasis marks that opens or closes something, or a single one beside a
// letter. "2 * 3", "2**3" and snake_case are not emphasis.
bool is_emphasis(std::string_view source, std::size_t begin, std::size_t end)
{
    if (end - begin > 3) return false;
    const char before = begin == 0 ? ' ' : source[begin - 1];
    const char after = end == source.size() ? ' ' : source[end];
    const auto outer = [](char c) { return is_blank(c) || (is_punct(c) && c != '*' && c != '_'); };
    const bool opens = outer(before) && !is_blank(after);
    const bool closes = outer(after) && !is_blank(before);
    if (opens == closes) return false;
    if (end - begin >= 2) return true;
    return opens ? is_letter(after) : is_letter(before);
}

} // namespace

View reading_view(std::string_view source)
{
    View view;
    view.text.reserve(source.size());
    view.origin.reserve(source.size() + 1);
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(source.data());
    const auto size = static_cast<std::int32_t>(source.size());
    for (std::int32_t i = 0; i < size;) {
        const auto from = static_cast<std::uint32_t>(i);
        const char c = source[from];
        if (c == '*' || c == '_') {
            std::size_t end = from;
            while (end < source.size() && source[end] == c) ++end;
            const bool skip = is_emphasis(source, from, end);
            for (std::size_t k = from; k < end && !skip; ++k)
                put(view, c, static_cast<std::uint32_t>(k));
            i = static_cast<std::int32_t>(end);
            continue;
        }
        if (static_cast<unsigned char>(c) < 0x80) {
            const bool line_pair =
                c == '\r' && from + 1 < source.size() && source[from + 1] == '\n';
            if (!line_pair) put(view, c == '\r' ? '\n' : c, from);
            ++i;
            continue;
        }
        UChar32 point = 0;
        U8_NEXT(bytes, i, size, point);
        const int form = point < 0 ? k_drop : folded_form(point);
        if (form == k_drop) continue;
        if (form > 0) {
            put(view, static_cast<char>(form), from);
        } else {
            for (auto k = from; k < static_cast<std::uint32_t>(i); ++k) put(view, source[k], k);
        }
    }
    view.origin.push_back(static_cast<std::uint32_t>(source.size()));
    view.folded = view.text;
    std::transform(view.folded.begin(), view.folded.end(), view.folded.begin(), to_lower);
    return view;
}

SourceRange source_range(const View& view, std::string_view source, std::size_t begin,
                         std::size_t end)
{
    const auto continues = [&](std::size_t at) {
        return at < source.size() && (static_cast<unsigned char>(source[at]) & 0xc0U) == 0x80U;
    };
    SourceRange out{view.origin[begin], 0};
    while (out.begin > 0 && continues(out.begin)) --out.begin;
    out.end = end <= begin ? out.begin : view.origin[end - 1] + 1;
    while (end > begin && continues(out.end)) ++out.end;
    return out;
}

Positions::Positions(std::string_view source)
{
    m_codepoints.reserve(source.size() + 1);
    m_line_starts.push_back(0);
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < source.size(); ++i) {
        const auto byte = static_cast<unsigned char>(source[i]);
        m_codepoints.push_back(count);
        const bool last_of_point =
            i + 1 == source.size() || (static_cast<unsigned char>(source[i + 1]) & 0xc0U) != 0x80U;
        if (last_of_point) ++count;
        const bool carriage_only =
            byte == '\r' && (i + 1 == source.size() || source[i + 1] != '\n');
        if (byte == '\n' || carriage_only)
            m_line_starts.push_back(static_cast<std::uint32_t>(i + 1));
    }
    m_codepoints.push_back(count);
}

Positions::Place Positions::at(std::uint32_t source_byte) const
{
    const auto next = std::upper_bound(m_line_starts.begin(), m_line_starts.end(), source_byte);
    const auto line = static_cast<std::uint32_t>(next - m_line_starts.begin());
    const std::uint32_t codepoint = m_codepoints[source_byte];
    return {codepoint, line, codepoint - m_codepoints[m_line_starts[line - 1]] + 1};
}

} // namespace reading
