#include "verify/model/sheet.hpp"

#include "base/concat.hpp"
#include "llm/chat.hpp"
#include "verify/questions/shown.hpp"

#include <algorithm>
#include <set>

namespace verify::model {

using base::concat;

namespace {

// Prose, list items and rows of tables.
std::vector<std::size_t> askable(const Document& document)
{
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < document.sentences.size(); ++i) {
        const auto kind = document.blocks[document.sentences[i].block].kind;
        if (kind != BlockKind::code) out.push_back(i);
    }
    return out;
}

} // namespace

std::vector<std::vector<std::size_t>> portions(const Document& document, std::size_t most_tokens)
{
    constexpr std::int64_t k_of_a_line = 24; // its mark and its number
    constexpr std::size_t k_most_rows = 120;
    std::vector<std::vector<std::size_t>> out;
    std::int64_t tokens = 0;
    for (const auto index : askable(document)) {
        const auto& sentence = document.sentences[index];
        const auto text = std::string_view{document.view.text}.substr(
            sentence.begin, sentence.end - sentence.begin);
        const auto own = llm::most_tokens(text) + k_of_a_line;
        const bool is_full = out.empty() || out.back().size() >= k_most_rows ||
                             tokens + own > static_cast<std::int64_t>(most_tokens);
        if (is_full) {
            out.emplace_back();
            tokens = 0;
        }
        out.back().push_back(index);
        tokens += own;
    }
    return out;
}

std::vector<std::size_t> turned_round(const Document& document,
                                      std::span<const std::size_t> sentences)
{
    std::vector<std::size_t> out;
    for (std::size_t end = sentences.size(); end > 0;) {
        std::size_t begin = end - 1;
        const auto block = document.sentences[sentences[begin]].block;
        while (begin > 0 && document.sentences[sentences[begin - 1]].block == block) --begin;
        out.insert(out.end(), sentences.begin() + static_cast<std::ptrdiff_t>(begin),
                   sentences.begin() + static_cast<std::ptrdiff_t>(end));
        end = begin;
    }
    return out;
}

Sheet make_sheet(const Quotes& quotes, std::span<const std::size_t> sentences,
                 std::span<const Control> controls, llm::Chance& chance)
{
    // Before which sentence each of ours stands.
    std::multiset<std::size_t> places;
    for (std::size_t i = 0; i < controls.size(); ++i) {
        auto place = chance.below(sentences.size() + 1);
        for (std::size_t tries = 0; tries <= sentences.size() && places.contains(place); ++tries)
            place = (place + 1) % (sentences.size() + 1);
        places.insert(place);
    }
    Sheet out;
    std::vector<std::string> lines;
    auto next = controls.begin();
    for (std::size_t i = 0; i <= sentences.size(); ++i) {
        for (std::size_t own = places.count(i); own > 0; --own, ++next) {
            out.rows.push_back({std::nullopt, &*next});
            lines.push_back(next->sentence());
        }
        if (i == sentences.size()) break;
        out.rows.push_back({sentences[i], nullptr});
        lines.emplace_back(quotes.shown(sentences[i]));
    }
    const std::string mark = chance.mark();
    out.material =
        concat(controls.empty() ? "Statements" : "Sentences", ", each behind the mark ", mark,
               ":\n", questions::lines_of(lines, mark), "End of the text that is reviewed.\n");
    return out;
}

} // namespace verify::model
