// stats.impossible and stats.effect: numbers that no analysis can give, and effect sizes that
// follow from the statistic beside them.
#include "base/concat.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/precision.hpp"
#include "verify/statistics/checks.hpp"
#include "verify/statistics/results.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace verify::statistics {

namespace json = base::json;

const Check k_stats_effect{.id = "stats.effect",
                           .category = Category::statistics,
                           .nature = Nature::relation,
                           .proof = {"partial eta squared is not that of its F", "d, odds ratios"},
                           .planted = k_planted_statistics,
                           .real = k_real_statistics};

const Check k_stats_impossible{
    .id = "stats.impossible",
    .category = Category::statistics,
    .nature = Nature::possibility,
    .proof =
        {"a correlation beyond 1, p above 1, an interval that ends before it begins or leaves out "
         "its estimate",
         "intervals from mean and SD"},
    .planted = k_planted_statistics,
    .real = k_real_statistics};

namespace {

std::string words_of(double value)
{
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.4g", value);
    return buffer;
}

// An estimate with its interval: "OR = 1.5, 95% CI [1.2, 1.9]".
struct Estimate {
    std::string name; // in lower case: "or", "hr", "d"; empty when none is told
    std::optional<Printed> value;
    Printed low;
    Printed high;
    std::uint32_t begin = 0; // bytes of the view
    std::uint32_t interval_begin = 0;
    std::uint32_t end = 0;
};

class Estimates {
public:
    Estimates(const Document& document, Review& review)
        : m_document{document}, m_text{document.view.text}, m_folded{document.view.folded},
          m_review{review}
    {
    }

    void run()
    {
        for (const auto& result : read_results(m_document)) {
            domain(result);
            effect(result);
        }
        for (const auto& block : m_document.blocks) {
            if (block.kind == BlockKind::code) continue;
            const auto folded = m_folded.substr(0, block.end);
            for (std::size_t at = folded.find("ci", block.begin); at != std::string_view::npos;
                 at = folded.find("ci", at + 2))
                if (const auto found = interval_at(at, block)) judge(*found, block);
        }
    }

private:
    struct Bound {
        std::string_view title;
        std::string reasoning;
        double low = 0;
        double high = 0;
    };

    void impossible(const Mark& mark, double value, const Bound& bound)
    {
        if (m_review.is_full()) return;
        found(k_stats_impossible, bound.title, m_document)
            .stated(mark)
            .evidence(
                "reported", six_digits(value), "bounds",
                json::array(std::isfinite(bound.low) ? six_digits(bound.low) : json::value(nullptr),
                            std::isfinite(bound.high) ? six_digits(bound.high)
                                                      : json::value(nullptr)))
            .says(bound.reasoning)
            .raise(m_review, "Correct the number; it cannot be what was meant.");
    }

    void domain(const TestResult& result)
    {
        const Mark whole = mark_view(m_document, result.begin, result.end, "stated");
        const double value = result.value.value;
        const auto name = name_of(result.statistic);
        if (result.p && result.p->value > 1)
            impossible(
                mark_view(m_document, result.p_begin, result.end, "stated"), result.p->value,
                {"No probability is above 1", "A p is a probability: between 0 and 1.", 0, 1});
        if (result.statistic == Statistic::r && std::abs(value) > 1)
            impossible(
                whole, value,
                {"No correlation is beyond 1", "A correlation lies between -1 and 1.", -1, 1});
        const bool squared = result.statistic == Statistic::f || result.statistic == Statistic::q ||
                             result.statistic == Statistic::chi_squared;
        if (squared && value < 0)
            impossible(whole, value,
                       {base::concat(name, " cannot be negative"),
                        base::concat(name, " is made of squares."), 0, HUGE_VAL});
        const bool degrees =
            result.statistic != Statistic::z &&
            (result.df1 <= 0 || (result.statistic == Statistic::f && result.df2 <= 0));
        if (degrees)
            impossible(whole, std::min(result.df1, result.df2),
                       {"No degrees of freedom", "Degrees of freedom are above 0.", 0, HUGE_VAL});
    }

