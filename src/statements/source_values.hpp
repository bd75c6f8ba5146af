// The values of one source, and whether a number, a moment or a time of day is among them.
#pragma once

#include "statements/figures.hpp"

#include <array>
#include <functional>
#include <span>

namespace statements {

class SourceValues {
public:
    // The source must outlive it. Of a sentence for which `is_left_out` holds nothing is read but
    // its numbers as they are printed.
    SourceValues(const Source& source, const std::function<bool(std::size_t)>& is_left_out);
    SourceValues(const SourceValues&) = delete; // it points into itself
    SourceValues& operator=(const SourceValues&) = delete;

    [[nodiscard]] std::span<const Figure> figures(std::size_t sentence) const
    {
        return m_figures[sentence];
    }
    [[nodiscard]] std::span<const Moment> moments(std::size_t sentence) const
    {
        return m_moments[sentence];
    }

    // Whether it prints the number, of whatever it is: "1,200" and "1200" are one.
    [[nodiscard]] bool is_printed(double number) const;
    [[nodiscard]] bool is_printed_in(std::size_t sentence, double number) const;
    // Whether it may mean the value, in its unit or another one of the same measure; the moment, as
    // far as that says it; the time of day, in either way of counting hours. `looked_at` grows by
    // what that cost, in words.
    [[nodiscard]] bool is_meant(const Figure& figure, std::size_t& looked_at) const;
    [[nodiscard]] bool is_meant(const Moment& moment, std::size_t& looked_at) const;
    [[nodiscard]] bool is_told(const reading::ClockTime& time, std::size_t& looked_at) const;

    // Whether it names the day, 0 for Sunday.
    [[nodiscard]] bool names_weekday(int day) const
    {
        return m_weekdays.at(static_cast<std::size_t>(day));
    }

private:
    void read_sentence(std::size_t sentence, bool is_left_out);

    const Source& m_source;
    std::vector<double> m_printed; // sorted
    std::array<bool, 7> m_weekdays{};
    std::vector<std::vector<double>> m_numbers;               // by sentence
    std::vector<std::vector<Figure>> m_figures;               // by sentence
    std::vector<std::vector<Moment>> m_moments;               // by sentence
    std::vector<std::pair<double, const Figure*>> m_by_value; // of m_figures; sorted by value
};

// Whether the other moment may be the one told, as far as the text says it.
bool tells_moment(const Moment& told, const Moment& other);

// Whether who tells a number may have it from one of a source: the same, rounded, in another unit
// of the measure, or with a hedge that grants it. "Over 500" is not told from "over 1,000".
// `of_anything`: whatever things both count.
bool tells_value(const Figure& told, const Figure& given, bool of_anything = false);

// As a reader sees it: 1200 for "1.2 thousand"; in its own unit.
double printed_number(const reading::Document& document, const Figure& figure);

} // namespace statements
