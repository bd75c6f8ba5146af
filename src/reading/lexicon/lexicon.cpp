#include "reading/lexicon/lexicon.hpp"

#include "base/enumerators.hpp"
#include "reading/ascii.hpp"
#include "reading/lexicon/rows.hpp"

#include <algorithm>
#include <unordered_map>

namespace reading {

namespace {

static_assert(k_word_sets == base::k_enumerators<WordSet>);

using Index = std::unordered_map<std::string_view, WordSets>;

void add(Index& index, std::span<const lexicon::Row> rows)
{
    for (const auto& row : rows) {
        const char between = row.language.empty() ? ' ' : ',';
        for (std::size_t at = 0; at <= row.words.size();) {
            const std::size_t end = std::min(row.words.find(between, at), row.words.size());
            const auto [entry, is_new] = index.try_emplace(row.words.substr(at, end - at), row.set);
            if (!is_new) entry->second |= row.set;
            at = end + 1;
        }
    }
}

Index make_index()
{
    Index out;
    for (const auto rows :
         {lexicon::role_rows(), lexicon::grammar_rows(), lexicon::sign_rows(),
          lexicon::comparison_rows(), lexicon::time_rows(), lexicon::people_rows()})
        add(out, rows);
    return out;
}

} // namespace

bool is_in(const Cues& cues, std::string_view folded)
{
    static const Index k_index = make_index();
    const auto found = k_index.find(folded);
    if (found != k_index.end() && found->second.meets(cues.sets())) return true;
    return is_one_of(folded, cues.own());
}

} // namespace reading
