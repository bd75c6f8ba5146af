// time.duration of lengths alone: one length told in two units, and
// lengths that make another.
#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/precision.hpp"
#include "verify/moments/checks.hpp"
#include "verify/moments/clock_face.hpp"
#include "verify/moments/network.hpp"

#include <algorithm>
#include <cstdlib>

namespace verify::moments {

using reading::WordSet;

const Check k_time_duration{
    .id = "time.duration",
    .category = Category::consistency,
    .nature = Nature::relation,
    .proof =
        {"clock times in digits and words, the time between them, breaks that are said to be left "
         "out, zones that are told, timelines whose lines a sentence names, laps and lengths added "
         "up, one length in two units",
         "flights without a told zone, \"each way\""},
    .planted = k_planted_moments};

namespace {

// A miss of a fiftieth is what rounding leaves of a length that is told again in a smaller unit.
constexpr long k_rounding = 50;

class Lengths {
public:
    Lengths(Judged& judged, std::size_t sentence)
        : m_judged{judged}, m_doc{judged.document()}, m_own{m_doc.of_sentence[sentence]},
          m_lengths{m_judged.times().stretches(sentence)}
    {
        std::erase_if(m_lengths, [](const Stretch& length) {
            return length.months > 0 || length.is_shift || length.is_ended;
        });
    }

    void run()
    {
        if (m_lengths.size() < 2) return;
        for (std::size_t i = 0; i + 1 < m_lengths.size(); ++i)
            if (is_told_again(m_lengths[i], m_lengths[i + 1])) same(m_lengths[i], m_lengths[i + 1]);
        if (m_lengths.size() > 2) sum();
    }

private:
    // Half of the unit told, and less than that: no author calls two and a half hours three.
    // Minutes are counted, and so are whole days that are called full.
    [[nodiscard]] long slack_of(const Stretch& length) const
    {
        if (length.finest <= k_minute) return 0;
        const bool is_full = says(m_doc, length.begin, length.end,
                                  {"full", "whole", "entire", "complete", "straight"});
        return is_full ? std::min(length.finest, k_hour) : length.finest / 2 - k_minute / 4;
    }

    // Nothing stands between but what says "in other words": a bracket, a sign of equality, "or",
    // "that is", "i.e.".
    [[nodiscard]] bool is_told_again(const Stretch& first, const Stretch& second) const
    {
        // In one unit both times it is an alternative, but "135 minutes, or 3 hours 15 minutes".
        const auto size = [](const Stretch& length) { return length.end - length.begin; };
        const auto longer = std::max(size(first), size(second));
        if (first.finest == second.finest && longer - std::min(size(first), size(second)) < 2)
            return false;
        if (first.is_rate || second.is_rate) return false;
        const auto link = m_doc.word(first.end);
        const auto gap = second.begin - first.end;
        if (gap == 0 || gap > 6) return false;
        if (link == "(" && gap == 1) return m_doc.word(second.end) == ")";
        bool is_same = link == "=";
        for (std::uint32_t i = first.end; i < second.begin; ++i) {
            const auto word = m_doc.word(i);
            is_same =
                is_same || reading::is_one_of(word, {"or", "i", "i.e", "i.e.", "is", "equals"});
            if (!reading::is_one_of(word,
                                    {",", "(", "=", "or", "exactly", "i", "e", "i.e", "i.e.", ".",
                                     "that", "is", "which", "equals", "\u2013", "\u2014"}))
                return false;
        }
        const bool is_apart = reading::is_one_of(link, {",", "(", "=", "\u2013", "\u2014"});
        // "two hours, or 40 minutes if you run"
        const bool is_other =
            reading::is_in(reading::Cues{WordSet::role_prep, {"more", "less", "if", "on", "when"}},
                           m_doc.word(second.end));
        return is_same && is_apart && !is_other;
    }

    void same(const Stretch& first, const Stretch& second)
    {
        // A day of work has eight hours or so.
        if (says(m_doc, m_own.begin, m_own.end,
                 reading::Cues{WordSet::working_day, {"shift", "shifts"}}))
            return;
        if (m_judged.knows(second.begin, second.end)) return;
        const long far = std::abs(first.seconds - second.seconds);
        auto outcome =
            outcome_of(m_doc, k_time_duration, "The duration is not as stated", second, first);
        outcome.certainty = Certainty::exact;
        outcome.formula = quote_of(m_doc, outcome.operands.front());
        outcome.recomputed = length_text(first.seconds);
        const long longer = std::max(first.seconds, second.seconds);
        const bool is_rounded = far <= slack_of(first) + slack_of(second);
        const bool is_finer = second.finest < first.finest;
        if (far == 0 || (is_rounded && !is_finer)) {
            m_judged.pass(outcome);
            return;
        }
        // "2 hours (118 minutes)" is rounded; "2 weeks, that is 16 days" only rounds to it. Of
        // another size it is another length.
        if (far * k_rounding <= longer || far * 2 > longer || first.is_rough || second.is_rough)
            return;
        if (is_rounded) outcome.severity = Severity::minor;
        m_judged.error(outcome);
    }

    // The last is said to be all of them.
    [[nodiscard]] bool is_total(const Stretch& length) const
    {
        const auto from = std::max(length.begin, m_own.begin + 5) - 5;
        return says(m_doc, from, length.begin,
                    {"total", "totals", "totalling", "totaling", "sum", "makes", "making", "gives",
                     "altogether", "comes"}) ||
               says(m_doc, length.end, length.end + 1, {"altogether", "total", "overall"}) ||
               (m_doc.word(length.end) == "in" &&
                says(m_doc, length.end + 1, length.end + 2, {"all", "total"}));
    }

    // What the relations of numbers did not take: the parts of a length are numbers of two units.
    void sum()
    {
        const Stretch& stated = m_lengths.back();
        const bool is_other = says(m_doc, m_own.begin, m_own.end,
                                   reading::Cues{WordSet::every | WordSet::not_so,
                                                 {"per", "minus", "times", "average", "including",
                                                  "break", "breaks", "or", "least", "twice"}});
        const bool is_loose =
            std::any_of(m_lengths.begin(), m_lengths.end(), [](const Stretch& length) {
                return length.is_rough || length.is_rate || length.finest < 1;
            });
        if (is_other || is_loose || !is_total(stated) || m_judged.knows(stated.begin, stated.end))
            return;
        auto outcome = outcome_of(m_doc, k_time_duration, "The times do not add up", stated);
        outcome.certainty = Certainty::exact;
        long all = 0;
        for (const auto& part : m_lengths) {
            if (part.begin == stated.begin) break;
            all += part.seconds;
            outcome.operands.push_back(mark_tokens(m_doc, part.begin, part.end, "operand"));
            outcome.formula +=
                base::concat(outcome.formula.empty() ? "" : " + ", length_text(part.seconds));
        }
        outcome.recomputed = length_text(all);
        const long far = std::abs(all - stated.seconds);
        if (far <= slack_of(stated))
            m_judged.pass(outcome);
        else if (far * 2 <= all)
            m_judged.error(outcome);
    }

    Judged& m_judged;
    const Document& m_doc;
    reading::TokenRange m_own;
    std::vector<Stretch> m_lengths;
};

} // namespace

void check_lengths(Judged& judged, std::size_t sentence)
{
    Lengths{judged, sentence}.run();
}

} // namespace verify::moments
