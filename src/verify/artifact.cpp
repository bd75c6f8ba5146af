#include "verify/artifact.hpp"

#include "base/concat.hpp"
#include "base/hex.hpp"
#include "base/sha256.hpp"
#include "reading/engine.hpp"
#include "verify/places.hpp"
#include "verify/summary.hpp"

#include <algorithm>

namespace verify {

namespace json = base::json;
using base::concat;

namespace {

constexpr std::string_view k_scope =
    "Internal consistency and exactly checkable facts; nothing was looked up outside the text. "
    "PASS means that no checkable statement failed, not that the text is true.";

std::string label(char letter, std::size_t index)
{
    return concat(letter, index + 1);
}

class Writer {
public:
    explicit Writer(const Outcome& outcome)
        : m_outcome{outcome}, m_document{outcome.document}, m_places{outcome.document,
                                                                     outcome.review.findings}
    {
        m_claim_of.resize(outcome.review.findings.size());
        for (std::size_t i = 0; i < outcome.claims.size(); ++i)
            for (const auto finding : outcome.claims[i].findings) m_claim_of[finding] = i;
    }

    json::Ref write()
    {
        const Judgement& judgement = m_outcome.judgement;
        return json::object(
            "artifact", "verify/1", "tier", m_outcome.tier, "verdict", name_of(judgement.verdict),
            "score", judgement.score, "confidence", judgement.confidence, "scope", k_scope,
            "engine", reading::engine_json(), "input", input(), "summary", summary(), "subscores",
            subscores(), "claims", claims(), "findings", findings(), "critics", critics(), "chain",
            chain(), "not_checked", not_checked(), "limits", limits());
    }

private:
    [[nodiscard]] json::Ref input() const
    {
        const auto digest = base::sha256(base::bytes_of(m_document.source));
        return json::object("sha256", base::to_hex_0x(digest), "bytes", m_document.source.size(),
                            "codepoints", m_document.positions.codepoints(), "lines",
                            m_document.positions.lines(), "format",
                            reading::name_of(m_document.format), "language", m_document.language,
                            "truncated", false, "offset_unit", "codepoint");
    }

    [[nodiscard]] std::size_t count(Severity severity) const
    {
        const auto& all = m_outcome.standings;
        return static_cast<std::size_t>(
            std::count_if(all.begin(), all.end(), [&](const Standing& standing) {
                return standing.status != Status::withdrawn && standing.severity == severity;
            }));
    }

    [[nodiscard]] std::size_t count(ClaimStatus status) const
    {
        return static_cast<std::size_t>(
            std::count_if(m_outcome.claims.begin(), m_outcome.claims.end(),
                          [&](const Claim& claim) { return claim.status == status; }));
    }

    [[nodiscard]] json::Ref summary() const
    {
        const std::size_t total = m_outcome.claims.size();
        const std::size_t unverifiable = count(ClaimStatus::unverifiable);
        const std::size_t checked = total - unverifiable;
        return json::object(
            "text", m_places.without_secrets(summary_text(m_outcome)), "claims", total, "checked",
            checked, "verified", count(ClaimStatus::verified), "partly_verified",
            count(ClaimStatus::partly_verified), "refuted", count(ClaimStatus::refuted),
            "inconsistent", count(ClaimStatus::inconsistent), "suspicious",
            count(ClaimStatus::suspicious), "unverifiable", unverifiable, "findings",
            json::object("critical", count(Severity::critical), "major", count(Severity::major),
                         "minor", count(Severity::minor), "info", count(Severity::info)),
            "coverage", m_outcome.judgement.coverage);
    }

    [[nodiscard]] json::Ref subscores() const
    {
        auto out = json::object();
        for (std::size_t i = 0; i < k_categories; ++i)
            json::set(out.get(), name_of(static_cast<Category>(i)),
                      json::value(m_outcome.judgement.subscores[i]));
        return out;
    }

    [[nodiscard]] std::optional<std::string> claim_of(std::size_t finding) const
    {
        const auto claim = m_claim_of[finding];
        return claim ? std::optional{label('C', *claim)} : std::nullopt;
    }

