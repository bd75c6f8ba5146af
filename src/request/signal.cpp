#include "request/signal.hpp"

#include "base/concat.hpp"
#include "request/columns.hpp"
#include "request/named_columns.hpp"

#include <cmath>
#include <functional>

namespace request {

namespace json = base::json;

namespace {

constexpr std::size_t k_longest_unit = 50;
constexpr std::string_view k_number_forms =
    "Input should be a finite number, as 1234.5, or null for a gap";

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
        if (points_view != nullptr) points(points_view);
        if (events_view != nullptr) events(events_view);
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
        std::vector<Cell> times;
        std::vector<Cell> numbers;
        for (std::size_t i = 0; i < json_array_size(times_view); ++i) {
            times.push_back(cell_of(json_array_get(times_view, i)));
            numbers.push_back(cell_of(json_array_get(values_view, i)));
        }
        add_points(
            times, [&](std::size_t i) { return within(within(m_place, "t"), i); }, numbers,
            [&](std::size_t i) { return within(within(m_place, "v"), i); });
    }

    // Each [time, number], or an object with both.
    void points(const json_t* list_view)
    {
        const Place place = within(m_place, "points");
        if (!is_list(place, list_view)) return;
        const auto names = name_columns(list_view);
        if (!names || names->numbers.size() > 1) {
            m_problems.add(place,
                           names ? "The objects have several numbers: name the wanted one 'v' and "
                                   "its time 't'"
                                 : names.error(),
                           "value_error");
            return;
        }
        const std::string& number_name = names->numbers.front();
        std::vector<Cell> times;
        std::vector<Cell> numbers;
        std::vector<std::size_t> rows;
        for (std::size_t i = 0; i < json_array_size(list_view); ++i) {
            const json_t* point_view = json_array_get(list_view, i);
            if (json_is_array(point_view) && json_array_size(point_view) == 2) {
                times.push_back(cell_of(json_array_get(point_view, 0)));
                numbers.push_back(cell_of(json_array_get(point_view, 1)));
            } else if (json_is_object(point_view)) {
                times.push_back(cell_of(json::member(point_view, names->time.c_str())));
                numbers.push_back(cell_of(json::member(point_view, number_name.c_str())));
            } else {
                m_problems.add(within(place, i),
                               R"(Input should be [time, number] or {"t": time, "v": number})",
                               "value_error");
                continue;
            }
            rows.push_back(i);
        }
        const auto place_of = [&](std::size_t i, std::size_t column, const std::string& name) {
            const Place row = within(place, rows[i]);
            if (json_is_array(json_array_get(list_view, rows[i]))) return within(row, column);
            return within(row, name);
        };
        add_points(
            times, [&](std::size_t i) { return place_of(i, 0, names->time); }, numbers,
            [&](std::size_t i) { return place_of(i, 1, number_name); });
    }

    using PlaceOf = std::function<Place(std::size_t)>;

    void add_points(const std::vector<Cell>& times, const PlaceOf& time_place,
                    const std::vector<Cell>& numbers, const PlaceOf& number_place)
    {
        const auto moments = read_times(times);
        const auto values = read_numbers(numbers, MarkHint::none);
        if (moments.refusal)
            m_problems.add(time_place(moments.refusal->at), moments.refusal->reason, "value_error");
        if (values.refusal)
            m_problems.add(number_place(values.refusal->at), values.refusal->reason, "value_error");
        if (moments.refusal || values.refusal) return;
        if (m_stream.unit.empty()) m_stream.unit = values.unit;
        for (std::size_t i = 0; i < times.size(); ++i) {
            const auto& time = moments.values[i];
            if (!time)
                m_problems.add(time_place(i), std::string{k_time_forms}, "datetime_parsing");
            else if (values.values[i])
                m_stream.add(*time, *values.values[i]);
            else if (std::holds_alternative<NoValue>(numbers[i]))
                ++m_stream.gaps;
            else
                m_problems.add(number_place(i), std::string{k_number_forms}, "finite_number");
        }
    }

    // Each a time, or {"t": time, "weight"?: number, "label"?: text}.
    void events(const json_t* list_view)
    {
        const Place place = within(m_place, "events");
        if (!is_list(place, list_view)) return;
        std::vector<Cell> times;
        for (std::size_t i = 0; i < json_array_size(list_view); ++i) {
            const json_t* given_view = json_array_get(list_view, i);
            times.push_back(
                cell_of(json_is_object(given_view) ? json::member(given_view, "t") : given_view));
        }
        const auto moments = read_times(times);
        if (moments.refusal)
            m_problems.add(within(place, moments.refusal->at), moments.refusal->reason,
                           "value_error");
        for (std::size_t i = 0; i < moments.values.size(); ++i)
            event(within(place, i), json_array_get(list_view, i), moments.values[i]);
    }

    void event(const Place& place, const json_t* given_view,
               const std::optional<value::Instant>& time)
    {
        const bool is_object = json_is_object(given_view);
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

} // namespace request
