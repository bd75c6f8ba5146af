// The numbers and moments of the sources, and whether one of the text is among them.
#pragma once

#include "statements/figures.hpp"
#include "verify/against/given.hpp"

#include <array>

namespace verify::against {

using statements::Figure;
using statements::Moment;

class Values {
public:
    // `given` must outlive it.
    explicit Values(const Given& given);

    // The values of a sentence of a source.
    [[nodiscard]] std::span<const Figure> figures(const Window& window) const;
    [[nodiscard]] std::span<const Moment> moments(const Window& window) const;

    // Whether one of `among` prints the number, of whatever it is: "1,200" and "1200" are one.
    [[nodiscard]] bool is_printed(double number, std::span<const std::uint32_t> among) const;
    // The same of one sentence.
    [[nodiscard]] bool is_printed(double number, const Window& window) const;
    // Whether one of `among` may mean the value, in its unit or another one of the same measure.
    [[nodiscard]] bool is_meant(const Figure& figure, std::span<const std::uint32_t> among) const;
    // Whether one of them may mean the moment, as far as the text says it.
    [[nodiscard]] bool is_meant(const Moment& moment, std::span<const std::uint32_t> among) const;

    // Whether one of them tells the time of day, in either way of counting hours.
    [[nodiscard]] bool is_told(const ClockTime& time, std::span<const std::uint32_t> among) const;

    // Whether it names the day, 0 for Sunday.
    [[nodiscard]] bool names_weekday(std::uint32_t source, int day) const
    {
        return m_of[source].weekdays.at(static_cast<std::size_t>(day));
    }

    // Whether both count one thing or measure in one unit.
    [[nodiscard]] bool are_of_one_unit(const Figure& left, const Figure& right) const;

private:
    struct OfSource {
        std::vector<double> printed; // sorted
        std::array<bool, 7> weekdays{};
        std::vector<std::vector<double>> numbers;               // by sentence
        std::vector<std::vector<Figure>> figures;               // by sentence
        std::vector<std::vector<Moment>> moments;               // by sentence
        std::vector<std::pair<double, const Figure*>> by_value; // of `figures`; sorted by value
    };

    const Given& m_given;
    std::vector<OfSource> m_of;
};

// Whether the other moment may be the one told, as far as the text says it.
bool tells_moment(const Moment& told, const Moment& other);

// Whether who tells a number may have it from one of a source: the same, rounded, in another unit
// of the measure, or with a hedge that grants it. "Over 500" is not told from "over 1,000".
// `of_anything`: whatever things both count.
bool tells_value(const Figure& told, const Figure& given, bool of_anything = false);

// As a reader sees it: 1200 for "1.2 thousand"; in its own unit.
double printed_number(const Document& document, const Figure& figure);

} // namespace verify::against
