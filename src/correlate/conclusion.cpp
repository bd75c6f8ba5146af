#include "correlate/conclusion.hpp"

#include "base/concat.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace correlate {

namespace {

using base::concat;

constexpr std::size_t k_few_pairs = 12;

std::string judged_values(const Numbers& numbers)
{
    const auto judged = numbers.judgement.judged;
    const std::string_view what = judged == Detrend::diff ? "the changes from step to step"
                                  : judged == Detrend::linear
                                      ? "what is left without a straight line"
                                  : numbers.season ? "the values"
                                                   : "the values as they are";
    return numbers.season
               ? concat(what, " without the rhythm of ", numbers.season->period, " steps")
               : std::string{what};
}

class Warnings {
public:
    Warnings(const request::Streams& streams, const Alignment* alignment, const Numbers& numbers)
        : m_streams{streams}, m_alignment{alignment}, m_numbers{numbers},
          m_pairs{alignment == nullptr ? 0 : alignment->a.size()}
    {
    }

    std::vector<Warning> all(const request::TimeFrame& frame)
    {
        missing("a", m_streams.a);
        missing("b", m_streams.b);
        if (m_pairs < k_few_pairs)
            add("too_few_points", "",
                concat(m_pairs, m_pairs == 1 ? " pair of values." : " pairs of values."));
        if (m_alignment != nullptr) of_alignment(frame);
        if (m_pairs > 0) {
            const auto& season = m_numbers.season;
            of_series("a", m_numbers.a, season ? &season->a : nullptr);
            of_series("b", m_numbers.b, season ? &season->b : nullptr);
        }
        of_relation();
        return std::move(m_all);
    }

private:
    void add(std::string_view code, std::string_view stream, std::string detail)
    {
        m_all.push_back({code, stream, std::move(detail)});
    }

    void missing(std::string_view name, const request::Stream& stream)
    {
        if (stream.gaps > 0)
            add("missing", name, concat(stream.gaps, " values were sent as null and left out."));
        if (auto detail = unusable_detail(stream); !detail.empty())
            add("unusable", name, std::move(detail));
    }

    void irregular(std::string_view stream, bool is_so)
    {
        if (is_so)
            add("irregular_sampling", stream,
                "More than a tenth of the distances in time differ from the usual one by more "
                "than a tenth.");
    }

    void of_alignment(const request::TimeFrame& frame)
    {
        const auto& gaps = m_alignment->gaps;
        if (!gaps.empty())
            add("gaps", "",
                concat("Values of both streams are missing in ", gaps.size(),
                       gaps.size() == 1 ? " stretch" : " stretches", ", the first from ",
                       gaps[0].start.text(), " to ", gaps[0].end.text(),
                       ". Nothing was filled in."));
        irregular("a", m_alignment->irregular_a);
        irregular("b", m_alignment->irregular_b);
        const bool open = !frame.start && !frame.end && !frame.last;
        const std::size_t fewer = std::min(m_streams.a.points.size(), m_streams.b.points.size());
        if (open && m_alignment->dropped_a + m_alignment->a.size() > 0 &&
            std::min(m_streams.a.points.size() - m_alignment->dropped_a,
                     m_streams.b.points.size() - m_alignment->dropped_b) *
                    2 <
                fewer)
            add("short_overlap", "",
                "The streams have less than half of the shorter one in common.");
    }

