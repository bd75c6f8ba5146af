#include "analysis/verify/artifact.hpp"

#include "analysis/text/language.hpp"
#include "base/concat.hpp"
#include "base/hex.hpp"
#include "base/sha256.hpp"

#include <algorithm>

namespace analysis::verify {

namespace json = base::json;
using base::concat;

namespace {

constexpr std::string_view k_engine_version = "1.0.0";
constexpr std::string_view k_ruleset = "2026.11";
constexpr std::string_view k_scope =
    "Internal consistency and exactly checkable facts; nothing was looked up outside the text. "
    "PASS means that no checkable statement failed, not that the text is true.";

std::string label(char letter, std::size_t index)
{
    return concat(letter, index + 1);
}

class Writer {
public:
    explicit Writer(const Outcome& outcome) : m_outcome{outcome}, m_document{outcome.document}
    {
        m_claim_of.assign(outcome.review.findings.size(), 0);
        for (std::size_t i = 0; i < outcome.claims.size(); ++i)
            for (const auto finding : outcome.claims[i].findings) m_claim_of[finding] = i;
    }

    json::Ref write()
    {
        const Judgement& judgement = m_outcome.judgement;
        return json::object("artifact", "verify/1", "tier", m_outcome.tier, "verdict",
                            name_of(judgement.verdict), "score", judgement.score, "confidence",
                            judgement.confidence, "scope", k_scope, "engine",
                            json::object("mode", "builtin", "version", k_engine_version, "ruleset",
                                         k_ruleset, "degraded", false, "degraded_reason", nullptr,
                                         "llm", nullptr),
                            "input", input(), "summary", summary(), "subscores", subscores(),
                            "claims", claims(), "findings", findings(), "critics", critics(),
                            "chain", chain(), "not_checked", not_checked(), "limits", limits());
    }

private:
    [[nodiscard]] json::Ref input() const
    {
        const auto digest = base::sha256(base::bytes_of(m_document.source));
        return json::object(
            "sha256", base::to_hex_0x(digest), "bytes", m_document.source.size(), "codepoints",
            m_document.positions.codepoints(), "lines", m_document.positions.lines(), "format",
            text::name_of(m_document.format), "language", text::guess_language(m_document),
            "truncated", false, "offset_unit", "codepoint");
    }

