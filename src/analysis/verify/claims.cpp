#include "analysis/verify/claims.hpp"

#include <algorithm>

namespace analysis::verify {

using text::BlockKind;
using text::Passage;

namespace {

constexpr std::string_view k_causal[] = {"because", "therefore", "causes",      "caused",
                                         "due",     "leads",     "led",         "thus",
                                         "hence",   "results",   "consequently"};
constexpr std::string_view k_comparative[] = {"more",   "less",    "fewer",  "most",
                                              "least",  "than",    "higher", "lower",
                                              "larger", "smaller", "faster", "best"};
constexpr std::string_view k_opinion[] = {"think",     "believe",  "feel",  "opinion",
                                          "hopefully", "perhaps",  "maybe", "beautiful",
                                          "wonderful", "terrible", "should"};
constexpr std::string_view k_command[] = {
    "see",    "run",  "use",   "click", "install", "open",     "note", "please",
    "try",    "make", "add",   "set",   "check",   "consider", "read", "remember",
    "ensure", "do",   "don't", "let",   "call",    "type"};

bool is_statement(const text::Document& document, std::size_t index, const Passage& sentence)
{
    const auto kind = document.blocks[document.sentences[index].block].kind;
    if (kind == BlockKind::heading) return false;
    if (sentence.end() - sentence.begin() < 4) return false;
    if (sentence.is(sentence.end() - 1, {"?"})) return false;
    if (text::is_one_of(sentence.word(sentence.begin()), k_command)) return false;
    return !sentence.any(k_opinion);
}

ClaimKind kind_of(const Passage& sentence)
{
    if (sentence.any(std::initializer_list<std::string_view>{"p", "chi2", "anova"}) &&
        sentence.any(std::initializer_list<std::string_view>{"=", "<", ">"}) &&
        !sentence.quantities().empty())
        return ClaimKind::statistic;
    if (!sentence.dates().empty() || !sentence.times().empty()) return ClaimKind::date;
    if (!sentence.quantities().empty()) return ClaimKind::numeric;
    if (sentence.any(k_causal)) return ClaimKind::causal;
    if (sentence.any(k_comparative)) return ClaimKind::comparative;
    return ClaimKind::attribute;
}

// Which sentence holds a view byte.
std::size_t sentence_at(const text::Document& document, std::uint32_t byte)
{
    const auto next = std::upper_bound(
        document.sentences.begin(), document.sentences.end(), byte,
        [](std::uint32_t at, const text::Sentence& sentence) { return at < sentence.begin; });
    return next == document.sentences.begin()
               ? 0
               : static_cast<std::size_t>(next - document.sentences.begin()) - 1;
}

struct Touched {
    std::vector<std::string_view> checks;
    std::vector<std::size_t> findings;
    Severity worst = Severity::info;
};

ClaimStatus status_of(const Touched& touched)
{
    if (touched.findings.empty())
        return touched.checks.empty() ? ClaimStatus::unverifiable : ClaimStatus::verified;
    switch (touched.worst) {
    case Severity::info: return ClaimStatus::suspicious;
    case Severity::minor: return ClaimStatus::inconsistent;
    case Severity::major:
    case Severity::critical: return ClaimStatus::refuted;
    }
    __builtin_unreachable();
}

} // namespace

std::string_view name_of(ClaimKind kind)
{
    switch (kind) {
    case ClaimKind::numeric: return "numeric";
    case ClaimKind::date: return "date";
    case ClaimKind::statistic: return "stat";
    case ClaimKind::causal: return "causal";
    case ClaimKind::comparative: return "comparative";
    case ClaimKind::attribute: return "entity-attribute";
    }
    __builtin_unreachable();
}

std::string_view name_of(ClaimStatus status)
{
    switch (status) {
    case ClaimStatus::verified: return "verified";
    case ClaimStatus::refuted: return "refuted";
    case ClaimStatus::inconsistent: return "inconsistent";
    case ClaimStatus::suspicious: return "suspicious";
    case ClaimStatus::unverifiable: return "unverifiable";
    }
    __builtin_unreachable();
}

std::vector<Claim> collect_claims(const text::Document& document, const Review& review)
{
    std::vector<Touched> touched(document.sentences.size());
    if (touched.empty()) return {};
    for (const auto& pass : review.passes)
        touched[sentence_at(document, pass.begin)].checks.push_back(pass.check);
    for (std::size_t i = 0; i < review.findings.size(); ++i) {
        const Finding& finding = review.findings[i];
        Touched& at = touched[sentence_at(document, finding.marks.front().begin)];
        at.checks.push_back(finding.check);
        at.findings.push_back(i);
        at.worst = std::max(at.worst, finding.severity);
    }
    std::vector<Claim> claims;
    for (std::size_t i = 0; i < document.sentences.size(); ++i) {
        const Passage sentence = Passage::sentence(document, i);
        Touched& at = touched[i];
        if (at.checks.empty() && !is_statement(document, i, sentence)) continue;
        std::sort(at.checks.begin(), at.checks.end());
        at.checks.erase(std::unique(at.checks.begin(), at.checks.end()), at.checks.end());
        claims.push_back({i, kind_of(sentence), status_of(at), at.checks, at.findings});
    }
    return claims;
}

} // namespace analysis::verify
