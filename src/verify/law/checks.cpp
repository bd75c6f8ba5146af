#include "verify/law/checks.hpp"

#include "base/concat.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace verify {

namespace {

constexpr int k_enough = 30; // findings for an interval

// First runs over the case files named *_blind, as their heads tell: what was found rightly, and
// with it what was found in right texts.
constexpr Precision k_arithmetic{62, 63};
constexpr Precision k_dates{38, 38};
constexpr Precision k_contradictions{16, 16};
constexpr Precision k_statistics{86, 86};
constexpr Precision k_tables{41, 42};
constexpr Precision k_units{30, 30};
constexpr Precision k_identifiers{52, 55};
constexpr Precision k_syntax{11, 11};
constexpr Precision k_citations{9, 9};

// The rules that have been written since, on a hundred twins of a third author whose texts no one
// here had read: all that compares what follows from numbers; moments; tables; what is told twice.
constexpr Precision k_relations{29, 33};
constexpr Precision k_moments{2, 2};
constexpr Precision k_laws{2, 2};
constexpr Precision k_statements{2, 2};
constexpr Precision k_mentions{1, 1};
constexpr Precision k_counts{1, 1};
constexpr Precision k_bounds{1, 2};

// The findings in 7,494 releases, dispatches, reports, abstracts, medical articles, manuals and
// change logs, judged one by one (tests/accuracy/DOCUMENTS.md, 2026-11-29).
constexpr Precision k_real_shares{10, 14};
constexpr Precision k_real_relations{2, 29};
constexpr Precision k_real_dates{9, 9};
constexpr Precision k_real_counts{1, 9};
constexpr Precision k_real_bounds{0, 5};
constexpr Precision k_real_values{1, 4};
constexpr Precision k_real_polarity{0, 8};
constexpr Precision k_real_statistics{62, 64};
constexpr Precision k_real_wholes{0, 2};
constexpr Precision k_real_tables{0, 4};
constexpr Precision k_real_units{0, 2};
constexpr Precision k_real_captions{0, 5};
constexpr Precision k_real_anchors{6, 6};
constexpr Precision k_real_links{0, 3};
constexpr Precision k_real_orders{0, 10};
constexpr Precision k_real_invisible{9, 9};
constexpr Precision k_real_alphabets{0, 8};
constexpr Precision k_real_secrets{0, 12};

constexpr Check k_checks[] = {
    {"arith.equation", Category::consistency, Nature::relation, k_relations, k_real_relations},
    {"arith.sum", Category::consistency, Nature::relation, k_relations, k_real_relations},
    {"arith.product", Category::consistency, Nature::relation, k_relations, k_real_relations},
    {"arith.percent_change", Category::consistency, Nature::relation, k_relations,
     k_real_relations},
    {"arith.share", Category::consistency, Nature::relation, k_relations, k_real_shares},
    {"arith.partition", Category::consistency, Nature::relation, k_arithmetic, k_real_relations},
    {"arith.mean", Category::consistency, Nature::relation, k_relations, k_real_relations},
    {"arith.difference", Category::consistency, Nature::relation, k_relations, k_real_relations},
    {"arith.ratio", Category::consistency, Nature::relation, k_relations, k_real_relations},
    {"arith.growth", Category::consistency, Nature::relation, k_relations, k_real_relations},
    {"date.weekday", Category::consistency, Nature::sameness, k_dates, k_real_dates},
    {"date.invalid", Category::consistency, Nature::form, k_dates, k_real_dates},
    {"date.interval", Category::consistency, Nature::relation, k_moments},
    {"date.age", Category::consistency, Nature::relation, k_moments},
    {"date.order", Category::consistency, Nature::possibility, k_dates},
    {"date.anniversary", Category::consistency, Nature::relation, k_moments},
    {"date.leap", Category::consistency, Nature::relation, k_dates},
    {"time.duration", Category::consistency, Nature::relation, k_moments},
    {"range.month", Category::consistency, Nature::form, k_arithmetic},
    {"range.time", Category::consistency, Nature::form, k_arithmetic},
    {"range.probability", Category::consistency, Nature::form, k_arithmetic},
    {"range.percent", Category::consistency, Nature::form, k_arithmetic},
    {"range.coordinate", Category::consistency, Nature::form, k_arithmetic},
    {"range.ipv4", Category::consistency, Nature::form, k_arithmetic},
    {"range.count", Category::consistency, Nature::form, k_arithmetic},
    {"range.bounds", Category::consistency, Nature::possibility, k_bounds, k_real_bounds},
    {"fact.closed", Category::consistency, Nature::possibility},
    {"struct.count", Category::consistency, Nature::relation, k_counts, k_real_counts},
    {"contradiction.value", Category::consistency, Nature::possibility, k_mentions, k_real_values},
    {"contradiction.polarity", Category::consistency, Nature::possibility, k_contradictions,
     k_real_polarity},
    {"lang.absolute", Category::language, Nature::note},
    {"lang.weasel", Category::language, Nature::note},
    {"lang.superlative", Category::language, Nature::note},
    {"lang.vague_source", Category::language, Nature::note},
    {"fallacy.correlation_cause", Category::language, Nature::note},
    {"fallacy.post_hoc", Category::language, Nature::note},
    {"fallacy.false_dilemma", Category::language, Nature::note},
    {"fallacy.slippery_slope", Category::language, Nature::note},
    {"fallacy.bandwagon", Category::language, Nature::note},
    {"fallacy.ad_hominem", Category::language, Nature::note},
    {"stats.pvalue", Category::statistics, Nature::relation, k_statistics, k_real_statistics},
    {"stats.impossible", Category::statistics, Nature::possibility, k_statistics,
     k_real_statistics},
    {"stats.effect", Category::statistics, Nature::relation, k_statistics, k_real_statistics},
    {"grim.mean", Category::statistics, Nature::possibility, k_statistics},
    {"grim.percent", Category::statistics, Nature::possibility, k_statistics, k_real_wholes},
    {"grimmer.sd", Category::statistics, Nature::possibility, k_statistics},
    {"debit.sd", Category::statistics, Nature::relation, k_statistics},
    {"table.total", Category::consistency, Nature::relation, k_tables, k_real_tables},
    {"table.row", Category::consistency, Nature::relation, k_laws},
    {"table.percent", Category::consistency, Nature::relation, k_tables},
    {"table.statement", Category::consistency, Nature::relation, k_statements},
    {"unit.conversion", Category::consistency, Nature::sameness, k_units, k_real_units},
    {"unit.impossible", Category::consistency, Nature::possibility, k_units},
    {"ident.isbn", Category::identifiers, Nature::form, k_identifiers},
    {"ident.issn", Category::identifiers, Nature::form, k_identifiers},
    {"ident.ismn", Category::identifiers, Nature::form, k_identifiers},
    {"ident.gtin", Category::identifiers, Nature::form, k_identifiers},
    {"ident.orcid", Category::identifiers, Nature::form, k_identifiers},
    {"ident.isni", Category::identifiers, Nature::form, k_identifiers},
    {"ident.iban", Category::identifiers, Nature::form, k_identifiers},
    {"ident.lei", Category::identifiers, Nature::form, k_identifiers},
    {"ident.isin", Category::identifiers, Nature::form, k_identifiers},
    {"ident.vin", Category::identifiers, Nature::form, k_identifiers},
    {"ident.imei", Category::identifiers, Nature::form, k_identifiers},
    {"ident.card", Category::identifiers, Nature::form, k_identifiers},
    {"ident.aba", Category::identifiers, Nature::form, k_identifiers},
    {"ident.cas", Category::identifiers, Nature::form, k_identifiers},
    {"ident.evm", Category::identifiers, Nature::form, k_identifiers},
    {"ident.bech32", Category::identifiers, Nature::form, k_identifiers},
    {"ident.base58", Category::identifiers, Nature::form, k_identifiers},
    {"ident.uuid", Category::identifiers, Nature::form, k_identifiers},
    {"ident.doi", Category::identifiers, Nature::form, k_identifiers},
    {"ident.arxiv", Category::identifiers, Nature::form, k_identifiers},
    {"ident.cve", Category::identifiers, Nature::form, k_identifiers},
    {"ident.email", Category::identifiers, Nature::form, k_identifiers},
    {"ident.ipv6", Category::identifiers, Nature::form, k_identifiers},
    {"syntax.json", Category::identifiers, Nature::form, k_syntax},
    {"syntax.xml", Category::identifiers, Nature::form, k_syntax},
    {"syntax.csv", Category::identifiers, Nature::form, k_syntax},
    {"syntax.brackets", Category::identifiers, Nature::form, k_syntax},
    {"syntax.url", Category::identifiers, Nature::form, k_syntax, k_real_links},
    {"cite.missing", Category::sourcing, Nature::form, k_citations},
    {"cite.uncited", Category::sourcing, Nature::form, k_citations},
    {"cite.caption", Category::sourcing, Nature::form, k_citations, k_real_captions},
    {"cite.duplicate", Category::sourcing, Nature::form, k_citations},
    {"cite.anchor", Category::sourcing, Nature::form, k_citations, k_real_anchors},
    {"source.quote", Category::sourcing, Nature::agreement},
    {"source.number", Category::sourcing, Nature::agreement},
    {"source.date", Category::sourcing, Nature::agreement},
    {"source.name", Category::sourcing, Nature::agreement},
    {"source.polarity", Category::sourcing, Nature::agreement},
    {"source.absent", Category::sourcing, Nature::support},
    {"source.partial", Category::sourcing, Nature::support},
    {"inject.override", Category::safety, Nature::safety, {}, k_real_orders},
    {"inject.role_marker", Category::safety, Nature::safety},
    {"inject.persona", Category::safety, Nature::safety},
    {"inject.extraction", Category::safety, Nature::safety},
    {"inject.reviewer", Category::safety, Nature::safety},
    {"inject.tool", Category::safety, Nature::safety, {}, k_real_orders},
    {"inject.conceal", Category::safety, Nature::safety},
    {"inject.output_hijack", Category::safety, Nature::safety},
    {"secret.token", Category::safety, Nature::safety},
    {"secret.private_key", Category::safety, Nature::safety},
    {"secret.jwt", Category::safety, Nature::safety},
    {"secret.authorization", Category::safety, Nature::safety},
    {"secret.connection_string", Category::safety, Nature::safety},
    {"secret.assignment", Category::safety, Nature::safety, {}, k_real_secrets},
    {"unicode.bidi", Category::safety, Nature::safety},
    {"unicode.confusable", Category::safety, Nature::safety, {}, k_real_alphabets},
    {"unicode.mixed_script", Category::safety, Nature::safety, {}, k_real_alphabets},
    {"unicode.invisible", Category::safety, Nature::safety, {}, k_real_invisible},
    {"exfil.image", Category::safety, Nature::safety},
    {"exfil.link", Category::safety, Nature::safety},
    {"url.phish", Category::safety, Nature::safety},
    {"code.danger", Category::safety, Nature::safety},
    {"attack.counterexample", Category::consistency, Nature::possibility},
};

} // namespace

