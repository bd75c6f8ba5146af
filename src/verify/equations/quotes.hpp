// Exact quotes of a text: where they stand, and which quantity one of them holds.
//
// A model names what it means by a quote, for it loses indices. A quote is found byte for byte in
// what the model was shown; what it holds is read from the text, with the text's decimal mark.
#pragma once

#include "verify/equations/datum.hpp"
#include "verify/law/critic.hpp"

#include <string>
#include <vector>

namespace verify::equations {

// Stands in a line in the place of what is asked for.
inline constexpr std::string_view k_gap = "____";

// Bytes [begin, end) of the view.
struct Place {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    bool operator==(const Place&) const = default;
    [[nodiscard]] bool meets(const Place& other) const
    {
        return begin < other.end && other.begin < end;
    }
};

class Quotes {
public:
    // `document` must outlive it. `shown`: its view as a model is shown it, byte for byte in the
    // same places; empty: as it stands.
    Quotes(const Document& document, std::string shown);

    // The sentence as a model is shown it, one byte for each of the view.
    [[nodiscard]] std::string_view shown(std::size_t sentence) const;
    [[nodiscard]] Place place_of(std::size_t sentence) const;
    // What a model is shown there.
    [[nodiscard]] std::string_view text_at(const Place& place) const
    {
        return std::string_view{m_shown}.substr(place.begin, place.end - place.begin);
    }
    // The sentence in which the place begins.
    [[nodiscard]] std::size_t sentence_of(const Place& place) const;

    // The quote in the sentence, the first of several.
    [[nodiscard]] std::optional<Place> in_sentence(std::size_t sentence,
                                                   std::string_view quote) const;
    // In the only one of the sentences that has it.
    [[nodiscard]] std::optional<Place> in_one_of(std::span<const std::size_t> sentences,
                                                 std::string_view quote) const;
    // The occurrence nearest to `to` that does not meet it. A quote that is a number and nothing
    // else may be written otherwise in the text: where one quantity alone of the sentences around
    // has that value, it is meant.
    [[nodiscard]] std::optional<Place> nearest(std::string_view quote, const Place& to) const;

    // A place that holds no quantity, or more than one, is words.
    [[nodiscard]] Datum datum_at(const Place& place) const;

    // The numbers, days and times that stand in the place, without the words around them; one word
    // alone by itself. Empty: it is words.
    [[nodiscard]] std::vector<Mark> marks_at(const Place& place, std::string_view role) const;

    [[nodiscard]] const Document& document() const { return m_document; }

private:
    [[nodiscard]] std::optional<Place> by_value(std::string_view quote, const Place& to) const;

    const Document& m_document;
    std::string m_shown;       // the whole view
    std::optional<int> m_year; // that dates without one mean: the only one of the text's dates
};

} // namespace verify::equations
