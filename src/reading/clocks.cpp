#include "reading/clocks.hpp"

#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "reading/number_words.hpp"

#include <algorithm>
#include <charconv>

namespace reading {

namespace {

// Words that a clock time in words stands behind; without one "ten to eleven" is a range.
constexpr OwnCues k_at{WordSet::way_prep | WordSet::until | WordSet::copula | WordSet::since |
                           WordSet::only,
                       {"at", "by", "before", "after", "about", "around", "and", "it's", "past",
                        "about", "comes", "means", "towards"}};
// What makes a clock time a rough one.
constexpr OwnCues k_rough{WordSet::rough | WordSet::over_under | WordSet::only,
                          {"after", "before", "by", "towards", "between", "some"}};
// No noun: behind "at nine" one of these or a sign ends the time.
constexpr OwnCues k_ends{
    WordSet::personal | WordSet::place_prep | WordSet::joins | WordSet::way_prep | WordSet::until |
        WordSet::demonstrative | WordSet::role_prep | WordSet::every | WordSet::supposes |
        WordSet::near_day,
    {"the", "so", "when", "but", "then", "as", "sharp", "before", "after", "o'clock"}};

class ClockReader {
public:
    ClockReader(const Document& document, TokenRange range) : m_doc{document}, m_range{range} {}

    std::vector<Clock> run()
    {
        for (auto at = std::lower_bound(
                 m_doc.times.begin(), m_doc.times.end(), m_range.begin,
                 [](const ClockTime&time, std::uint32_t token) { return time.begin < token; });
             at != m_doc.times.end() && at->begin < m_range.end; ++at)
            printed(*at);
        for (std::uint32_t i = m_range.begin; i < m_range.end;) i = std::max(i + 1, spoken(i));
        std::sort(m_out.begin(), m_out.end(),
                  [](const Clock& left, const Clock& right) { return left.begin < right.begin; });
        return std::move(m_out);
    }

private:
    [[nodiscard]] std::string_view word(std::uint32_t i) const
    {
        return i >= m_range.begin && i < m_range.end ? m_doc.word(i) : std::string_view{};
    }

    void printed(const ClockTime& time)
    {
        Clock out{time.begin, time.end, time.minute * k_minute};
        const auto text = m_doc.word(time.begin);
        out.is_open = !time.meridiem && time.minute < 13 * 60 && text.front() != '0';
        if (time.with_seconds) {
            out.has_seconds = true;
            int seconds = 0;
            const auto colon = text.rfind(':');
            std::from_chars(text.data() + colon + 1, text.data() + text.size(), seconds);
            out.second += seconds;
        }
        add(out);
    }

    void add(Clock out)
    {
        const bool is_bound = word(out.begin - 1) == "before" && word(out.begin - 2) == "not";
        out.is_rough = !is_bound && is_in(k_rough, word(out.begin - 1));
        m_out.push_back(out);
    }

    [[nodiscard]] std::optional<int> small(std::uint32_t i, int most) const
    {
        const auto text = word(i);
        if (const auto value = cardinal_word(text); value && *value >= 1 && *value <= most)
            return value;
        int value = 0;
        const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
        const bool whole =
            !text.empty() && end.ec == std::errc{} && end.ptr == text.data() + text.size();
        return whole && value >= 1 && value <= most ? std::optional{value} : std::nullopt;
    }

    // The token behind the hour, when "at nine" and the like is an hour at all.
    [[nodiscard]] bool is_ended(std::uint32_t i) const
    {
        if (i >= m_range.end) return true;
        return (m_doc.kind(i) == TokenKind::symbol && !is_one_of(word(i), {"%", "-", "$", "/"})) ||
               is_in(k_ends, word(i));
    }

    std::uint32_t spoken(std::uint32_t i)
    {
        std::uint32_t at = i;
        int minutes = 0;
        if (word(at) == "half")
            minutes = 30;
        else if (word(at) == "quarter")
            minutes = 15;
        else if (word(at) == "twenty" && word(at + 1) == "-" && word(at + 2) == "five") {
            minutes = 25;
            at += 2;
        } else if (word(at) == "twenty" && word(at + 1) == "five") {
            minutes = 25;
            ++at;
        } else if (const auto value = small(at, 29))
            minutes = *value;
        else
            return i;
        ++at;
        if (word(at) == "minutes") ++at;
        const bool is_past = word(at) == "past";
        const bool is_to = word(at) == "to" && minutes != 30;
        if (!is_past && !is_to) return hour(i);
        std::uint32_t lead = i - 1;
        if (word(lead) == "a") --lead;
        const bool is_led = is_in(k_at, word(lead)) || word(i) == "quarter";
        auto hours = small(at + 1, 12);
        long base = 0;
        bool is_open = true;
        if (hours)
            base = (*hours % 12) * k_hour;
        else if (is_in(WordSet::noon, word(at + 1))) {
            base = word(at + 1) == "midnight" ? 0 : 12 * k_hour;
            is_open = false;
        } else
            return i;
        if (!is_past && (!is_led || !is_ended(at + 2))) return i;
        std::uint32_t end = at + 2;
        if (word(end) == "o'clock") ++end;
        Clock out{i, end, 0, is_open, true};
        out.second =
            (base + (is_past ? minutes : -minutes) * k_minute + 24 * k_hour) % (24 * k_hour);
        add(out);
        return end;
    }

    // "at nine", "nine o'clock"
    std::uint32_t hour(std::uint32_t i)
    {
        const auto hours = small(i, 12);
        if (!hours) return i;
        const bool is_told = word(i + 1) == "o'clock";
        const bool is_word = m_doc.kind(i) == TokenKind::word;
        const bool is_led = is_word && is_in(Cues{WordSet::until, {"at"}}, word(i - 1)) &&
                            is_ended(i + 1) && !(word(i + 1) == "to") &&
                            !(word(i + 1) == "and" && word(i + 2) == "a");
        if (!is_told && !is_led) return i;
        add({i, is_told ? i + 2 : i + 1, (*hours % 12) * k_hour, true, true});
        return i + 1;
    }

    const Document& m_doc;
    TokenRange m_range;
    std::vector<Clock> m_out;
};

} // namespace

std::vector<Clock> clocks_of(const Document& document, TokenRange range)
{
    return ClockReader{document, range}.run();
}

SentenceTimes::SentenceTimes(const Document& document)
{
    for (const TokenRange range : document.of_sentence) {
        m_clocks.push_back(clocks_of(document, range));
        m_stretches.push_back(stretches_of(document, range));
    }
}

} // namespace reading
