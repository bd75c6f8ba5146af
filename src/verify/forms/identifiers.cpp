#include "verify/forms/identifiers.hpp"
#include "verify/forms/checks.hpp"
#include "verify/law/precision.hpp"

#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "reading/passage.hpp"
#include "verify/law/judge.hpp"

#include <algorithm>

namespace verify::forms {

namespace {

constexpr Check identifier(std::string_view id)
{
    return {.id = id,
            .category = Category::identifiers,
            .nature = Nature::form,
            .proof = {"check digits and syntax of 20 kinds of identifiers, EIP-55 among them",
                      "whether the thing named exists"},
            .planted = k_planted_identifiers};
}

} // namespace

const Check k_ident_isbn = identifier("ident.isbn");
const Check k_ident_issn = identifier("ident.issn");
const Check k_ident_ismn = identifier("ident.ismn");
const Check k_ident_gtin = identifier("ident.gtin");
const Check k_ident_orcid = identifier("ident.orcid");
const Check k_ident_isni = identifier("ident.isni");
const Check k_ident_iban = identifier("ident.iban");
const Check k_ident_lei = identifier("ident.lei");
const Check k_ident_isin = identifier("ident.isin");
const Check k_ident_vin = identifier("ident.vin");
const Check k_ident_imei = identifier("ident.imei");
const Check k_ident_card = identifier("ident.card");
const Check k_ident_aba = identifier("ident.aba");
const Check k_ident_cas = identifier("ident.cas");
const Check k_ident_evm = identifier("ident.evm");
const Check k_ident_bech32 = identifier("ident.bech32");
const Check k_ident_base58 = identifier("ident.base58");
const Check k_ident_doi = identifier("ident.doi");
const Check k_ident_cve = identifier("ident.cve");
const Check k_ident_email = identifier("ident.email");

namespace {

constexpr std::size_t k_most_places = 20; // of one identifier

// Whether the sentence around says itself that the identifier is wrong.
bool is_disowned_at(const Document& document, std::uint32_t at)
{
    const auto next = std::upper_bound(
        document.sentences.begin(), document.sentences.end(), at,
        [](std::uint32_t place, const reading::Sentence& each) { return place < each.begin; });
    if (next == document.sentences.begin()) return false;
    const auto index = static_cast<std::size_t>(next - document.sentences.begin()) - 1;
    if (at >= document.sentences[index].end) return false;
    return is_disowned(Passage::sentence(document, index));
}

} // namespace

bool is_hex(char c)
{
    const char lower = reading::to_lower(c);
    return reading::is_digit(c) || (lower >= 'a' && lower <= 'f');
}

bool is_identifier_char(char c)
{
    return reading::is_digit(c) || (reading::to_lower(c) >= 'a' && reading::to_lower(c) <= 'z');
}

bool begins_run(std::string_view text, std::size_t at)
{
    if (at == 0) return true;
    const char before = text[at - 1];
    return !is_identifier_char(before) && before != '_' && before != '-' && before != '+' &&
           before != '#' && before != '$' && static_cast<unsigned char>(before) < 0x80;
}

bool ends_run(std::string_view text, std::size_t at)
{
    if (at >= text.size()) return true;
    const char next = text[at];
    if (is_identifier_char(next) || next == '_') return false;
    // Cut short on purpose: "0x5aAe...".
    if (text.substr(at).starts_with("...") || text.substr(at).starts_with("\u2026")) return false;
    const bool goes_on = next == '-' && at + 1 < text.size() && is_identifier_char(text[at + 1]);
    return !goes_on && next != '*';
}

Run read_run(std::string_view text, std::size_t at, std::string_view separators, std::size_t most)
{
    Run run{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at), {}, {}};
    std::size_t group = 0;
    for (; at < text.size() && run.compact.size() < most; ++at) {
        const char c = text[at];
        if (is_identifier_char(c)) {
            const char lower = reading::to_lower(c);
            run.compact += lower >= 'a' && lower <= 'z' ? static_cast<char>(lower - 'a' + 'A') : c;
            run.end = static_cast<std::uint32_t>(at + 1);
            ++group;
            continue;
        }
        const bool joins = group > 0 && separators.find(c) != std::string_view::npos &&
                           at + 1 < text.size() && is_identifier_char(text[at + 1]);
        if (!joins) break;
        run.groups.push_back(group);
        group = 0;
    }
    if (group > 0) run.groups.push_back(group);
    return run;
}

