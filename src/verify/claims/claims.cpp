#include "verify/claims/claims.hpp"

#include "reading/lexicon/lexicon.hpp"
#include "verify/claims/unread.hpp"
#include "verify/law/check.hpp"

#include <algorithm>

namespace verify {

using reading::WordSet;

namespace {

constexpr reading::OwnCues k_causal{
    WordSet::so | WordSet::explains,
    {"causes", "caused", "due", "leads", "led", "results", "consequently"}};
constexpr std::string_view k_opinion[] = {"think",     "believe",  "feel",  "opinion",
                                          "hopefully", "perhaps",  "maybe", "beautiful",
                                          "wonderful", "terrible", "should"};
constexpr std::string_view k_command[] = {
    "see",    "run",  "use",   "click", "install", "open",     "note", "please",
    "try",    "make", "add",   "set",   "check",   "consider", "read", "remember",
    "ensure", "do",   "don't", "let",   "call",    "type"};

bool is_row(const Document& document, std::size_t sentence)
{
    return document.blocks[document.sentences[sentence].block].kind == BlockKind::table_row;
}

// Whether a word stands outside of brackets: "[1]" and "[Smith 2020]" only point elsewhere.
bool has_words(const Passage& sentence)
{
    std::size_t depth = 0;
    for (auto i = sentence.begin(); i < sentence.end(); ++i) {
        if (sentence.is(i, {"["})) ++depth;
        if (sentence.is(i, {"]"}) && depth > 0) --depth;
        if (depth == 0 && sentence.document().kind(i) == TokenKind::word) return true;
    }
    return false;
}

// A row below the heads that has a figure.
bool is_statement_row(const Document& document, std::size_t block, const Passage& row)
{
    const bool is_first = block == 0 || document.blocks[block].blank_before ||
                          document.blocks[block - 1].kind != BlockKind::table_row;
    return !is_first && !row.quantities().empty();
}

bool is_statement(const Document& document, std::size_t index, const Passage& sentence)
{
    const auto block = document.sentences[index].block;
    if (!has_words(sentence)) return false;
    if (is_row(document, index)) return is_statement_row(document, block, sentence);
    if (document.blocks[block].kind == BlockKind::heading) return false;
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
    if (compares(sentence, sentence.begin(), sentence.end())) return ClaimKind::comparative;
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
    Read read;  // by relations that hold
    Read ruled; // the same without those that a model pointed at
    Severity worst = Severity::info;
    bool has_pointed = false;
    bool only_fits = false; // a relation holds within the rounding of its parts alone
    bool judged = false;    // by a finding that is about what it says
    bool formal = true;     // and that finding, if any, is about its form alone
};

// How a text is worded, and what it does to its readers, is not whether it is right.
bool is_about_claims(Nature nature)
{
    return nature != Nature::safety && nature != Nature::support;
}

ClaimStatus status_of(const Touched& touched)
{
    if (touched.judged && touched.worst >= Severity::major) return ClaimStatus::refuted;
    if (touched.judged && touched.worst == Severity::minor) return ClaimStatus::inconsistent;
    if (touched.read.empty())
        return touched.judged ? ClaimStatus::suspicious : ClaimStatus::unverifiable;
    // A note says that something about it is not as it should be.
    return touched.judged || touched.only_fits ? ClaimStatus::partly_verified
                                               : ClaimStatus::verified;
}

// What each sentence is touched by; parallel to the sentences.
std::vector<Touched> touch(const Document& document, const Review& review,
                           std::span<const Standing> standings)
{
    std::vector<Touched> touched(document.sentences.size());
    for (const auto& pass : review.passes) {
        const Nature nature = pass.check->nature;
        if (!is_relation(nature)) continue;
        for (const auto& mark : pass.marks) {
            const auto sentence = sentence_at(document, mark.begin);
            if (!sentence) continue;
            Touched& at = touched[*sentence];
            at.checks.push_back(pass.check.id());
            at.only_fits = at.only_fits || (mark.role == "stated" && pass.reading == k_compatible);
            (nature == Nature::sameness ? at.read.same : at.read.related).push_back(mark);
            at.has_pointed = at.has_pointed || pass.is_pointed;
            if (pass.is_pointed) continue;
            (nature == Nature::sameness ? at.ruled.same : at.ruled.related).push_back(mark);
        }
    }
    for (std::size_t i = 0; i < review.findings.size(); ++i) {
        const Finding& finding = review.findings[i];
        const auto sentence = sentence_at(document, finding.marks.front().begin);
        if (!sentence) continue;
        Touched& at = touched[*sentence];
        at.findings.push_back(i);
        const Nature nature = finding.check->nature;
        if (!is_about_claims(nature) || standings[i].status == Status::withdrawn) continue;
        at.checks.push_back(finding.check.id());
        // A source says otherwise: who of them is right is not shown.
        at.worst = std::max(at.worst, nature == Nature::agreement
                                          ? std::min(standings[i].severity, Severity::minor)
                                          : standings[i].severity);
        at.judged = true;
        at.formal = at.formal && nature == Nature::form;
    }
    return touched;
}

bool is_claim(const Document& document, std::size_t index, const Passage& sentence,
              const Touched& touched)
{
    if (!touched.ruled.empty() || (touched.judged && !touched.formal)) return true;
    if (touched.judged && has_words(sentence)) return true;
    return is_statement(document, index, sentence);
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

bool is_checked(const Claim& claim)
{
    return claim.status != ClaimStatus::unverifiable && claim.status != ClaimStatus::suspicious;
}

std::vector<Claim> collect_claims(const Document& document, const Review& review,
                                  std::span<const Standing> standings)
{
    if (document.sentences.empty()) return {};
    auto touched = touch(document, review, standings);
    std::vector<Claim> claims;
    for (std::size_t i = 0; i < document.sentences.size(); ++i) {
        const Passage sentence = Passage::sentence(document, i);
        Touched& at = touched[i];
        if (!is_claim(document, i, sentence, at)) continue;
        std::sort(at.checks.begin(), at.checks.end());
        at.checks.erase(std::unique(at.checks.begin(), at.checks.end()), at.checks.end());
        Claim claim{i, kind_of(sentence), status_of(at), at.checks, at.findings, {}};
        if (claim.status == ClaimStatus::verified) claim.unread = unread_of(sentence, at.read);
        if (!claim.unread.empty()) claim.status = ClaimStatus::partly_verified;
        claim.needs_model = claim.status == ClaimStatus::verified && at.has_pointed &&
                            (at.ruled.empty() || !unread_of(sentence, at.ruled).empty());
        claims.push_back(std::move(claim));
    }
    return claims;
}

} // namespace verify
