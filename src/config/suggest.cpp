#include "config/suggest.hpp"

#include "base/concat.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace config {

namespace {

// Levenshtein: insertions, deletions and replacements that turn one word into the other.
std::size_t distance(std::string_view from, std::string_view to)
{
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < from.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < to.size(); ++j) {
            const std::size_t replaced = diagonal + (from[i] == to[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

} // namespace

std::string suggestion(std::string_view word, std::span<const std::string_view> known)
{
    constexpr std::size_t k_longest_word = 80;
    if (word.size() > k_longest_word) return {};
    std::string_view best;
    std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const auto candidate : known) {
        const auto edits = distance(word, candidate);
        if (edits >= least) continue;
        least = edits;
        best = candidate;
    }
    return best.empty() ? std::string{} : base::concat("; did you mean ", best, '?');
}

std::string printable(std::string_view text)
{
    constexpr std::size_t k_longest = 80;
    std::string out{text.substr(0, k_longest)};
    for (char& c : out)
        if (c < 0x20 || c > 0x7e) c = '?';
    return out;
}

} // namespace config
