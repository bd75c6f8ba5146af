// Which of two things that a table names is ahead of the other: "A outperforms B on C", "B has a
// lower error than A", "D does not reach the highest recall".
//
// Free prose says much beside that, so only what no reading of the rest could turn is decided: one
// side is ahead in every line that may be meant, of every row that its name may mean.
#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/tables/contest.hpp"
#include "verify/tables/lexicon.hpp"
#include "verify/tables/row_order.hpp"

#include <algorithm>

namespace verify::tables {

using reading::WordSet;

namespace {

constexpr std::string_view k_ahead[] = {"better", "superior", "stronger"};
constexpr std::string_view k_behind[] = {"worse", "inferior", "weaker"};
constexpr std::string_view k_first[] = {"best"};
constexpr std::string_view k_last[] = {"worst"};
// Beginnings of verbs whose subject is ahead of their object.
constexpr std::string_view k_winning[] = {"outperform", "surpass"};
constexpr std::string_view k_others_own[] = {"all", "any", "every"};
constexpr reading::Cues k_others{WordSet::others, k_others_own};
constexpr std::string_view k_turning_own[] = {"fails"};
constexpr reading::Cues k_turning{WordSet::not_so, k_turning_own};
constexpr std::string_view k_generally[] = {"generally", "mostly", "usually"};
constexpr std::string_view k_joining_own[] = {"both"};
constexpr reading::Cues k_joining{WordSet::joins, k_joining_own};
// A sentence with these compares something else, or asserts nothing.
constexpr std::string_view k_open_own[] = {
    "next",       "expected", "except",  "respectively", "second", "third", "among",
    "hypothesis", "when",     "without", "one",          "some",   "most"};
constexpr reading::Cues k_open{
    WordSet::may | WordSet::supposes | WordSet::nor | WordSet::must | WordSet::only, k_open_own};

constexpr reading::Cues k_contest_narrowing{WordSet::place_prep | WordSet::role_prep |
                                            WordSet::over_under};

// A cue, and where the other side begins behind it.
struct ContestCue {
    std::size_t at = 0;
    std::size_t middle = 0;
    int way = 0;             // 1: the subject is ahead, or has more
    bool is_best = false;    // of all
    bool is_of_size = false; // more or less, whichever is better
};

class Contest {
public:
    Contest(const Scene& scene, const Names& names) : m_scene{scene}, m_names{names} {}

    // `is_alone`: the sentence says nothing else.
    bool judge(bool is_alone, Review& review);

private:
    [[nodiscard]] std::string_view word(std::size_t at) const { return m_names.words()[at].folded; }
    [[nodiscard]] bool read_cue();
    [[nodiscard]] bool read_sides();
    [[nodiscard]] bool read_lines();
    [[nodiscard]] bool is_near(const std::vector<const Name*>& after, bool is_of_columns) const;
    [[nodiscard]] bool find_measure();
    [[nodiscard]] bool are_numbers_met() const;
    [[nodiscard]] std::vector<Mark> marks() const;
    [[nodiscard]] int way_of(std::size_t line) const;
    void count();
    void compare(std::size_t own, std::size_t other);