std::span<const Check> all_checks()
{
    return k_checks;
}

const Check& check_named(std::string_view id)
{
    const auto* const found = std::find_if(std::begin(k_checks), std::end(k_checks),
                                           [&](const Check& row) { return row.id == id; });
    if (found == std::end(k_checks)) throw std::logic_error{base::concat("no row for ", id)};
    return *found;
}

bool is_relation(Nature nature)
{
    return nature == Nature::relation || nature == Nature::sameness;
}

double confidence_of(const Precision& precision)
{
    constexpr double k_z = 1.959964; // of 95 %, both sides
    if (precision.findings == 0) return 0.5;
    const double n = precision.findings;
    const double share = precision.right / n;
    if (precision.findings < k_enough) return std::min(0.5, share);
    const double z2 = k_z * k_z;
    const double low =
        (share + z2 / (2 * n) - k_z * std::sqrt(share * (1 - share) / n + z2 / (4 * n * n))) /
        (1 + z2 / n);
    return std::floor(low * 100) / 100;
}

Confidence confidence_of(const Check& check)
{
    const Confidence planted{confidence_of(check.planted), check.planted.findings};
    const int findings = check.real.findings;
    if (findings == 0) return planted;
    const double share = (check.real.right + 1.0) / (findings + 2.0);
    const double real =
        findings < k_enough ? std::floor(share * 100) / 100 : confidence_of(check.real);
    return real < planted.value || planted.cases == 0 ? Confidence{real, findings} : planted;
}

} // namespace verify