    [[nodiscard]] Mark sentence_of(const Claim& claim) const
    {
        const reading::Sentence& sentence = m_document.sentences[claim.sentence];
        return mark_view(m_document, sentence.begin, sentence.end, "");
    }

    [[nodiscard]] json::Ref claims() const
    {
        auto out = json::array();
        for (std::size_t i = 0; i < std::min(m_outcome.claims.size(), k_max_listed_claims); ++i) {
            const Claim& claim = m_outcome.claims[i];
            const Mark place = sentence_of(claim);
            auto checks = json::array();
            for (const auto check : claim.checks) json::append(checks.get(), json::value(check));
            auto ids = json::array();
            for (const auto finding : claim.findings)
                if (finding < k_max_listed_findings)
                    json::append(ids.get(), json::value(label('F', finding)));
            auto row = json::object("id", label('C', i), "text", m_places.quote(place), "kind",
                                    name_of(claim.kind), "span", m_places.span(place), "status",
                                    name_of(claim.status), "checks", std::move(checks),
                                    "finding_ids", std::move(ids));
            if (m_places.is_masked(place)) json::set(row.get(), "redacted", json::value(true));
            json::append(out.get(), std::move(row));
        }
        return out;
    }

    [[nodiscard]] json::Ref finding(std::size_t index, const CriticReport& by) const
    {
        const Finding& found = m_outcome.review.findings[index];
        const Standing& standing = m_outcome.standings[index];
        auto replacement = found.replacement;
        if (replacement) replacement = m_places.without_secrets(std::move(*replacement));
        auto spans = json::array();
        for (const auto& mark : found.marks) {
            auto place = m_places.span(mark);
            json::set_all(place.get(), "quote", m_places.quote(mark), "role", mark.role);
            if (m_places.is_masked(mark)) json::set(place.get(), "redacted", json::value(true));
            json::append(spans.get(), std::move(place));
        }
        auto links = json::array();
        for (const auto& link : standing.links) {
            auto row = json::object("critic", link.critic, "action", name_of(link.response.action),
                                    "reason", link.response.reason);
            if (!link.response.reading.empty())
                json::set(row.get(), "reading", json::value(link.response.reading));
            json::append(links.get(), std::move(row));
        }
        return json::object("id", label('F', index), "critic", by.critic->name, "check",
                            found.check, "category", name_of(category_of(found.check)), "severity",
                            name_of(found.severity), "certainty", name_of(found.certainty),
                            "confidence", confidence_of(found.certainty), "claim_id",
                            claim_of(index), "title", found.title, "spans", std::move(spans),
                            "evidence", m_places.without_secrets(found.evidence.get()), "reasoning",
                            m_places.without_secrets(found.reasoning), "suggestion",
                            m_places.without_secrets(found.suggestion), "replacement", replacement,
                            "chain", std::move(links), "final",
                            json::object("status", name_of(standing.status), "severity",
                                         name_of(standing.severity)));
    }

    [[nodiscard]] json::Ref findings() const
    {
        auto out = json::array();
        for (const auto& by : m_outcome.critics)
            for (std::size_t i = by.first_finding;
                 i < std::min(by.last_finding, k_max_listed_findings); ++i)
                json::append(out.get(), finding(i, by));
        return out;
    }

    [[nodiscard]] json::Ref raised(const CriticReport& by) const
    {
        auto out = json::array();
        for (std::size_t i = by.first_finding; i < std::min(by.last_finding, k_max_listed_findings);
             ++i)
            json::append(out.get(), json::value(label('F', i)));
        return out;
    }

