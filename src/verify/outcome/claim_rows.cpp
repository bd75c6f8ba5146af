#include "verify/outcome/claim_rows.hpp"

#include "base/concat.hpp"

#include <algorithm>
#include <vector>

namespace verify::outcome {

namespace json = base::json;
using base::concat;

namespace {

constexpr std::size_t k_most_unread = 20;
// The bytes of {"id":"C1411","span":{"end":123456,"start":123400},"status":"unverifiable"}, with
// the comma.
constexpr std::size_t k_bytes_of_row = 80;
constexpr std::size_t k_free_rows = 10;

bool is_unchecked(const Claim& claim)
{
    return claim.status == ClaimStatus::unverifiable;
}

std::string id_of(std::size_t claim)
{
    return concat('C', claim + 1);
}

json::Ref checked_row(const Claim& claim, const Mark& place, const Places& places)
{
    auto checks = json::array();
    for (const auto check : claim.checks) json::append(checks.get(), json::value(check));
    auto row = json::object("text", places.quote(place), "kind", name_of(claim.kind), "span",
                            places.extent(place), "status", name_of(claim.status), "checks",
                            std::move(checks));
    auto ids = json::array();
    for (const auto finding : claim.findings)
        if (finding < k_max_listed_findings)
            json::append(ids.get(), json::value(concat('F', finding + 1)));
    if (json_array_size(ids.get()) > 0) json::set(row.get(), "finding_ids", std::move(ids));
    auto unread = json::array();
    for (const auto& mark : claim.unread)
        if (json_array_size(unread.get()) < k_most_unread)
            json::append(unread.get(), places.extent(mark));
    if (json_array_size(unread.get()) > 0) json::set(row.get(), "unread", std::move(unread));
    if (places.is_masked(place)) json::set(row.get(), "redacted", json::value(true));
    return row;
}

// What the sources say of it, who says so, and what of it does not stand there.
void tell_support(const against::Row& support, const Places& places, json_t* row)
{
    json::set(row, "source_status", json::value(against::name_of(support.agreement)));
    if (support.is_of_a_model) json::set(row, "source_read_by", json::value("model"));
    auto missing = json::array();
    for (const auto& mark : support.missing) json::append(missing.get(), places.extent(mark));
    if (json_array_size(missing.get()) > 0) json::set(row, "missing", std::move(missing));
}

std::string_view reason_of(std::span<const Claim> run)
{
    const bool any = std::any_of(run.begin(), run.end(), has_figures);
    if (!any) return "needs outside knowledge";
    const bool all = std::all_of(run.begin(), run.end(), has_figures);
    return all ? "no relation reads its figures"
               : "no relation reads its figures, or it needs outside knowledge";
}

} // namespace

bool has_figures(const Claim& claim)
{
    return claim.kind == ClaimKind::numeric || claim.kind == ClaimKind::date ||
           claim.kind == ClaimKind::statistic;
}

std::vector<std::size_t> listed_claims(const Outcome& outcome)
{
    const auto& claims = outcome.claims;
    std::vector<bool> listed(claims.size());
    std::size_t places_left = k_max_listed_claims;
    const auto list = [&](std::size_t index) {
        if (places_left == 0) return;
        --places_left;
        listed[index] = true;
    };
    for (std::size_t i = 0; i < claims.size(); ++i)
        if (!is_unchecked(claims[i])) list(i);
    // A row of a short text costs nothing.
    std::size_t room = k_free_rows + outcome.document.source.size() / k_bytes_of_row;
    for (std::size_t i = 0; i < claims.size() && room > 0; ++i)
        if (is_unchecked(claims[i])) {
            list(i);
            --room;
        }
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < claims.size(); ++i)
        if (listed[i]) out.push_back(i);
    return out;
}

json::Ref claim_rows(const Outcome& outcome, const Places& places)
{
    const Document& document = outcome.document;
    auto out = json::array();
    for (const auto i : listed_claims(outcome)) {
        const Claim& claim = outcome.claims[i];
        const reading::Sentence& sentence = document.sentences[claim.sentence];
        const Mark place = mark_view(document, sentence.begin, sentence.end, "");
        auto row = is_unchecked(claim)
                       ? json::object("span", places.extent(place), "status", name_of(claim.status))
                       : checked_row(claim, place, places);
        json::set(row.get(), "id", json::value(id_of(i)));
        if (i < outcome.support.size()) tell_support(outcome.support[i], places, row.get());
        json::append(out.get(), std::move(row));
    }
    return out;
}

json::Ref unchecked_runs(const Outcome& outcome)
{
    auto out = json::array();
    const auto& claims = outcome.claims;
    for (std::size_t first = 0; first < claims.size();) {
        std::size_t last = first;
        while (last < claims.size() && is_unchecked(claims[last])) ++last;
        if (last > first && json_array_size(out.get()) < k_max_listed_claims)
            json::append(out.get(), json::object("from", id_of(first), "to", id_of(last - 1),
                                                 "count", last - first, "reason",
                                                 reason_of(claims.subspan(first, last - first))));
        first = last + 1;
    }
    return out;
}

} // namespace verify::outcome
