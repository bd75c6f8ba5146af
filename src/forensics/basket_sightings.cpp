#include "forensics/basket_sightings.hpp"

#include "base/concat.hpp"
#include "base/json.hpp"
#include "forensics/dns/rules.hpp"
#include "forensics/portal/rules.hpp"
#include "forensics/tls/trust.hpp"

#include <algorithm>
#include <set>

namespace forensics {

namespace json = base::json;

namespace {

constexpr std::size_t k_least_fine_operators = 2;
constexpr int k_network_authentication = 511; // RFC 6585, section 6

struct Look {
    Seen seen = Seen::unseen;
    std::string why{};
};

std::string text_in(const json_t* view, const char* key)
{
    return std::string{json::text_member(view, key).value_or("")};
}

std::vector<const json_t*> elements_of(const json_t* list_view)
{
    std::vector<const json_t*> out;
    for (std::size_t i = 0; i < json_array_size(list_view); ++i)
        out.push_back(json_array_get(list_view, i));
    return out;
}

// What the evidence's list says of one: the rows whose `key` is `name`.
std::vector<const json_t*> rows_of(const json_t* evidence_view, const char* list, const char* key,
                                   std::string_view name)
{
    auto out = elements_of(json::array_member(evidence_view, list));
    std::erase_if(out, [&](const json_t* row) { return json::text_member(row, key) != name; });
    return out;
}

// A clock that contradicts the others may be the only right one.
Look look_at_server(const json_t* evidence_view, const BasketEntry& entry)
{
    const auto rows = rows_of(evidence_view, "servers", "host", entry.host);
    if (rows.size() != 1) return {};
    const std::string kind = text_in(rows.front(), "class");
    if (kind == "truechimer") return {Seen::fine};
    if (kind == "silent" || kind == "invalid") return {Seen::failed, kind};
    return {kind == "falseticker" ? Seen::suspect : Seen::unseen, kind};
}

// To ask at an address that an encrypted control knows is to pass by a resolver that lies: what is
// right there only is not its owner's doing.
Look look_at_probe(const json_t* evidence_view, const BasketEntry& entry)
{
    const auto rows = rows_of(evidence_view, "probes", "url", entry.name);
    if (rows.empty()) return {Seen::failed, "unresolved"};
    std::size_t fine = 0;
    std::string worst;
    for (const json_t* row : rows) {
        const std::string kind = text_in(row, "class");
        if (kind == name_of(PortalClass::ok)) {
            ++fine;
            continue;
        }
        const bool is_led_away = !text_in(row, "location_host").empty() ||
                                 json::integer_member(row, "status") == k_network_authentication;
        if (is_led_away) return {Seen::suspect, kind};
        if (worst.empty() || worst == name_of(PortalClass::silent)) worst = kind;
    }
    if (fine == rows.size()) return {Seen::fine};
    if (fine == 0) return {Seen::failed, worst};
    return {worst == name_of(PortalClass::silent) ? Seen::unseen : Seen::suspect, worst};
}

bool has_addresses(const json_t* row_view)
{
    const auto answers = elements_of(json::array_member(row_view, "answers"));
    return std::any_of(answers.begin(), answers.end(), [](const json_t* answer) {
        return json_array_size(json::array_member(answer, "ips")) > 0;
    });
}

bool says_nxdomain(const json_t* row_view)
{
    const auto answers = elements_of(json::array_member(row_view, "answers"));
    return std::any_of(answers.begin(), answers.end(), [](const json_t* answer) {
        return json::integer_member(answer, "rcode") == k_nxdomain;
    });
}

// A name and an address family. It has failed when encrypted controls, to whom no party on the path
// can lend words, do not know it either.
Look look_at_answer(const json_t* row_view)
{
    const std::string kind = text_in(row_view, "class");
    if (kind == to_text(DnsNameClass::same) || kind == to_text(DnsNameClass::proven))
        return {Seen::fine};
    const bool is_unknown = json_array_size(json::array_member(row_view, "doh")) == 0;
    if (kind == to_text(DnsNameClass::bogus) && is_unknown) return {Seen::failed, kind};
    if (kind == to_text(DnsNameClass::silent) || kind == to_text(DnsNameClass::failed) ||
        kind == to_text(DnsNameClass::no_reference)) {
        if (!is_unknown || has_addresses(row_view)) return {Seen::unseen, kind};
        return {Seen::failed, says_nxdomain(row_view) ? "not_found" : kind};
    }
    return {Seen::suspect, kind};
}

Look look_at_name(const json_t* evidence_view, const BasketEntry& entry)
{
    std::vector<Look> looks;
    for (const json_t* row : rows_of(evidence_view, "names", "name", entry.name))
        looks.push_back(look_at_answer(row));
    if (looks.empty()) return {};
    const auto suspect = std::find_if(looks.begin(), looks.end(),
                                      [](const Look& each) { return each.seen == Seen::suspect; });
    if (suspect != looks.end()) return *suspect;
    const bool is_agreed = std::all_of(looks.begin(), looks.end(), [&](const Look& each) {
        return each.seen == looks.front().seen;
    });
    return is_agreed ? looks.front() : Look{};
}

// It is asked over TLS only: a liar in between is not heard.
Look look_at_control(const json_t* evidence_view, const BasketEntry& entry)
{
    const auto rows = rows_of(evidence_view, "controls", "url", entry.name);
    const auto replies =
        rows.size() == 1 ? json::integer_member(rows.front(), "replies") : std::nullopt;
    if (!replies) return {};
    if (*replies > 0) return {Seen::fine};
    return {Seen::failed, "silent"};
}

// What its owner alone can bring about, and no sign of anybody else.
bool is_owners_doing(const json_t* row_view, std::string_view kind)
{
    constexpr TlsClass k_kinds[] = {TlsClass::expired, TlsClass::name_mismatch,
                                    TlsClass::handshake_failed, TlsClass::unreachable};
    const bool is_one = std::any_of(std::begin(k_kinds), std::end(k_kinds),
                                    [kind](TlsClass each) { return to_text(each) == kind; });
    // Another reason than its class is one that only the other hosts, or its pin, show.
    const auto reason = json::text_member(row_view, "reason");
    if (!is_one || (reason != kind && reason != "host_blocked")) return false;
    if (json::text_member(row_view, "interceptor")) return false;
    const auto signals = elements_of(json::array_member(row_view, "signals"));
    return std::all_of(signals.begin(), signals.end(), [](const json_t* signal) {
        return json_is_string(signal) && json::text_of(signal) == "tls_downgrade";
    });
}

Look look_at_host(const json_t* evidence_view, const BasketEntry& entry)
{
    // The evidence names no ports: a host with two of them cannot be told apart.
    const auto rows = rows_of(evidence_view, "hosts", "host", entry.host);
    if (rows.size() != 1) return {};
    const json_t* row_view = rows.front();
    const std::string kind = text_in(row_view, "class");
    const bool is_public = kind == to_text(TlsClass::is_public);
    if (is_public && json::text_member(row_view, "verdict") == "OK") return {Seen::fine};
    if (is_owners_doing(row_view, kind)) return {Seen::failed, kind};
    return {Seen::suspect, text_in(row_view, "reason")};
}

Look look_at_target(const json_t* evidence_view, const BasketEntry& entry)
{
    const auto rows = rows_of(evidence_view, "targets", "ip", entry.name);
    if (rows.size() != 1) return {};
    const auto findings = elements_of(json::array_member(rows.front(), "findings"));
    if (!findings.empty() && json_is_string(findings.front()))
        return {Seen::suspect, std::string{json::text_of(findings.front())}};
    if (text_in(rows.front(), "reached_by") != "nothing") return {Seen::fine};
    return {Seen::failed, "unreachable"};
}

Look look_at(const json_t* evidence_view, const BasketEntry& entry)
{
    if (entry.check == "ntp") return look_at_server(evidence_view, entry);
    if (entry.check == "portal") return look_at_probe(evidence_view, entry);
    if (entry.check == "dns") return look_at_name(evidence_view, entry);
    if (entry.check == "doh") return look_at_control(evidence_view, entry);
    if (entry.check == "tls") return look_at_host(evidence_view, entry);
    return look_at_target(evidence_view, entry);
}

// nullptr without a verdict.
const json_t* evidence_of(const json_t* artifact_view, std::string_view check)
{
    for (const json_t* each : elements_of(json::array_member(artifact_view, "checks")))
        if (json::text_member(each, "check") == check)
            return json::text_member(each, "verdict") == name_of(Verdict::inconclusive)
                       ? nullptr
                       : json::object_member(each, "evidence");
    return nullptr;
}

// A resolver that its own name leads elsewhere has not failed.
void suspect_forged_names(std::vector<Sighting>& all)
{
    std::set<std::string_view> forged;
    for (const Sighting& each : all)
        if (each.entry.check == "dns" && each.seen == Seen::suspect) forged.insert(each.entry.host);
    for (Sighting& each : all)
        if (each.seen == Seen::failed && forged.contains(each.entry.host))
            each.seen = Seen::suspect;
}

// Whether a failure of this check can be its owner's alone.
bool is_path_good(const std::vector<Sighting>& all, std::string_view check)
{
    std::set<std::string_view> fine;
    std::set<std::string_view> failing;
    for (const Sighting& each : all) {
        if (each.entry.check != check) continue;
        if (each.seen == Seen::suspect) return false;
        if (each.seen == Seen::fine) fine.insert(each.entry.operator_name);
        if (each.seen == Seen::failed) failing.insert(each.entry.operator_name);
    }
    for (const std::string_view each : failing) fine.erase(each);
    return fine.size() >= k_least_fine_operators && fine.size() > failing.size();
}

} // namespace

std::string_view to_text(Seen seen)
{
    switch (seen) {
    case Seen::unseen: return "unseen";
    case Seen::fine: return "fine";
    case Seen::failed: return "failed";
    case Seen::suspect: return "suspect";
    }
    __builtin_unreachable();
}

std::vector<Sighting> sightings_of(const Basket& whole, const json_t* artifact_view)
{
    std::vector<Sighting> out;
    const bool is_online =
        json::boolean_member(json::object_member(artifact_view, "vantage"), "offline") == false;
    for (BasketEntry& entry : entries_of(whole)) {
        const std::string check = entry.check == "doh" ? "dns" : entry.check;
        const json_t* evidence_view = is_online ? evidence_of(artifact_view, check) : nullptr;
        Look look = evidence_view == nullptr ? Look{} : look_at(evidence_view, entry);
        out.push_back({std::move(entry), look.seen, std::move(look.why)});
    }
    suspect_forged_names(out);
    std::set<std::string> doubtful;
    for (const Sighting& each : out)
        if (!is_path_good(out, each.entry.check)) doubtful.insert(each.entry.check);
    for (Sighting& each : out)
        if (each.seen == Seen::failed && doubtful.contains(each.entry.check))
            each.seen = Seen::unseen;
    return out;
}

} // namespace forensics
