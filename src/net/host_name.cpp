#include "net/host_name.hpp"

#include <idn2.h>

#include <algorithm>
#include <memory>

namespace net {

namespace {

constexpr std::size_t k_text_limit = 1024;
constexpr std::size_t k_name_limit = 253; // RFC 1035, without the root's dot
constexpr std::size_t k_label_limit = 63;

// Top-level names that are kept from the public DNS (special-use domain names, IANA).
constexpr std::string_view k_reserved[] = {
    "localhost", "local", "internal", "arpa", "onion", "test", "invalid", "example", "alt",
};

struct IdnFree {
    void operator()(char* text) const noexcept { idn2_free(text); }
};

bool is_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

bool is_label(std::string_view label)
{
    if (label.empty() || label.size() > k_label_limit) return false;
    if (label.front() == '-' || label.back() == '-') return false;
    return std::all_of(label.begin(), label.end(),
                       [](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-'; });
}

// What URL parsers elsewhere would take for a number (127.1, 0x7f.1, 2130706433) ends in a label
// that begins with a digit; no top-level domain does.
bool is_name(std::string_view name)
{
    if (name.size() > k_name_limit) return false;
    std::size_t labels = 0;
    std::string_view last;
    for (std::string_view rest = name;; ++labels) {
        const std::size_t dot = rest.find('.');
        last = rest.substr(0, dot);
        if (!is_label(last)) return false;
        if (dot == std::string_view::npos) break;
        rest.remove_prefix(dot + 1);
    }
    return labels >= 1 && is_letter(last.front()) && last.size() >= 2;
}

bool is_reserved(std::string_view name)
{
    const std::string_view top = name.substr(name.rfind('.') + 1);
    return std::find(std::begin(k_reserved), std::end(k_reserved), top) != std::end(k_reserved);
}

// A-labels, lower case; nullopt: not IDNA2008 (as UTS 46 maps it, without transitional forms).
std::optional<std::string> ascii_of(std::string_view text)
{
    if (text.find('\0') != std::string_view::npos) return std::nullopt;
    char* raw = nullptr;
    // IDN2_USE_STD3_ASCII_RULES is left out: it silently drops what it has no place for.
    const int code =
        idn2_to_ascii_8z(std::string{text}.c_str(), &raw, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
    const std::unique_ptr<char, IdnFree> owned{raw};
    if (code != IDN2_OK) return std::nullopt;
    return std::string{owned.get()};
}

} // namespace

base::Result<HostName, HostRefusal> parse_host(std::string_view text)
{
    if (text.empty() || text.size() > k_text_limit) return base::refuse(HostRefusal::not_a_host);
    if (const auto address = IpAddress::parse(text)) return HostName{address->text(), address};
    auto name = ascii_of(text);
    if (!name) return base::refuse(HostRefusal::not_a_host);
    // A single label can be reserved too, and that says more.
    if (is_label(*name) && is_reserved(*name)) return base::refuse(HostRefusal::reserved_name);
    if (!is_name(*name)) return base::refuse(HostRefusal::not_a_host);
    if (is_reserved(*name)) return base::refuse(HostRefusal::reserved_name);
    return HostName{std::move(*name), std::nullopt};
}

} // namespace net
