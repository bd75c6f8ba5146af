// How every check words a finding: one way to mark, to show, to say and to add it.
//
//     found("range.ipv4", "No such IPv4 address", document, Certainty::strong)
//         .stated(quantity)
//         .evidence("reported", quantity, "bounds", Interval{0, 255})
//         .says("Each of the four numbers is at most 255.")
//         .raise(review, "Correct the value.");
#pragma once

#include "base/concat.hpp"
#include "verify/law/critic.hpp"

#include <concepts>
#include <ranges>

namespace verify {

// Stands for the text of a mark, counted from 0, among the parts of evidence and words.
struct Marked {
    std::size_t index = 0;
};

template <typename T>
concept ExactNumber = std::convertible_to<const T&, Rational> && !std::is_arithmetic_v<T>;

// Adds a finding, lowered to info where its first mark stands in quotation marks.
void raise(const Document& document, Finding finding, Review& review);

class Found {
public:
    Found(CheckRef check, std::string_view title, const Document& document, Certainty certainty,
          Severity severity);

    // Places, in the order of the marks: what is stated comes first. Two numbers are tokens.
    Found& mark(Mark place, std::string_view role);
    Found& stated(Mark place) { return mark(place, "stated"); }
    Found& stated(const Quantity& quantity);
    Found& stated(std::uint32_t begin, std::uint32_t end);
    Found& operand(Mark place) { return mark(place, "operand"); }
    Found& operand(const Quantity& quantity);
    Found& operand(std::uint32_t begin, std::uint32_t end);
    Found& context(std::uint32_t begin, std::uint32_t end);
    Found& marks(std::span<const Mark> places); // with the roles they have
    [[nodiscard]] std::string_view quote(std::size_t mark) const;

    // Members of the evidence, in this order, behind those it has: numbers exactly, a Quantity by
    // its value, an Interval as its ends, a list as an array, anything else as json::value.
    template <typename V, typename... Rest>
    Found& shows(std::string_view key, V&& member, Rest&&... rest)
    {
        base::json::set(m_finding.evidence.get(), key, json_of(std::forward<V>(member)));
        if constexpr (sizeof...(rest) != 0) shows(std::forward<Rest>(rest)...);
        return *this;
    }
    // The same of a check that weighs statements: the readings it tried follow as the last member.
    template <typename... Members> Found& evidence(Members&&... members)
    {
        m_has_readings = true;
        return shows(std::forward<Members>(members)...);
    }
    Found& readings(std::span<const Reading> readings);
    Found& read_as(std::string_view reading); // the only one, in which it is wrong

    // The reasoning; numbers and quantities are written exactly.
    template <typename... Parts> Found& says(const Parts&... parts)
    {
        m_finding.reasoning = base::concat(part(parts)...);
        return *this;
    }
    // "A is B, not C."
    template <typename Stated>
    Found& gives(std::string_view formula, std::string_view computed, const Stated& stated)
    {
        return says(formula, " is ", computed, ", not ", stated, ".");
    }
    // What should stand in the place of the first mark.
    Found& replacement(std::string_view better);

    // The last word: `advice` is what an author may do. raise() is for statements, and lowers what
    // the text only quotes; note() adds the finding as it is: of what is not a statement (signs,
    // secrets, orders, addresses, style) and is there quoted or not, or is weighed by its check.
    template <typename... Parts> void raise(Review& review, const Parts&... advice)
    {
        verify::raise(m_document, take(advice...), review);
    }
    template <typename... Parts> void note(Review& review, const Parts&... advice)
    {
        review.findings.push_back(take(advice...));
    }
    // Raised with "Replace A by B or correct C.", B being the replacement.
    void correct(Review& review, std::string_view written, std::string_view better,
                 std::string_view other);
    // The finding alone, for a caller that adds it.
    template <typename... Parts> Finding take(const Parts&... advice)
    {
        return finish(base::concat(part(advice)...));
    }
    // It holds after all: a Pass of the marks.
    void pass(Review& review, std::string_view reading = "plain");

private:
    Finding finish(std::string advice);

    template <typename T> [[nodiscard]] base::json::Ref json_of(T&& member) const
    {
        using Plain = std::remove_cvref_t<T>;
        if constexpr (std::same_as<Plain, Marked>) {
            return base::json::value(quote(member.index));
        } else if constexpr (std::same_as<Plain, Interval>) {
            return base::json::array(json_of(member.low), json_of(member.high));
        } else if constexpr (std::same_as<Plain, Quantity>) {
            return reading::exact_json(reading::value_of(member));
        } else if constexpr (ExactNumber<Plain>) {
            return reading::exact_json(member);
        } else if constexpr (std::ranges::range<Plain> &&
                             !std::convertible_to<Plain, std::string_view>) {
            auto out = base::json::array();
            for (const auto& each : member) base::json::append(out.get(), json_of(each));
            return out;
        } else {
            return base::json::value(std::forward<T>(member));
        }
    }
    template <typename T> [[nodiscard]] decltype(auto) part(const T& each) const
    {
        if constexpr (std::same_as<T, Marked>)
            return quote(each.index);
        else if constexpr (std::same_as<T, Quantity>)
            return reading::exact_text(reading::value_of(each));
        else if constexpr (ExactNumber<T>)
            return reading::exact_text(each);
        else
            return (each);
    }

    const Document& m_document;
    Finding m_finding;
    std::vector<Reading> m_readings;
    bool m_has_readings = false;
};

// Begins a finding. `check` is an id; `title` a sentence without its point.
Found found(CheckRef check, std::string_view title, const Document& document,
            Certainty certainty = Certainty::exact, Severity severity = Severity::major);

} // namespace verify
