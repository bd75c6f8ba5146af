#include "correlate/correlation.hpp"

#include "base/concat.hpp"
#include "correlate/conclusion.hpp"
#include "correlate/events.hpp"
#include "correlate/figures.hpp"

#include <algorithm>
#include <cmath>

namespace correlate {

namespace json = base::json;

namespace {

constexpr std::size_t k_most_gaps = 50; // shown

json::Ref alignment_json(const Alignment& alignment, Aggregate aggregate)
{
    auto gaps = json::array();
    for (std::size_t i = 0; i < std::min(alignment.gaps.size(), k_most_gaps); ++i) {
        const Gap& gap = alignment.gaps[i];
        json::append(gaps.get(), json::object("start", gap.start.text(), "end", gap.end.text(),
                                              "bins", gap.bins));
    }
    return json::object("n", alignment.a.size(), "start", alignment.start.text(), "end",
                        alignment.end.text(), "step", alignment.step.text(), "aggregate",
                        name_of(aggregate), "dropped",
                        json::object("a", alignment.dropped_a, "b", alignment.dropped_b), "merged",
                        json::object("a", alignment.merged_a, "b", alignment.merged_b), "gap_count",
                        alignment.gaps.size(), "gaps", std::move(gaps));
}

json::Ref association_json(const Numbers& numbers)
{
    if (!numbers.pearson) return json::value(nullptr);
    const Pearson& pearson = *numbers.pearson;
    return json::object(
        "pearson",
        json::object("r", number(pearson.r), "p", number(pearson.p), "ci95",
                     json::array(number(pearson.low), number(pearson.high))),
        "spearman",
        json::object("rho", number(numbers.spearman->value), "p", number(numbers.spearman->p)),
        "kendall",
        json::object("tau_b", number(numbers.kendall->value), "p", number(numbers.kendall->p)),
        "effective_n",
        json::object("n_eff", number(numbers.effective.n), "p_adjusted",
                     number(numbers.effective.p), "lags", numbers.effective.lags),
        "detrended_pearson", json::object("r", number(numbers.r_detrended)), "differenced_pearson",
        json::object("r", number(numbers.r_differenced)));
}

json::Ref season_json(const std::optional<Season>& season)
{
    if (!season) return json::value(nullptr);
    const auto of = [](const SeasonFit& fit) {
        return json::object("share", number(fit.share), "F", number(fit.f), "p", number(fit.p));
    };
    return json::object("period", season->period, "shared", season->is_shared, "a", of(season->a),
                        "b", of(season->b));
}

json::Ref judged_json(const Numbers& numbers)
{
    const Judgement& judgement = numbers.judgement;
    if (judgement.relation == Relation::inconclusive) return json::value(nullptr);
    return json::object("series", name_of(judgement.judged), "season", season_json(numbers.season),
                        "shift", judgement.shift, "r", number(judgement.r), "rho",
                        number(judgement.rho), "n_eff", number(judgement.effective.n), "p_adjusted",
                        number(judgement.effective.p), "r_without_most_influential",
                        number(judgement.r_without_one));
}

json::Ref lags_json(const std::optional<LagScan>& lags)
{
    if (!lags) return json::value(nullptr);
    auto r = json::object();
    for (std::size_t i = 0; i < lags->r.size(); ++i) {
        const auto shift =
            static_cast<std::ptrdiff_t>(i) - static_cast<std::ptrdiff_t>(lags->max_lag);
        json::set(r.get(), std::to_string(shift), number(lags->r[i]));
    }
    return json::object("max_lag", lags->max_lag, "best_lag", lags->best_lag, "best_r",
                        number(lags->best_r), "p_family", number(lags->p_family), "permutations",
                        lags->permutations, "block", lags->block, "r", std::move(r));
}

json::Ref stationarity_json(const Described& series)
{
    if (!series.stationarity) return json::value(nullptr);
    const Stationarity& found = *series.stationarity;
    return json::object("adf_stat", number(found.adf_statistic), "adf_p", number(found.adf_p),
                        "kpss_stat", number(found.kpss_statistic), "verdict",
                        found.is_stationary() ? "stationary" : "nonstationary");
}

json::Ref granger_json(const std::optional<Precedence>& found)
{
    if (!found) return json::value(nullptr);
    const Granger& test = found->test;
    return json::object("lag", test.lag, "lag_by", found->by_scan ? "scan" : "bic", "F",
                        number(test.f), "p", number(test.p), "df_num", number(test.df_num),
                        "df_denom", number(test.df_denom));
}

json::Ref stream_json(const request::Stream& stream)
{
    return json::object("name", stream.name, "unit",
                        stream.unit.empty() ? json::value(nullptr) : json::value(stream.unit),
                        "kind", stream.of_events ? "events" : "series", "points",
                        stream.of_events ? stream.events.size() : stream.points.size(), "source",
                        nullptr);
}

// No coefficient depends on the units, and in these no sum overflows.
request::Stream stream_in_own_unit(request::Stream stream)
{
    std::vector<double> numbers;
    numbers.reserve(stream.points.size());
    for (const request::Point& point : stream.points) numbers.push_back(point.number);
    const OwnUnit own = correlate::in_own_unit(numbers);
    for (std::size_t i = 0; i < numbers.size(); ++i) stream.points[i].number = own.values[i];
    return stream;
}

std::optional<std::size_t> asked_max_lag(const request::TimeFrame& frame,
                                         const Alignment& alignment)
{
    if (!frame.max_lag) return std::nullopt;
    const double steps = frame.max_lag->seconds() / alignment.step.seconds();
    return static_cast<std::size_t>(std::min(std::round(steps), 1e6));
}

} // namespace

json::Ref compare_nothing(const std::string& query, std::string_view why)
{
    Conclusion conclusion;
    conclusion.text = base::concat(
        "Fewer than two of the sources could be read as signal streams, so nothing is compared.",
        why);
    return json::object("artifact", "correlation/2", "query", query, "streams", nullptr,
                        "conclusion", conclusion_json(conclusion), "alignment", nullptr,
                        "association", nullptr, "judged", nullptr, "lags", nullptr, "stationarity",
                        nullptr, "granger", nullptr, "coincidence", nullptr, "event_change",
                        nullptr, "warnings", json::array());
}

json::Ref correlate(const Order& order)
{
    auto out = json::object(
        "artifact", "correlation/2", "query", order.query, "streams",
        json::object("a", stream_json(order.streams.a), "b", stream_json(order.streams.b)));
    if (order.streams.a.of_events || order.streams.b.of_events) {
        add_events(order, out.get());
        return out;
    }
    const auto alignment =
        align({stream_in_own_unit(order.streams.a), stream_in_own_unit(order.streams.b)},
              order.frame, order.options.aggregate);
    Numbers numbers;
    if (alignment)
        numbers = compare(alignment->a, alignment->b,
                          {order.options.detrend, order.options.alpha,
                           asked_max_lag(order.frame, *alignment), order.seed, alignment->bins,
                           calendar_periods(alignment->step)});
    const Alignment* shared = alignment ? &*alignment : nullptr;
    const auto warnings = warnings_of(order.streams, order.frame, shared, numbers);
    const auto conclusion = conclude(order.streams, shared, numbers, warnings);
    json::set_all(
        out.get(), "conclusion", conclusion_json(conclusion), "alignment",
        alignment ? alignment_json(*alignment, order.options.aggregate) : json::value(nullptr),
        "association", association_json(numbers), "judged", judged_json(numbers), "lags",
        lags_json(numbers.lags), "stationarity",
        json::object("a", stationarity_json(numbers.a), "b", stationarity_json(numbers.b)),
        "granger",
        json::object("a_to_b", granger_json(numbers.a_to_b), "b_to_a",
                     granger_json(numbers.b_to_a)),
        "coincidence", nullptr, "event_change", nullptr, "warnings", warnings_json(warnings));
    return out;
}

} // namespace correlate
