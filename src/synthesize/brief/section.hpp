// What a section of a brief holds, and how each of the eleven is filled.
#pragma once

#include "synthesize/study.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace synthesize::brief {

inline constexpr std::size_t k_most_items = 20;
inline constexpr std::size_t k_most_cited = 5; // for one item

// Where something stands: a whole statement, or some of its words.
struct Cited {
    std::size_t statement = 0;
    std::optional<Run> words{};
};

struct Item {
    std::string text;
    std::optional<std::size_t> claim;
    std::vector<Cited> cited;
    std::optional<double> confidence; // 0 to 1; of what no claim stands behind: none
};

// A section without items stays, with a note that says why.
struct Section {
    std::string_view id;
    std::string_view title;
    std::vector<Item> items;
    std::string note_when_empty;
};

// In how many sections a claim stands: at most in two, whatever source says it.
class Uses {
public:
    explicit Uses(const Study& study) : m_of_claim(study.claims.size(), 0) {}

    [[nodiscard]] bool is_fresh(std::size_t claim) const { return m_of_claim[claim] == 0; }
    // Counts one more when there is room for it.
    bool take(std::size_t claim)
    {
        constexpr unsigned k_most = 2;
        if (m_of_claim[claim] >= k_most) return false;
        ++m_of_claim[claim];
        return true;
    }
    // What was taken and not shown.
    void give_back(std::size_t claim) { --m_of_claim[claim]; }

private:
    std::vector<unsigned> m_of_claim;
};

// A claim in the words of its best source, cited with what else says so.
Item item_of(const Study& study, std::size_t claim);

// Claims that the artifact lists.
std::size_t listed_claims(const Study& study);

// All eleven, in the order of the page.
std::vector<Section> sections_of(const Study& study);

// The sections that need more than a choice of claims. Those with `uses` count what they show.

// What changed, with each value and its date; then each number as it is printed, with the clause
// around it, or a few words of a claim that stands in two sections already.
std::vector<Item> figures(const Study& study, Uses& uses);
// A few words before and behind some of a statement.
std::string words_around(const Study& study, std::size_t statement, Run words);

// Days and years, from the earliest on; a weekday is the last one up to the publication. Of a claim
// that stands in two sections already, only the words around the day.
std::vector<Item> timeline(const Study& study, Uses& uses);
// People, organisations and places by their names.
std::vector<Item> actors(const Study& study);
std::vector<Item> disagreements(const Study& study);
std::vector<Item> source_assessment(const Study& study);

} // namespace synthesize::brief
