#include "reading/dates.hpp"

#include "reading/ascii.hpp"
#include "reading/document.hpp"
#include "reading/lexicon/lexicon.hpp"

#include <charconv>

namespace reading {

namespace {

std::optional<int> to_int(std::string_view digits)
{
    int out = 0;
    const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), out);
    if (end.ec != std::errc{} || end.ptr != digits.data() + digits.size()) return std::nullopt;
    return out;
}

class DateScanner {
public:
    DateScanner(Document& document, std::vector<bool>& taken) : m_doc{document}, m_taken{taken} {}

    void scan(TokenRange range)
    {
        m_range = range;
        for (std::uint32_t i = range.begin; i < range.end;) {
            const std::uint32_t next = one(i);
            for (std::uint32_t k = i; next > i && k < next; ++k) m_taken[k] = true;
            i = std::max(next, i + 1);
        }
    }

private:
    // The token after what began at `i`, or `i` when nothing did.
    std::uint32_t one(std::uint32_t i)
    {
        switch (m_doc.kind(i)) {
        case TokenKind::date: return numeric(i);
        case TokenKind::clock: return clock(i);
        case TokenKind::number:
        case TokenKind::ordinal: {
            if (const auto end = hour(i); end > i) return end;
            return day_first(i);
        }
        case TokenKind::word: return named(i);
        case TokenKind::dotted:
        case TokenKind::opaque:
        case TokenKind::symbol: return i;
        }
        return i;
    }

    [[nodiscard]] std::string_view word(std::size_t i) const
    {
        return i >= m_range.begin && i < m_range.end ? m_doc.word(i) : std::string_view{};
    }

    // "march" and "may" are months only with a capital; so are the other short ones.
    [[nodiscard]] std::optional<int> month(std::size_t i) const
    {
        if (i < m_range.begin || i >= m_range.end || m_doc.kind(i) != TokenKind::word)
            return std::nullopt;
        const auto value = month_name(m_doc.word(i));
        if (!value) return std::nullopt;
        const bool unclear = is_one_of(m_doc.word(i), {"march", "may", "mar", "mars", "august",
                                                       "mei", "dec", "sep", "jan", "jun", "mai"});
        if (unclear && !is_upper(m_doc.raw(i).front())) {
            const bool between =
                is_digit(word(i - 1).empty() ? ' ' : word(i - 1).back()) && year(i + 1).has_value();
            if (!between) return std::nullopt;
        }
        return value;
    }

    [[nodiscard]] std::optional<int> year(std::size_t i) const
    {
        if (i >= m_range.end || m_doc.kind(i) != TokenKind::number) return std::nullopt;
        const auto text = m_doc.word(i);
        if (text.size() != 4) return std::nullopt;
        const auto value = to_int(text);
        if (!value || *value < 1000 || *value > 2999) return std::nullopt;
        return value;
    }

    [[nodiscard]] std::optional<int> day(std::size_t i) const
    {
        if (i < m_range.begin || i >= m_range.end) return std::nullopt;
        const auto text = m_doc.word(i);
        const bool number = m_doc.kind(i) == TokenKind::number && text.size() <= 2;
        const bool ordinal = m_doc.kind(i) == TokenKind::ordinal && text.size() <= 4;
        if (!number && !ordinal) return std::nullopt;
        const auto value = to_int(text.substr(0, text.find_first_not_of("0123456789")));
        if (!value || *value < 1 || *value > 31) return std::nullopt;
        return value;
    }

    // "BC" and "BCE" within the next two tokens.
    [[nodiscard]] bool before_christ(std::size_t end) const
    {
        return is_one_of(word(end), {"bc", "bce"}) || is_one_of(word(end + 1), {"bc", "bce"});
    }

    std::uint32_t add(std::uint32_t begin, std::uint32_t end, Date date)
    {
        date.begin = begin;
        date.end = end;
        date.before_christ = before_christ(end);
        m_doc.dates.push_back(date);
        return end;
    }

    std::uint32_t numeric(std::uint32_t i)
    {
        const std::string_view text = m_doc.word(i);
        const std::size_t first = text.find_first_not_of("0123456789");
        const std::size_t second = text.find_first_not_of("0123456789", first + 1);
        const auto a = to_int(text.substr(0, first));
        const auto b = to_int(text.substr(first + 1, second - first - 1));
        const auto c = to_int(text.substr(second + 1));
        if (!a || !b || !c) return i;
        Date date;
        if (first == 4) {
            date.year = *a;
            date.month = *b;
            date.day = *c;
        } else {
            date.year = *c;
            date.day = *a;
            date.month = *b;
            date.may_swap = text[first] != '.';
        }
        return add(i, i + 1, date);
    }

    // "5 March 2024", "5th of March", "3. Maerz 2024", "5 de marzo de 2024", "3-5 March".
    std::uint32_t day_first(std::uint32_t i)
    {
        const auto value = day(i);
        if (!value) return i;
        std::uint32_t at = i + 1;
        if (is_one_of(word(at), {"of", "de", "."})) ++at;
        const auto name = month(at);
        if (!name || is_glued_before(i)) return i;
        ++at;
        Date date;
        date.day = *value;
        date.month = *name;
        const bool bridged = is_one_of(word(i - 1), {"to", "and", "&", "/"});
        date.in_range = is_dash(word(i - 1)) || (bridged && day(i - 2) && !m_taken[i - 2]);
        std::uint32_t year_at = at;
        if (is_one_of(word(year_at), {",", ".", "de", "of"})) ++year_at;
        if (const auto found = year(year_at)) {
            date.year = found;
            at = year_at + 1;
        }
        return add(i, at, date);
    }

