#include "verify/outcome/artifact.hpp"
#include "verify/outcome/critics.hpp"

#include "base/concat.hpp"
#include "base/hex.hpp"
#include "base/sha256.hpp"
#include "reading/engine.hpp"
#include "verify/against/report.hpp"
#include "verify/claims/places.hpp"
#include "verify/outcome/claim_rows.hpp"
#include "verify/outcome/figures.hpp"
#include "verify/outcome/summary.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace verify::outcome {

namespace json = base::json;
using base::concat;

namespace {

constexpr std::string_view k_scope =
    "What the text says of itself and what can be computed exactly; nothing was looked up outside "
    "of it. Whether the figures that a statement is computed from are true of the world is not "
    "checked. PASS means that at least half of the claims follow from others and none fails, not "
    "that the text is true.";

constexpr std::string_view k_sourced_scope =
    "What the text says of itself, what can be computed exactly, and whether the sources given say "
    "the same; nothing else was looked up. Whether figures, and the sources, are true of the world "
    "is not checked, and agreement with a source verifies nothing. PASS means that at least half "
    "of the claims follow from others and none fails, not that the text is true.";

std::string label(char letter, std::size_t index)
{
    return concat(letter, index + 1);
}

Places places_of(const Outcome& outcome)
{
    const auto& findings = outcome.review.findings;
    if (outcome.with == nullptr) return {outcome.document, findings};
    return {outcome.document, findings, outcome.with->given.documents(), outcome.with->secrets};
}

class Writer {
public:
    explicit Writer(const Outcome& outcome)
        : m_outcome{outcome}, m_document{outcome.document}, m_places{places_of(outcome)}
    {
        m_claim_of.resize(outcome.review.findings.size());
        for (std::size_t i = 0; i < outcome.claims.size(); ++i)
            for (const auto finding : outcome.claims[i].findings) m_claim_of[finding] = i;
    }

    json::Ref write()
    {
        const Judgement& judgement = m_outcome.judgement;
        auto out = json::object(
            "artifact", "verify/3", "tier", m_outcome.tier, "verdict", name_of(judgement.verdict),
            "score", judgement.score, "confidence", judgement.confidence, "scope", scope(),
            "engine", engine(), "input", input(), "summary", summary(), "subscores", subscores(),
            "claims", claim_rows(m_outcome, m_places), "findings", findings(), "critics", critics(),
            "chain", chain(), "not_checked", unchecked_runs(m_outcome), "limits", limits());
        if (m_outcome.with != nullptr)
            json::set_all(
                out.get(), "sources", against::sources_json(*m_outcome.with), "sources_summary",
                against::summary_json(m_outcome.support), "sourcing_map",
                against::map_json(*m_outcome.with, m_outcome.support, listed_claims(m_outcome)));
        if (m_outcome.asked != nullptr)
            json::set_all(out.get(), "basis", name_of(judgement.basis), "coverage",
                          coverage_json(m_outcome.asked->coverage), "power", power(), "opinions",
                          opinions());
        return out;
    }

private:
    [[nodiscard]] std::string scope() const
    {
        const auto own = m_outcome.with == nullptr ? k_scope : k_sourced_scope;
        if (m_outcome.consulted == nullptr) return std::string{own};
        return concat(own, model::k_scope,
                      m_outcome.inquired == nullptr ? "" : entailment::k_scope);
    }

    // What a bench has shown of the model that answered; null: nothing.
    [[nodiscard]] json::Ref power() const
    {
        const auto& power = m_outcome.asked->power;
        return power ? llm::power_json(*power) : json::value(nullptr);
    }

    [[nodiscard]] json::Ref relations() const
    {
        const Judgement& judgement = m_outcome.judgement;
        auto out =
            json::object("held", judgement.relations_held, "failed", judgement.relations_failed);
        if (m_outcome.asked != nullptr)
            json::set(out.get(), "pointed", json::value(judgement.relations_pointed));
        return out;
    }

