#include "request/columns.hpp"
#include "request/signal.hpp"

namespace request {

namespace json = base::json;

namespace {

// Alone, where no column helps to read it.
std::optional<value::Instant> moment(Cell cell)
{
    const auto read = read_times({std::move(cell)});
    return read.refusal ? std::nullopt : read.values.front();
}

class FrameReader {
public:
    base::Result<TimeFrame, Problems> read(const json_t* given_view)
    {
        if (json_is_string(given_view))
            text(json::text_of(given_view));
        else if (json_is_object(given_view))
            object(given_view);
        else
            add({}, "Input should be a valid object or an ISO 8601 interval", "dict_type");
        if (m_frame.start && m_frame.end && *m_frame.end < *m_frame.start)
            add({"end"}, "Input should not be before 'start'", "value_error");
        if (!m_problems.empty()) return base::refuse(std::move(m_problems));
        return m_frame;
    }

private:
    using Place = std::vector<std::variant<std::string, std::size_t>>;

    void add(Place place, std::string message, std::string type)
    {
        m_problems.push_back({std::move(place), std::move(message), std::move(type)});
    }

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
        m_frame.start = moment(cell_of(left));
        m_frame.end = moment(cell_of(right));
        if (before && m_frame.end) m_frame.start = before->after(*m_frame.end, -1);
        if (behind && m_frame.start) m_frame.end = behind->after(*m_frame.start);
        if (!m_frame.start || !m_frame.end) wrong_interval();
    }

    void wrong_interval()
    {
        add({},
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
            *out = moment(cell_of(value_view));
            if (!*out) add({member}, std::string{k_time_forms}, "datetime_parsing");
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
            add({member}, "Input should be an ISO 8601 duration, as P1D or PT15M",
                "time_delta_parsing");
        else if (above_zero && out->is_zero())
            add({member}, "Input should be above 0", "greater_than");
    }

    static const json_t* given(const json_t* object_view, const char* member)
    {
        const json_t* value_view = json::member(object_view, member);
        return value_view != nullptr && json_is_null(value_view) ? nullptr : value_view;
    }

    TimeFrame m_frame;
    Problems m_problems;
};

} // namespace

base::Result<TimeFrame, Problems> read_time_frame(const json_t* given_view)
{
    return FrameReader{}.read(given_view);
}

} // namespace request
