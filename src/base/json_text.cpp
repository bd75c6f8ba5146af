// How a JSON value becomes text: as it was built (json::dump), or canonical (RFC 8785). Jansson's
// own printer takes five times as long, and polls are made of this.
#include "base/json_text.hpp"

#include "base/canonical_json.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/hex.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <vector>

namespace base {

namespace {

constexpr int k_max_canonical_depth = 200;
constexpr std::int64_t k_max_exact_integer = (std::int64_t{1} << 53) - 1;

// Orders UTF-8 text as its UTF-16 code units would be ordered. The two orders differ in one place:
// code points from U+10000 (lead byte F0..F4) are surrogates D800..DFFF in UTF-16 and so come
// before U+E000..U+FFFF (lead byte EE, EF).
bool utf16_less(std::string_view left, std::string_view right)
{
    const auto [l, r] = std::mismatch(left.begin(), left.end(), right.begin(), right.end());
    if (l == left.end() || r == right.end()) return l == left.end() && r != right.end();
    const auto weight = [](char byte) {
        const auto lead = static_cast<unsigned char>(byte);
        if (lead >= 0xf0) return 0xedU;
        return lead >= 0xee ? lead + 0x10U : unsigned{lead};
    };
    const unsigned left_weight = weight(*l);
    const unsigned right_weight = weight(*r);
    if (left_weight != right_weight) return left_weight < right_weight;
    return static_cast<unsigned char>(*l) < static_cast<unsigned char>(*r);
}

void append_string(std::string& out, std::string_view text)
{
    out += '"';
    std::size_t plain_from = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c >= 0x20 && c != '"' && c != '\\') continue;
        out.append(text, plain_from, i - plain_from);
        plain_from = i + 1;
        out += '\\';
        switch (c) {
        case '"': out += '"'; break;
        case '\\': out += '\\'; break;
        case '\b': out += 'b'; break;
        case '\f': out += 'f'; break;
        case '\n': out += 'n'; break;
        case '\r': out += 'r'; break;
        case '\t': out += 't'; break;
        default:
            out += "u00";
            out += k_hex_digits[c >> 4U];
            out += k_hex_digits[c & 0xfU];
        }
    }
    out.append(text, plain_from, text.size() - plain_from);
    out += '"';
}

// As built: members in their order, any integer, reals told from integers.
enum class JsonForm { as_built, canonical };

struct Writer {
    JsonForm form;
    std::string out;

    bool write(const json_t* value, int depth, CanonicalRefusal& refusal)
    {
        if (depth > k_max_canonical_depth) {
            refusal = CanonicalRefusal::too_deep;
            return false;
        }
        switch (json_typeof(value)) {
        case JSON_OBJECT: return write_object(value, depth, refusal);
        case JSON_ARRAY: return write_array(value, depth, refusal);
        case JSON_STRING: append_string(out, json::text_of(value)); return true;
        case JSON_INTEGER: return write_integer(json_integer_value(value), refusal);
        case JSON_REAL: write_real(json_real_value(value)); return true;
        case JSON_TRUE: out += "true"; return true;
        case JSON_FALSE: out += "false"; return true;
        case JSON_NULL: out += "null"; return true;
        }
        throw Fault{"unknown JSON type"};
    }

    void write_real(double number)
    {
        const std::string text = ecmascript_number(number);
        out += text;
        // Read again, it is a real again.
        if (form == JsonForm::as_built && text.find_first_of(".e") == std::string::npos)
            out += ".0";
    }

    bool write_integer(std::int64_t number, CanonicalRefusal& refusal)
    {
        const std::size_t begin = out.size();
        out += TextPart{number}.text();
        if (form == JsonForm::as_built ||
            (number <= k_max_exact_integer && number >= -k_max_exact_integer))
            return true;
        // A double that was printed canonically and read again stays as it is.
        if (ecmascript_number(static_cast<double>(number)) == std::string_view{out}.substr(begin))
            return true;
        refusal = CanonicalRefusal::inexact_integer;
        return false;
    }

    bool write_array(const json_t* array, int depth, CanonicalRefusal& refusal)
    {
        out += '[';
        for (std::size_t i = 0; i < json_array_size(array); ++i) {
            if (i != 0) out += ',';
            if (!write(json_array_get(array, i), depth + 1, refusal)) return false;
        }
        out += ']';
        return true;
    }

