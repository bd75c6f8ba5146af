// Layers that rewrite the whole text.
#include "verify/layers/carriers.hpp"

#include "reading/ascii.hpp"
#include "verify/layers/look_alikes.hpp"

#include <unicode/unistr.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <charconv>
#include <map>

namespace verify::layers {

namespace {

std::size_t length_of(char lead)
{
    const auto byte = static_cast<unsigned char>(lead);
    if (byte < 0xc0) return 1;
    return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

void put(Layer& layer, std::string_view bytes, SourceRange from)
{
    layer.text += bytes;
    layer.origin.insert(layer.origin.end(), bytes.size(), from);
}

Layer without_look_alikes(const Layer& plain)
{
    Layer out;
    out.carrier = "look-alike letters";
    out.hidden = true;
    LookAlikes look_alikes;
    bool changed = false;
    const auto* data = reinterpret_cast<const std::uint8_t*>(plain.text.data());
    const auto size = static_cast<std::int32_t>(plain.text.size());
    for (std::int32_t i = 0; i < size;) {
        const auto begin = static_cast<std::size_t>(i);
        UChar32 point = 0;
        U8_NEXT(data, i, size, point);
        const auto length = static_cast<std::size_t>(i) - begin;
        const std::string_view as_is = std::string_view{plain.text}.substr(begin, length);
        const std::string_view other =
            point < 0x80 ? std::string_view{} : look_alikes.ascii_of(point);
        changed = changed || !other.empty();
        put(out, other.empty() ? as_is : other, plain.origin[begin]);
    }
    return changed ? out : Layer{};
}

bool is_ascii_letter(char c)
{
    return reading::is_letter(c) && static_cast<unsigned char>(c) < 0x80;
}

bool is_lone_letter(std::string_view text, std::size_t at)
{
    return is_ascii_letter(text[at]) && (at == 0 || !is_ascii_letter(text[at - 1])) &&
           (at + 1 >= text.size() || !is_ascii_letter(text[at + 1]));
}

// "I g n o r e  a l l", "i.g.n.o.r.e a.l.l": the gap that occurs most joins, any other divides.
Layer joined_letters(const Layer& plain)
{
    constexpr std::size_t k_least_letters = 8;
    constexpr std::size_t k_widest_gap = 3;
    Layer out;
    out.carrier = "spaced letters";
    out.hidden = true;
    const std::string_view text = plain.text;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!is_lone_letter(text, i)) continue;
        std::vector<std::size_t> letters{i};
        std::map<std::string_view, std::size_t> gaps;
        for (std::size_t at = i + 1; at < text.size() && at - letters.back() <= k_widest_gap + 1;
             ++at) {
            if (!is_ascii_letter(text[at])) continue;
            if (!is_lone_letter(text, at)) break;
            ++gaps[text.substr(letters.back() + 1, at - letters.back() - 1)];
            letters.push_back(at);
        }
        if (letters.size() >= k_least_letters) {
            const auto joiner =
                std::max_element(gaps.begin(), gaps.end(), [](const auto& left, const auto& right) {
                    return left.second < right.second;
                })->first;
            put(out, "\n", plain.origin[i]);
            for (std::size_t k = 0; k < letters.size(); ++k) {
                const std::size_t from = k == 0 ? letters[0] : letters[k - 1] + 1;
                if (text.substr(from, letters[k] - from) != joiner && k > 0)
                    put(out, " ", plain.origin[from]);
                put(out, text.substr(letters[k], 1), plain.origin[letters[k]]);
            }
            put(out, "\n", plain.origin[letters.back()]);
        }
        i = letters.back();
    }
    return out;
}

char letter_meant(char c)
{
    switch (c) {
    case '0': return 'o';
    case '1': return 'i';
    case '3': return 'e';
    case '4':
    case '@': return 'a';
    case '5':
    case '$': return 's';
    case '7': return 't';
    default: return c;
    }
}

Layer without_digits_in_words(const Layer& plain)
{
    Layer out;
    out.carrier = "digits for letters";
    out.hidden = true;
    out.folds_l = true;
    const std::string_view text = plain.text;
    std::size_t mixed = 0;
    for (std::size_t i = 0; i + 1 < text.size(); ++i)
        if (is_ascii_letter(text[i]) && letter_meant(text[i + 1]) != text[i + 1]) ++mixed;
    if (mixed < 3) return {};
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char meant = letter_meant(text[i]);
        put(out, {&meant, 1}, plain.origin[i]);
    }
    return out;
}

// "&#105;", "&#x69;", "&lt;", "\u0069", "\x69". {code point, length}; length 0 when there is none.
struct Reference {
    UChar32 point = 0;
    std::size_t length = 0;
};

