#include "base/json.hpp"

#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace base::json {

namespace {

// What Jansson 2.14 and glibc take on a 64-bit machine. An array and an object are made with room
// for eight members each; tables double, and while they do, the old one is there too.
constexpr std::size_t k_object_bytes = 224;
constexpr std::size_t k_array_bytes = 128;
constexpr std::size_t k_number_bytes = 32; // true, false and null are free; they count as numbers
constexpr std::size_t k_string_bytes = 80; // without its characters
constexpr std::size_t k_element_bytes = 24;
// A key is read as a string, and then is a pair of 80 bytes with 16 to 48 of the table.
constexpr std::size_t k_key_bytes = 128 - k_string_bytes;

struct Shape {
    int depth = 0; // deepest nesting
    std::size_t structure_bytes = 0;
};

// The place of the quote that ends the string at `begin`; the end of the text: there is none.
std::size_t end_of_string(std::string_view text, std::size_t begin)
{
    for (std::size_t at = begin + 1; (at = text.find('"', at)) != std::string_view::npos; ++at) {
        std::size_t plain = at;
        while (text[plain - 1] == '\\') --plain;
        if ((at - plain) % 2 == 0) return at;
    }
    return text.size();
}

// Measured before Jansson sees the text: its own bound of nesting is a compile-time 2,000, and what
// it builds has no bound. Brackets inside strings do not count; malformed text is left for Jansson
// to refuse.
Shape shape_of(std::string_view text)
{
    Shape shape;
    int depth = 0;
    bool in_scalar = false;
    const auto add = [&](std::size_t bytes) { shape.structure_bytes += bytes + k_element_bytes; };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool was_in_scalar = std::exchange(in_scalar, false);
        switch (text[i]) {
        case '{':
        case '[':
            shape.depth = std::max(shape.depth, ++depth);
            add(text[i] == '{' ? k_object_bytes : k_array_bytes);
            break;
        case '}':
        case ']': --depth; break;
        case '"':
            add(k_string_bytes);
            i = end_of_string(text, i);
            break;
        case ':': shape.structure_bytes += k_key_bytes; break;
        case ',':
        case ' ':
        case '\t':
        case '\n':
        case '\r': break;
        default:
            in_scalar = true;
            if (!was_in_scalar) add(k_number_bytes);
        }
    }
    return shape;
}

// Jansson quotes the offending input in its messages; a stranger's bytes must not travel on.
std::string describe(const json_error_t& error)
{
    switch (json_error_code(&error)) {
    case json_error_duplicate_key: return "duplicate object key";
    case json_error_invalid_utf8: return "not valid UTF-8";
    case json_error_numeric_overflow: return "a number does not fit";
    case json_error_premature_end_of_input: return "the text ends too early";
    case json_error_end_of_input_expected: return "text after the end of the value";
    case json_error_null_byte_in_key:
    case json_error_null_character: return "NUL in an object key";
    case json_error_stack_overflow: return "nested too deeply";
    case json_error_unknown:
    case json_error_out_of_memory:
    case json_error_cannot_open_file:
    case json_error_invalid_argument:
    case json_error_invalid_syntax:
    case json_error_invalid_format:
    case json_error_wrong_type:
    case json_error_null_value:
    case json_error_item_not_found:
    case json_error_index_out_of_range: return "not valid JSON";
    }
    return "not valid JSON";
}

struct Place {
    int line = 1;
    int column = 1;
};

// As Jansson counts: lines from 1, and in them characters from 1.
Place place_of(std::string_view text, std::size_t at)
{
    Place out;
    for (const char c : text.substr(0, at)) {
        if (c == '\n')
            out = {out.line + 1, 1};
        else if ((static_cast<unsigned char>(c) & 0xc0U) != 0x80U)
            ++out.column;
    }
    return out;
}

// The code unit of the escape \uXXXX that begins at `at`; nullopt: there is none.
std::optional<unsigned> escaped_unit(std::string_view text, std::size_t at)
{
    constexpr std::size_t k_length = 6;
    if (text.substr(at, 2) != "\\u" || text.size() < at + k_length) return std::nullopt;
    unsigned out = 0;
    const char* const end = text.data() + at + k_length;
    const auto [stop, error] = std::from_chars(text.data() + at + 2, end, out, 16);
    return stop == end && error == std::errc{} ? std::optional{out} : std::nullopt;
}

// The place of the first half of a surrogate pair that lacks the other half; npos: there is none.
std::size_t find_lone_surrogate(std::string_view text)
{
    const auto is_high = [](unsigned unit) { return unit >= 0xd800 && unit < 0xdc00; };
    const auto is_low = [](unsigned unit) { return unit >= 0xdc00 && unit < 0xe000; };
    constexpr std::size_t k_length = 6;
    for (auto at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at)) {
        const auto unit = escaped_unit(text, at);
        if (unit && is_low(*unit)) return at;
        if (unit && is_high(*unit)) {
            const auto next = escaped_unit(text, at + k_length);
            if (!next || !is_low(*next)) return at;
            at += k_length; // the pair
        }
        at += unit ? k_length : 2;
        if (at >= text.size()) break;
    }
    return std::string_view::npos;
}

// What is wrong with a text that begins with a mark of its encoding: it is not JSON. Empty when the
// text has no such mark.
std::string_view mark_before(std::string_view text)
{
    if (text.starts_with("\xef\xbb\xbf"))
        return "a byte order mark stands before the value; send UTF-8 without one";
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
        return "UTF-16, by its byte order mark; send UTF-8 without one";
    return {};
}

