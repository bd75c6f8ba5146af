// Undoes what packs a text into signs that are not text.
#include "verify/layers/carriers.hpp"

#include "base/concat.hpp"
#include "reading/ascii.hpp"

#include <unicode/utf8.h>

#include <array>
#include <optional>

namespace verify::layers {

namespace {

constexpr std::size_t k_least_signs = 16;

int base64_value(char c)
{
    if (reading::is_upper(c)) return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (reading::is_digit(c)) return c - '0' + 52;
    if (c == '+' || c == '-') return 62;
    if (c == '/' || c == '_') return 63;
    return -1;
}

int base32_value(char c)
{
    if (reading::is_upper(c)) return c - 'A';
    if (c >= '2' && c <= '7') return c - '2' + 26;
    return -1;
}

int hex_value(char c)
{
    if (reading::is_digit(c)) return c - '0';
    const char lower = reading::to_lower(c);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

struct Encoding {
    std::string_view name;
    int bits;
    int (*value)(char);
};

// The narrowest first: each sign of hexadecimal is one of base64 too.
constexpr Encoding k_alphabets[] = {
    {"hex", 4, hex_value}, {"base32", 5, base32_value}, {"base64", 6, base64_value}};

// nullopt when a sign is not of the alphabet, or the length is impossible.
std::optional<std::string> decode(std::string_view signs, const Encoding& alphabet)
{
    while (!signs.empty() && signs.back() == '=') signs.remove_suffix(1);
    if (alphabet.bits == 4 && signs.size() % 2 != 0) return std::nullopt;
    if (alphabet.bits == 6 && signs.size() % 4 == 1) return std::nullopt;
    std::string out;
    std::uint32_t held = 0;
    int bits = 0;
    for (const char c : signs) {
        const int value = alphabet.value(c);
        if (value < 0) return std::nullopt;
        held = (held << alphabet.bits) | static_cast<std::uint32_t>(value);
        bits += alphabet.bits;
        if (bits < 8) continue;
        bits -= 8;
        out += static_cast<char>((held >> bits) & 0xffU);
        held &= (1U << bits) - 1;
    }
    return out;
}

// Valid UTF-8 of which 85 % of the code points can be printed.
bool is_text(std::string_view bytes)
{
    std::size_t points = 0;
    std::size_t printable = 0;
    const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
    const auto size = static_cast<std::int32_t>(bytes.size());
    for (std::int32_t i = 0; i < size;) {
        UChar32 point = 0;
        U8_NEXT(data, i, size, point);
        if (point < 0) return false;
        ++points;
        if (point >= 0x20 ? point != 0x7f : point == '\n' || point == '\t' || point == '\r')
            ++printable;
    }
    return points >= 4 && printable * 100 >= points * 85;
}

class Decoder {
public:
    std::vector<Layer> run(const Layer& outer)
    {
        look_into(outer, 1);
        return std::move(m_found);
    }

private:
    void look_into(const Layer& layer, int depth)
    {
        const std::size_t first = m_found.size();
        find_packed(layer);
        find_percent(layer);
        if (depth == 1) {
            find_tags(layer);
            find_selectors(layer);
        }
        const std::size_t last = m_found.size();
        if (depth >= k_max_depth) return;
        for (std::size_t i = first; i < last; ++i) {
            const Layer inner = m_found[i];
            look_into(inner, depth + 1);
        }
    }

    void add(const Layer& outer, std::size_t begin, std::size_t end, std::string&& bytes,
             std::string_view name)
    {
        if (m_decoded + bytes.size() > k_max_decoded) return;
        m_decoded += bytes.size();
        Layer layer;
        layer.origin.assign(bytes.size(), source_of(outer, begin, end));
        layer.text = std::move(bytes);
        layer.hidden = true;
        layer.carrier = outer.hidden ? base::concat(outer.carrier, " > ", name) : std::string{name};
        m_found.push_back(std::move(layer));
    }

    bool try_signs(const Layer& layer, std::size_t begin, std::size_t end)
    {
        const auto signs = std::string_view{layer.text}.substr(begin, end - begin);
        if (signs.size() < k_least_signs) return false;
        for (const auto& alphabet : k_alphabets) {
            auto bytes = decode(signs, alphabet);
            if (!bytes || !is_text(*bytes)) continue;
            add(layer, begin, end, std::move(*bytes), alphabet.name);
            return true;
        }
        return false;
    }

    void find_packed(const Layer& layer)
    {
        const std::string_view text = layer.text;
        for (std::size_t i = 0; i < text.size();) {
            if (base64_value(text[i]) < 0) {
                ++i;
                continue;
            }
            std::size_t end = i;
            while (end < text.size() && base64_value(text[end]) >= 0) ++end;
            std::size_t padded = end;
            while (padded < text.size() && padded < end + 6 && text[padded] == '=') ++padded;
            // "path/BASE64" and "name-BASE64": the parts between the signs that also divide.
            if (end - i >= k_least_signs && !try_signs(layer, i, padded)) {
                for (std::size_t part = i; part < end;) {
                    const std::size_t cut =
                        std::min(text.substr(0, end).find_first_of("/-", part), end);
                    try_signs(layer, part, cut == end ? padded : cut);
                    part = cut + 1;
                }
            }
            i = padded;
        }
    }

    // A word with four or more escaped bytes.
    void find_percent(const Layer& layer)
    {
        const std::string_view text = layer.text;
        for (std::size_t at = text.find('%'); at != std::string_view::npos;) {
            std::size_t begin = at;
            // The value of a query begins a text of its own.
            while (begin > 0 && at - begin < 200 && !reading::is_blank(text[begin - 1]) &&
                   text[begin - 1] != '=' && text[begin - 1] != '/')
                --begin;
            std::string bytes;
            std::size_t escaped = 0;
            std::size_t i = begin;
            for (; i < text.size() && !reading::is_blank(text[i]); ++i) {
                const bool whole = text[i] == '%' && i + 2 < text.size() &&
                                   hex_value(text[i + 1]) >= 0 && hex_value(text[i + 2]) >= 0;
                if (!whole) {
                    bytes += text[i] == '+' ? ' ' : text[i];
                    continue;
                }
                bytes += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
                ++escaped;
                i += 2;
            }
            if (escaped >= 4 && is_text(bytes)) add(layer, begin, i, std::move(bytes), "percent");
            at = text.find('%', i);
        }
    }

    // Calls `take(begin, end, point)` for each code point of the layer.
    template <typename Take> static void each_point(const Layer& layer, const Take& take)
    {
        const auto* data = reinterpret_cast<const std::uint8_t*>(layer.text.data());
        const auto size = static_cast<std::int32_t>(layer.text.size());
        for (std::int32_t i = 0; i < size;) {
            const auto begin = static_cast<std::size_t>(i);
            UChar32 point = 0;
            U8_NEXT(data, i, size, point);
            take(begin, static_cast<std::size_t>(i), point);
        }
    }

    // U+E0020 to U+E007E repeat ASCII without being seen. After a black flag they name a region.
    void find_tags(const Layer& layer)
    {
        std::string bytes;
        std::size_t first = 0;
        std::size_t last = 0;
        bool flag = false;
        const auto close = [&] {
            if (bytes.size() >= 4 && !flag)
                add(layer, first, last, std::move(bytes), "tag characters");
            bytes.clear();
            flag = false;
        };
        bool after_flag = false;
        each_point(layer, [&](std::size_t begin, std::size_t end, UChar32 point) {
            const bool tag = point >= 0xe0020 && point <= 0xe007e;
            if (tag) {
                if (bytes.empty()) {
                    first = begin;
                    flag = after_flag;
                }
                bytes += static_cast<char>(point - 0xe0000);
                last = end;
            } else if (!bytes.empty()) {
                // A region has six signs at most.
                if (bytes.size() > 6) flag = false;
                close();
            }
            if (!tag) after_flag = point == 0x1f3f4;
        });
        if (!bytes.empty()) close();
    }

    // 256 variation selectors can carry any byte.
    void find_selectors(const Layer& layer)
    {
        std::string bytes;
        std::size_t first = 0;
        std::size_t last = 0;
        const auto close = [&] {
            if (bytes.size() >= 4 && is_text(bytes))
                add(layer, first, last, std::move(bytes), "variation selectors");
            bytes.clear();
        };
        each_point(layer, [&](std::size_t begin, std::size_t end, UChar32 point) {
            int value = -1;
            if (point >= 0xfe00 && point <= 0xfe0f) value = point - 0xfe00;
            if (point >= 0xe0100 && point <= 0xe01ef) value = point - 0xe0100 + 16;
            if (value < 0) {
                if (!bytes.empty()) close();
                return;
            }
            if (bytes.empty()) first = begin;
            bytes += static_cast<char>(value);
            last = end;
        });
        if (!bytes.empty()) close();
    }

    std::vector<Layer> m_found;
    std::size_t m_decoded = 0;
};

} // namespace

std::vector<Layer> decoded_layers(const Layer& outer)
{
    return Decoder{}.run(outer);
}

} // namespace verify::layers
