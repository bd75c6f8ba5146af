#include "verify/moments/network.hpp"

#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"

#include <algorithm>

namespace verify::moments {

using reading::WordSet;

Judged::Judged(const Document& document, Review& review)
    : m_document{document}, m_review{review}, m_ledger{review}, m_times{document},
      m_has_long_day{std::any_of(
          document.times.begin(), document.times.end(),
          [](const reading::ClockTime& time) { return !time.meridiem && time.minute >= 13 * 60; })}
{
}

Section Judged::section_of(std::size_t sentence, std::size_t back, std::size_t ahead) const
{
    const Document& document = m_document;
    Section out;
    out.first = sentence;
    out.last = sentence;
    while (back-- > 0 && out.first > 0 && is_read(document, out.first - 1, Reads::prose))
        --out.first;
    while (ahead-- > 0 && out.last + 1 < document.sentences.size() &&
           is_read(document, out.last + 1, Reads::prose))
        ++out.last;
    for (std::size_t i = out.first; i <= out.last; ++i) {
        const auto& clocks = m_times.clocks(i);
        const auto& stretches = m_times.stretches(i);
        out.clocks.insert(out.clocks.end(), clocks.begin(), clocks.end());
        out.stretches.insert(out.stretches.end(), stretches.begin(), stretches.end());
    }
    out.begin = document.of_sentence[out.first].begin;
    out.end = document.of_sentence[out.last].end;
    for (auto& clock : out.clocks)
        if (m_has_long_day && !clock.is_spoken) clock.is_open = false;
    return out;
}

bool Judged::knows(std::uint32_t begin, std::uint32_t end)
{
    const Mark mark = mark_tokens(m_document, begin, end, "stated");
    return m_ledger.knows(mark) || m_ledger.is_part_of_error(mark);
}

bool Judged::has_error(std::uint32_t begin, std::uint32_t end)
{
    return m_ledger.has_error(mark_tokens(m_document, begin, end, "stated"));
}

Found Judged::about(const Outcome& outcome) const
{
    auto out = found(outcome.check, outcome.title, m_document, outcome.certainty, outcome.severity);
    out.stated(outcome.begin, outcome.end).marks(outcome.operands);
    return out;
}

void Judged::error(const Outcome& outcome)
{
    about(outcome)
        .evidence("reported", Marked{0}, "recomputed", outcome.recomputed, "formula",
                  outcome.formula)
        .read_as("plain")
        .gives(outcome.formula, outcome.recomputed, Marked{0})
        .raise(m_review, "Write ", outcome.recomputed, " or correct what it follows from.");
}

void Judged::pass(const Outcome& outcome)
{
    about(outcome).pass(m_review);
}

void Judged::weigh(const Claimed& claimed, std::span<const Candidate> candidates,
                   const Rational& slack)
{
    judge(m_document, claimed, candidates, m_review, slack);
}

bool says(const Document& document, std::uint32_t from, std::uint32_t to, const reading::Cues& cues)
{
    for (std::uint32_t at = from; at < to; ++at)
        if (reading::is_in(cues, document.word(at))) return true;
    return false;
}

bool concludes(const Document& document, std::uint32_t from, std::uint32_t to)
{
    for (std::uint32_t at = from; at + 1 < to; ++at)
        if (document.word(at) == "that" && document.word(at + 1) == "is" && at > 0 &&
            reading::is_in(reading::Cues{WordSet::dash | WordSet::comma, {"("}},
                           document.word(at - 1)))
            return true;
    return says(document, from, to,
                reading::Cues{WordSet::so | WordSet::yields,
                              {"meaning", "consequently", "accordingly", "i.e", "which"}});
}

std::string length_text(long seconds)
{
    const long hours = seconds / 3600;
    const long minutes = seconds / 60 % 60;
    const long rest = seconds % 60;
    std::string out;
    const auto add = [&](long value, std::string_view unit) {
        if (value != 0)
            out += base::concat(out.empty() ? "" : " ", std::to_string(value), " ", unit);
    };
    add(hours, "h");
    add(minutes, "min");
    add(rest, "s");
    return out.empty() ? "0 min" : out;
}

} // namespace verify::moments
