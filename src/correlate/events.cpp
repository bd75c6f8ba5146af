#include "correlate/events.hpp"

#include "base/concat.hpp"
#include "correlate/event_change.hpp"
#include "correlate/figures.hpp"
#include "correlate/precedence.hpp"

#include <algorithm>
#include <cmath>

namespace correlate {

namespace json = base::json;
using base::concat;

namespace {

constexpr std::size_t k_fewest_events_of_both = 8;
constexpr std::size_t k_directions = 4; // precursor and trigger, both ways
constexpr double k_window_steps = 5;    // of a series, around an event

// Seconds.
struct SecondsStretch {
    double start = 0;
    double end = 0;
};

std::vector<double> times_of(const request::Stream& stream)
{
    std::vector<double> out;
    for (const auto& event : stream.events) out.push_back(event.time.seconds());
    for (const auto& point : stream.points) out.push_back(point.time.seconds());
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

void keep_within(std::vector<double>& times, const SecondsStretch& stretch)
{
    std::erase_if(times, [&](double each) { return each < stretch.start || each > stretch.end; });
}

double usual_distance(const std::vector<double>& times)
{
    auto steps = differences(times);
    if (steps.empty()) return 0;
    const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
    std::nth_element(steps.begin(), middle, steps.end());
    return *middle;
}

// From the first to the last of both, where the buyer leaves it open.
SecondsStretch seconds_stretch_of(const std::vector<double>& a, const std::vector<double>& b,
                                  const request::TimeFrame& frame)
{
    SecondsStretch out;
    if (!a.empty() && !b.empty())
        out = {std::min(a.front(), b.front()), std::max(a.back(), b.back())};
    if (frame.start) out.start = frame.start->seconds();
    if (frame.end) out.end = frame.end->seconds();
    if (frame.last) out.start = out.end - frame.last->seconds();
    return out;
}

std::string period_text(double seconds)
{
    return value::Period::of_micros(std::llround(std::min(seconds, 1e11) * 1e6)).text();
}

json::Ref stretch_json(const SecondsStretch& stretch, std::size_t a, std::size_t b)
{
    const auto text = [](double seconds) {
        const auto instant = value::Instant::from_micros(std::llround(seconds * 1e6));
        return instant ? json::value(instant->text()) : json::value(nullptr);
    };
    return json::object("start", text(stretch.start), "end", text(stretch.end), "n",
                        json::object("a", a, "b", b));
}

json::Ref coincidence_json(const std::optional<Coincidence>& found)
{
    if (!found) return json::value(nullptr);
    return json::object("k", found->hits, "n", found->events, "rate", number(found->rate), "p",
                        number(found->p));
}

double p_of(const std::optional<Coincidence>& found)
{
    return found ? found->p : 1;
}

void set_all(json_t* artifact, const Conclusion& conclusion, const std::vector<Warning>& warnings)
{
    json::set_all(artifact, "conclusion", conclusion_json(conclusion), "association", nullptr,
                  "judged", nullptr, "lags", nullptr, "stationarity", nullptr, "granger", nullptr,
                  "warnings", warnings_json(warnings));
}

std::vector<Warning> few(std::size_t count)
{
    if (count >= k_fewest_events_of_both) return {};
    return {{"too_few_points", "", concat(count, " events can be compared.")}};
}

void two_of_events(const Order& order, json_t* artifact)
{
    auto a = times_of(order.streams.a);
    auto b = times_of(order.streams.b);
    const SecondsStretch stretch = seconds_stretch_of(a, b, order.frame);
    keep_within(a, stretch);
    keep_within(b, stretch);
    const double usual = std::min(usual_distance(a), usual_distance(b)) / 2;
    const CoincidenceFrame frame{order.frame.window ? order.frame.window->seconds() : usual,
                                 order.frame.lag ? order.frame.lag->seconds() : 0,
                                 stretch.end - stretch.start};
    const auto precursor = preceded(a, b, frame);
    const auto trigger = followed(a, b, frame);
    const auto reverse_precursor = preceded(b, a, frame);
    const auto reverse_trigger = followed(b, a, frame);

    const auto warnings = few(std::min(a.size(), b.size()));
    Conclusion conclusion;
    const double forward = std::min(p_of(precursor), p_of(trigger)) * k_directions;
    const double backward = std::min(p_of(reverse_precursor), p_of(reverse_trigger)) * k_directions;
    const double best = std::min(forward, backward);
    const auto& [name_a, name_b] = std::pair{order.streams.a.name, order.streams.b.name};
    if (!warnings.empty() || !precursor) {
        conclusion.text = "There are too few events of one kind, so nothing can be said.";
    } else if (best >= order.options.alpha) {
        conclusion.relation = Relation::none;
        conclusion.confidence = 0.6;
        conclusion.text = concat("Events of \"", name_a, "\" and \"", name_b,
                                 "\" coincide no more often than by "
                                 "chance: p = ",
                                 short_number(std::min(best, 1.0)), ".");
    } else {
        conclusion.relation = Relation::positive;
        conclusion.strength = precursor->rate >= 0.6 ? "strong" : "moderate";
        conclusion.confidence = std::clamp(1 - 4 * best, 0.3, 0.97);
        // Both ways: they come together.
        if (backward >= order.options.alpha) conclusion.lead = "a";
        if (forward >= order.options.alpha) conclusion.lead = "b";
        const std::string& first = conclusion.lead == "b" ? name_b : name_a;
        const std::string& second = conclusion.lead == "b" ? name_a : name_b;
        conclusion.text =
            concat("Events of \"", first, "\" and \"", second,
                   "\" coincide more often than by chance: p = ", short_number(best), ".",
                   conclusion.lead.empty() ? std::string{}
                                           : concat(" Those of \"", first, "\" come first."),
                   " This does not show a cause.");
    }
    set_all(artifact, conclusion, warnings);
    json::set_all(artifact, "alignment", stretch_json(stretch, a.size(), b.size()), "coincidence",
                  json::object("window", period_text(frame.window), "lag", period_text(frame.lag),
                               "precursor", coincidence_json(precursor), "trigger",
                               coincidence_json(trigger), "reverse",
                               json::object("precursor", coincidence_json(reverse_precursor),
                                            "trigger", coincidence_json(reverse_trigger))),
                  "event_change", nullptr);
}

// The points in order of time, each moment once.
struct Ordered {
    std::vector<double> times;
    std::vector<double> values;
};

Ordered points_in_order(std::vector<request::Point> points, const SecondsStretch& stretch)
{
    std::stable_sort(points.begin(), points.end(),
                     [](const auto& left, const auto& right) { return left.time < right.time; });
    Ordered out;
    for (const auto& point : points) {
        const double time = point.time.seconds();
        if (time < stretch.start || time > stretch.end) continue;
        out.times.push_back(time);
        out.values.push_back(point.number);
    }
    return out;
}

void series_at_events(const Order& order, json_t* artifact)
{
    const bool a_is_series = !order.streams.a.of_events;
    const request::Stream& series = a_is_series ? order.streams.a : order.streams.b;
    const request::Stream& kind = a_is_series ? order.streams.b : order.streams.a;
    auto events = times_of(kind);
    const auto all_times = times_of(series);
    // Before its first and after its last value a series says nothing.
    const SecondsStretch stretch = seconds_stretch_of(all_times, all_times, order.frame);
    const auto points = points_in_order(series.points, stretch);
    const OwnUnit own = in_own_unit(points.values);
    const auto in_buyers_unit = [&](double number) { return std::ldexp(number, own.exponent); };
    keep_within(events, stretch);
    const double window = order.frame.window ? order.frame.window->seconds()
                                             : k_window_steps * usual_distance(points.times);
    const auto change = window > 0 ? event_change({points.times, own.values}, events,
                                                  {stretch.start, stretch.end, window, order.seed})
                                   : std::nullopt;

    auto warnings = few(change ? change->events : 0);
    const bool is_enough = warnings.empty();
    if (auto detail = unusable_detail(series); !detail.empty())
        warnings.push_back({"unusable", a_is_series ? "a" : "b", std::move(detail)});
    Conclusion conclusion;
    if (!is_enough) {
        conclusion.text =
            "Too few events have values before and after them, so nothing can be said.";
    } else if (change->p >= order.options.alpha) {
        conclusion.relation = Relation::none;
        conclusion.confidence = 0.6;
        conclusion.text = concat("\"", series.name, "\" changes at events of \"", kind.name,
                                 "\" no more than elsewhere: p = ", short_number(change->p), ".");
    } else {
        const bool rises = change->change > 0;
        conclusion.relation = rises ? Relation::positive : Relation::negative;
        conclusion.strength = "moderate";
        conclusion.lead = a_is_series ? "b" : "a";
        conclusion.confidence = std::clamp(1 - 4 * change->p, 0.3, 0.97);
        conclusion.text =
            concat("\"", series.name, "\" ", rises ? "rises" : "falls", " at events of \"",
                   kind.name, "\", on average from ", short_number(in_buyers_unit(change->before)),
                   " to ", short_number(in_buyers_unit(change->after)),
                   " (p = ", short_number(change->p), "). This does not show a cause.");
    }
    set_all(artifact, conclusion, warnings);
    const std::size_t of_series = points.times.size();
    json::set_all(artifact, "alignment",
                  stretch_json(stretch, a_is_series ? of_series : events.size(),
                               a_is_series ? events.size() : of_series),
                  "coincidence", nullptr, "event_change",
                  change ? json::object("window", period_text(window), "events", change->events,
                                        "before", number(in_buyers_unit(change->before)), "after",
                                        number(in_buyers_unit(change->after)), "change",
                                        number(in_buyers_unit(change->change)), "p",
                                        number(change->p), "permutations", change->permutations)
                         : json::value(nullptr));
}

} // namespace

void add_events(const Order& order, json_t* artifact)
{
    if (order.streams.a.of_events && order.streams.b.of_events)
        two_of_events(order, artifact);
    else
        series_at_events(order, artifact);
}

} // namespace correlate
