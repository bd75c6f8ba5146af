// The numbers and moments of the sources, and whether one of the text is among them.
#pragma once

#include "statements/source_values.hpp"
#include "verify/against/given.hpp"

#include <deque>

namespace verify::against {

using statements::Figure;
using statements::Moment;

class Values {
public:
    // `given` must outlive it.
    explicit Values(const Given& given);

    // The values of a sentence of a source.
    [[nodiscard]] std::span<const Figure> figures(const Window& window) const
    {
        return m_of[window.source].figures(window.sentence);
    }
    [[nodiscard]] std::span<const Moment> moments(const Window& window) const
    {
        return m_of[window.source].moments(window.sentence);
    }

    // Whether one of `among` prints the number, of whatever it is.
    [[nodiscard]] bool is_printed(double number, std::span<const std::uint32_t> among) const;
    // The same of one sentence.
    [[nodiscard]] bool is_printed(double number, const Window& window) const
    {
        return m_of[window.source].is_printed_in(window.sentence, number);
    }
    // Whether one of `among` may mean the value, or the moment.
    [[nodiscard]] bool is_meant(const auto& value, std::span<const std::uint32_t> among) const
    {
        return any_of(among, [&](const auto& source, std::size_t& looked_at) {
            return source.is_meant(value, looked_at);
        });
    }
    // Whether one of them tells the time of day.
    [[nodiscard]] bool is_told(const ClockTime& time, std::span<const std::uint32_t> among) const
    {
        return any_of(among, [&](const auto& source, std::size_t& looked_at) {
            return source.is_told(time, looked_at);
        });
    }

    // Whether it names the day, 0 for Sunday.
    [[nodiscard]] bool names_weekday(std::uint32_t source, int day) const
    {
        return m_of[source].names_weekday(day);
    }

    // Whether both count one thing or measure in one unit.
    [[nodiscard]] bool are_of_one_unit(const Figure& left, const Figure& right) const;

private:
    // Stops at the first, and spends what looking cost.
    bool any_of(std::span<const std::uint32_t> among, const auto& has) const
    {
        std::size_t looked_at = 0;
        bool out = false;
        for (std::size_t i = 0; i < among.size() && !out; ++i) out = has(m_of[among[i]], looked_at);
        m_given.spend(looked_at);
        return out;
    }

    const Given& m_given;
    std::deque<statements::SourceValues> m_of; // whose elements stay where they are
};

} // namespace verify::against
