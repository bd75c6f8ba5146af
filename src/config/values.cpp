#include "config/values.hpp"

#include "base/concat.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace config {

namespace {

using Parsed = base::Result<Value, std::string>;

constexpr std::string_view k_digits = "0123456789";
constexpr std::string_view k_host_characters = "abcdefghijklmnopqrstuvwxyz0123456789.-";

Parsed wanted(std::string sentence)
{
    return base::refuse(std::move(sentence));
}

// No control characters: every text ends in a header, a document or a path.
bool is_printable(std::string_view text)
{
    return std::none_of(text.begin(), text.end(),
                        [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

bool is_ascii_word(std::string_view text, std::string_view also)
{
    return std::all_of(text.begin(), text.end(), [also](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               also.find(c) != std::string_view::npos;
    });
}

std::optional<std::int64_t> parse_digits(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number < 0) return std::nullopt;
    return number;
}

bool is_port(std::string_view text)
{
    const auto port = parse_digits(text);
    return port && *port >= 1 && *port <= 65535;
}

// "host" or "host:port", the host lower-case or a bracketed IPv6 address.
std::optional<std::string_view> host_of(std::string_view authority)
{
    std::size_t end = authority.find(':');
    if (authority.starts_with('[')) {
        end = authority.find(']');
        if (end == std::string_view::npos) return std::nullopt;
        if (authority.substr(1, end - 1).find_first_not_of("0123456789abcdef:.") !=
            std::string_view::npos)
            return std::nullopt;
        ++end;
    }
    end = std::min(end, authority.size());
    const auto host = authority.substr(0, end);
    const auto port = authority.substr(end);
    if (host.empty() || host.starts_with('.') || host.starts_with('-')) return std::nullopt;
    if (!host.starts_with('[') &&
        host.find_first_not_of(k_host_characters) != std::string_view::npos)
        return std::nullopt;
    if (!port.empty() && (port.front() != ':' || !is_port(port.substr(1)))) return std::nullopt;
    return host;
}

std::string choices_text(const Option& option)
{
    std::string out;
    for (const auto choice : option.choices)
        out += base::concat(out.empty() ? "" : ", ", '"', choice, '"');
    return out;
}

Parsed parse_choice(const Option& option, std::string_view text)
{
    const auto found = std::find(option.choices.begin(), option.choices.end(), text);
    if (found != option.choices.end())
        return Value{static_cast<std::int64_t>(found - option.choices.begin())};
    return wanted(base::concat(option.choices.size() == 1 ? "must be " : "must be one of ",
                               choices_text(option)));
}

Parsed parse_duration_value(const Option& option, std::string_view text)
{
    const auto duration = parse_duration(text);
    if (duration && duration->count() >= option.minimum && duration->count() <= option.maximum)
        return Value{*duration};
    return wanted(base::concat("must be a duration such as \"", option.fallback, "\" between ",
                               option.minimum, "s and ", option.maximum, "s"));
}

Parsed parse_money(const Option& option, std::string_view text)
{
    const auto amount = value::AtomicUsd::parse_decimal(text);
    if (amount && amount->atoms() >= option.minimum && amount->atoms() <= option.maximum)
        return Value{*amount};
    return wanted(base::concat(R"(must be USDC as a decimal string such as "0.50", between ")",
                               value::AtomicUsd::checked(option.minimum)->decimal_text(),
                               "\" and \"",
                               value::AtomicUsd::checked(option.maximum)->decimal_text(), '"'));
}

constexpr std::size_t k_gwei_decimals = 9;

// nullopt: no decimal number, or one that no fee has.
std::optional<std::int64_t> parse_wei(std::string_view gwei)
{
    const auto dot = std::min(gwei.find('.'), gwei.size());
    const auto whole = gwei.substr(0, dot);
    const auto fraction = gwei.substr(std::min(dot + 1, gwei.size()));
    if (whole.empty() || whole.size() > k_gwei_decimals || fraction.size() > k_gwei_decimals ||
        (dot < gwei.size() && fraction.empty()))
        return std::nullopt;
    return parse_digits(
        base::concat(whole, fraction, std::string(k_gwei_decimals - fraction.size(), '0')));
}

Parsed parse_gwei(const Option& option, std::string_view text)
{
    constexpr std::int64_t k_wei = 1'000'000'000; // in a gwei
    const auto wei = parse_wei(text);
    if (wei && *wei >= option.minimum && *wei <= option.maximum) return Value{*wei};
    return wanted(base::concat("must be gwei as a decimal string such as \"", option.fallback,
                               R"(", between "0.001" and ")", option.maximum / k_wei, '"'));
}

Parsed parse_origin(std::string_view text)
{
    const auto url = split_url(text);
    if (url && url->rest.empty()) return Value{std::string{text}};
    return wanted("must be an origin such as \"https://assay.example\": lower-case host, no path, "
                  "no slash at the end");
}

// It is shown to operators, and kept in files that many read.
Parsed parse_server_url(const Option& option, std::string_view text)
{
    const auto authority = text.substr(0, text.find('/', text.find("//") + 2));
    const auto user_ends = authority.find('@');
    const bool has_password = (user_ends != std::string_view::npos &&
                               authority.substr(0, user_ends).find(':', authority.find("//")) !=
                                   std::string_view::npos) ||
                              text.find("password=") != std::string_view::npos;
    if (has_password)
        return wanted("must hold no password: name the credential that does in "
                      "store.auth_credential");
    if (static_cast<std::int64_t>(text.size()) <= option.maximum && is_printable(text) &&
        text.find(' ') == std::string_view::npos)
        return Value{std::string{text}};
    return wanted("must be a URL as libpq takes it, such as "
                  "\"postgresql://assay@db1,db2/assay?target_session_attrs=read-write\"");
}

Parsed parse_store_url(const Option& option, std::string_view text)
{
    if (text.starts_with("postgresql://")) return parse_server_url(option, text);
    constexpr std::string_view k_scheme = "sqlite:";
    const auto path = text.substr(std::min(text.size(), k_scheme.size()));
    if (text.starts_with(k_scheme) && path.starts_with('/') && !path.ends_with('/') &&
        is_printable(path) && static_cast<std::int64_t>(path.size()) <= option.maximum)
        return Value{std::string{path}};
    return wanted(base::concat("must be sqlite: and an absolute path, such as \"", option.fallback,
                               "\", or the URL of a server that begins with postgresql://"));
}

Parsed parse_proof_path(std::string_view text)
{
    constexpr std::string_view k_folder = "/.well-known/";
    const auto name = text.substr(std::min(text.size(), k_folder.size()));
    if (text.starts_with(k_folder) && !name.empty() && name.size() <= 100 &&
        is_ascii_word(name, "._-") && !name.starts_with('.') && name != "x402" &&
        name != "x402.json" && name != "api-catalog" && name != "security.txt")
        return Value{std::string{text}};
    return wanted("must be /.well-known/ and a file name of letters, digits, dots, dashes and "
                  "underscores, and none that the service answers itself");
}

Parsed parse_contact(std::string_view text)
{
    constexpr std::string_view k_mailto = "mailto:";
    const auto mailbox = text.substr(std::min(text.size(), k_mailto.size()));
    const bool is_mail = text.starts_with(k_mailto) &&
                         mailbox.find('@') != std::string_view::npos &&
                         is_ascii_word(mailbox, "@.+-_");
    const auto url = split_url(text);
    if (text.empty() || is_mail || (url && url->scheme == "https")) return Value{std::string{text}};
    return wanted("must be \"mailto:NAME@HOST\" or an https:// page");
}

Parsed parse_url(const Option& option, std::string text)
{
    while (text.ends_with('/')) text.pop_back();
    const bool fits = static_cast<std::int64_t>(text.size()) <= option.maximum;
    if (fits && (text.empty() || split_url(text))) return Value{std::move(text)};
    return wanted("must be an http:// or https:// URL with a lower-case host and neither user "
                  "name nor fragment");
}

Parsed parse_text(const Option& option, const std::string& text)
{
    const auto size = static_cast<std::int64_t>(text.size());
    const bool fits = size >= option.minimum && size <= option.maximum && is_printable(text);
    switch (option.kind) {
    case Kind::text:
        if (fits) return Value{text};
        return wanted(base::concat("must have ", option.minimum, " to ", option.maximum,
                                   " bytes and no control characters"));
    case Kind::path:
        // The three characters mean something in nginx's files, where paths end up.
        if (fits && text.find_first_of("\"\\$") == std::string::npos &&
            (text.empty() || (text.front() == '/' && (text.size() == 1 || text.back() != '/'))))
            return Value{text};
        return wanted(
            "must be an absolute path without a slash at its end and without \", \\ and $");
    case Kind::credential_name:
        if (fits && is_ascii_word(text, "._-") && !text.starts_with('.')) return Value{text};
        return wanted("must be the name of a credential file: letters, digits, dots, dashes and "
                      "underscores");
    case Kind::socket_address:
        if (fits && host_of(text) && text.find(':') != std::string::npos && !text.ends_with(']'))
            return Value{text};
        return wanted(base::concat("must be HOST:PORT, such as \"", option.fallback, '"'));
    case Kind::network:
        if (const auto network = value::EvmNetwork::parse(text)) return Value{*network};
        return wanted("must be a CAIP-2 name of an EVM chain, such as \"eip155:8453\"");
    case Kind::address:
        if (text.empty() && !option.required && option.fallback.empty())
            return Value{Address{value::EvmAddress{value::EvmAddress::Raw{}}, text}};
        if (const auto address = value::EvmAddress::parse(text))
            return Value{Address{*address, text}};
        return wanted("must be an address: 0x and 40 hexadecimal digits");
    case Kind::choice: return parse_choice(option, text);
    case Kind::duration: return parse_duration_value(option, text);
    case Kind::money: return parse_money(option, text);
    case Kind::gwei: return parse_gwei(option, text);
    case Kind::origin: return parse_origin(text);
    case Kind::url: return parse_url(option, text);
    case Kind::store_url: return parse_store_url(option, text);
    case Kind::proof_path: return parse_proof_path(text);
    case Kind::contact: return parse_contact(text);
    case Kind::integer:
    case Kind::url_list:
    case Kind::network_list: break; // not texts
    }
    std::abort();
}

Parsed parse_urls(const Option& option, std::vector<std::string> urls)
{
    const auto count = static_cast<std::int64_t>(urls.size());
    if (count < option.minimum || count > option.maximum)
        return wanted(
            base::concat("must have ", option.minimum, " to ", option.maximum, " members"));
    for (auto& url : urls) {
        while (url.ends_with('/')) url.pop_back();
        const auto parts = split_url(url);
        if (!parts)
            return wanted("must hold http:// or https:// URLs with a lower-case host and neither "
                          "user name nor fragment");
    }
    return Value{std::move(urls)};
}

Parsed parse_networks(const Option& option, const std::vector<std::string>& networks)
{
    if (static_cast<std::int64_t>(networks.size()) > option.maximum)
        return wanted(base::concat("must have at most ", option.maximum, " members"));
    if (std::all_of(networks.begin(), networks.end(), is_network)) return Value{networks};
    return wanted("must hold addresses such as \"192.0.2.7\" and networks such as "
                  "\"192.0.2.0/24\" or \"2001:db8::/32\", without bits beyond their prefix");
}

} // namespace

std::string in_quotes(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

bool is_network(std::string_view text)
{
    const auto slash = std::min(text.find('/'), text.size());
    const std::string address{text.substr(0, slash)};
    const bool is_v6 = address.find(':') != std::string::npos;
    std::array<unsigned char, sizeof(in6_addr)> bytes{};
    if (::inet_pton(is_v6 ? AF_INET6 : AF_INET, address.c_str(), bytes.data()) != 1) return false;
    if (slash == text.size()) return true;
    const auto bits = parse_digits(text.substr(slash + 1));
    const std::int64_t width = is_v6 ? 128 : 32;
    if (!bits || *bits > width || text.substr(slash + 1).size() > 3) return false;
    for (std::int64_t bit = *bits; bit < width; ++bit)
        if ((bytes[static_cast<std::size_t>(bit / 8)] & (0x80U >> (bit % 8))) != 0) return false;
    return true;
}

std::optional<std::chrono::seconds> parse_duration(std::string_view text)
{
    constexpr std::int64_t k_longest = std::int64_t{10} * 365 * 86'400;
    if (text.empty() || text.size() > 10) return std::nullopt;
    std::int64_t unit = 0;
    switch (text.back()) {
    case 's': unit = 1; break;
    case 'm': unit = 60; break;
    case 'h': unit = 3'600; break;
    case 'd': unit = 86'400; break;
    default: return std::nullopt;
    }
    text.remove_suffix(1);
    if (text.find_first_not_of(k_digits) != std::string_view::npos) return std::nullopt;
    const auto count = parse_digits(text);
    if (!count || *count * unit > k_longest) return std::nullopt;
    return std::chrono::seconds{*count * unit};
}

std::optional<UrlParts> split_url(std::string_view text)
{
    const auto colon = text.find("://");
    if (colon == std::string_view::npos || text.size() > 500) return std::nullopt;
    const auto scheme = text.substr(0, colon);
    if (scheme != "http" && scheme != "https") return std::nullopt;
    const auto begin = colon + 3;
    const auto end = std::min(text.find_first_of("/?", begin), text.size());
    const auto host = host_of(text.substr(begin, end - begin));
    const auto rest = text.substr(end);
    if (!host || rest.find('#') != std::string_view::npos) return std::nullopt;
    const auto is_url_byte = [](char c) { return c > 0x20 && c < 0x7f && c != '"' && c != '\\'; };
    if (!std::all_of(rest.begin(), rest.end(), is_url_byte)) return std::nullopt;
    return UrlParts{scheme, *host, text.substr(0, end), rest};
}

bool is_loopback(std::string_view host)
{
    return host == "localhost" || host == "[::1]" || host.starts_with("127.");
}

Raw fallback_of(const Option& option)
{
    if (option.kind == Kind::integer) return parse_digits(option.fallback).value();
    if (option.kind != Kind::url_list && option.kind != Kind::network_list)
        return std::string{option.fallback};
    std::vector<std::string> members;
    if (!option.fallback.empty()) members.emplace_back(option.fallback);
    return members;
}

Parsed parse_value(const Option& option, const Raw& raw)
{
    if (option.kind == Kind::integer) {
        const auto* number = std::get_if<std::int64_t>(&raw);
        if (number != nullptr && *number >= option.minimum && *number <= option.maximum)
            return Value{*number};
        return wanted(
            base::concat("must be a whole number from ", option.minimum, " to ", option.maximum));
    }
    if (option.kind == Kind::url_list) {
        const auto* members = std::get_if<std::vector<std::string>>(&raw);
        if (members != nullptr) return parse_urls(option, *members);
        return wanted("must be an array of strings, such as [\"https://host.example\"]");
    }
    if (option.kind == Kind::network_list) {
        const auto* members = std::get_if<std::vector<std::string>>(&raw);
        if (members != nullptr) return parse_networks(option, *members);
        return wanted("must be an array of strings, such as [\"192.0.2.0/24\"]");
    }
    const auto* text = std::get_if<std::string>(&raw);
    if (text != nullptr) return parse_text(option, *text);
    return wanted(option.kind == Kind::money || option.kind == Kind::gwei ||
                          option.kind == Kind::duration
                      ? base::concat("must be a string in quotes, such as \"", option.fallback, '"')
                      : std::string{"must be a string in quotes"});
}

} // namespace config
