// Which row is first in a column, and which of two has more there.
#include "reading/ascii.hpp"
#include "verify/tables/facts.hpp"
#include "verify/tables/lexicon.hpp"

#include <algorithm>

namespace verify::tables {

namespace json = base::json;

namespace {

constexpr std::string_view k_earliest[] = {"earliest"};
constexpr std::string_view k_latest[] = {"latest"};
constexpr std::string_view k_sooner[] = {"before", "earlier"};
constexpr std::string_view k_later[] = {"after", "later"};
// "The best place" is the smallest number, "the best score" the largest.
constexpr std::string_view k_either_way[] = {"best"};

// -1, 0 or 1: which way a cue orders.
int direction_of(const Phrase& phrase, reading::Words up, reading::Words down)
{
    if (phrase.part != Part::cue) return 0;
    if (reading::is_one_of(phrase.text, k_either_way)) return 0;
    return reading::is_one_of(phrase.text, up) ? 1 : reading::is_one_of(phrase.text, down) ? -1 : 0;
}

struct Cue {
    std::size_t at = 0;
    int direction = 0;
    bool is_of_time = false;
};

// The only cue of its kind, when all other cues of the sentence are among `beside`.
std::optional<Cue> only_cue(const Said& said, reading::Words up, reading::Words down,
                            reading::Words later, reading::Words sooner, reading::Words beside)
{
    std::optional<Cue> out;
    for (std::size_t i = 0; i < said.phrases.size(); ++i) {
        const Phrase& phrase = said.phrases[i];
        if (phrase.part != Part::cue) continue;
        const int size = direction_of(phrase, up, down);
        const int time = direction_of(phrase, later, sooner);
        if (size == 0 && time == 0) {
            if (!reading::is_one_of(phrase.text, beside)) return std::nullopt;
            continue;
        }
        if (out) return std::nullopt;
        out = Cue{i, size != 0 ? size : time, size == 0};
    }
    return out;
}

// The column that the heads of the sentence share, of cells that can be put in order.
std::optional<std::size_t> ranked_column(std::span<const Phrase* const> heads)
{
    std::optional<std::size_t> out;
    for (const auto* head : heads) {
        if (head->columns.size() != 1) return std::nullopt;
        if (out && *out != head->columns.front()) return std::nullopt;
        out = head->columns.front();
    }
    return out;
}

bool is_ordered(const Said& said, std::size_t column)
{
    constexpr std::size_t k_most_ranked = 100; // each such sentence reads the whole column
    if (said.rows() > k_most_ranked) return false;
    for (std::size_t r = 0; r < said.rows(); ++r)
        if (!said.rank({r, column})) return false;
    return said.rows() > 1;
}

std::vector<std::size_t> best_rows(const Said& said, std::size_t column, int direction,
                                   std::span<const std::size_t> among)
{
    std::vector<std::size_t> out;
    Rational best;
    for (const auto row : among) {
        const Rational value = *said.rank({row, column}) * direction;
        if (!out.empty() && value < best) continue;
        if (!out.empty() && value > best) out.clear();
        best = value;
        out.push_back(row);
    }
    return out;
}

bool all_stand(const Said& said, std::span<const Phrase* const> values, std::size_t row,
               const Phrase* but)
{
    return std::all_of(values.begin(), values.end(), [&](const Phrase* value) {
        return value == but || said.stands_in(*value, row);
    });
}

void tell_first(const Said& said, const Phrase& value, const Place& place, Review& review)
{
    const auto& cell = said.cell(place);
    Outcome outcome;
    outcome.stated = said.mark(value);
    outcome.cells = {&cell};
    outcome.formula = "the row that is first";
    outcome.better = std::string{reading::text_of(said.document, cell.place)};
    outcome.reported = json::value(value.text);
    outcome.recomputed = json::value(outcome.better);
    report(said.document, std::move(outcome), review);
}

} // namespace

bool check_rank(const Said& said, Review& review)
{
    const auto cue = only_cue(said, k_greatest, k_least, k_latest, k_earliest, {});
    if (!cue || said.count(Part::unknown) > 1) return false;
    std::vector<const Phrase*> heads;
    std::vector<const Phrase*> values;
    for (std::size_t i = 0; i < said.phrases.size(); ++i) {
        const Phrase& phrase = said.phrases[i];
        if (phrase.part == Part::head && i == cue->at + 1) heads.push_back(&phrase);
        if (phrase.part == Part::number && (phrase.is_spelled || !phrase.value)) return false;
        if (phrase.part == Part::cell || phrase.part == Part::number) values.push_back(&phrase);
    }
    const auto column = ranked_column(heads);
    if (!column || values.empty() || values.size() > 3 || !is_ordered(said, *column)) return false;
    std::vector<std::size_t> all(said.rows());
    for (std::size_t r = 0; r < all.size(); ++r) all[r] = r;
    const auto passes = [&](std::span<const std::size_t> rows, const Phrase* but) {
        for (const auto row : rows) {
            if (!all_stand(said, values, row, but)) continue;
            pass(said.document, said.marks(), {&said.cell({row, *column})}, review);
            return true;
        }
        return false;
    };
    const auto best = best_rows(said, *column, cue->direction, all);
    if (passes(best, nullptr)) return true;
    for (const auto* value : values) {
        const auto among = said.rows_of(*value);
        if (values.size() > 1 && among.size() > 1 &&
            passes(best_rows(said, *column, cue->direction, among), value))
            return true;
    }
    if (values.size() != 1 || said.count(Part::unknown) > 0) return false;
    const Phrase& value = *values.front();
    if (value.columns.size() != 1 || value.is_weak) return false;
    const std::size_t answer = value.columns.front();
    if (value.part == Part::number ? answer != *column : said.rows_of(value).size() != 1)
        return false;
    tell_first(said, value, {best.front(), answer}, review);
    return true;
}

bool check_two_rows(const Said& said, Review& review)
{
    constexpr std::string_view k_than[] = {"than"};
    const auto cue = only_cue(said, k_greater, k_lesser, k_later, k_sooner, k_than);
    if (!cue || said.count(Part::unknown) > 1) return false;
    std::vector<const Phrase*> heads;
    std::vector<std::size_t> values;
    std::optional<std::size_t> than;
    std::optional<std::size_t> gap; // "5 more points than"
    for (std::size_t i = 0; i < said.phrases.size(); ++i) {
        const Phrase& phrase = said.phrases[i];
        if (phrase.part == Part::head && phrase.columns.size() == 1) heads.push_back(&phrase);
        if (phrase.part == Part::head && phrase.columns.size() != 1) return false;
        if (phrase.part == Part::cell) values.push_back(i);
        if (phrase.part == Part::cue && phrase.text == "than") than = i;
        if (phrase.part == Part::number) {
            if (i + 1 != cue->at || !phrase.value || cue->is_of_time) return false;
            gap = i;
        }
    }
    if (values.size() != 2 || heads.empty()) return false;
    const std::size_t middle = than.value_or(cue->at);
    if (!cue->is_of_time && !than) return false;
    if (values[0] > middle || values[1] < middle) return false;
    const Phrase& first = said.phrases[values[0]];
    const Phrase& second = said.phrases[values[1]];
    const auto left = said.rows_of(first);
    const auto right = said.rows_of(second);
    const auto column = ranked_column(heads);
    if (!column || left.size() != 1 || right.size() != 1 || left == right ||
        first.columns != second.columns)
        return false;
    const auto a = said.rank({left.front(), *column});
    const auto b = said.rank({right.front(), *column});
    if (!a || !b) return false;
    const std::vector<const reading::TableCell*> cells{&said.cell({left.front(), *column}),
                                                       &said.cell({right.front(), *column})};
    const Rational more = (*a - *b) * cue->direction;
    const bool is_gap_right = !gap || *said.phrases[*gap].value == more;
    if (more > 0 && is_gap_right) {
        pass(said.document, said.marks(), cells, review);
        return true;
    }
    if (said.count(Part::unknown) > 0) return false;
    Outcome outcome;
    outcome.cells = cells;
    outcome.formula = "the difference of the two rows";
    const bool is_of_gap = more > 0;
    const Phrase& stated = said.phrases[is_of_gap ? *gap : cue->at];
    outcome.stated = said.mark(stated);
    outcome.reported = json::value(stated.text);
    const Rational apart = is_of_gap ? more : Rational{*a - *b};
    outcome.recomputed = reading::exact_json(apart);
    outcome.better = reading::exact_text(apart);
    if (!is_of_gap) outcome.better = more == 0 ? "the same as" : "the other way round";
    report(said.document, std::move(outcome), review);
    return true;
}

} // namespace verify::tables