    [[nodiscard]] std::size_t count(Severity severity) const
    {
        const auto& all = m_outcome.review.findings;
        return static_cast<std::size_t>(
            std::count_if(all.begin(), all.end(),
                          [&](const Finding& finding) { return finding.severity == severity; }));
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
        const std::size_t wrong =
            count(Severity::critical) + count(Severity::major) + count(Severity::minor);
        const std::string found =
            wrong == 0
                ? std::string{"no statement failed"}
                : concat(wrong, wrong == 1 ? " statement does" : " statements do", " not hold");
        return json::object(
            "text",
            concat(checked, " of ", total, total == 1 ? " claim" : " claims", " could be checked; ",
                   found, "."),
            "claims", total, "checked", checked, "verified", count(ClaimStatus::verified),
            "refuted", count(ClaimStatus::refuted), "inconsistent",
            count(ClaimStatus::inconsistent), "suspicious", count(ClaimStatus::suspicious),
            "unverifiable", unverifiable, "findings",
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

    [[nodiscard]] json::Ref span(std::uint32_t begin, std::uint32_t end) const
    {
        const auto range = text::source_range(m_document.view, m_document.source, begin, end);
        const auto from = m_document.positions.at(range.begin);
        const auto to = m_document.positions.at(range.end);
        return json::object("start", from.codepoint, "end", to.codepoint, "byte_start", range.begin,
                            "byte_end", range.end, "line", from.line, "col", from.column);
    }

    [[nodiscard]] std::string_view quote(std::uint32_t begin, std::uint32_t end) const
    {
        const auto range = text::source_range(m_document.view, m_document.source, begin, end);
        return std::string_view{m_document.source}.substr(range.begin, range.end - range.begin);
    }

    [[nodiscard]] json::Ref claims() const
    {
        auto out = json::array();
        for (std::size_t i = 0; i < std::min(m_outcome.claims.size(), k_max_listed_claims); ++i) {
            const Claim& claim = m_outcome.claims[i];
            const text::Sentence& sentence = m_document.sentences[claim.sentence];
            auto checks = json::array();
            for (const auto check : claim.checks) json::append(checks.get(), json::value(check));
            auto ids = json::array();
            for (const auto finding : claim.findings)
                if (finding < k_max_listed_findings)
                    json::append(ids.get(), json::value(label('F', finding)));
            json::append(out.get(), json::object("id", label('C', i), "text",
                                                 quote(sentence.begin, sentence.end), "kind",
                                                 name_of(claim.kind), "span",
                                                 span(sentence.begin, sentence.end), "status",
                                                 name_of(claim.status), "checks", std::move(checks),
                                                 "finding_ids", std::move(ids)));
        }
        return out;
    }

    [[nodiscard]] json::Ref finding(std::size_t index, const CriticReport& by) const
    {
        const Finding& found = m_outcome.review.findings[index];
        auto spans = json::array();
        for (const auto& mark : found.marks) {
            auto place = span(mark.begin, mark.end);
            json::set_all(place.get(), "quote", quote(mark.begin, mark.end), "role", mark.role);
            json::append(spans.get(), std::move(place));
        }
        return json::object(
            "id", label('F', index), "critic", by.critic->name, "check", found.check, "category",
            name_of(found.category), "severity", name_of(found.severity), "certainty",
            name_of(found.certainty), "confidence", confidence_of(found.certainty), "claim_id",
            label('C', m_claim_of[index]), "title", found.title, "spans", std::move(spans),
            "evidence", json::share(found.evidence.get()), "reasoning", found.reasoning,
            "suggestion", found.suggestion, "replacement", found.replacement, "chain",
            json::array(), "final",
            json::object("status", "standing", "severity", name_of(found.severity)));
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
            const auto own =
                std::span{m_outcome.review.findings}.subspan(by.first_finding, raised_count);
            auto run = json::array();
            for (const auto check : by.critic->checks) json::append(run.get(), json::value(check));
            auto reasoning = json::array(
                concat("Read ", m_document.sentences.size(), " sentences with ",
                       m_document.quantities.size(), " quantities and ",
                       m_document.dates.size() + m_document.times.size(), " dates and times."),
                concat("Recomputed ", m_outcome.review.passes.size() + raised_count,
                       " statements; ", m_outcome.review.passes.size(), " hold."));
            for (const auto& each : own)
                if (json_array_size(reasoning.get()) < 12)
                    json::append(reasoning.get(), json::value(each.reasoning));
            json::append(out.get(),
                         json::object("name", by.critic->name, "order", i + 1, "verdict",
                                      name_of(m_outcome.judgement.verdict), "score", score_of(own),
                                      "checks_run", std::move(run), "finding_ids", raised(by),
                                      "reasoning", std::move(reasoning), "model", nullptr));
        }
        return out;
    }

    [[nodiscard]] json::Ref chain() const
    {
        auto out = json::array();
        for (std::size_t i = 0; i < m_outcome.critics.size(); ++i)
            json::append(out.get(),
                         json::object("step", i + 1, "critic", m_outcome.critics[i].critic->name,
                                      "raised", raised(m_outcome.critics[i]), "confirmed",
                                      json::array(), "disputed", json::array()));
        return out;
    }

    [[nodiscard]] json::Ref not_checked() const
    {
        auto out = json::array();
        for (std::size_t i = 0; i < std::min(m_outcome.claims.size(), k_max_listed_claims); ++i) {
            const Claim& claim = m_outcome.claims[i];
            if (claim.status != ClaimStatus::unverifiable) continue;
            const bool numbers = claim.kind == ClaimKind::numeric ||
                                 claim.kind == ClaimKind::date ||
                                 claim.kind == ClaimKind::statistic;
            json::append(out.get(),
                         json::object("claim_id", label('C', i), "reason",
                                      numbers ? "the text states nothing it could be computed from"
                                              : "needs outside knowledge"));
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
    const text::Document& m_document;
    std::vector<std::size_t> m_claim_of;
};

} // namespace

json::Ref artifact_json(const Outcome& outcome)
{
    return Writer{outcome}.write();
}

} // namespace analysis::verify