ParseRefusal refusal_of(const json_error_t& error, std::string_view text)
{
    // Jansson has no code for it.
    if (std::string_view{error.text}.starts_with("invalid Unicode")) {
        const auto at = find_lone_surrogate(text);
        if (at != std::string_view::npos) {
            const Place place = place_of(text, at);
            return {"a lone surrogate: half of a \\u pair without the other", place.line,
                    place.column};
        }
    }
    return {describe(error), error.line, error.column};
}

json_t* writable(const json_t* view)
{
    return const_cast<json_t*>(view);
}

// RFC 8785 writes a double below 1e21 without an exponent, also where it is beyond 64 bits: with
// the two zeros behind it, which it always has, as an exponent, Jansson reads it. Other integers of
// that size would be rounded, and stay for it to refuse. Each keeps its length, and its place.
std::string with_large_doubles(std::string_view text)
{
    std::string out{text};
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"')
            for (++i; i < text.size() && text[i] != '"'; ++i)
                if (text[i] == '\\') ++i;
        if (i >= text.size() || text[i] < '0' || text[i] > '9') continue;
        const std::size_t end = std::min(text.find_first_not_of("+-.0123456789Ee", i), text.size());
        const std::string_view number = text.substr(i, end - i);
        std::int64_t exact = 0;
        double rounded = 0;
        const char* const stop = number.data() + number.size();
        const auto fits = std::from_chars(number.data(), stop, exact);
        const auto read = std::from_chars(number.data(), stop, rounded);
        if (fits.ec == std::errc::result_out_of_range && fits.ptr == stop && read.ptr == stop &&
            number.ends_with("00") && ecmascript_number(rounded) == number)
            out.replace(end - 2, 2, "e2");
        i = end - 1;
    }
    return out;
}

} // namespace

std::size_t structure_bytes(std::string_view text)
{
    return shape_of(text).structure_bytes;
}

Result<Ref, ParseRefusal> parse(std::string_view text, Integers integers, std::size_t max_structure)
{
    const Shape shape = shape_of(text);
    if (shape.depth > k_max_depth) return refuse(ParseRefusal{"nested too deeply", 0, 0});
    if (shape.structure_bytes > max_structure)
        return refuse(ParseRefusal{concat("too many values: in memory they would take more than ",
                                          max_structure / 1024, " KiB"),
                                   0, 0});
    if (const auto mark = mark_before(text); !mark.empty())
        return refuse(ParseRefusal{std::string{mark}, 1, 1});
    json_error_t error{};
    const std::size_t flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL |
                              (integers == Integers::as_double ? JSON_DECODE_INT_AS_REAL : 0U);
    json_t* parsed = json_loadb(text.data(), text.size(), flags, &error);
    if (parsed == nullptr && json_error_code(&error) == json_error_numeric_overflow) {
        const std::string other = with_large_doubles(text);
        parsed = json_loadb(other.data(), other.size(), flags, &error);
    }
    if (parsed == nullptr) return refuse(refusal_of(error, text));
    return Ref{parsed};
}

Result<Ref, ParseRefusal> parse_within(std::string_view text, std::size_t max_structure)
{
    return parse(text, Integers::exact, max_structure);
}

const json_t* member(const json_t* object_view, const char* key)
{
    return json_object_get(object_view, key);
}

const json_t* object_member(const json_t* object_view, const char* key)
{
    const json_t* found = member(object_view, key);
    return json_is_object(found) ? found : nullptr;
}

const json_t* array_member(const json_t* object_view, const char* key)
{
    const json_t* found = member(object_view, key);
    return json_is_array(found) ? found : nullptr;
}

std::optional<std::string_view> text_member(const json_t* object_view, const char* key)
{
    const json_t* found = member(object_view, key);
    if (!json_is_string(found)) return std::nullopt;
    return text_of(found);
}

std::optional<std::int64_t> integer_member(const json_t* object_view, const char* key)
{
    const json_t* found = member(object_view, key);
    if (!json_is_integer(found)) return std::nullopt;
    return json_integer_value(found);
}

std::optional<bool> boolean_member(const json_t* object_view, const char* key)
{
    const json_t* found = member(object_view, key);
    if (!json_is_boolean(found)) return std::nullopt;
    return json_is_true(found);
}

std::string_view text_of(const json_t* string_view)
{
    return {json_string_value(string_view), json_string_length(string_view)};
}

Ref own(json_t* fresh)
{
    if (fresh == nullptr) throw Fault{"a JSON value could not be made"};
    return Ref{fresh};
}

Ref share(const json_t* view)
{
    return own(json_incref(writable(view)));
}

Ref value(std::string_view text)
{
    return own(json_stringn(text.data(), text.size()));
}

Ref value(std::int64_t number)
{
    return own(json_integer(number));
}

Ref value(bool truth)
{
    return own(json_boolean(truth));
}

Ref value(double number)
{
    return own(json_real(number));
}

Ref value(std::nullptr_t)
{
    return own(json_null());
}

void set(json_t* object, std::string_view key, Ref member)
{
    if (json_object_setn_new(object, key.data(), key.size(), member.release()) != 0)
        throw Fault{"a JSON member could not be set"};
}

void append(json_t* array, Ref element)
{
    if (json_array_append_new(array, element.release()) != 0)
        throw Fault{"a JSON element could not be appended"};
}

} // namespace base::json
