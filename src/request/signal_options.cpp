#include "request/signal_options.hpp"

#include "base/concat.hpp"
#include "base/enumerators.hpp"

#include <array>
#include <cmath>
#include <span>

namespace request {

namespace json = base::json;

namespace {

constexpr std::array<std::string_view, 4> k_aggregates = {"mean", "last", "sum", "median"};
constexpr std::array<std::string_view, 4> k_detrends = {"auto", "none", "linear", "diff"};
constexpr double k_lowest_alpha = 0.001;
constexpr double k_highest_alpha = 0.2;

// 'mean', 'last', 'sum' or 'median'
std::string listed(std::span<const std::string_view> words)
{
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) out += i + 1 == words.size() ? " or " : ", ";
        out += base::concat('\'', words[i], '\'');
    }
    return out;
}

class OptionsReader {
public:
    base::Result<SignalOptions, Problems> read(const json_t* given_view)
    {
        if (!json_is_object(given_view))
            return base::refuse(Problems{{{}, "Input should be a valid object", "dict_type"}});
        word(given_view, "aggregate", k_aggregates, m_options.aggregate);
        word(given_view, "detrend", k_detrends, m_options.detrend);
        alpha(given_view);
        if (!m_problems.empty()) return base::refuse(std::move(m_problems));
        return m_options;
    }

private:
    template <typename Word>
    void word(const json_t* given_view, const char* member, std::span<const std::string_view> words,
              Word& out)
    {
        const json_t* value_view = json::member(given_view, member);
        if (value_view == nullptr || json_is_null(value_view)) return;
        if (json_is_string(value_view))
            for (std::size_t i = 0; i < words.size(); ++i)
                if (words[i] == json::text_of(value_view)) {
                    out = static_cast<Word>(i);
                    return;
                }
        m_problems.push_back(
            {{member}, base::concat("Input should be ", listed(words)), "literal_error"});
    }

    void alpha(const json_t* given_view)
    {
        const json_t* value_view = json::member(given_view, "alpha");
        if (value_view == nullptr || json_is_null(value_view)) return;
        const double number = json_is_number(value_view) ? json_number_value(value_view) : NAN;
        if (number >= k_lowest_alpha && number <= k_highest_alpha)
            m_options.alpha = number;
        else
            m_problems.push_back(
                {{"alpha"}, "Input should be a number from 0.001 to 0.2", "value_error"});
    }

    SignalOptions m_options;
    Problems m_problems;
};

} // namespace

std::string_view name_of(Aggregate aggregate)
{
    return base::row_of(k_aggregates, aggregate);
}

std::string_view name_of(Detrend detrend)
{
    return base::row_of(k_detrends, detrend);
}

base::Result<SignalOptions, Problems> read_signal_options(const json_t* given_view)
{
    return OptionsReader{}.read(given_view);
}

} // namespace request