bool all_digits(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

Identifiers::Identifiers(const Document& document, Review& review)
    : m_document{document}, m_review{review}, m_labels{find_labels(document)}
{
}

bool Identifiers::is_labelled(Scheme scheme, std::uint32_t begin, std::uint32_t end,
                              std::uint32_t reach) const
{
    const std::uint32_t first = begin > reach ? begin - reach : 0;
    auto at = std::lower_bound(
        m_labels.begin(), m_labels.end(), first,
        [](const Label& label, std::uint32_t place) { return label.begin < place; });
    for (int looked = 0; at != m_labels.end() && at->begin < end + reach && looked < 16;
         ++at, ++looked) {
        if (at->scheme != scheme) continue;
        const std::uint32_t from = std::min(at->begin, end);
        const std::uint32_t to = std::max(at->begin, begin);
        const auto between = text().substr(from, to > from ? to - from : 0);
        if (between.find('\n') == std::string_view::npos) return true;
    }
    return false;
}

bool Identifiers::is_judged(std::uint32_t at) const
{
    const auto next = m_judged.upper_bound(at);
    return next != m_judged.begin() && std::prev(next)->second > at;
}

void Identifiers::judge(const Run& run, const Verdict& verdict)
{
    if (is_judged(run.begin) || m_review.is_full()) return;
    m_judged.emplace(run.begin, run.end);
    const Mark mark = mark_view(m_document, run.begin, run.end, "stated");
    if (verdict.fault.empty() && verdict.reported == verdict.expected) {
        m_review.passes.push_back({verdict.check, {mark}});
        return;
    }
    if (is_disowned_at(m_document, run.begin)) return;
    const auto [told, is_first] = m_told.try_emplace(
        base::concat(verdict.check.id(), ' ', run.compact), m_review.findings.size());
    if (!is_first) {
        auto& places = m_review.findings[told->second].marks;
        if (places.size() < k_most_places) places.push_back({mark.begin, mark.end, "context"});
        return;
    }
    const bool is_formed = verdict.fault.empty();
    auto found = verify::found(
        verdict.check,
        is_formed ? base::concat("The check digit of this ", verdict.kind, " does not fit")
                  : base::concat("This is not a well-formed ", verdict.kind),
        m_document, verdict.certainty);
    found.stated(mark).evidence("identifier", Marked{0}, "kind", verdict.kind);
    if (is_formed)
        found.evidence("reported", verdict.reported, "recomputed", verdict.expected)
            .says("The rest of ", Marked{0}, " needs the check characters ", verdict.expected,
                  "; it has ", verdict.reported, ".")
            .raise(m_review,
                   "Compare it with where it was taken from: at least one character is wrong.");
    else
        found.evidence("fault", verdict.fault)
            .says(Marked{0}, " ", verdict.fault, ".")
            .raise(m_review, "Compare it with where it was taken from.");
}

namespace {

void check_identifiers(const Document& document, Review& review)
{
    Identifiers all{document, review};
    check_numbers(all);
    check_accounts(all);
    check_names(all);
}

constexpr const Check* k_identifiers_checks[] = {
    &k_ident_isbn,   &k_ident_issn,   &k_ident_ismn, &k_ident_gtin, &k_ident_orcid,
    &k_ident_isni,   &k_ident_iban,   &k_ident_lei,  &k_ident_isin, &k_ident_vin,
    &k_ident_imei,   &k_ident_card,   &k_ident_aba,  &k_ident_cas,  &k_ident_evm,
    &k_ident_bech32, &k_ident_base58, &k_ident_doi,  &k_ident_cve,  &k_ident_email};

} // namespace

const Family k_identifiers{Voice::verifier, k_identifiers_checks, check_identifiers};

} // namespace verify::forms
