#include "request/signal.hpp"

#include "base/concat.hpp"

#include <cmath>

namespace request {

namespace json = base::json;

namespace {

constexpr std::size_t k_most_problems = 20;
constexpr std::size_t k_longest_name = 200;
constexpr std::size_t k_longest_unit = 50;
constexpr std::string_view k_time_forms =
    "Input should be an RFC 3339 date and time with its offset, a date, or a number of seconds "
    "since 1970";

using Place = std::vector<std::variant<std::string, std::size_t>>;

Place within(const Place& place, std::variant<std::string, std::size_t> next)
{
    Place out = place;
    out.push_back(std::move(next));
    return out;
}

class Collector {
public:
    void add(Place place, std::string message, std::string type)
    {
        if (problems.size() < k_most_problems)
            problems.push_back({std::move(place), std::move(message), std::move(type)});
    }

    Problems problems;
};

std::optional<double> finite(const json_t* value_view)
{
    if (!json_is_number(value_view)) return std::nullopt;
    const double number = json_number_value(value_view);
    return std::isfinite(number) ? std::optional{number} : std::nullopt;
}

std::optional<value::Instant> moment(const json_t* value_view)
{
    if (json_is_string(value_view)) return value::Instant::parse(json::text_of(value_view));
    const auto number = finite(value_view);
    return number ? value::Instant::from_epoch(*number) : std::nullopt;
}

class StreamReader {
public:
    StreamReader(Place place, Collector& problems) : m_place{std::move(place)}, m_problems{problems}
    {
    }

    Stream read(const json_t* given_view, std::string name)
    {
        m_stream.name = std::move(name);
        if (!json_is_object(given_view)) {
            m_problems.add(m_place, "Input should be a valid object", "dict_type");
            return std::move(m_stream);
        }
        text(given_view, "name", k_longest_name, m_stream.name);
        text(given_view, "unit", k_longest_unit, m_stream.unit);
        const json_t* points_view = json::member(given_view, "points");
        const json_t* times_view = json::member(given_view, "t");
        const json_t* values_view = json::member(given_view, "v");
        const json_t* events_view = json::member(given_view, "events");
        const bool in_columns = times_view != nullptr || values_view != nullptr;
        const int forms = (points_view != nullptr ? 1 : 0) + (in_columns ? 1 : 0) +
                          (events_view != nullptr ? 1 : 0);
        if (forms != 1) {
            m_problems.add(m_place, "Input should have one of 'points', 't' with 'v', or 'events'",
                           "value_error");
            return std::move(m_stream);
        }
        m_stream.of_events = events_view != nullptr;
        kind(given_view);
        if (points_view != nullptr) list("points", points_view, &StreamReader::point);
        if (events_view != nullptr) list("events", events_view, &StreamReader::event);
        if (in_columns) columns(times_view, values_view);
        return std::move(m_stream);
    }

private:
    void text(const json_t* given_view, const char* member, std::size_t longest, std::string& out)
    {
        const json_t* value_view = json::member(given_view, member);
        if (value_view == nullptr || json_is_null(value_view)) return;
        if (!json_is_string(value_view))
            m_problems.add(within(m_place, member), "Input should be a valid string",
                           "string_type");
        else if (json::text_of(value_view).size() > longest)
            m_problems.add(within(m_place, member),
                           base::concat("String should have at most ", longest, " bytes"),
                           "string_too_long");
        else
            out = json::text_of(value_view);
    }

    void kind(const json_t* given_view)
    {
        const json_t* value_view = json::member(given_view, "kind");
        if (value_view == nullptr || json_is_null(value_view)) return;
        const std::string_view wanted = m_stream.of_events ? "events" : "series";
        if (!json_is_string(value_view) || json::text_of(value_view) != wanted)
            m_problems.add(within(m_place, "kind"), base::concat("Input should be '", wanted, "'"),
                           "literal_error");
    }

    // Whether it is an array of a length that is taken.
    bool is_list(const Place& place, const json_t* list_view)
    {
        if (!json_is_array(list_view)) {
            m_problems.add(place, "Input should be a valid list", "list_type");
            return false;
        }
        if (json_array_size(list_view) <= k_most_points) return true;
        m_problems.add(place,
                       base::concat("List should have at most ", k_most_points,
                                    " items after validation, not ", json_array_size(list_view)),
                       "too_long");
        return false;
    }

