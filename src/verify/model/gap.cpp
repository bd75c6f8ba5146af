#include "verify/model/gap.hpp"

#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "verify/questions/fills.hpp"
#include "verify/questions/shown.hpp"

#include <algorithm>
#include <set>

namespace verify::model {

using base::concat;
using equations::Datum;

namespace {

// Sentences of the other places and one around each, with that of the gap, as the text has them.
std::set<std::size_t> sentences_around(const Quotes& quotes, const Place& gap,
                                       std::span<const Place> others)
{
    const std::size_t last = quotes.document().sentences.size() - 1;
    std::set<std::size_t> out{quotes.sentence_of(gap)};
    for (const auto& operand : others) {
        const auto own = quotes.sentence_of(operand);
        for (auto i = own - std::min<std::size_t>(own, 1); i <= std::min(own + 1, last); ++i)
            out.insert(i);
    }
    return out;
}

// The sentence with the gap in it, and what is stated blackened where else it stands.
std::string holed(const Quotes& quotes, std::size_t sentence, const Place& gap,
                  std::span<const Place> operands)
{
    const Place own = quotes.place_of(sentence);
    std::string out{quotes.shown(sentence)};
    const auto stated = quotes.text_at(gap);
    const bool has_digit = std::ranges::any_of(stated, reading::is_digit);
    for (auto at = out.find(stated); has_digit && at != std::string::npos;
         at = out.find(stated, at + stated.size())) {
        const auto begin = own.begin + static_cast<std::uint32_t>(at);
        const Place place{begin, begin + static_cast<std::uint32_t>(stated.size())};
        const bool is_operand = std::ranges::any_of(
            operands, [&](const Place& operand) { return operand.meets(place); });
        if (!(place == gap) && !is_operand) std::fill_n(&out[at], stated.size(), 'x');
    }
    if (gap.begin >= own.begin && gap.end <= own.end)
        out.replace(gap.begin - own.begin, gap.end - gap.begin, equations::k_gap);
    return out;
}

const Place& gap_of(const GapItem& item)
{
    return item.is_second ? item.clash->second : item.clash->first;
}

const Place& other_place(const GapItem& item)
{
    return item.is_second ? item.clash->first : item.clash->second;
}

std::vector<std::string> lines_of_item(const Quotes& quotes, const GapItem& item)
{
    if (item.control != nullptr) return {item.control->with_gap()};
    std::vector<std::string> out;
    const auto add = [&](const Place& gap, std::span<const Place> others) {
        for (const auto sentence : sentences_around(quotes, gap, others))
            out.push_back(holed(quotes, sentence, gap, others));
    };
    if (item.suspicion != nullptr) add(item.suspicion->stated, item.suspicion->operands);
    if (item.clash != nullptr) {
        const Place& other = other_place(item);
        add(gap_of(item), std::span{&other, 1});
    }
    if (!out.empty()) return out;
    const auto own = quotes.sentence_of(*item.shown);
    const auto last = std::min(own + 1, quotes.document().sentences.size() - 1);
    for (auto i = own - std::min<std::size_t>(own, 2); i <= last; ++i)
        out.push_back(holed(quotes, i, *item.shown, {}));
    return out;
}

// What fills the gap at a place, as a value.
std::optional<Pointed> value_of(const Quotes& quotes, const Place& gap, const questions::Fill& fill)
{
    if (fill.kind == "formula") return compute_for(quotes, gap, fill.formula);
    if (fill.kind != "words") return std::nullopt;
    return compute_for(quotes, gap, concat('[', fill.words, ']'));
}

Filled judge(const Quotes& quotes, const Pointed& suspicion, const questions::Fill& fill)
{
    const auto value = value_of(quotes, suspicion.stated, fill);
    if (suspicion.computed.truth) {
        // A comparison that is false: other words belong there, or one that holds.
        if (fill.kind == "words" && !fill.words.empty())
            return questions::plain_words(fill.words) ==
                           questions::plain_words(quotes.text_at(suspicion.stated))
                       ? Filled::stated
                       : Filled::same;
        if (!value || !value->computed.truth) return Filled::open;
        return *value->computed.truth ? Filled::same : Filled::other;
    }
    if (!value || value->computed.truth) return Filled::open;
    if (value->fits) return Filled::stated;
    return equations::are_same(value->computed.value, suspicion.computed.value) ? Filled::same
                                                                                : Filled::other;
}

// Whether words that fill a gap say what the other place says and the taken ones do not.
bool says_the_other(std::string_view fill, std::string_view taken, std::string_view other)
{
    const auto has = [](const std::string& text, std::string_view word) {
        return concat(' ', text, ' ').find(concat(' ', word, ' ')) != std::string::npos;
    };
    const std::string own = questions::plain_words(taken);
    const std::string wanted = questions::plain_words(other);
    const std::string words = questions::plain_words(fill);
    for (std::size_t at = 0; at < words.size();) {
        const auto end = std::min(words.find(' ', at), words.size());
        const auto word = std::string_view{words}.substr(at, end - at);
        if (!word.empty() && has(wanted, word) && !has(own, word)) return true;
        at = end + 1;
    }
    return false;
}

Filled judge_clash(const Quotes& quotes, const GapItem& item, const questions::Fill& fill)
{
    const Place& gap = gap_of(item);
    const auto taken = quotes.text_at(gap);
    const auto other = quotes.text_at(other_place(item));
    if (item.clash->is_of_values) {
        const auto value = value_of(quotes, gap, fill);
        if (!value || value->computed.truth) return Filled::open;
        if (value->fits) return Filled::stated;
        const auto wanted = quotes.datum_at(other_place(item));
        return equations::are_same(value->computed.value, wanted) ? Filled::same : Filled::other;
    }
    if (fill.kind != "words" || fill.words.empty()) return Filled::open;
    if (questions::plain_words(fill.words) == questions::plain_words(taken)) return Filled::stated;
    return says_the_other(fill.words, taken, other) ? Filled::same : Filled::other;
}

bool is_right(const Quotes& quotes, const GapItem& item, const questions::Fill& fill)
{
    if (item.control != nullptr)
        return fill.kind == "formula" && item.control->is_answered_by(fill.formula);
    const auto value = value_of(quotes, *item.shown, fill);
    return value && value->fits;
}

} // namespace

GapSheet make_gap_sheet(const Quotes& quotes, std::vector<GapItem> items, llm::Chance& chance)
{
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[chance.below(i)]);
    GapSheet out;
    const std::string mark = chance.mark();
    for (std::size_t i = 0; i < items.size(); ++i)
        out.material += concat("Item ", i + 1, '\n',
                               questions::lines_of(lines_of_item(quotes, items[i]), mark));
    out.items = std::move(items);
    return out;
}

std::optional<GapAnswers> read_gaps(const json_t* answer_view, const Quotes& quotes,
                                    const GapSheet& sheet)
{
    const auto read = questions::read_fills(answer_view, sheet.items.size());
    if (!read) return std::nullopt;
    const auto& fills = *read;
    GapAnswers out;
    for (std::size_t i = 0; i < fills.size(); ++i) {
        const GapItem& item = sheet.items[i];
        if (item.is_ours() && is_right(quotes, item, fills[i])) ++out.ours_right;
        out.filled.push_back(item.is_ours()          ? Filled::open
                             : item.clash != nullptr ? judge_clash(quotes, item, fills[i])
                                                     : judge(quotes, *item.suspicion, fills[i]));
    }
    return out;
}

} // namespace verify::model