    void of_series(std::string_view stream, const Described& series, const SeasonFit* season)
    {
        if (series.is_constant) {
            add("constant", stream, "All its values in the frame are the same.");
            return;
        }
        if (series.stationarity && !series.stationarity->is_stationary())
            add("nonstationary", stream, unsteady_detail(*series.stationarity));
        if (series.has_trend) add("trend", stream, "A straight line explains at least 30 % of it.");
        constexpr double k_seen = 0.05;
        if (season != nullptr && season->is_seen(k_seen))
            add("seasonal", stream,
                concat("It repeats itself every ", m_numbers.season->period,
                       " steps: the means of these explain ", short_number(season->share * 100),
                       " % of what is judged (F test, p = ", short_number(season->p),
                       "), and are taken away before."));
        else if (series.season > 0)
            add("seasonal", stream, concat("It repeats itself every ", series.season, " steps."));
        const double limit = std::max(0.3, 1.96 / std::sqrt(static_cast<double>(m_pairs)));
        if (series.first_autocorrelation > limit)
            add("autocorrelated", stream,
                concat("Neighbours in time resemble each other: r(1) = ",
                       short_number(series.first_autocorrelation), "."));
    }

    // What each test said, what the two together mean, and what was done.
    [[nodiscard]] std::string unsteady_detail(const Stationarity& found) const
    {
        const std::string adf =
            concat(found.returns ? "ADF rejects that it wanders without coming back (p = "
                                 : "ADF does not reject that it wanders without coming back (p = ",
                   short_number(found.adf_p), ")");
        const std::string kpss = concat(found.has_level ? "KPSS does not reject a steady level ("
                                                        : "KPSS rejects a steady level (",
                                        short_number(found.kpss_statistic), "; from ",
                                        short_number(k_kpss_5_percent), " on it does)");
        const std::string_view meaning =
            found.returns     ? "it comes back, but to a level that moves, as beside a trend"
            : found.has_level ? "too little to tell whether it keeps a level"
                              : "it keeps no steady level";
        const std::string judged =
            m_numbers.judgement.relation == Relation::inconclusive
                ? std::string{}
                : concat(" The judgement is made on ", judged_values(m_numbers), ".");
        return concat(adf, found.returns ? ", but " : ", and ", kpss, ": ", meaning, ".", judged);
    }

    void of_relation()
    {
        if (!m_numbers.pearson) return;
        const Judgement& judgement = m_numbers.judgement;
        const bool is_judged = judgement.relation != Relation::inconclusive;
        if (is_judged &&
            (!judgement.r_without_one || (judgement.is_significant && !judgement.survives) ||
             std::fabs(*judgement.r_without_one - judgement.r) > 0.15))
            add("outlier", "",
                judgement.r_without_one
                    ? concat("Without one pair r is ", short_number(*judgement.r_without_one),
                             " instead of ", short_number(judgement.r), ".")
                    : std::string{"Without one pair a series is constant."});
        if (std::fabs(m_numbers.pearson->r - m_numbers.spearman->value) > 0.3)
            add("disagreement", "",
                concat("Pearson's r is ", short_number(m_numbers.pearson->r),
                       ", Spearman's rho is ", short_number(m_numbers.spearman->value), "."));
        const bool judged_apart = judgement.judged != Detrend::none;
        const auto& season = m_numbers.season;
        if (season && season->is_shared && judgement.relation == Relation::none)
            add("spurious_risk", "",
                concat("Both streams repeat themselves every ", season->period,
                       " steps, and nothing in common is shown beyond that: a shared season makes "
                       "streams look related."));
        else if (judged_apart && m_numbers.pearson->p < 0.05 && !judgement.is_significant)
            add("spurious_risk", "",
                "The levels look related, their stationary versions do not: two series that wander "
                "often look so.");
        if (rivals() > 0)
            add("multiple_lags", "",
                concat("Other shifts are nearly as good as the best one: ", rivals(), "."));
    }

    // Peaks at least three steps from the best shift with nine tenths of its height.
    [[nodiscard]] std::size_t rivals() const
    {
        const auto& lags = m_numbers.lags;
        if (!lags || lags->p_family >= 0.05) return 0;
        std::size_t count = 0;
        const auto height = [&](std::size_t at) { return std::fabs(lags->r[at]); };
        for (std::size_t at = 0; at < lags->r.size(); ++at) {
            const auto shift =
                static_cast<std::ptrdiff_t>(at) - static_cast<std::ptrdiff_t>(lags->max_lag);
            const bool peak = (at == 0 || height(at) >= height(at - 1)) &&
                              (at + 1 == lags->r.size() || height(at) >= height(at + 1));
            if (peak && std::abs(shift - lags->best_lag) >= 3 &&
                height(at) >= 0.9 * std::fabs(lags->best_r))
                ++count;
        }
        return count;
    }