    using ReadOne = void (StreamReader::*)(const Place&, const json_t*);

    void list(const char* member, const json_t* list_view, ReadOne read_one)
    {
        const Place place = within(m_place, member);
        if (!is_list(place, list_view)) return;
        for (std::size_t i = 0; i < json_array_size(list_view); ++i)
            (this->*read_one)(within(place, i), json_array_get(list_view, i));
    }

    void columns(const json_t* times_view, const json_t* values_view)
    {
        for (const auto& [member, view] : {std::pair{"t", times_view}, std::pair{"v", values_view}})
            if (view == nullptr) {
                m_problems.add(within(m_place, member), "Field required", "missing");
                return;
            }
        if (!is_list(within(m_place, "t"), times_view) ||
            !is_list(within(m_place, "v"), values_view))
            return;
        if (json_array_size(times_view) != json_array_size(values_view)) {
            m_problems.add(within(m_place, "v"), "List should be as long as 't'", "value_error");
            return;
        }
        for (std::size_t i = 0; i < json_array_size(times_view); ++i)
            add_point(within(within(m_place, "t"), i), json_array_get(times_view, i),
                      within(within(m_place, "v"), i), json_array_get(values_view, i));
    }

    // [time, number] or {"t": time, "v": number}.
    void point(const Place& place, const json_t* given_view)
    {
        if (json_is_array(given_view) && json_array_size(given_view) == 2)
            add_point(within(place, std::size_t{0}), json_array_get(given_view, 0),
                      within(place, std::size_t{1}), json_array_get(given_view, 1));
        else if (json_is_object(given_view))
            add_point(within(place, "t"), json::member(given_view, "t"), within(place, "v"),
                      json::member(given_view, "v"));
        else
            m_problems.add(place, R"(Input should be [time, number] or {"t": time, "v": number})",
                           "value_error");
    }

    void add_point(const Place& time_place, const json_t* time_view, const Place& number_place,
                   const json_t* number_view)
    {
        const auto time = moment(time_view);
        if (!time) {
            m_problems.add(time_place, std::string{k_time_forms}, "datetime_parsing");
            return;
        }
        if (number_view != nullptr && json_is_null(number_view)) {
            ++m_stream.gaps;
            return;
        }
        const auto number = finite(number_view);
        if (number)
            m_stream.add(*time, *number);
        else
            m_problems.add(number_place, "Input should be a finite number, or null for a gap",
                           "finite_number");
    }

    // A time, or {"t": time, "weight"?: number, "label"?: text}.
    void event(const Place& place, const json_t* given_view)
    {
        const bool is_object = json_is_object(given_view);
        const auto time = moment(is_object ? json::member(given_view, "t") : given_view);
        if (!time) {
            m_problems.add(is_object ? within(place, "t") : place, std::string{k_time_forms},
                           "datetime_parsing");
            return;
        }
        const json_t* weight_view = is_object ? json::member(given_view, "weight") : nullptr;
        const auto weight = weight_view == nullptr ? std::optional{1.0} : finite(weight_view);
        if (weight && *weight > 0)
            m_stream.events.push_back({*time, *weight});
        else
            m_problems.add(within(place, "weight"), "Input should be a number above 0",
                           "greater_than");
    }

