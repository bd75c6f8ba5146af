#include "base/json.hpp"

#include "base/fault.hpp"

namespace base::json {

namespace {

// Nesting is measured before Jansson sees the text, because its own limit is a compile-time 2,000.
// Brackets inside strings do not count; malformed text is left for Jansson to refuse.
bool nests_too_deep(std::string_view text)
{
    int depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\') {
                ++i;
            } else if (c == '"') {
                in_string = false;
            }
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            if (++depth > k_max_depth) return true;
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return false;
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

json_t* writable(const json_t* view)
{
    return const_cast<json_t*>(view);
}

} // namespace

Result<Ref, ParseRefusal> parse(std::string_view text, Integers integers)
{
    if (nests_too_deep(text)) return refuse(ParseRefusal{"nested too deeply", 0, 0});
    json_error_t error{};
    const std::size_t flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL |
                              (integers == Integers::as_double ? JSON_DECODE_INT_AS_REAL : 0U);
    json_t* parsed = json_loadb(text.data(), text.size(), flags, &error);
    if (parsed == nullptr) return refuse(ParseRefusal{describe(error), error.line, error.column});
    return Ref{parsed};
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
