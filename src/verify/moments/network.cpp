#include "verify/moments/network.hpp"

#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"

#include <algorithm>
#include <cstdio>

namespace verify::moments {

using reading::WordSet;

namespace {

bool is_prose(const Document& document, std::size_t sentence)
{
    const auto kind = document.blocks[document.sentences[sentence].block].kind;
    return kind != reading::BlockKind::table_row && kind != reading::BlockKind::code &&
           kind != reading::BlockKind::heading;
}

bool overlaps(const Mark& left, const Mark& right)
{
    return left.begin < right.end && right.begin < left.end;
}

} // namespace

Judged::Judged(const Document& document, Review& review)
    : m_document{document}, m_review{review}, m_times{document},
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
    while (back-- > 0 && out.first > 0 && is_prose(document, out.first - 1)) --out.first;
    while (ahead-- > 0 && out.last + 1 < document.sentences.size() &&
           is_prose(document, out.last + 1))
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

bool Judged::knows(std::uint32_t begin, std::uint32_t end) const
{
    const Mark mark = mark_tokens(m_document, begin, end, "stated");
    // "two hours" of "two hours and a quarter" is not what is stated.
    const auto is_stated = [&](const Pass& pass) {
        // Nor is that a day exists a statement about when it is.
        const bool is_other = pass.check == "date.invalid" || pass.check.starts_with("range.");
        return !is_other && overlaps(pass.marks.front(), mark) &&
               pass.marks.front().end + 1 >= mark.end;
    };
    // Of two numbers that do not agree one report is enough.
    const auto is_part = [&](const Finding& finding) {
        return (finding.check.starts_with("time.") || finding.check.starts_with("date.") ||
                overlaps(finding.marks.front(), mark)) &&
               std::any_of(finding.marks.begin(), finding.marks.end(),
                           [&](const Mark& part) { return overlaps(part, mark); });
    };
    return std::any_of(m_review.findings.begin(), m_review.findings.end(), is_part) ||
           std::any_of(m_review.passes.begin(), m_review.passes.end(), is_stated);
}

bool Judged::has_error(std::uint32_t begin, std::uint32_t end) const
{
    const Mark mark = mark_tokens(m_document, begin, end, "stated");
    return std::any_of(
        m_review.findings.begin(), m_review.findings.end(),
        [&](const Finding& finding) { return overlaps(finding.marks.front(), mark); });
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

std::string clock_text(long second)
{
    char text[48];
    std::snprintf(text, sizeof text, "%02ld:%02ld", second / 3600, second / 60 % 60);
    return text;
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
