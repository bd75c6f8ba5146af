// time.duration: lines that begin with a clock time, and a length between two of them that a
// sentence names by their words.
#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/moments/checks.hpp"
#include "verify/moments/clock_face.hpp"
#include "verify/moments/network.hpp"

#include <algorithm>
#include <cstdlib>

namespace verify::moments {

using reading::WordSet;

namespace {

// Lines that make a timeline.
constexpr std::size_t k_least = 4;

struct Line {
    Clock clock;
    std::uint32_t begin = 0; // tokens of its words
    std::uint32_t end = 0;
};

// A clock time that begins its line of the text.
bool begins_line(const Document& document, std::uint32_t token)
{
    const auto& text = document.view.text;
    std::size_t at = document.tokens[token].begin;
    while (at > 0 && reading::is_one_of(text.substr(at - 1, 1), {" ", "-", "*", "\t", "["})) --at;
    return at == 0 || text[at - 1] == '\n';
}

class Timeline {
public:
    explicit Timeline(Judged& judged) : m_judged{judged}, m_doc{judged.document()} {}

    void run()
    {
        for (const auto& time : m_doc.times) {
            if (time.with_seconds || !begins_line(m_doc, time.begin)) continue;
            const Clock clock{time.begin, time.end, time.minute * k_minute};
            if (!m_lines.empty())
                m_lines.back().end = std::min(time.begin, line_end(m_lines.back()));
            m_lines.push_back({clock, time.end, time.end});
        }
        if (m_lines.size() < k_least) return;
        m_lines.back().end = line_end(m_lines.back());
        // Forward in time, over midnight once at most: else two lists.
        std::size_t turns = 0;
        for (std::size_t i = 0; i + 1 < m_lines.size(); ++i)
            if (m_lines[i + 1].clock.second < m_lines[i].clock.second) ++turns;
        if (turns > 1) return;
        for (std::size_t i = 0; i < m_doc.sentences.size(); ++i) {
            const auto range = m_doc.of_sentence[i];
            if (range.begin < m_lines.back().clock.end) continue;
            for (const auto& stretch : m_judged.times().stretches(i))
                if (!stretch.is_rate && !stretch.is_rough && !stretch.is_ended &&
                    stretch.months == 0 && stretch.seconds < k_day) {
                    weigh(stretch, range);
                    weigh_one(stretch);
                }
        }
    }

private:
    [[nodiscard]] std::uint32_t line_end(const Line& line) const
    {
        const auto& text = m_doc.view.text;
        const auto stop = text.find('\n', m_doc.tokens[line.clock.begin].begin);
        std::uint32_t end = line.begin;
        while (end < m_doc.tokens.size() && m_doc.tokens[end].begin < stop) ++end;
        return end;
    }

    // Words that name something: five letters of them, so that "rolled back" is a rollback.
    [[nodiscard]] static std::string_view stem(std::string_view word) { return word.substr(0, 5); }

    [[nodiscard]] bool names(std::uint32_t token) const
    {
        const auto word = m_doc.word(token);
        const bool is_code = m_doc.kind(token) == reading::TokenKind::opaque ||
                             m_doc.kind(token) == reading::TokenKind::number ||
                             (m_doc.kind(token) == reading::TokenKind::word && word.size() >= 4);
        return is_code &&
               !reading::is_in(
                   reading::Cues{WordSet::demonstrative | WordSet::since | WordSet::until,
                                 {"with", "first", "back", "time", "were", "their"}},
                   word);
    }

    // "until recovery": the last line has it in other words.
    [[nodiscard]] bool is_all_over(std::uint32_t from, std::uint32_t to) const
    {
        return says(m_doc, from, to,
                    {"recovery", "recovered", "end", "close", "normal", "resolved", "resolution",
                     "restored", "finish", "over"});
    }

    // The line that shares most words with the tokens; none when two do alike.
    [[nodiscard]] const Line* line_of(std::uint32_t from, std::uint32_t to) const
    {
        const Line* best = nullptr;
        std::size_t most = 0;
        bool is_tied = false;
        for (const auto& line : m_lines) {
            std::size_t shared = 0;
            for (std::uint32_t i = from; i < to; ++i) {
                if (!names(i)) continue;
                for (std::uint32_t k = line.begin; k < line.end; ++k)
                    if (names(k) && stem(m_doc.word(k)) == stem(m_doc.word(i))) {
                        ++shared;
                        break;
                    }
            }
            if (shared > most) {
                best = &line;
                most = shared;
                is_tied = false;
            } else if (shared == most && shared > 0) {
                is_tied = true;
            }
        }
        return is_tied ? nullptr : best;
    }

    // "from A until B", "between A and B": tokens of A and of B, each up to the next sign or
    // number.
    void weigh(const Stretch& stated, reading::TokenRange range)
    {
        for (std::uint32_t i = range.begin; i < range.end; ++i) {
            const bool is_from = reading::is_one_of(m_doc.word(i), {"from", "between"});
            if (!is_from) continue;
            for (std::uint32_t k = i + 2; k < std::min(i + 10, range.end); ++k) {
                const bool is_link =
                    m_doc.word(i) == "between"
                        ? m_doc.word(k) == "and"
                        : reading::is_in(reading::Cues{WordSet::until, {"to"}}, m_doc.word(k));
                if (!is_link) continue;
                std::uint32_t end = k + 1;
                while (end < range.end && end < k + 8 && end != stated.begin &&
                       m_doc.kind(end) != reading::TokenKind::symbol)
                    ++end;
                const Line* first = line_of(i + 1, k);
                const Line* last = line_of(k + 1, end);
                if (last == nullptr && is_all_over(k + 1, end)) last = &m_lines.back();
                if (first != nullptr && last != nullptr && first < last)
                    conclude(stated, *first, *last);
                return;
            }
        }
    }

    // "3 h 45 min of dancing": from the line of that name to the next.
    void weigh_one(const Stretch& stated)
    {
        if (m_doc.word(stated.end) != "of" || !names(stated.end + 1)) return;
        const Line* line = line_of(stated.end + 1, stated.end + 2);
        if (line != nullptr && line != &m_lines.back()) conclude(stated, *line, line[1]);
    }

    void conclude(const Stretch& stated, const Line& first, const Line& last)
    {
        if (m_judged.knows(stated.begin, stated.end)) return;
        const long apart = (last.clock.second - first.clock.second + k_day) % k_day;
        const long far = std::abs(apart - stated.seconds);
        const long slack = stated.finest > k_minute ? stated.finest / 2 : k_minute;
        auto outcome = outcome_of(m_doc, k_time_duration, "The time between does not match", stated,
                                  first.clock, last.clock);
        outcome.formula = base::concat("From ", clock_text(first.clock.second), " to ",
                                       clock_text(last.clock.second));
        outcome.recomputed = length_text(apart);
        // An hour or ten minutes off; any other distance may be of other lines.
        if (far <= slack)
            m_judged.pass(outcome);
        else if (far == 10 * k_minute || far == 60 * k_minute || far == 20 * k_minute)
            m_judged.error(outcome);
    }

    Judged& m_judged;
    const Document& m_doc;
    std::vector<Line> m_lines;
};

} // namespace

void check_timelines(Judged& judged)
{
    if (judged.document().times.size() >= k_least) Timeline{judged}.run();
}

} // namespace verify::moments
