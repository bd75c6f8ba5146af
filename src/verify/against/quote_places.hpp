// Finds the places of a quotation's words in a source.
#pragma once

#include "statements/statement.hpp"
#include "verify/against/given.hpp"
#include "verify/against/layer.hpp"

#include <optional>
#include <span>
#include <unordered_map>

namespace verify::against {

// A run of words without a sign that something was left out or put in.
using Part = std::span<const LayerWord>;

// Words of a source.
struct Place {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

// A place where most of a part stands in its order.
struct NearPlace {
    Place place;
    std::size_t met = 0;     // words of the part
    std::vector<Place> gaps; // words of the source between them
};

class QuotePlaces {
public:
    // `given` must outlive it. Words that give orders to their reader do not count.
    QuotePlaces(const Given& given, std::uint32_t source);

    // Word for word, in order; not all of a part whose words are common. Where
    // a hyphen or the end of a line parts a word on one side it may be one on the other.
    [[nodiscard]] std::vector<Place> all(Part part) const;
    // The first of these that begins at word `from` or behind it.
    [[nodiscard]] std::optional<Place> next(Part part, std::uint32_t from) const;
    [[nodiscard]] std::optional<NearPlace> nearest(Part part) const;

    [[nodiscard]] statements::Run tokens(const Place& place) const;
    // The tokens of the source between two places.
    [[nodiscard]] statements::Run tokens_between(const Place& first, const Place& second) const;

private:
    struct Anchor {
        std::span<const std::uint32_t> places; // of one word of a part
        std::size_t index = 0;                 // of that word
    };

    [[nodiscard]] Anchor anchor(Part part) const;
    void each(Part part, const Anchor& anchor, std::uint32_t from,
              const std::function<bool(const Place&)>& act) const;
    [[nodiscard]] std::optional<std::uint32_t> end_of(Part part, std::uint32_t from) const;
    [[nodiscard]] std::optional<std::uint32_t> end_of_word(const LayerWord& word,
                                                           std::uint32_t from) const;
    [[nodiscard]] NearPlace around(Part part, std::uint32_t place, std::size_t index) const;
    void add_gap(NearPlace& near, Place gap) const;

    Layer m_layer;
    std::deque<std::string> m_joined;
    std::unordered_map<std::string_view, std::vector<std::uint32_t>> m_places;
};

// Places at which a quotation may begin in a source; its rarest word names them.
inline constexpr std::size_t k_most_places = 24;

} // namespace verify::against