Reference reference_at(std::string_view text, std::size_t at)
{
    const auto digits = [&](std::size_t from, std::size_t most, int base) -> Reference {
        std::uint32_t value = 0;
        const char* begin = text.data() + from;
        const char* end = text.data() + std::min(text.size(), from + most);
        const auto [stop, error] = std::from_chars(begin, end, value, base);
        if (error != std::errc{} || value == 0 || value > 0x10ffff || U_IS_SURROGATE(value))
            return {};
        return {static_cast<UChar32>(value), from + static_cast<std::size_t>(stop - begin) - at};
    };
    const std::string_view rest = text.substr(at, 8);
    Reference found;
    if (rest.starts_with("&#x") || rest.starts_with("&#X")) {
        found = digits(at + 3, 6, 16);
    } else if (rest.starts_with("&#")) {
        found = digits(at + 2, 7, 10);
    } else if (rest.starts_with("\\u")) {
        return digits(at + 2, 4, 16);
    } else if (rest.starts_with("\\x")) {
        return digits(at + 2, 2, 16);
    } else {
        constexpr std::pair<std::string_view, char> k_named[] = {
            {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&nbsp;", ' '}};
        for (const auto& [name, sign] : k_named)
            if (rest.starts_with(name)) return {sign, name.size()};
        return {};
    }
    if (found.length > 0 && at + found.length < text.size() && text[at + found.length] == ';')
        ++found.length;
    return found;
}

Layer resolved_references(const Layer& plain)
{
    Layer out;
    out.carrier = "character references";
    out.hidden = true;
    const std::string_view text = plain.text;
    std::size_t resolved = 0;
    for (std::size_t i = 0; i < text.size();) {
        const Reference found =
            text[i] == '&' || text[i] == '\\' ? reference_at(text, i) : Reference{};
        if (found.length == 0) {
            put(out, text.substr(i, 1), plain.origin[i]);
            ++i;
            continue;
        }
        std::string bytes;
        icu::UnicodeString{found.point}.toUTF8String(bytes);
        put(out, bytes, {plain.origin[i].begin, plain.origin[i + found.length - 1].end});
        i += found.length;
        ++resolved;
    }
    return resolved >= 3 ? out : Layer{};
}

// Share of the letter pairs that are among the most frequent of European languages.
double language_score(std::string_view text)
{
    constexpr std::string_view k_pairs =
        "th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le "
        "ve co me de hi ri ro ic ne ea ra ce li ch ll be ma si om ur ";
    std::size_t pairs = 0;
    std::size_t frequent = 0;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        if (!is_ascii_letter(text[i]) || !is_ascii_letter(text[i + 1])) continue;
        ++pairs;
        const char pair[] = {reading::to_lower(text[i]), reading::to_lower(text[i + 1]), ' '};
        std::size_t at = k_pairs.find(std::string_view{pair, 3});
        if (at != std::string_view::npos) ++frequent;
    }
    return pairs < 10 ? 0 : static_cast<double>(frequent) / static_cast<double>(pairs);
}

std::string rotated(std::string_view text)
{
    std::string out{text};
    for (char& c : out) {
        if (!is_ascii_letter(c)) continue;
        const char base = reading::is_upper(c) ? 'A' : 'a';
        c = static_cast<char>(base + (c - base + 13) % 26);
    }
    return out;
}

// Whole lines and what stands between two marks of a clause.
void add_turned(const Layer& plain, std::vector<Layer>& layers)
{
    Layer turned;
    turned.carrier = "rot13";
    turned.hidden = true;
    Layer mirrored;
    mirrored.carrier = "reversed";
    mirrored.hidden = true;
    const std::string_view text = plain.text;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find_first_of("\n:.!?;", begin), text.size());
        const std::string_view part = text.substr(begin, end - begin);
        const double as_is = language_score(part);
        const std::string other = rotated(part);
        if (language_score(other) > as_is) {
            put(turned, "\n", plain.origin[begin]);
            for (std::size_t i = 0; i < other.size(); ++i)
                put(turned, {&other[i], 1}, plain.origin[begin + i]);
        }
        if (std::all_of(part.begin(), part.end(),
                        [](char c) { return static_cast<unsigned char>(c) < 0x80; })) {
            const std::string back{part.rbegin(), part.rend()};
            if (language_score(back) > as_is) {
                put(mirrored, "\n", plain.origin[begin]);
                for (std::size_t i = 0; i < back.size(); ++i)
                    put(mirrored, {&back[i], 1}, plain.origin[end - 1 - i]);
            }
        }
        begin = end + 1;
    }
    for (auto* layer : {&turned, &mirrored})
        if (!layer->text.empty()) layers.push_back(std::move(*layer));
}

} // namespace

SourceRange source_of(const Layer& layer, std::size_t begin, std::size_t end)
{
    const SourceRange first = layer.origin[begin];
    const SourceRange last = layer.origin[std::max(begin + 1, end) - 1];
    return {std::min(first.begin, last.begin), std::max(first.end, last.end)};
}

Layer source_layer(const Document& document)
{
    Layer out;
    out.text = document.source;
    out.origin.reserve(out.text.size());
    for (std::size_t i = 0; i < out.text.size();) {
        const std::size_t length = length_of(out.text[i]);
        const SourceRange range{static_cast<std::uint32_t>(i),
                                static_cast<std::uint32_t>(i + length)};
        out.origin.insert(out.origin.end(), length, range);
        i += length;
    }
    return out;
}

Layer reading_layer(const Document& document)
{
    Layer out;
    out.text = document.view.text;
    out.origin.reserve(out.text.size());
    const std::string_view source = document.source;
    for (std::size_t i = 0; i < out.text.size(); ++i) {
        std::uint32_t begin = document.view.origin[i];
        while (begin > 0 && (static_cast<unsigned char>(source[begin]) & 0xc0U) == 0x80U) --begin;
        out.origin.push_back({begin, static_cast<std::uint32_t>(begin + length_of(source[begin]))});
    }
    return out;
}

std::vector<Layer> rewritten_layers(const Document& document)
{
    const Layer plain = reading_layer(document);
    std::vector<Layer> out;
    for (const auto rewrite :
         {without_look_alikes, joined_letters, without_digits_in_words, resolved_references}) {
        Layer layer = rewrite(plain);
        if (!layer.text.empty()) out.push_back(std::move(layer));
    }
    add_turned(plain, out);
    return out;
}

} // namespace verify::layers