    const request::Streams& m_streams;
    const Alignment* m_alignment;
    const Numbers& m_numbers;
    std::size_t m_pairs;
    std::vector<Warning> m_all;
};

std::string_view strength_of(double r)
{
    if (std::fabs(r) < 0.3) return "weak";
    return std::fabs(r) < 0.6 ? "moderate" : "strong";
}

double confidence_of(const Judgement& judgement, const std::vector<Warning>& warnings)
{
    constexpr std::array k_sobering = {"nonstationary", "gaps",          "seasonal",
                                       "short_overlap", "multiple_lags", "irregular_sampling"};
    // As wide as 95 % of chance lets r be at this many independent pairs.
    const double half = 1.96 / std::sqrt(std::max(judgement.effective.n - 3, 1.0));
    if (judgement.relation == Relation::none)
        return std::clamp(1.05 - std::fabs(judgement.r) - half, 0.2, 0.95);
    double out = 1 - 4 * std::min(judgement.effective.p, 0.05);
    out *= std::min(1.0, std::pow(judgement.effective.n / 30, 0.25));
    for (const auto code : k_sobering)
        if (std::any_of(warnings.begin(), warnings.end(),
                        [&](const Warning& each) { return each.code == code; }))
            out *= 0.93;
    return std::clamp(out, 0.3, 0.97);
}

std::string_view shape_of(const Described& series)
{
    return series.is_line ? "is a straight line"
                          : "is a parabola, whose changes are a straight line";
}

// Time alone says all of one stream or both.
std::string why_only_trend(const request::Streams& streams, const Numbers& numbers)
{
    const bool is_a = numbers.a.is_line || numbers.a.is_parabola;
    const bool is_b = numbers.b.is_line || numbers.b.is_parabola;
    const std::string r = short_number(numbers.pearson->r);
    if (is_a && is_b)
        return concat("\"", streams.a.name, "\" ", shape_of(numbers.a), ", and \"", streams.b.name,
                      "\" ", shape_of(numbers.b), ": any two such streams fit each other (r = ", r,
                      " here), related or not, so nothing can be said.");
    return concat("\"", is_a ? streams.a.name : streams.b.name, "\" ",
                  shape_of(is_a ? numbers.a : numbers.b), ": whatever has a trend fits it (r = ", r,
                  " here), and without the trend nothing of it is left to compare, so nothing can "
                  "be said.");
}

std::string why_inconclusive(const request::Streams& streams, const Alignment* alignment,
                             const Numbers& numbers)
{
    if (alignment == nullptr || alignment->a.empty())
        return "The streams have no stretch of time in common, so nothing can be said.";
    if (alignment->a.size() < k_fewest_pairs)
        return concat("There are only ", alignment->a.size(),
                      alignment->a.size() == 1 ? " pair" : " pairs", " of values; at least ",
                      k_fewest_pairs, " are needed.");
    if (numbers.a.is_constant || numbers.b.is_constant)
        return "A stream does not change in this frame, so nothing can be said.";
    if (numbers.a.is_line || numbers.b.is_line || numbers.a.is_parabola || numbers.b.is_parabola)
        return why_only_trend(streams, numbers);
    return concat(
        "Of ", judged_values(numbers), " fewer than ", k_fewest_pairs,
        " pairs are left, or one stream does not change in them, so nothing can be said.");
}

std::string why_none(const Judgement& judgement)
{
    if (!judgement.is_significant)
        return concat("r = ", short_number(judgement.r), ", which as many independent pairs (",
                      short_number(judgement.effective.n),
                      ") give by chance with p = ", short_number(judgement.effective.p),
                      "; at most ", short_number(judgement.bar), " is asked.");
    if (!judgement.has_one_sign)
        return "Pearson's and Spearman's coefficients point to different directions.";
    return "What looks like a relation rests on a single pair of values.";
}

// A correlation of measurements never is.
std::string told_if_exact(const Judgement& judgement)
{
    constexpr double k_rounding = 1e-12;
    if (std::fabs(judgement.r) < 1 - k_rounding) return {};
    return " That is exact: each can be computed from the other.";
}

// What Granger's test says of the changes alone is not a direction.
std::string not_in_levels(const request::Streams& streams, const Numbers& numbers)
{
    const auto told = [](const std::string& cause, const std::string& effect) {
        return concat(" That the past of \"", cause, "\" helps to predict \"", effect,
                      "\" (Granger) is seen in their changes only, not in their levels: taking "
                      "changes may have made it.");
    };
    std::string out;
    if (numbers.a_to_b && numbers.a_to_b->by_changes_only)
        out += told(streams.a.name, streams.b.name);
    if (numbers.b_to_a && numbers.b_to_a->by_changes_only)
        out += told(streams.b.name, streams.a.name);
    return out;
}

std::string what_was_judged(const Numbers& numbers)
{
    if (numbers.judgement.judged == Detrend::none && !numbers.season) return {};
    return concat(" This is judged on ", judged_values(numbers), ", not on the levels.");
}

} // namespace