    const Scene& m_scene;
    const Names& m_names;
    ContestCue m_cue;
    bool m_is_turned = false;
    bool m_is_of_columns = false;
    const Name* m_subject = nullptr;
    std::vector<std::size_t> m_own;
    std::vector<std::size_t> m_other;
    std::vector<std::size_t> m_lines;
    bool m_is_general = false;
    std::size_t m_wins = 0;
    std::size_t m_losses = 0;
    std::size_t m_ties = 0;
    std::vector<const reading::TableCell*> m_cells;
};

bool Contest::read_cue()
{
    std::size_t found = 0;
    std::size_t turns = 0;
    std::size_t turn = 0;
    for (std::size_t i = 0; i < m_names.words().size(); ++i) {
        const auto is = [&](const reading::Cues& set) { return reading::is_in(set, word(i)); };
        if (is(k_open)) return false;
        turns += is(k_turning) ? 1U : 0U;
        if (is(k_turning)) turn = i;
        m_is_general = m_is_general || is(k_generally);
        const bool wins =
            std::any_of(std::begin(k_winning), std::end(k_winning),
                        [&](std::string_view each) { return word(i).starts_with(each); });
        const bool is_best = is(k_first) || is(k_last) || is(k_greatest) || is(k_least);
        const bool is_more = is(k_ahead) || is(k_behind) || is(k_greater) || is(k_lesser);
        if (!wins && !is_best && !is_more) continue;
        if (++found > 1) return false;
        m_cue.at = i;
        m_cue.middle = i;
        m_cue.is_best = is_best;
        m_cue.way = is(k_behind) || is(k_last) || is(k_lesser) || is(k_least) ? -1 : 1;
        m_cue.is_of_size =
            is(k_greater) || is(k_lesser) || (is_best && !is(k_first) && !is(k_last));
        if (!is_more) continue;
        constexpr std::size_t k_reach = 10;
        const std::size_t end = std::min(m_names.words().size(), i + k_reach);
        while (m_cue.middle < end && word(m_cue.middle) != "than") ++m_cue.middle;
        if (m_cue.middle == end) return false;
    }
    m_is_turned = turns == 1;
    constexpr std::size_t k_near = 6; // words: "does not obtain a significantly better"
    const bool is_of_cue = turns == 0 || (turn < m_cue.at && m_cue.at - turn <= k_near);
    return found == 1 && turns <= 1 && is_of_cue;
}

// The subject before the cue and the other side behind it, of one axis.
bool Contest::read_sides()
{
    const auto& all = m_names.all();
    std::vector<const Name*> before;
    std::vector<const Name*> after;
    for (const auto& each : all)
        if (each.at < m_cue.at)
            before.push_back(&each);
        else if (each.at > m_cue.middle)
            after.push_back(&each);
    if (before.empty()) return false;
    for (const bool is_of_columns : {false, true}) {
        const auto is_of_axis = [&](const Name* each) { return each->is_column == is_of_columns; };
        std::vector<std::size_t> own;
        std::vector<std::size_t> other;
        const Name* subject = nullptr;
        const auto gather = [&](const std::vector<const Name*>& names,
                                std::vector<std::size_t>& out) {
            const Name* last = nullptr;
            for (const auto* each : names) {
                if (!is_of_axis(each)) continue;
                // Several are one side where they stand in a row: "A and B".
                if (last != nullptr && (each->at > last->at + last->size + 1 ||
                                        (each->at == last->at + last->size + 1 &&
                                         !reading::is_in(k_joining, word(each->at - 1)))))
                    return false;
                last = each;
                if (subject == nullptr) subject = each;
                out.insert(out.end(), each->lines.begin(), each->lines.end());
            }
            return true;
        };
        if (!gather(before, own) || own.empty() || !gather(after, other)) continue;
        if (m_cue.is_best) {
            if (!other.empty()) continue;
            // The subject is what is named first of the two axes.
            if (before.front()->is_column != is_of_columns) continue;
        }
        if (!other.empty() && !is_near(after, is_of_columns)) continue;
        const std::size_t next = m_cue.middle + 1;
        const bool is_of_all = m_cue.is_best || (other.empty() && next < m_names.words().size() &&
                                                 reading::is_in(k_others, word(next)));
        if (is_of_all)
            for (const auto line : m_names.lines(is_of_columns))
                if (std::find(own.begin(), own.end(), line) == own.end()) other.push_back(line);
        const auto is_shared = [&](std::size_t line) {
            return std::find(own.begin(), own.end(), line) != own.end();
        };
        if (other.empty() || std::any_of(other.begin(), other.end(), is_shared)) continue;
        m_is_of_columns = is_of_columns;
        m_subject = subject;
        m_own = std::move(own);
        m_other = std::move(other);
        return true;
    }
    return false;
}

// Whether the other side stands where an object does: nothing unknown before it but one word.
bool Contest::is_near(const std::vector<const Name*>& after, bool is_of_columns) const
{
    for (const auto* each : after) {
        if (each->is_column != is_of_columns) continue;
        std::size_t unknown = 0;
        for (std::size_t i = m_cue.middle + 1; i < each->at; ++i)
            unknown += reading::is_in(k_function, word(i)) || m_names.knows(word(i)) ? 0U : 1U;
        return unknown <= 1;
    }
    return false;
}

// What is compared: the lines of the other axis that the segment names, else all.
bool Contest::read_lines()
{
    for (const auto& each : m_names.all())
        if (each.is_column != m_is_of_columns)
            m_lines.insert(m_lines.end(), each.lines.begin(), each.lines.end());
    if (!m_lines.empty() || find_measure()) return true;
    if (m_cue.is_of_size) return false;
    // "On unseen data" narrows what is compared to something that the table does not name.
    bool is_narrowed = false;
    for (std::size_t i = m_cue.middle + 1; i < m_names.words().size(); ++i) {
        if (is_narrowed && !reading::is_in(k_function, word(i)) && !m_names.knows(word(i)) &&
            !reading::is_in(k_joining, word(i)))
            return false;
        is_narrowed = is_narrowed || reading::is_in(k_contest_narrowing, word(i));
    }
    m_lines = m_names.lines(!m_is_of_columns);
    return true;
}

// The lines that a word beside the cue tells: one that no other label has, or the caption where
// the table has one line.
bool Contest::find_measure()
{
    const std::size_t end =
        m_cue.is_best ? std::min(m_cue.at + 4, m_names.words().size()) : m_cue.middle;
    for (std::size_t i = m_cue.at + 1; i < end; ++i) {
        if (reading::is_in(k_function, word(i))) continue;
        const auto line = m_names.line_with(word(i), !m_is_of_columns);
        if (line) m_lines.push_back(*line);
        const auto& all = m_names.lines(!m_is_of_columns);
        if (!line && all.size() == 1 && m_cue.is_of_size && m_names.knows(word(i))) m_lines = all;
    }
    return !m_lines.empty();
}

// 1 where more is ahead in the line, -1 where less is, 0 where that is open.
int Contest::way_of(std::size_t line) const
{
    if (m_cue.is_of_size) return 1;
    return m_names.better(line, !m_is_of_columns);
}

void Contest::compare(std::size_t own, std::size_t other)
{
    const auto& table = m_scene.axes.table().table;
    if (!m_is_of_columns && table.rows[own].section != table.rows[other].section) return;
    for (const auto line : m_lines) {
        const auto cell = [&](std::size_t side) {
            return m_is_of_columns ? m_scene.axes.number(line, side)
                                   : m_scene.axes.number(side, line);
        };
        const auto* left = cell(own);
        const auto* right = cell(other);
        if (left == nullptr || right == nullptr) continue;
        const int way = way_of(line) * m_cue.way;
        if (way == 0) continue;
        const int more = cmp(left->number.value, right->number.value) * way;
        (more > 0 ? m_wins : more < 0 ? m_losses : m_ties) += 1;
        for (const auto* each : {left, right})
            if (std::find(m_cells.begin(), m_cells.end(), each) == m_cells.end())
                m_cells.push_back(each);
    }
}

// Whether each number of the sentence is one of what is compared, or how far two of them are apart.
bool Contest::are_numbers_met() const
{
    const auto is_met = [&](const Quantity* number) {
        const Rational value = abs(reading::value_of(*number));
        for (const auto* one : m_cells) {
            if (abs(one->number.value) == value) return true;
            for (const auto* two : m_cells)
                if (abs(one->number.value - two->number.value) == value) return true;
        }
        return false;
    };
    const auto& numbers = m_scene.statement.numbers;
    return std::all_of(numbers.begin(), numbers.end(), is_met);
}

// What was decided, and no more: the names, the cue and the numbers.
std::vector<Mark> Contest::marks() const
{
    const auto& words = m_names.words();
    const auto place = [&](std::size_t first, std::size_t last) {
        return mark_view(m_scene.document, words[first].begin, words[last].end, "stated");
    };
    std::vector<Mark> out{place(m_cue.at, m_cue.middle)};
    for (const auto& each : m_names.all()) out.push_back(place(each.at, each.at + each.size - 1));
    for (const auto* number : m_scene.statement.numbers)
        out.push_back(mark_of(m_scene.document, *number, "stated"));
    return out;
}

bool Contest::judge(bool is_alone, Review& review)
{
    if (!read_cue() || !read_sides() || !read_lines()) return false;
    for (const auto own : m_own)
        for (const auto other : m_other) compare(own, other);
    // What holds generally may fail in a few lines.
    constexpr std::size_t k_mostly = 3;
    if (m_is_general && m_wins >= k_mostly * m_losses) m_losses = 0;
    if (m_is_general && m_losses >= k_mostly * m_wins) m_wins = 0;
    if (m_ties > 0 || (m_wins > 0) == (m_losses > 0)) return false;
    const auto& words = m_names.words();
    const Mark stated =
        mark_view(m_scene.document, words[m_cue.at].begin, words[m_cue.at].end, "stated");
    if ((m_wins > 0) != m_is_turned) {
        // Nothing was decided of what else the sentence says.
        if (!is_alone || !are_numbers_met()) return false;
        pass(m_scene.document, marks(), m_cells, review);
        return true;
    }
    const std::string_view better = m_is_turned ? "what is denied" : "the other way round";
    report({m_scene.document, stated, m_cells,
            base::concat("comparing ", m_names.text(*m_subject), " with the others")},
           word(m_cue.at), better, better, review);
    return true;
}

} // namespace

bool check_contest(const Scene& scene, Review& review)
{
    constexpr std::size_t k_most_lines = 60;
    if (scene.axes.rows().size() > k_most_lines || scene.axes.rows().empty()) return false;
    bool out = false;
    const auto segments = segments_of(scene);
    for (const auto& segment : segments) {
        const Names names{scene, segment};
        if (names.all().empty()) continue;
        out = Contest{scene, names}.judge(segments.size() == 1, review) || out;
    }
    return out;
}

} // namespace verify::tables