    Place m_place;
    Collector& m_problems;
    Stream m_stream;
};

class FrameReader {
public:
    base::Result<TimeFrame, Problems> read(const json_t* given_view)
    {
        if (json_is_string(given_view))
            text(json::text_of(given_view));
        else if (json_is_object(given_view))
            object(given_view);
        else
            m_problems.add({}, "Input should be a valid object or an ISO 8601 interval",
                           "dict_type");
        if (m_frame.start && m_frame.end && *m_frame.end < *m_frame.start)
            m_problems.add({"end"}, "Input should not be before 'start'", "value_error");
        if (!m_problems.problems.empty()) return base::refuse(std::move(m_problems.problems));
        return m_frame;
    }

private:
    void text(std::string_view given)
    {
        const auto slash = given.find('/');
        if (slash == std::string_view::npos) {
            m_frame.last = value::Period::parse(given);
            if (!m_frame.last || m_frame.last->is_zero()) wrong_interval();
            return;
        }
        const auto left = given.substr(0, slash);
        const auto right = given.substr(slash + 1);
        const auto before = value::Period::parse(left);
        const auto behind = value::Period::parse(right);
        m_frame.start = value::Instant::parse(left);
        m_frame.end = value::Instant::parse(right);
        if (before && m_frame.end) m_frame.start = before->after(*m_frame.end, -1);
        if (behind && m_frame.start) m_frame.end = behind->after(*m_frame.start);
        if (!m_frame.start || !m_frame.end) wrong_interval();
    }

    void wrong_interval()
    {
        m_problems.add({},
                       "Input should be start/end, start/duration, duration/end or a duration, "
                       "as in ISO 8601",
                       "value_error");
    }

    void object(const json_t* given_view)
    {
        for (const auto& [member, out] :
             {std::pair{"start", &m_frame.start}, {"end", &m_frame.end}}) {
            const json_t* value_view = given(given_view, member);
            if (value_view == nullptr) continue;
            *out = moment(value_view);
            if (!*out) m_problems.add({member}, std::string{k_time_forms}, "datetime_parsing");
        }
        period(given_view, "step", m_frame.step, /*above_zero=*/true);
        period(given_view, "max_lag", m_frame.max_lag, /*above_zero=*/false);
        period(given_view, "window", m_frame.window, /*above_zero=*/false);
        period(given_view, "lag", m_frame.lag, /*above_zero=*/false);
    }

    void period(const json_t* given_view, const char* member, std::optional<value::Period>& out,
                bool above_zero)
    {
        const json_t* value_view = given(given_view, member);
        if (value_view == nullptr) return;
        if (json_is_string(value_view)) out = value::Period::parse(json::text_of(value_view));
        if (!out)
            m_problems.add({member}, "Input should be an ISO 8601 duration, as P1D or PT15M",
                           "time_delta_parsing");
        else if (above_zero && out->is_zero())
            m_problems.add({member}, "Input should be above 0", "greater_than");
    }

    static const json_t* given(const json_t* object_view, const char* member)
    {
        const json_t* value_view = json::member(object_view, member);
        return value_view != nullptr && json_is_null(value_view) ? nullptr : value_view;
    }

    TimeFrame m_frame;
    Collector m_problems;
};

} // namespace

void Stream::add(value::Instant time, double number)
{
    if (std::fabs(number) >= k_no_measurement)
        ++unusable;
    else
        points.push_back({time, number});
}

base::Result<Streams, Problems> read_streams(const json_t* given_view)
{
    Collector problems;
    Streams out;
    const auto count_is = [&](std::size_t count) {
        if (count == 2) return true;
        problems.add({}, base::concat("Input should have two streams, not ", count),
                     count < 2 ? "too_short" : "too_long");
        return false;
    };
    if (json_is_array(given_view)) {
        if (count_is(json_array_size(given_view))) {
            out.a =
                StreamReader{{std::size_t{0}}, problems}.read(json_array_get(given_view, 0), "a");
            out.b =
                StreamReader{{std::size_t{1}}, problems}.read(json_array_get(given_view, 1), "b");
        }
    } else if (json_is_object(given_view)) {
        Stream* next = &out.a;
        if (count_is(json_object_size(given_view)))
            json::for_each_member(given_view, [&](std::string_view name, const json_t* view) {
                std::string key{name};
                if (key.size() > k_longest_name)
                    problems.add({}, "A stream's name should have at most 200 bytes",
                                 "string_too_long");
                else
                    *next = StreamReader{{key}, problems}.read(view, key);
                next = &out.b;
            });
    } else {
        problems.add({}, "Input should be a list or an object of two streams", "list_type");
    }
    if (!problems.problems.empty()) return base::refuse(std::move(problems.problems));
    return out;
}

base::Result<TimeFrame, Problems> read_time_frame(const json_t* given_view)
{
    return FrameReader{}.read(given_view);
}

} // namespace request
