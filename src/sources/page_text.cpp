#include "sources/page_text.hpp"

#include "base/ascii.hpp"
#include "request/sources.hpp"

#include <unicode/ucnv.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <memory>

namespace sources {

namespace {

constexpr std::size_t k_head_bytes =
    1'024; // in which a page may name its encoding (HTML, 13.2.3.2)
constexpr std::size_t k_longest_name = 40;

struct ConverterClose {
    void operator()(UConverter* converter) const noexcept { ucnv_close(converter); }
};
using Converter = std::unique_ptr<UConverter, ConverterClose>;

// nullptr: there is no such encoding.
Converter converter_of(std::string_view name)
{
    if (name.empty() || name.size() > k_longest_name) return nullptr;
    // What pages call Latin-1 and ASCII is this one (WHATWG Encoding, 4.2).
    constexpr std::string_view k_latin[] = {"iso-8859-1", "iso8859-1", "latin1", "us-ascii",
                                            "ascii"};
    const bool is_latin = std::ranges::find(k_latin, name) != std::end(k_latin);
    UErrorCode error = U_ZERO_ERROR;
    Converter out{ucnv_open(is_latin ? "windows-1252" : std::string{name}.c_str(), &error)};
    return U_SUCCESS(error) ? std::move(out) : nullptr;
}

// The name behind "charset=" in the head of a page.
std::string named_within(std::string_view bytes)
{
    const std::string head = base::lower_case(bytes.substr(0, k_head_bytes));
    const auto found = head.find("charset=");
    if (found == std::string::npos) return {};
    const auto begin = head.find_first_not_of(" \"'", found + 8);
    if (begin == std::string::npos) return {};
    const auto end = head.find_first_of(" \"'/>;", begin);
    return head.substr(begin, std::min(end, begin + k_longest_name + 1) - begin);
}

Converter converter_for(std::string_view bytes, std::string_view charset, bool is_html)
{
    int32_t signature = 0;
    UErrorCode error = U_ZERO_ERROR;
    const char* marked = ucnv_detectUnicodeSignature(
        bytes.data(), static_cast<int32_t>(std::min<std::size_t>(bytes.size(), 8)), &signature,
        &error);
    if (U_SUCCESS(error) && marked != nullptr)
        if (auto out = converter_of(base::lower_case(marked))) return out;
    if (auto out = converter_of(charset)) return out;
    if (is_html)
        if (auto out = converter_of(named_within(bytes))) return out;
    return converter_of(is_utf8(bytes) ? "utf-8" : "windows-1252");
}

std::string to_utf8(UConverter* converter, std::string_view bytes)
{
    UErrorCode error = U_ZERO_ERROR;
    std::u16string wide(bytes.size() * 2 + 1, u'\0');
    const int32_t length = ucnv_toUChars(converter, wide.data(), static_cast<int32_t>(wide.size()),
                                         bytes.data(), static_cast<int32_t>(bytes.size()), &error);
    if (U_FAILURE(error)) return {};
    wide.resize(static_cast<std::size_t>(length));
    if (!wide.empty() && wide.front() == u'\uFEFF') wide.erase(0, 1);
    std::string out(wide.size() * 3 + 1, '\0');
    int32_t written = 0;
    error = U_ZERO_ERROR;
    u_strToUTF8WithSub(out.data(), static_cast<int32_t>(out.size()), &written, wide.data(),
                       static_cast<int32_t>(wide.size()), 0xFFFD, nullptr, &error);
    if (U_FAILURE(error)) return {};
    out.resize(static_cast<std::size_t>(written));
    std::erase(out, '\0');
    return out;
}

} // namespace

bool is_utf8(std::string_view bytes)
{
    UErrorCode error = U_ZERO_ERROR;
    int32_t length = 0;
    u_strFromUTF8(nullptr, 0, &length, bytes.data(), static_cast<int32_t>(bytes.size()), &error);
    return error == U_BUFFER_OVERFLOW_ERROR || U_SUCCESS(error);
}

std::string as_utf8(std::string_view bytes)
{
    return to_utf8(converter_for(bytes, {}, false).get(), bytes);
}

std::optional<PageText> page_text(std::string_view bytes, std::string_view media_type,
                                  std::string_view charset)
{
    const bool is_html = media_type == "text/html" || media_type == "application/xhtml+xml";
    const Converter converter = converter_for(bytes, charset, is_html);
    if (!converter) return std::nullopt;
    PageText out;
    out.text = to_utf8(converter.get(), bytes);
    if (is_html) {
        HtmlText read = html_text(out.text);
        out = {std::move(read.text), false, std::move(read.title), std::move(read.published)};
    }
    if (out.text.size() > request::k_longest_source) {
        std::size_t end = request::k_longest_source;
        while ((static_cast<unsigned char>(out.text[end]) >> 6U) == 2) --end;
        out.text.resize(end);
        out.is_cut = true;
    }
    if (out.text.find_first_not_of(" \t\r\n") == std::string::npos) return std::nullopt;
    return out;
}

} // namespace sources
