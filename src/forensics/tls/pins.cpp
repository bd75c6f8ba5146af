#include "forensics/tls/pins.hpp"

#include "base/hex.hpp"
#include "base/json.hpp"

#include <algorithm>

namespace forensics {

namespace json = base::json;

namespace {

constexpr std::size_t k_max_pinned_hosts = 256;
constexpr std::size_t k_max_pins = 16;

// nullopt: no list of texts, or too long a one. A list that is absent is empty.
std::optional<std::vector<std::string>> pins_of(const json_t* entry_view, const char* key)
{
    std::vector<std::string> texts;
    const json_t* list_view = json::member(entry_view, key);
    if (list_view == nullptr) return texts;
    if (!json_is_array(list_view) || json_array_size(list_view) > k_max_pins) return std::nullopt;
    for (std::size_t i = 0; i < json_array_size(list_view); ++i) {
        const json_t* text_view = json_array_get(list_view, i);
        if (!json_is_string(text_view)) return std::nullopt;
        texts.emplace_back(json::text_of(text_view));
    }
    return texts;
}

std::optional<std::vector<base::Sha256>> digests_of(const json_t* entry_view)
{
    const auto texts = pins_of(entry_view, "spki_sha256");
    if (!texts) return std::nullopt;
    std::vector<base::Sha256> digests;
    for (const std::string& text : *texts) {
        const auto bytes = base::from_hex(text);
        if (!bytes || bytes->size() != base::Sha256{}.size()) return std::nullopt;
        std::copy(bytes->begin(), bytes->end(), digests.emplace_back().begin());
    }
    return digests;
}

std::optional<Pin> read_pin(const json_t* entry_view)
{
    const auto expires = base::from_rfc3339(json::text_member(entry_view, "expires").value_or(""));
    const auto digests = digests_of(entry_view);
    const auto issuers = pins_of(entry_view, "issuers");
    if (!expires || !digests || !issuers) return std::nullopt;
    Pin pin{.key_digests = *digests,
            .issuers = *issuers,
            .least_version = std::nullopt,
            .expires = *expires};
    if (json::member(entry_view, "least_version") == nullptr) return pin;
    pin.least_version = tls_version_of(json::text_member(entry_view, "least_version").value_or(""));
    if (!pin.least_version) return std::nullopt;
    return pin;
}

} // namespace

std::optional<TlsVersion> tls_version_of(std::string_view name)
{
    struct Row {
        std::string_view name;
        TlsVersion version;
    };
    constexpr Row k_rows[] = {
        {"TLSv1", TlsVersion::tls_1_0},
        {"TLSv1.1", TlsVersion::tls_1_1},
        {"TLSv1.2", TlsVersion::tls_1_2},
        {"TLSv1.3", TlsVersion::tls_1_3},
    };
    const auto* const row = std::find_if(std::begin(k_rows), std::end(k_rows),
                                         [name](const Row& each) { return each.name == name; });
    if (row == std::end(k_rows)) return std::nullopt;
    return row->version;
}

std::string_view to_text(PinMatch match)
{
    switch (match) {
    case PinMatch::unknown: return "unknown";
    case PinMatch::as_pinned: return "as_pinned";
    case PinMatch::key_differs: return "key_differs";
    case PinMatch::all_differs: return "all_differs";
    }
    __builtin_unreachable();
}

PinMatch Pin::match(const base::Sha256& key_digest, std::span<const std::string> issuer_words) const
{
    if (key_digests.empty() && issuers.empty()) return PinMatch::unknown;
    if (std::find(key_digests.begin(), key_digests.end(), key_digest) != key_digests.end())
        return PinMatch::as_pinned;
    const bool is_issuer_known =
        std::find_first_of(issuers.begin(), issuers.end(), issuer_words.begin(),
                           issuer_words.end()) != issuers.end();
    if (key_digests.empty()) return is_issuer_known ? PinMatch::as_pinned : PinMatch::all_differs;
    return is_issuer_known || issuers.empty() ? PinMatch::key_differs : PinMatch::all_differs;
}

std::optional<Pins> Pins::parse(std::string_view text)
{
    if (text.size() > k_max_pins_bytes) return std::nullopt;
    const auto parsed = json::parse(text);
    if (!parsed || json::integer_member(parsed->get(), "schema_version") != 1) return std::nullopt;
    const json_t* hosts_view = json::array_member(parsed->get(), "hosts");
    if (hosts_view == nullptr || json_array_size(hosts_view) > k_max_pinned_hosts)
        return std::nullopt;
    Pins pins;
    for (std::size_t i = 0; i < json_array_size(hosts_view); ++i) {
        const json_t* entry_view = json_array_get(hosts_view, i);
        const auto host = json::text_member(entry_view, "host");
        auto pin = read_pin(entry_view);
        if (host && pin) pins.m_by_host.try_emplace(std::string{*host}, std::move(*pin));
    }
    return pins;
}

const Pin* Pins::find(const std::string& host, base::Instant now) const
{
    const auto at = m_by_host.find(host);
    return at == m_by_host.end() || now >= at->second.expires ? nullptr : &at->second;
}

} // namespace forensics