    // A number that belongs to what stands before it: "$5", "4.5", "12:30".
    [[nodiscard]] bool is_glued_before(std::uint32_t i) const
    {
        const auto before = word(i - 1);
        if (before.empty() || m_doc.tokens[i].space_before) return false;
        return !is_in(Cues{WordSet::dash | WordSet::opens | WordSet::quote, {"/"}}, before);
    }

    static bool is_dash(std::string_view text) { return is_in(WordSet::dash, text); }

    // "March 5, 2024", "March 2024", "March 5-7", and the times noon and midnight.
    std::uint32_t named(std::uint32_t i)
    {
        if (is_in(WordSet::noon, word(i))) {
            const int minute = word(i) == "midnight" ? 0 : 12 * 60;
            m_doc.times.push_back({i, i + 1, minute, true, false});
            return i + 1;
        }
        const auto name = month(i);
        if (!name) return i;
        Date date;
        date.month = *name;
        std::uint32_t at = i + 1;
        if (word(at) == "." && m_doc.word(i).size() <= 4) ++at;
        if (const auto found = year(at)) {
            date.year = found;
            return add(i, at + 1, date);
        }
        const auto value = day(at);
        if (!value) {
            const bool comma_year = word(at) == "," && year(at + 1).has_value();
            if (!comma_year || word(i) == "may") return i;
            date.year = year(at + 1);
            return add(i, at + 2, date);
        }
        date.day = *value;
        ++at;
        if (is_one_of(word(at), {".", ":", "%"}) && !m_doc.tokens[at].space_before &&
            at + 1 < m_range.end && !m_doc.tokens[at + 1].space_before)
            return i;
        date.in_range = is_dash(word(at)) ||
                        (is_one_of(word(at), {"and", "to", "&"}) && day(at + 1) && !month(at + 2));
        if (date.in_range && day(at + 1)) at += 2;
        std::uint32_t year_at = at;
        if (word(year_at) == ",") ++year_at;
        if (const auto found = year(year_at);
            found && (year_at > at || m_doc.tokens[at].space_before)) {
            date.year = found;
            at = year_at + 1;
        }
        return add(i, at, date);
    }

    struct Meridiem {
        int shift = 0; // minutes to add to an hour below 12
        std::uint32_t end = 0;
    };

    [[nodiscard]] std::optional<Meridiem> meridiem(std::uint32_t i) const
    {
        if (is_in(WordSet::half_day, word(i))) return Meridiem{word(i) == "pm" ? 720 : 0, i + 1};
        if (is_one_of(word(i), {"a", "p"}) && word(i + 1) == "." && word(i + 2) == "m") {
            const std::uint32_t end =
                word(i + 3) == "." && !m_doc.tokens[i + 3].space_before ? i + 4 : i + 3;
            return Meridiem{word(i) == "p" ? 720 : 0, end};
        }
        return std::nullopt;
    }

    std::uint32_t clock(std::uint32_t i)
    {
        const std::string_view text = m_doc.word(i);
        const std::size_t colon = text.find(':');
        const auto hours = to_int(text.substr(0, colon));
        const auto minutes = to_int(text.substr(colon + 1, 2));
        if (!hours || !minutes) return i;
        const bool seconds = text.find(':', colon + 1) != std::string_view::npos;
        const auto half = meridiem(i + 1);
        const std::uint32_t end = half ? half->end : i + 1;
        if (*hours > 24 || *minutes > 59 || (*hours == 24 && *minutes > 0)) return end;
        ClockTime time{i, end, *hours * 60 + *minutes, half.has_value(), seconds};
        if (half && *hours <= 12) time.minute = (*hours % 12) * 60 + *minutes + half->shift;
        m_doc.times.push_back(time);
        return end;
    }

    // "9 am", "9.30pm"
    std::uint32_t hour(std::uint32_t i)
    {
        const auto half = meridiem(i + 1);
        if (!half || m_doc.kind(i) != TokenKind::number) return i;
        const std::string_view text = m_doc.word(i);
        const std::size_t length = number_length(text, 0);
        const std::size_t point = text.find('.');
        const auto hours = to_int(text.substr(0, std::min(point, length)));
        const auto minutes = point == std::string_view::npos
                                 ? std::optional{0}
                                 : to_int(text.substr(point + 1, length - point - 1));
        if (!hours || !minutes || *hours > 12 || *minutes > 59) return i;
        m_doc.times.push_back(
            {i, half->end, (*hours % 12) * 60 + *minutes + half->shift, true, false});
        return half->end;
    }

    Document& m_doc;
    std::vector<bool>& m_taken;
    TokenRange m_range;
};

} // namespace

void scan_dates(Document& document, std::vector<bool>& taken)
{
    DateScanner scanner{document, taken};
    for (const auto range : document.of_sentence) scanner.scan(range);
}

std::string clock_text(long second)
{
    char text[48];
    std::snprintf(text, sizeof text, "%02ld:%02ld", second / 3600, second / 60 % 60);
    return text;
}

} // namespace reading
