// The sources of a synthesis, as a buyer sends them: what is in hand has a text or a URL, and each
// problem has its place.
#pragma once

#include "request/signal.hpp"

#include <string>
#include <vector>

namespace request {

inline constexpr std::size_t k_most_sources = 20;
inline constexpr std::size_t k_longest_source = 200'000;               // bytes of one text
inline constexpr std::size_t k_longest_of_all = 10 * k_longest_source; // of all texts together
inline constexpr std::size_t k_longest_source_url = 2'000;

struct Source {
    std::string title;     // at most 300 bytes; empty: not said
    std::string url;       // http or https as it was sent; where it leads is for others to judge
    std::string text;      // empty: it is to be fetched from `url`
    std::string published; // a date, or an RFC 3339 date and time; empty: not said
    std::string author;    // at most 200 bytes; empty: not said

    [[nodiscard]] bool is_fetched() const { return text.empty(); }
};

// An array of at most k_most_sources: texts (one that is a URL and nothing else names a page), or
// objects {title?, url?, text?, published?, author?} with at least one of url and text. Where both
// are given the text is read and the URL is a reference. null is the same as absent; unknown
// members are ignored.
base::Result<std::vector<Source>, Problems> read_sources(const json_t* given_view);

// Whether the whole text is an http or https URL, by its look: no blanks, something behind "://".
bool looks_like_url(std::string_view text);

} // namespace request