std::string unusable_detail(const request::Stream& stream)
{
    if (stream.unusable == 0) return {};
    return concat(stream.unusable, " values were left out: from ",
                  short_number(request::k_no_measurement),
                  " on, above or below zero, a number is taken for a missing one.");
}

std::string short_number(double number)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g", number);
    return text.data();
}

std::vector<Warning> warnings_of(const request::Streams& streams, const request::TimeFrame& frame,
                                 const Alignment* alignment, const Numbers& numbers)
{
    return Warnings{streams, alignment, numbers}.all(frame);
}

Conclusion conclude(const request::Streams& streams, const Alignment* alignment,
                    const Numbers& numbers, const std::vector<Warning>& warnings)
{
    const Judgement& judgement = numbers.judgement;
    Conclusion out;
    out.relation = judgement.relation;
    if (out.relation == Relation::inconclusive) {
        out.text = why_inconclusive(streams, alignment, numbers);
        return out;
    }
    out.confidence = confidence_of(judgement, warnings);
    const std::string judged = what_was_judged(numbers);
    if (out.relation == Relation::none) {
        out.text =
            concat("No relation between \"", streams.a.name, "\" and \"", streams.b.name,
                   "\" is shown: ", why_none(judgement), judged, not_in_levels(streams, numbers));
        return out;
    }
    out.strength = strength_of(judgement.r);
    if (judgement.shift != 0) {
        out.lead = judgement.shift > 0 ? "a" : "b";
        out.lag = alignment->step.times(std::abs(judgement.shift));
    }
    const std::string& leader = judgement.shift > 0 ? streams.a.name : streams.b.name;
    out.text = concat("\"", streams.a.name, "\" and \"", streams.b.name, "\" ",
                      out.relation == Relation::positive ? "rise and fall together"
                                                         : "move against each other",
                      ": r = ", short_number(judgement.r), " over ", alignment->a.size(),
                      " pairs, worth ", short_number(judgement.effective.n),
                      " independent ones (p = ", short_number(judgement.effective.p),
                      out.lag ? concat(", for the best of ", numbers.lags->r.size(), " shifts).")
                              : std::string{")."},
                      out.lag ? concat(" \"", leader, "\" comes first, by ", out.lag->text(), ".")
                              : std::string{},
                      told_if_exact(judgement), judged, not_in_levels(streams, numbers),
                      " This does not show a cause.");
    return out;
}

} // namespace correlate
