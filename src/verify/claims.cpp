#include "verify/claims.hpp"

#include <algorithm>

namespace verify {

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

bool is_statement(const Document& document, std::size_t index, const Passage& sentence)
{
    const auto kind = document.blocks[document.sentences[index].block].kind;
    if (kind == BlockKind::heading) return false;
    if (sentence.end() - sentence.begin() < 4) return false;
    if (sentence.is(sentence.end() - 1, {"?"})) return false;
    if (reading::is_one_of(sentence.word(sentence.begin()), k_command)) return false;
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

// Which sentence holds a byte of the text that was sent.
// nullopt between sentences: in code, or in an empty line.
std::optional<std::size_t> sentence_at(const Document& document, std::uint32_t byte)
{
    const auto next = std::upper_bound(document.sentences.begin(), document.sentences.end(), byte,
                                       [&](std::uint32_t at, const reading::Sentence& sentence) {
                                           return at < document.view.origin[sentence.begin];
                                       });
    if (next == document.sentences.begin()) return std::nullopt;
    const auto found = next - 1;
    if (byte >= document.view.origin[found->end]) return std::nullopt;
    return static_cast<std::size_t>(found - document.sentences.begin());
}

struct Touched {
    std::vector<std::string_view> checks;
    std::vector<std::size_t> findings;
    std::vector<Mark> held;   // of the passes
    std::vector<Mark> formal; // of passes about the form alone
    Severity worst = Severity::info;
    bool judged = false; // by a finding that is about what it says
};

// How a text is worded, and what it does to its readers, is not whether it is right.
bool is_about_claims(std::string_view check)
{
    const Category category = category_of(check);
    return category != Category::safety && category != Category::language;
}

// A check digit that fits tells that a number is well written, not that what is said of it is true.
bool is_about_form(std::string_view check)
{
    const Category category = category_of(check);
    return category == Category::identifiers || category == Category::sourcing;
}

bool meets_any(const std::vector<Mark>& marks, const Mark& mark)
{
    return std::any_of(marks.begin(), marks.end(), [&](const Mark& each) {
        return each.begin < mark.end && mark.begin < each.end;
    });
}

// Words after which something else is said of the same thing, or of another.
constexpr std::string_view k_clause_openers[] = {"and",   "but",   "which", "who",    "because",
                                                 "while", "where", "whose", "whereas"};

// [begin, end) tokens between two places where another clause may begin: a semicolon, or a comma
// before one of the openers.
std::vector<reading::TokenRange> clauses_of(const Passage& sentence)
{
    std::vector<reading::TokenRange> out;
    std::uint32_t begin = sentence.begin();
    for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i) {
        const bool cut =
            sentence.is(i, {";"}) ||
            (sentence.is(i, {","}) && reading::is_one_of(sentence.word(i + 1), k_clause_openers));
        if (!cut || i == begin) continue;
        out.push_back({begin, i});
        begin = i + 1;
    }
    if (begin < sentence.end()) out.push_back({begin, sentence.end()});
    return out;
}

// Fewer words than this say nothing of their own: "and more", "which is 12".
constexpr std::uint32_t k_least_clause = 4;

std::vector<Mark> unchecked_of(const Passage& sentence, const Touched& touched)
{
    const auto& document = sentence.document();
    std::vector<Mark> out;
    const auto need = [&](std::uint32_t begin, std::uint32_t end) {
        const Mark mark = mark_tokens(document, begin, end, "unchecked");
        if (!meets_any(touched.held, mark) && !meets_any(touched.formal, mark)) out.push_back(mark);
    };
    for (const auto& quantity : sentence.quantities())
        need(quantity.number_begin, quantity.number_end);
    for (const auto& date : sentence.dates()) need(date.begin, date.end);
    for (const auto& time : sentence.times()) need(time.begin, time.end);
    for (const auto& clause : clauses_of(sentence))
        if (clause.end - clause.begin >= k_least_clause) {
            const Mark mark = mark_tokens(document, clause.begin, clause.end, "unchecked");
            if (!meets_any(touched.held, mark)) out.push_back(mark);
        }
    std::sort(out.begin(), out.end(),
              [](const Mark& left, const Mark& right) { return left.begin < right.begin; });
    return out;
}

ClaimStatus status_of(const Touched& touched)
{
    if (!touched.judged)
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
    case ClaimStatus::partly_verified: return "partly_verified";
    case ClaimStatus::refuted: return "refuted";
    case ClaimStatus::inconsistent: return "inconsistent";
    case ClaimStatus::suspicious: return "suspicious";
    case ClaimStatus::unverifiable: return "unverifiable";
    }
    __builtin_unreachable();
}

std::vector<Claim> collect_claims(const Document& document, const Review& review,
                                  std::span<const Standing> standings)
{
    std::vector<Touched> touched(document.sentences.size());
    if (touched.empty()) return {};
    for (const auto& pass : review.passes) {
        if (!is_about_claims(pass.check)) continue;
        const auto sentence = sentence_at(document, pass.marks.front().begin);
        if (!sentence) continue;
        Touched& at = touched[*sentence];
        at.checks.push_back(pass.check);
        auto& held = is_about_form(pass.check) ? at.formal : at.held;
        held.insert(held.end(), pass.marks.begin(), pass.marks.end());
    }
    for (std::size_t i = 0; i < review.findings.size(); ++i) {
        const Finding& finding = review.findings[i];
        const auto sentence = sentence_at(document, finding.marks.front().begin);
        if (!sentence) continue;
        Touched& at = touched[*sentence];
        at.findings.push_back(i);
        if (!is_about_claims(finding.check)) continue;
        at.checks.push_back(finding.check);
        at.worst = std::max(at.worst, standings[i].severity);
        at.judged = true;
    }
    std::vector<Claim> claims;
    for (std::size_t i = 0; i < document.sentences.size(); ++i) {
        const Passage sentence = Passage::sentence(document, i);
        Touched& at = touched[i];
        if (at.checks.empty() && at.findings.empty() && !is_statement(document, i, sentence))
            continue;
        std::sort(at.checks.begin(), at.checks.end());
        at.checks.erase(std::unique(at.checks.begin(), at.checks.end()), at.checks.end());
        Claim claim{i, kind_of(sentence), status_of(at), at.checks, at.findings, {}};
        if (claim.status == ClaimStatus::verified) claim.unchecked = unchecked_of(sentence, at);
        if (!claim.unchecked.empty()) claim.status = ClaimStatus::partly_verified;
        claims.push_back(std::move(claim));
    }
    return claims;
}

} // namespace verify
