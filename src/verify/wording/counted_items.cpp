#include "verify/wording/counted_items.hpp"

#include "reading/lexicon/lexicon.hpp"
#include "reading/number_words.hpp"

namespace verify::wording {

using reading::WordSet;

namespace {

constexpr std::uint32_t k_longest_item = 5; // tokens of a plain inline item

constexpr std::string_view k_places[] = {
    "alabama",     "alaska",       "arizona",       "arkansas", "california", "colorado",
    "connecticut", "delaware",     "florida",       "georgia",  "hawaii",     "idaho",
    "illinois",    "indiana",      "iowa",          "kansas",   "kentucky",   "louisiana",
    "maine",       "maryland",     "massachusetts", "michigan", "minnesota",  "mississippi",
    "missouri",    "montana",      "nebraska",      "nevada",   "ohio",       "oklahoma",
    "oregon",      "pennsylvania", "tennessee",     "texas",    "utah",       "vermont",
    "virginia",    "washington",   "wisconsin",     "wyoming",  "england",    "scotland",
    "wales",       "ontario",      "quebec",        "bavaria",  "germany",    "france",
    "italy",       "spain",        "japan",         "china",    "india",      "brazil",
    "canada",      "mexico",       "usa",           "uk",       "ireland",    "austria",
    "poland",      "kenya"};

// Whether the first word of each item is a number: then they tell how many of it there are.
bool counts_each(const Passage& passage, const Items& items)
{
    bool is_first = true;
    for (std::uint32_t at = items.begin; at < items.end; ++at) {
        const bool is_joint = passage.is(at, {",", "and", "&"});
        if (is_first && !is_joint && !reading::cardinal_word(passage.word(at)) &&
            passage.document().kind(at) != TokenKind::number)
            return false;
        is_first = is_joint;
    }
    return true;
}

bool is_item(const reading::Block& block)
{
    return block.kind == BlockKind::list_item;
}

} // namespace

std::optional<Items> plain_items(const Passage& passage, std::uint32_t open)
{
    const bool bracket = passage.word(open) == "(";
    std::uint32_t end = open + 1;
    while (passage.holds(end) &&
           !passage.is(end, reading::Cues{WordSet::stop | WordSet::semicolon, {")"}}))
        ++end;
    if (bracket != passage.is(end, {")"})) return std::nullopt;
    Items items{1, open + 1, end};
    std::uint32_t length = 0;
    bool closed = false;
    int capital = 0;
    int lower = 0;
    for (std::uint32_t i = open + 1; i < end; ++i) {
        const auto word = passage.word(i);
        const bool comma = word == ",";
        const bool joins = word == "and" || word == "&";
        if (!comma && !joins) {
            if (passage.is(i, WordSet::dash) && passage.document().tokens[i].space_before)
                return std::nullopt;
            if (passage.document().kind(i) != TokenKind::word && word != "-") return std::nullopt;
            if (reading::is_one_of(word, k_places) && items.count > 1) return std::nullopt;
            if (reading::is_in(
                    reading::Cues{WordSet::copula | WordSet::relative | WordSet::supposes,
                                  {"with", "to", "when", "then"}},
                    word))
                return std::nullopt;
            if (length++ == 0)
                (reading::is_upper(passage.document().raw(i).front()) ? capital : lower) += 1;
            if (length > k_longest_item) return std::nullopt;
            continue;
        }
        if (closed) return std::nullopt; // something after the last "and"
        if (joins) {
            closed = true;
            if (passage.is(i - 1, {","})) continue;
        }
        if (length == 0) return std::nullopt;
        ++items.count;
        length = 0;
    }
    // "Seven cases (five in one group and two in the other)": each item tells how many it is.
    if (counts_each(passage, items)) return std::nullopt;
    const bool even = capital == 0 || lower == 0;
    if (!closed || length == 0 || !even || items.count < 2) return std::nullopt;
    return items;
}

std::optional<Items> long_items(const Passage& passage, std::uint32_t open)
{
    if (!passage.is(open, {":"})) return std::nullopt;
    Items items{1, open + 1, open + 1};
    while (passage.holds(items.end) && !passage.is(items.end, WordSet::stop | WordSet::colon)) {
        if (passage.is(items.end, {";"})) ++items.count;
        ++items.end;
    }
    return items.count < 3 ? std::nullopt : std::optional{items};
}

std::optional<int> items_after(const Document& document, std::size_t index)
{
    const auto& blocks = document.blocks;
    std::size_t at = index + 1;
    if (at >= blocks.size() || !is_item(blocks[at])) return std::nullopt;
    const auto indent = blocks[at].indent;
    const bool ordered = blocks[at].ordered;
    int count = 0;
    for (; at < blocks.size(); ++at) {
        const auto& block = blocks[at];
        if (is_item(block) && block.indent == indent) {
            if (block.ordered != ordered) return std::nullopt;
            ++count;
        } else if (block.indent <= indent || block.kind == BlockKind::heading) {
            break;
        }
    }
    // Another list before the next heading may be its second half.
    for (; at < blocks.size() && blocks[at].kind != BlockKind::heading; ++at)
        if (is_item(blocks[at]) && blocks[at].indent <= indent) return std::nullopt;
    return count;
}

} // namespace verify::wording
