// Jansson behind RAII: strict parsing of strangers' JSON, reading without surprises, building.
//
// An owned value is a Ref. Borrowed values are `const json_t*` named *_view and must not outlive
// their owner. Objects keep the order in which members were set; dump() prints that order.
#pragma once

#include "base/result.hpp"

#include <jansson.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace base::json {

// Not Closer<json_decref>: that function is static inline, and would make this type unit-local.
struct Decref {
    void operator()(json_t* value) const noexcept { json_decref(value); }
};
using Ref = std::unique_ptr<json_t, Decref>;

// Deepest nesting taken from outside (DESIGN.md, 4). Jansson itself allows 2,000.
inline constexpr int k_max_depth = 32;
// Bounds of structure_bytes(). What a stranger sends at any time (a request, a payment): a thousand
// objects, or three thousand numbers. What is read one at a time, from who was asked (answers of
// RPC endpoints, reference data, artifacts) or from who sends the largest bodies: two streams of
// 50,000 points as objects are 68 MiB, and no honest answer is more.
inline constexpr std::size_t k_small_structure = std::size_t{256} * 1024;
inline constexpr std::size_t k_large_structure = std::size_t{72} * 1024 * 1024;

// At most how many bytes of memory Jansson takes for the tree of `text`, without the characters
// of its strings, never more than `text` has: objects, arrays, keys and values each cost what
// they cost however short they are written. Linear, takes no memory; `text` may be no JSON: then of
// as much of it as is ever built.
std::size_t structure_bytes(std::string_view text);

struct ParseRefusal {
    std::string detail; // one sentence, ASCII, without the offending bytes
    int line = 0;       // from 1; 0 when not known
    int column = 0;
};

// What a number without fraction and exponent becomes. As a double, as in ECMAScript, it may be of
// any size and is rounded: the reading that RFC 8785 prescribes for hashing what others wrote.
enum class Integers { exact, as_double };

// Exactly one JSON value. Refused: a byte order mark, trailing bytes, duplicate keys, invalid
// UTF-8, lone surrogates, nesting over k_max_depth, exact integers beyond 64 bits (but a double as
// RFC 8785 writes it is one), reals beyond double, NUL in a key; and, before anything is built, a
// structure_bytes() over `max_structure`.
Result<Ref, ParseRefusal> parse(std::string_view text, Integers integers = Integers::exact,
                                std::size_t max_structure = k_large_structure);
Result<Ref, ParseRefusal> parse_within(std::string_view text, std::size_t max_structure);

// One line, no spaces. Throws Fault when `value` holds what JSON cannot say.
std::string dump(const json_t* value);

// --- reading: nullopt or nullptr when the member is absent or of another type ---
const json_t* member(const json_t* object_view, const char* key);
const json_t* object_member(const json_t* object_view, const char* key);
const json_t* array_member(const json_t* object_view, const char* key);
std::optional<std::string_view> text_member(const json_t* object_view, const char* key);
std::optional<std::int64_t> integer_member(const json_t* object_view, const char* key);
std::optional<bool> boolean_member(const json_t* object_view, const char* key);

// The text of a JSON string, which may hold NUL. `string_view` must be a JSON string.
std::string_view text_of(const json_t* string_view);

// Calls f(std::string_view key, const json_t* value) for each member in order.
template <typename F> void for_each_member(const json_t* object_view, F&& f)
{
    // Jansson's iterator wants a mutable object although it changes nothing.
    auto* object = const_cast<json_t*>(object_view);
    for (void* at = json_object_iter(object); at != nullptr; at = json_object_iter_next(object, at))
        f(std::string_view{json_object_iter_key(at)}, json_object_iter_value(at));
}

// --- building: throws Fault on invalid UTF-8, a non-finite double, or lack of memory ---
Ref own(json_t* fresh);        // takes the reference, refuses nullptr
Ref share(const json_t* view); // one more reference to the same value: treat both as immutable
Ref value(std::string_view text);
Ref value(std::int64_t number);
Ref value(bool truth);
Ref value(double number);
Ref value(std::nullptr_t);
inline Ref value(const char* text)
{
    return value(std::string_view{text});
}
inline Ref value(const std::string& text)
{
    return value(std::string_view{text});
}
template <std::integral T>
requires(!std::same_as<T, bool> && !std::same_as<T, std::int64_t>) Ref value(T number)
{
    return value(static_cast<std::int64_t>(number));
}
inline Ref value(Ref&& ready)
{
    return std::move(ready);
}
template <typename T> Ref value(const std::optional<T>& maybe)
{
    return maybe ? value(*maybe) : value(nullptr);
}

void set(json_t* object, std::string_view key, Ref member);
void append(json_t* array, Ref element);

inline void set_all(json_t*) {}
template <typename V, typename... Rest>
void set_all(json_t* object, std::string_view key, V&& member_value, Rest&&... rest)
{
    set(object, key, value(std::forward<V>(member_value)));
    set_all(object, std::forward<Rest>(rest)...);
}

// object("status", "ok", "count", 3, "detail", std::move(ref))
template <typename... Members> Ref object(Members&&... members)
{
    Ref out = own(json_object());
    set_all(out.get(), std::forward<Members>(members)...);
    return out;
}

template <typename... Elements> Ref array(Elements&&... elements)
{
    Ref out = own(json_array());
    (append(out.get(), value(std::forward<Elements>(elements))), ...);
    return out;
}

} // namespace base::json