    [[nodiscard]] json::Ref critics() const
    {
        auto out = json::array();
        for (std::size_t i = 0; i < m_outcome.critics.size(); ++i) {
            const CriticReport& by = m_outcome.critics[i];
            const std::size_t raised_count = by.last_finding - by.first_finding;
            const auto own = m_outcome.weighed.subspan(by.first_finding, raised_count);
            auto run = json::array();
            for (const auto& family : by.critic->families)
                for (const auto check : family.checks) json::append(run.get(), json::value(check));
            auto reasoning = json::array(
                concat("Read ", m_document.sentences.size(), " sentences with ",
                       m_document.quantities.size(), " quantities and ",
                       m_document.dates.size() + m_document.times.size(), " dates and times."),
                concat("Checked ", by.held + raised_count, " statements; ", by.held, " hold."));
            for (const auto& each : own)
                if (json_array_size(reasoning.get()) < 12)
                    json::append(reasoning.get(),
                                 json::value(m_places.without_secrets(each.finding->reasoning)));
            json::append(out.get(),
                         json::object("name", by.critic->name, "order", i + 1, "verdict",
                                      name_of(verdict_of_findings(own)), "score", score_of(own),
                                      "checks_run", std::move(run), "finding_ids", raised(by),
                                      "reasoning", std::move(reasoning), "model", nullptr));
        }
        return out;
    }

    // The findings to which this critic answered so.
    [[nodiscard]] json::Ref answered(std::string_view critic, Action action) const
    {
        auto out = json::array();
        const std::size_t listed = std::min(m_outcome.standings.size(), k_max_listed_findings);
        for (std::size_t i = 0; i < listed; ++i)
            for (const auto& link : m_outcome.standings[i].links)
                if (link.critic == critic && link.response.action == action)
                    json::append(out.get(), json::value(label('F', i)));
        return out;
    }

    [[nodiscard]] json::Ref chain() const
    {
        auto out = json::array();
        for (std::size_t i = 0; i < m_outcome.critics.size(); ++i) {
            const auto name = m_outcome.critics[i].critic->name;
            json::append(out.get(), json::object("step", i + 1, "critic", name, "raised",
                                                 raised(m_outcome.critics[i]), "confirmed",
                                                 answered(name, Action::confirm), "disputed",
                                                 answered(name, Action::dispute)));
        }
        return out;
    }

    [[nodiscard]] static std::string_view reason_unchecked(const Claim& claim)
    {
        const bool numbers = claim.kind == ClaimKind::numeric || claim.kind == ClaimKind::date ||
                             claim.kind == ClaimKind::statistic;
        return numbers ? "no check found another statement in the text that decides its numbers"
                       : "needs outside knowledge";
    }

    [[nodiscard]] json::Ref not_checked() const
    {
        auto out = json::array();
        for (std::size_t i = 0; i < std::min(m_outcome.claims.size(), k_max_listed_claims); ++i) {
            const Claim& claim = m_outcome.claims[i];
            if (claim.status == ClaimStatus::unverifiable) {
                json::append(out.get(), json::object("claim_id", label('C', i), "reason",
                                                     reason_unchecked(claim)));
            } else if (claim.status == ClaimStatus::partly_verified) {
                auto quotes = json::array();
                for (const auto& mark : claim.unchecked)
                    json::append(quotes.get(), json::value(m_places.quote(mark)));
                json::append(out.get(), json::object("claim_id", label('C', i), "reason",
                                                     "no check looked at these parts of it",
                                                     "parts", std::move(quotes)));
            }
        }
        return out;
    }

    [[nodiscard]] json::Ref limits() const
    {
        auto out = json::array();
        if (m_outcome.claims.size() > k_max_listed_claims)
            json::append(out.get(),
                         json::value(concat("the first ", k_max_listed_claims, " of ",
                                            m_outcome.claims.size(), " claims are listed")));
        if (m_outcome.review.findings.size() > k_max_listed_findings)
            json::append(out.get(), json::value(concat(
                                        "the first ", k_max_listed_findings, " of ",
                                        m_outcome.review.findings.size(),
                                        " findings are listed; a critic stops soon after 500")));
        return out;
    }

    const Outcome& m_outcome;
    const Document& m_document;
    Places m_places;
    std::vector<std::optional<std::size_t>> m_claim_of; // none: it stands in no sentence
};

} // namespace

json::Ref artifact_json(const Outcome& outcome)
{
    return Writer{outcome}.write();
}

} // namespace verify
