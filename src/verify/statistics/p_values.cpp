// stats.pvalue: the p that a statistic and its degrees of freedom give, against the p reported.
//
// The law of rounding is statcheck's (Nuijten et al. 2016): the statistic as printed may be any
// value that rounds to it, so it gives an interval of p; a reported p outside of it is
// inconsistent.
#include "reading/passage.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/precision.hpp"
#include "verify/statistics/checks.hpp"
#include "verify/statistics/p_value.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace verify::statistics {

namespace json = base::json;
namespace distributions = boost::math;

const Check k_stats_pvalue{
    .id = "stats.pvalue",
    .category = Category::statistics,
    .nature = Nature::relation,
    .proof =
        {"the p reported is not the one that t, F, chi2, r, z or Q gives, with the rounding of "
         "both; decision_error: it decides otherwise",
         "corrected p, permutation tests"},
    .planted = k_planted_statistics,
    .real = k_real_statistics};

std::optional<double> p_of(const TestResult& result, double value)
{
    const double size = std::abs(value);
    switch (result.statistic) {
    case Statistic::t: return 2 * cdf(complement(distributions::students_t{result.df1}, size));
    case Statistic::r: {
        if (size >= 1) return 0.0;
        const double t = size * std::sqrt(result.df1 / (1 - size * size));
        return 2 * cdf(complement(distributions::students_t{result.df1}, t));
    }
    case Statistic::z: return 2 * cdf(complement(distributions::normal{}, size));
    case Statistic::f:
        if (value < 0) return std::nullopt;
        return cdf(complement(distributions::fisher_f{result.df1, result.df2}, value));
    case Statistic::chi_squared:
    case Statistic::q:
        if (value < 0) return std::nullopt;
        return cdf(complement(distributions::chi_squared{result.df1}, value));
    }
    __builtin_unreachable();
}

namespace {

constexpr double k_usual_alpha = 0.05;

bool is_two_tailed(Statistic statistic)
{
    return statistic == Statistic::t || statistic == Statistic::r || statistic == Statistic::z;
}

// Whether numbers of such degrees of freedom exist at all; the others are impossible, not wrong.
bool has_distribution(const TestResult& result)
{
    constexpr double k_most = 1e9;
    if (result.statistic == Statistic::z) return true;
    if (result.statistic == Statistic::r && std::abs(result.value.value) > 1) return false;
    const bool first = result.df1 > 0 && result.df1 <= k_most;
    return first && (result.statistic != Statistic::f || (result.df2 > 0 && result.df2 <= k_most));
}

struct Bounds {
    double low = 0;
    double point = 0;
    double high = 1;
};

// The p of all values that round to the statistic.
std::optional<Bounds> bounds_of(const TestResult& result, double tails)
{
    const double size = std::abs(result.value.value);
    const double half = result.value.unit / 2;
    const auto point = p_of(result, size);
    const auto low = p_of(result, size + half);
    const auto high = p_of(result, std::max(0.0, size - half));
    if (!point || !low || !high) return std::nullopt;
    Bounds out{*low * tails, *point * tails, *high * tails};
    // "t < 2.2" says that p is above that of 2.2; "t > 2.2" that it is below.
    if (result.comparison == Comparison::less) out.high = tails;
    if (result.comparison == Comparison::greater) out.low = 0;
    return out;
}

bool is_consistent(const TestResult& result, const Bounds& bounds, double alpha)
{
    constexpr double k_tie = 1e-12;
    if (!result.p) return bounds.high > alpha; // "ns"
    const double p = result.p->value;
    switch (result.p_comparison) {
    case Comparison::equal:
        return result.p->low() <= bounds.high + k_tie && result.p->high() >= bounds.low - k_tie;
    case Comparison::less: return bounds.low < p;
    case Comparison::greater: return bounds.high > p;
    }
    __builtin_unreachable();
}

// What the text says about significance, if it does; p = alpha counts as significant.
std::optional<bool> claims_significance(const TestResult& result, double alpha)
{
    if (!result.p) return false;
    const double p = result.p->value;
    switch (result.p_comparison) {
    case Comparison::equal: return p <= alpha;
    case Comparison::less: return p <= alpha ? std::optional{true} : std::nullopt;
    case Comparison::greater: return p >= alpha ? std::optional{false} : std::nullopt;
    }
    __builtin_unreachable();
}

// What the statistic says of it; an inequality may leave it open.
std::optional<bool> is_significant(const TestResult& result, double p, double alpha)
{
    const bool significant = p <= alpha;
    if (result.comparison == Comparison::less && significant) return std::nullopt;
    if (result.comparison == Comparison::greater && !significant) return std::nullopt;
    return significant;
}

std::string short_text(double value)
{
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, value < 0.001 ? "%.2g" : "%.4f", value);
    return buffer;
}

class PValues {
public:
    PValues(const Document& document, Review& review) : m_document{document}, m_review{review}
    {
        m_alpha = stated_alpha().value_or(k_usual_alpha);
    }

    void run()
    {
        for (const auto& result : read_results(m_document)) {
            if (m_review.is_full()) return;
            if (!has_distribution(result)) continue;
            if (result.p && (result.p->value > 1 || result.p->value < 0)) continue;
            judge(result);
        }
    }

private:
    // "alpha = .01", "a significance level of 1%": only when the text names one and no other.
    [[nodiscard]] std::optional<double> stated_alpha() const
    {
        std::optional<double> out;
        const std::string_view folded = m_document.view.folded;
        for (const std::string_view cue : {"alpha", "\u03b1", "significance level of",
                                           "level of significance of", "significance level was"}) {
            std::size_t at = folded.find(cue);
            if (at == std::string_view::npos) continue;
            at += cue.size();
            skip_blanks(folded, at);
            static_cast<void>(read_comparison(folded, at));
            skip_blanks(folded, at);
            auto value = read_printed(folded, at, m_document.mark);
            if (!value) continue;
            if (at < folded.size() && folded[at] == '%') value->value /= 100;
            if (value->value <= 0 || value->value > 0.2) continue;
            if (out && *out != value->value) return std::nullopt;
            out = value->value;
        }
        return out;
    }