    [[nodiscard]] json::Ref engine() const
    {
        auto out = reading::engine_json();
        if (m_outcome.consulted != nullptr) {
            auto gate = model::gate_json(m_outcome.consulted->tally);
            if (m_outcome.inquired != nullptr)
                json::set(gate.get(), "claims", entailment::tally_json(m_outcome.inquired->tally));
            llm::tell_engine(*m_outcome.interview, std::move(gate), out.get());
        }
        return out;
    }

    [[nodiscard]] json::Ref input() const
    {
        const auto digest = base::sha256(base::bytes_of(m_document.source));
        const std::string_view language = m_document.language;
        return json::object("sha256", base::to_hex_0x(digest), "bytes", m_document.source.size(),
                            "codepoints", m_document.positions.codepoints(), "lines",
                            m_document.positions.lines(), "format",
                            reading::name_of(m_document.format), "language", language,
                            "language_support", language == "en" ? "full" : "numbers_only",
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
        const std::size_t suspicious = count(ClaimStatus::suspicious);
        const Judgement& judgement = m_outcome.judgement;
        const Figures figures = figures_of(m_outcome);
        std::optional<std::string_view> reason;
        if (judgement.undecided) reason = name_of(*judgement.undecided);
        return json::object(
            "text", m_places.without_secrets(summary_text(m_outcome)), "reason", reason, "claims",
            total, "checked", total - unverifiable - suspicious, "verified",
            count(ClaimStatus::verified), "partly_verified", count(ClaimStatus::partly_verified),
            "refuted", count(ClaimStatus::refuted), "inconsistent",
            count(ClaimStatus::inconsistent), "suspicious", suspicious, "unverifiable",
            unverifiable, "findings",
            json::object("critical", count(Severity::critical), "major", count(Severity::major),
                         "minor", count(Severity::minor), "info", count(Severity::info)),
            "relations", relations(), "figures",
            json::object("total", figures.all, "held", figures.held, "failed", figures.failed),
            "form",
            json::object("checked", judgement.form_checked, "failed", judgement.form_failed),
            "coverage", judgement.coverage);
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

    [[nodiscard]] json::Ref spans_of(const Finding& found) const
    {
        auto out = json::array();
        for (const auto& mark : found.marks) {
            auto place = m_places.span(mark);
            json::set_all(place.get(), "quote", m_places.quote(mark), "role", mark.role);
            if (m_places.is_masked(mark)) json::set(place.get(), "redacted", json::value(true));
            json::append(out.get(), std::move(place));
        }
        return out;
    }

    // What would be findings if a bench had shown what the model is worth.
    [[nodiscard]] json::Ref opinions() const
    {
        auto out = json::array();
        const auto& all = m_outcome.consulted->opinions;
        for (std::size_t i = 0; i < std::min(all.size(), k_max_listed_findings); ++i)
            json::append(out.get(),
                         json::object("id", label('O', i), "check", all[i].check.id(), "severity",
                                      name_of(all[i].severity), "certainty",
                                      name_of(all[i].certainty), "title", all[i].title, "spans",
                                      spans_of(all[i]), "evidence",
                                      m_places.without_secrets(all[i].evidence.get()), "reasoning",
                                      m_places.without_secrets(all[i].reasoning)));
        return out;
    }

    [[nodiscard]] json::Ref finding(std::size_t index, const CriticReport& by) const
    {
        const Finding& found = m_outcome.review.findings[index];
        const Standing& standing = m_outcome.standings[index];
        const Check& check = *found.check;
        // How often a check is right was measured without a model that sends it about.
        const bool is_pointed = by.critic == &pointing_critic();
        const Confidence confidence = confidence_of(
            is_pointed ? Check{.id = check.id, .category = check.category, .nature = check.nature}
                       : check);
        auto replacement = found.replacement;
        if (replacement) replacement = m_places.without_secrets(std::move(*replacement));
        auto links = json::array();
        for (const auto& link : standing.links) {
            auto row = json::object("critic", link.critic, "action", name_of(link.response.action),
                                    "reason", link.response.reason);
            if (!link.response.reading.empty())
                json::set(row.get(), "reading", json::value(link.response.reading));
            json::append(links.get(), std::move(row));
        }
        auto out = json::object(
            "id", label('F', index), "critic", by.critic->name, "check", check.id, "category",
            name_of(check.category), "severity", name_of(found.severity), "certainty",
            name_of(found.certainty), "confidence", confidence.value, "cases", confidence.cases,
            "claim_id", claim_of(index), "title", found.title, "spans", spans_of(found), "evidence",
            m_places.without_secrets(found.evidence.get()), "reasoning",
            m_places.without_secrets(found.reasoning), "suggestion",
            m_places.without_secrets(found.suggestion), "replacement", replacement, "chain",
            std::move(links), "final",
            json::object("status", name_of(standing.status), "severity",
                         name_of(standing.severity)));
        if (is_pointed) json::set(out.get(), "pointed_by", json::value("model"));
        return out;
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
            const auto held = relations_held(by);
            auto reasoning = json::array();
            for (const auto& [check, times] : held)
                json::append(reasoning.get(), json::value(concat(check, ": ", times, " held")));
            auto verdict = verdict_of_findings(own);
            if (!verdict) verdict = held.empty() ? Verdict::inconclusive : Verdict::pass;
            std::optional<int> score;
            if (*verdict != Verdict::inconclusive) score = score_of(own);
            json::append(out.get(),
                         json::object("name", by.critic->name, "order", i + 1, "verdict",
                                      name_of(*verdict), "score", score, "checks_run",
                                      checks_run(by), "finding_ids", raised(by), "reasoning",
                                      std::move(reasoning), "model", model_of(by)));
        }
        return out;
    }

    // The name of the model that a critic asked; null: it asked none.
    [[nodiscard]] json::Ref model_of(const CriticReport& by) const
    {
        if (by.critic != &pointing_critic()) return json::value(nullptr);
        return json::value(m_outcome.interview->settings().model);
    }

    // Those that had something to look at.
    [[nodiscard]] json::Ref checks_run(const CriticReport& by) const
    {
        std::set<std::string_view> met;
        for (std::size_t i = by.first_pass; i < by.last_pass; ++i)
            met.insert(m_outcome.review.passes[i].check.id());
        for (std::size_t i = by.first_finding; i < by.last_finding; ++i)
            met.insert(m_outcome.review.findings[i].check.id());
        auto out = json::array();
        const auto tell = [&](std::span<const Check* const> checks, bool reads_whole) {
            for (const Check* check : checks)
                if (met.erase(check->id) > 0 || reads_whole)
                    json::append(out.get(), json::value(check->id));
        };
        for (const Family* family : by.critic->families) tell(family->checks, family->reads_whole);
        for (const SourceFamily* family : by.critic->source_families) tell(family->checks, false);
        return out;
    }

    // How often each of its relations held, by the id of the check.
    [[nodiscard]] std::map<std::string_view, std::size_t> relations_held(
        const CriticReport& by) const
    {
        std::map<std::string_view, std::size_t> out;
        for (std::size_t i = by.first_pass; i < by.last_pass; ++i) {
            const CheckRef check = m_outcome.review.passes[i].check;
            if (is_relation(check->nature)) ++out[check.id()];
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

    [[nodiscard]] json::Ref limits() const
    {
        auto out = json::array();
        const std::size_t listed = listed_claims(m_outcome).size();
        if (m_outcome.claims.size() > listed)
            json::append(out.get(), json::value(concat(listed, " of ", m_outcome.claims.size(),
                                                       " claims are listed")));
        if (m_outcome.with != nullptr && m_outcome.support.size() < m_outcome.claims.size())
            json::append(out.get(),
                         json::value(concat("the first ", m_outcome.support.size(), " of ",
                                            m_outcome.claims.size(),
                                            " claims are compared with the sources: they repeat "
                                            "one another too often for more")));
        if (m_outcome.consulted != nullptr)
            if (const auto& tally = m_outcome.consulted->tally; tally.shown < tally.askable)
                json::append(out.get(),
                             json::value(concat("the model was shown the first ", tally.shown,
                                                " of ", tally.askable, " sentences")));
        if (m_outcome.inquired != nullptr)
            if (const auto& tally = m_outcome.inquired->tally; tally.asked < tally.claims)
                json::append(out.get(),
                             json::value(concat("the model was asked about ", tally.asked, " of ",
                                                tally.claims, " claims beside the sources")));
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

} // namespace verify::outcome