    // Partial eta squared of an F: F df1 / (F df1 + df2), when it is printed right behind the p.
    void effect(const TestResult& result)
    {
        if (result.statistic != Statistic::f || result.df2 <= 0 || result.value.value <= 0 ||
            result.comparison != Comparison::equal)
            return;
        constexpr std::size_t k_reach = 40;
        const std::size_t last = std::min<std::size_t>(m_text.size(), result.end + k_reach);
        const auto behind = m_folded.substr(result.end, last - result.end);
        const std::size_t sentence = behind.find(". ");
        for (const std::string_view cue :
             {"partial eta squared", "partial \u03b7\u00b2", "partial \u03b72", "\u03b7p\u00b2",
              "\u03b7p2", "\u03b7\u00b2p", "\u03b72p", "partial eta2", "\u03b7_p^2"}) {
            const std::size_t found = behind.find(cue);
            if (found == std::string_view::npos || found > sentence) continue;
            std::size_t at = result.end + found + cue.size();
            skip_blanks(m_text, at);
            const auto comparison = read_comparison(m_text, at);
            if (comparison != Comparison::equal) return;
            skip_blanks(m_text, at);
            const std::size_t begin = at;
            auto eta = read_printed(m_text, at, m_document.mark);
            if (!eta) continue;
            if (m_text.substr(at).starts_with('%')) {
                eta->value /= 100;
                eta->unit /= 100;
            }
            return weigh_eta(result, *eta, begin, at);
        }
    }

    void weigh_eta(const TestResult& result, const Printed& eta, std::size_t begin, std::size_t end)
    {
        const auto of = [&](double f) { return f * result.df1 / (f * result.df1 + result.df2); };
        const double low = of(std::max(0.0, result.value.low()));
        const double high = of(result.value.high());
        auto found =
            verify::found(k_stats_effect, "The effect size does not follow from F", m_document);
        found.stated(mark_view(m_document, begin, end))
            .operand(mark_view(m_document, result.begin, result.end));
        // Half a unit either way, and as much again for an author who cuts instead of rounding.
        if (eta.value - eta.unit <= high && eta.value + eta.unit >= low)
            return found.pass(m_review);
        if (m_review.is_full()) return;
        found
            .evidence("formula", "F df1 / (F df1 + df2)", "reported", six_digits(eta.value),
                      "recomputed", six_digits(of(result.value.value)), "recomputed_interval",
                      json::array(six_digits(low), six_digits(high)))
            .says("F and its degrees of freedom give a partial eta squared of ",
                  words_of(of(result.value.value)), ".")
            .raise(m_review, "Correct the effect size, F or its degrees of freedom.");
    }

    // "CI" at a word of its own with two numbers behind, and the estimate before it.
    [[nodiscard]] std::optional<Estimate> interval_at(std::size_t at,
                                                      const reading::Block& block) const
    {
        const bool before = at > 0 && reading::is_letter(m_text[at - 1]);
        const std::size_t behind = at + 2;
        if (before || behind >= block.end || reading::is_letter(m_text[behind]) ||
            m_text.substr(at, 2) != "CI")
            return std::nullopt;
        Estimate out;
        std::size_t next = behind;
        while (next < block.end && next < behind + 8 &&
               (reading::is_blank(m_text[next]) || m_text[next] == ':' || m_text[next] == '=' ||
                m_text[next] == '[' || m_text[next] == '(' || m_text[next] == ','))
            ++next;
        out.interval_begin = static_cast<std::uint32_t>(next);
        const auto low = read_printed(m_text, next, m_document.mark);
        if (!low) return std::nullopt;
        skip_blanks(m_text, next);
        bool separated = false;
        for (const std::string_view word : {",", ";", "to", "\u2013", "-"}) {
            if (m_text.substr(next, word.size()) != word) continue;
            next += word.size();
            separated = true;
            break;
        }
        skip_blanks(m_text, next);
        const auto high = separated ? read_printed(m_text, next, m_document.mark) : std::nullopt;
        if (!high || (next < m_text.size() && m_text[next] == '%')) return std::nullopt;
        out.low = *low;
        out.high = *high;
        out.end = static_cast<std::uint32_t>(next);
        out.begin = out.interval_begin;
        estimate_before(at, block, out);
        return out;
    }

    // "OR = 1.5, 95% " right before: name, equals sign and value.
    void estimate_before(std::size_t at, const reading::Block& block, Estimate& out) const
    {
        constexpr std::size_t k_reach = 34;
        const std::size_t first = at > block.begin + k_reach ? at - k_reach : block.begin;
        const auto before = m_folded.substr(first, at - first);
        const std::size_t equals = before.rfind('=');
        if (equals == std::string_view::npos || before.find(". ", equals) != std::string_view::npos)
            return;
        std::size_t name_end = equals;
        while (name_end > 0 && reading::is_blank(before[name_end - 1])) --name_end;
        std::size_t name = name_end;
        while (name > 0 && reading::is_letter(before[name - 1])) --name;
        const auto word = before.substr(name, name_end - name);
        if (!reading::is_one_of(
                word, {"or", "rr", "hr", "irr", "aor", "ahr", "d", "g", "smd", "md", "b"}))
            return;
        std::size_t value_at = first + equals + 1;
        skip_blanks(m_text, value_at);
        const auto value = read_printed(m_text, value_at, m_document.mark);
        if (!value || value_at >= at) return;
        // Nothing but the level of the interval between: ", 95% ".
        const auto between = m_folded.substr(value_at, at - value_at);
        if (between.find_first_not_of("0123456789.%,;([ -") != std::string_view::npos) return;
        out.name = word;
        out.value = value;
        out.begin = static_cast<std::uint32_t>(first + name);
    }