    bool write_object(const json_t* object, int depth, CanonicalRefusal& refusal)
    {
        struct Member {
            std::string_view key;
            const json_t* value;
        };
        std::vector<Member> members;
        members.reserve(json_object_size(object));
        json::for_each_member(object, [&](std::string_view key, const json_t* value) {
            members.push_back({key, value});
        });
        if (form == JsonForm::canonical)
            std::sort(members.begin(), members.end(), [](const Member& left, const Member& right) {
                return utf16_less(left.key, right.key);
            });
        out += '{';
        bool first = true;
        for (const auto& [key, value] : members) {
            if (!first) out += ',';
            first = false;
            append_string(out, key);
            out += ':';
            if (!write(value, depth + 1, refusal)) return false;
        }
        out += '}';
        return true;
    }
};

} // namespace

std::string ecmascript_number(double number)
{
    if (!std::isfinite(number)) throw Fault{"a JSON number must be finite"};
    if (number == 0) return "0"; // also -0
    char text[32];
    const auto end =
        std::to_chars(text, text + sizeof text, std::abs(number), std::chars_format::scientific);
    // d[.ddd]e[+-]dd: the shortest digits that read back as the same double.
    const std::string_view scientific{text, static_cast<std::size_t>(end.ptr - text)};
    const std::size_t e = scientific.find('e');
    std::string digits{scientific.substr(0, 1)};
    if (e > 2) digits += scientific.substr(2, e - 2);
    const char* exponent_begin = text + e + 1;
    if (*exponent_begin == '+') ++exponent_begin;
    int exponent = 0;
    std::from_chars(exponent_begin, end.ptr, exponent);

    // ECMA-262, Number::toString: k digits, value = 0.digits * 10^n.
    const int k = static_cast<int>(digits.size());
    const int n = exponent + 1;
    std::string out = number < 0 ? "-" : "";
    if (k <= n && n <= 21) {
        out += digits;
        out.append(static_cast<std::size_t>(n - k), '0');
    } else if (0 < n && n <= 21) {
        out += digits.substr(0, static_cast<std::size_t>(n));
        out += '.';
        out += digits.substr(static_cast<std::size_t>(n));
    } else if (-6 < n && n <= 0) {
        out += "0.";
        out.append(static_cast<std::size_t>(-n), '0');
        out += digits;
    } else {
        out += digits[0];
        if (k > 1) {
            out += '.';
            out += digits.substr(1);
        }
        out += n > 0 ? "e+" : "e-";
        out += TextPart{std::abs(n - 1)}.text();
    }
    return out;
}

Result<std::string, CanonicalRefusal> canonical_json(const json_t* value)
{
    Writer writer{JsonForm::canonical, {}};
    CanonicalRefusal refusal{};
    if (!writer.write(value, 1, refusal)) return refuse(refusal);
    return std::move(writer.out);
}

std::string canonical_json_of_ours(const json_t* value)
{
    auto bytes = canonical_json(value);
    if (!bytes) throw Fault{"our own JSON has no canonical form"};
    return std::move(*bytes);
}

std::string json::dump(const json_t* value)
{
    Writer writer{JsonForm::as_built, {}};
    CanonicalRefusal refusal{};
    if (!writer.write(value, 1, refusal)) throw Fault{"a JSON value is nested too deeply"};
    return std::move(writer.out);
}

namespace json {

void ObjectText::begin_member(std::string_view key)
{
    if (m_out.size() > 1) m_out += ',';
    append_string(m_out, key);
    m_out += ':';
}

ObjectText& ObjectText::text(std::string_view key, std::string_view value)
{
    begin_member(key);
    append_string(m_out, value);
    return *this;
}

ObjectText& ObjectText::boolean(std::string_view key, bool value)
{
    return json(key, value ? "true" : "false");
}

ObjectText& ObjectText::null(std::string_view key)
{
    return json(key, "null");
}

ObjectText& ObjectText::json(std::string_view key, std::string_view json)
{
    begin_member(key);
    m_out += json;
    return *this;
}

std::string ObjectText::take()
{
    m_out += '}';
    return std::move(m_out);
}

} // namespace json

} // namespace base