    // In the paragraph of the result: "one-tailed", "one-sided", "directional".
    [[nodiscard]] bool says_one_tailed(const TestResult& result)
    {
        const auto& blocks = m_document.blocks;
        const auto next = std::upper_bound(
            blocks.begin(), blocks.end(), result.begin,
            [](std::uint32_t at, const reading::Block& block) { return at < block.begin; });
        if (next == blocks.begin()) return false;
        const auto& block = *(next - 1);
        // Results come in the order of the text, so one paragraph is read once.
        if (block.begin == m_asked) return m_answer;
        m_asked = block.begin;
        const auto text =
            std::string_view{m_document.view.folded}.substr(block.begin, block.end - block.begin);
        constexpr std::string_view k_cues[] = {"one-tailed", "one tailed", "one-sided",
                                               "one sided",  "1-tailed",   "1-sided",
                                               "directional"};
        m_answer = std::any_of(std::begin(k_cues), std::end(k_cues), [&](std::string_view cue) {
            return text.find(cue) != std::string_view::npos;
        });
        return m_answer;
    }

    // "t(19) = 3.76, Bonferroni corrected p = .009": of several tests, and not of this one alone.
    [[nodiscard]] bool is_corrected(const TestResult& result) const
    {
        const auto told = std::string_view{m_document.view.folded}.substr(
            result.begin, result.end - result.begin);
        return told.find("correct") != std::string_view::npos ||
               told.find("adjust") != std::string_view::npos ||
               told.find("bonferroni") != std::string_view::npos;
    }

    void judge(const TestResult& result)
    {
        const auto both = bounds_of(result, 1);
        if (!both || is_corrected(result)) return;
        const bool can_halve = is_two_tailed(result.statistic);
        const auto half = can_halve ? bounds_of(result, 0.5) : std::nullopt;
        const bool one_tailed = can_halve && says_one_tailed(result);
        const bool half_fits = half && is_consistent(result, *half, m_alpha);
        const Mark mark = mark_view(m_document, result.begin, result.end, "stated");
        const bool zero = result.p && result.p->value == 0;
        const bool fits = is_consistent(result, *both, m_alpha);
        if (!zero && (fits || (one_tailed && half_fits))) {
            m_review.passes.push_back({k_stats_pvalue, {mark}, fits ? "plain" : "one-tailed"});
            return;
        }
        report(result, one_tailed && half ? *half : *both, one_tailed, half_fits && !zero);
    }

    void report(const TestResult& result, const Bounds& bounds, bool one_tailed, bool half_fits)
    {
        const bool zero = result.p && result.p->value == 0;
        const auto claim = claims_significance(result, m_alpha);
        const auto truth = is_significant(result, bounds.point, m_alpha);
        const bool decision = !zero && claim && truth && *claim != *truth;
        const bool has_tails = is_two_tailed(result.statistic);
        const Reading readings[] = {{"two-tailed", false}, {"one-tailed", half_fits}};
        auto found = verify::found(
            k_stats_pvalue,
            zero       ? "No p is zero"
            : decision ? "The p reported decides otherwise than the statistic"
                       : "The p reported does not follow from the statistic",
            m_document, Certainty::exact, decision ? Severity::major : Severity::minor);
        found.stated(mark_view(m_document, result.p_begin, result.end))
            .operand(mark_view(m_document, result.begin, result.p_begin))
            .evidence(
                "test_type", name_of(result.statistic), "df1",
                result.statistic == Statistic::z ? json::value(nullptr) : six_digits(result.df1),
                "df2",
                result.statistic == Statistic::f ? six_digits(result.df2) : json::value(nullptr),
                "statistic", six_digits(result.value.value), "reported",
                result.p ? six_digits(result.p->value) : json::value("ns"), "recomputed",
                six_digits(bounds.point), "low_p", six_digits(bounds.low), "high_p",
                six_digits(bounds.high), "tails", has_tails && !one_tailed ? 2 : 1, "alpha",
                six_digits(m_alpha), "decision_error", decision, "one_tailed_would_fit", half_fits)
            .readings(std::span{readings}.first(has_tails ? 2 : 1))
            .says("The statistic gives p = ", short_text(bounds.point), ", between ",
                  short_text(bounds.low), " and ", short_text(bounds.high), " with its rounding.",
                  half_fits && !one_tailed
                      ? " A one-tailed test would fit, but the text says nothing of one."
                      : "");
        if (zero) return found.raise(m_review, "Write p < .001.");
        found.raise(m_review, "Write p = ", short_text(bounds.point),
                    " or correct statistic or degrees of freedom.");
    }

    const Document& m_document;
    Review& m_review;
    double m_alpha;
    std::uint32_t m_asked = ~0U; // the paragraph of the last question
    bool m_answer = false;
};

void check_p_values(const Document& document, Review& review)
{
    PValues{document, review}.run();
}

constexpr const Check* k_p_values_checks[] = {&k_stats_pvalue};

} // namespace

const Family k_p_values{Voice::verifier, k_p_values_checks, check_p_values};

} // namespace verify::statistics