    void judge(const Estimate& estimate, const reading::Block& block)
    {
        const Mark interval =
            mark_view(m_document, estimate.interval_begin, estimate.end, "stated");
        // "-0.48 to -1.41": told from the end that is nearer to nothing.
        if (estimate.low.value > estimate.high.value &&
            !(estimate.low.value < 0 && estimate.high.value < 0)) {
            impossible(interval, estimate.low.value,
                       {"The interval ends before it begins",
                        "The lower end of a confidence interval is not above its upper end.",
                        -HUGE_VAL, estimate.high.value});
            return;
        }
        if (!estimate.value) return;
        const Mark whole = mark_view(m_document, estimate.begin, estimate.end, "stated");
        const double unit = std::max({estimate.value->unit, estimate.low.unit, estimate.high.unit});
        const bool outside = estimate.value->value < estimate.low.value - unit ||
                             estimate.value->value > estimate.high.value + unit;
        if (outside) {
            impossible(whole, estimate.value->value,
                       {"The estimate lies outside of its interval",
                        "A confidence interval holds the estimate it belongs to.",
                        estimate.low.value, estimate.high.value});
            return;
        }
        if (!significance(estimate, block))
            m_review.passes.push_back({k_stats_impossible, {whole}});
    }

    // A 95 % interval and the p right behind it decide the same: 1 for ratios, 0 for differences.
    bool significance(const Estimate& estimate, const reading::Block& block)
    {
        constexpr std::size_t k_reach = 14;
        constexpr std::size_t k_level = 16; // "95% CI [" and no more
        const std::size_t first =
            estimate.interval_begin > k_level ? estimate.interval_begin - k_level : 0;
        const auto level = m_folded.substr(first, estimate.interval_begin - first);
        if (level.find("95") == std::string_view::npos) return false;
        std::size_t at = estimate.end;
        const std::size_t last = std::min<std::size_t>(block.end, at + k_reach);
        while (at < last && m_folded[at] != 'p') {
            if (reading::is_letter(m_folded[at]) || reading::is_digit(m_folded[at])) return false;
            ++at;
        }
        if (at >= last) return false;
        ++at;
        skip_blanks(m_text, at);
        const auto comparison = read_comparison(m_text, at);
        skip_blanks(m_text, at);
        const auto p = comparison ? read_printed(m_text, at, m_document.mark) : std::nullopt;
        if (!p) return false;
        const bool difference = reading::is_one_of(estimate.name, {"d", "g", "smd", "md", "b"});
        const double null = difference ? 0 : 1;
        const double unit = std::max(estimate.low.unit, estimate.high.unit) / 2;
        const bool excludes = estimate.low.value - unit > null || estimate.high.value + unit < null;
        const bool includes = estimate.low.value + unit < null && estimate.high.value - unit > null;
        const bool not_significant = *comparison != Comparison::less && p->low() > 0.05;
        const bool significant = *comparison != Comparison::greater && p->high() < 0.05;
        if (!(excludes && not_significant) && !(includes && significant)) return false;
        impossible(
            mark_view(m_document, estimate.begin, at, "stated"), p->value,
            {"Interval and p decide differently",
             base::concat("A 95 % interval that ", excludes ? "leaves out " : "holds ",
                          difference ? "0" : "1", " goes with p ", excludes ? "<" : ">", " .05."),
             excludes ? 0 : 0.05, excludes ? 0.05 : 1});
        return true;
    }

    const Document& m_document;
    std::string_view m_text;
    std::string_view m_folded;
    Review& m_review;
};

void check_estimates(const Document& document, Review& review)
{
    Estimates{document, review}.run();
}

constexpr const Check* k_estimates_checks[] = {&k_stats_impossible, &k_stats_effect};

} // namespace

const Family k_estimates{Voice::verifier, k_estimates_checks, check_estimates};

} // namespace verify::statistics
