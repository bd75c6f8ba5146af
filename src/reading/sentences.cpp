#include "reading/sentences.hpp"

#include "base/closer.hpp"
#include "base/fault.hpp"
#include "reading/abbreviations.hpp"
#include "reading/ascii.hpp"
#include "reading/dates.hpp"
#include "reading/lexicon/lexicon.hpp"

#include <algorithm>
#include <unicode/brkiter.h>
#include <unicode/locid.h>
#include <unicode/utext.h>

#include <memory>
#include <new>

namespace reading {

namespace {

using TextHandle = std::unique_ptr<UText, base::Closer<utext_close>>;

using BreakerHandle = std::unique_ptr<icu::BreakIterator>;

BreakerHandle first_breaker()
{
    UErrorCode status = U_ZERO_ERROR;
    BreakerHandle out{icu::BreakIterator::createSentenceInstance(
        icu::Locale::createFromName("en@ss=standard"), status)};
    if (U_FAILURE(status) != 0 || out == nullptr) throw base::Fault{"ICU has no sentence rules"};
    return out;
}

// Making one takes as long as reading 2 KB; a copy shares its tables, whichever thread has it.
BreakerHandle sentence_breaker()
{
    static const BreakerHandle first = first_breaker();
    BreakerHandle out{first->clone()};
    if (out == nullptr) throw std::bad_alloc{};
    return out;
}

// "No. 5", "approx. 3", "Fig. 2": abbreviations ICU's list does not hold, before a number.
bool ends_with_label(std::string_view text)
{
    constexpr std::string_view k_labels[] = {"no.",  "nos.", "fig.", "figs.", "approx.", "ca.",
                                             "vol.", "pp.",  "p.",   "ch.",   "sec.",    "eq.",
                                             "art.", "vs.",  "est.", "i.e.",  "e.g.",    "incl.",
                                             "max.", "min.", "avg.", "resp."};
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    if (text.ends_with('.')) {
        const std::size_t last = text.find_last_of(" (", text.size() - 1);
        const auto word = text.substr(last + 1, text.size() - last - 2);
        if (weekday_name(word) || month_name(word)) return true;
    }
    for (const auto label : k_labels) {
        if (!text.ends_with(label)) continue;
        const std::string_view before = text.substr(0, text.size() - label.size());
        if (before.empty() || is_blank(before.back()) || before.back() == '(') return true;
    }
    return false;
}

// A digit, or a currency before it.
bool begins_number(std::string_view text)
{
    for (const std::string_view sign : {"$", "\u20ac", "\u00a3", "+", "-"})
        if (text.starts_with(sign)) {
            text.remove_prefix(sign.size());
            break;
        }
    return !text.empty() && is_digit(text.front());
}

// "4. " of "4. M\u00e4rz 2024".
bool ends_with_day(std::string_view text)
{
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text.size() >= 3 && text.back() == '.' && is_digit(text[text.size() - 2]) &&
           (is_blank(text[text.size() - 3]) || is_digit(text[text.size() - 3]));
}

bool month_follows(std::string_view flat, std::size_t at)
{
    std::string word;
    while (at < flat.size() && is_letter(flat[at]) && word.size() < 12)
        word += to_lower(flat[at++]);
    return month_name(word).has_value();
}

// "30% of 200 is 60": a number that a copula or an equals sign leads to.
bool ends_with_result(std::string_view text)
{
    std::size_t begin = text.size();
    while (begin > 0 && text.size() - begin < 24 &&
           (is_digit(text[begin - 1]) || is_one_of(text.substr(begin - 1, 1), {",", ".", "$"})))
        --begin;
    if (begin == text.size() || begin == 0) return false;
    std::size_t end = begin;
    while (end > 0 && is_blank(text[end - 1])) --end;
    std::size_t word = end;
    while (word > 0 && end - word < 8 && !is_blank(text[word - 1])) --word;
    return is_in(Cues{WordSet::copula, {"=", "equals", "makes", "gives"}},
                 text.substr(word, end - word));
}

// A word of at least four small letters that is not an abbreviation, a percent sign, a year or a
// result.
bool ends_a_statement(std::string_view text)
{
    if (text.ends_with('%') || ends_with_result(text)) return true;
    std::size_t length = 0;
    while (length < text.size() && length < 12 && is_letter(text[text.size() - 1 - length]))
        ++length;
    const std::string_view word = text.substr(text.size() - length);
    if (length >= 4)
        return !is_one_of(word, {"approx", "figs", "vols", "chap", "circa", "sept", "nos", "tues",
                                 "thur", "thurs", "dept"});
    std::size_t digits = 0;
    while (digits < text.size() && digits < 5 && is_digit(text[text.size() - 1 - digits])) ++digits;
    return length == 0 && digits == 4;
}

// "Rent ........ 950": dots that lead the eye to the end of the line end no sentence.
void blank_leaders(std::string& text)
{
    constexpr std::size_t k_least = 4; // three are an ellipsis
    for (std::size_t at = text.find("...."); at != std::string::npos; at = text.find("....", at)) {
        std::size_t end = at + k_least;
        while (end < text.size() && text[end] == '.') ++end;
        std::fill(text.begin() + static_cast<std::ptrdiff_t>(at),
                  text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
        at = end;
    }
}

class Breaker {
public:
    Breaker(const View& view, std::vector<Sentence>& out)
        : m_view{view}, m_out{out}, m_breaker{sentence_breaker()}
    {
    }

    void split(const Block& block, std::uint32_t index)
    {
        std::string flat = m_view.text.substr(block.begin, block.end - block.begin);
        for (char& c : flat)
            if (c == '\n' || c == '\t') c = ' ';
        blank_leaders(flat);
        UErrorCode status = U_ZERO_ERROR;
        const TextHandle text{
            utext_openUTF8(nullptr, flat.data(), static_cast<std::int64_t>(flat.size()), &status)};
        if (U_FAILURE(status) != 0) throw base::Fault{"ICU cannot read a text"};
        m_breaker->setText(text.get(), status);
        if (U_FAILURE(status) != 0) throw base::Fault{"ICU cannot break a text"};
        std::uint32_t begin = 0;
        for (std::int32_t at = m_breaker->next(); at != icu::BreakIterator::DONE;
             at = m_breaker->next()) {
            const auto end = static_cast<std::uint32_t>(at);
            const std::string_view part =
                std::string_view{m_view.folded}.substr(block.begin + begin, end - begin);
            const bool number_follows = end < flat.size() && begins_number(flat.substr(end, 4));
            if (number_follows && ends_with_label(part)) continue;
            if (ends_with_day(part) && month_follows(flat, end)) continue;
            const std::string_view line{flat};
            if (stop_is_of_abbreviation(line.substr(begin, end - begin), line.substr(end)))
                continue;
            add_parts(block.begin + begin, block.begin + end, index);
            begin = end;
        }
        add_parts(block.begin + begin, block.end, index);
    }

    // ICU does not end a sentence before a number followed by a small letter: "We met. 40 came."
    void add_parts(std::uint32_t begin, std::uint32_t end, std::uint32_t index)
    {
        const std::string_view text = m_view.folded;
        for (std::uint32_t i = begin + 3; i + 2 < end; ++i) {
            if (text[i] == '.' && lost_its_blank(i, end)) {
                add(begin, i + 1, index);
                begin = i + 1;
                continue;
            }
            if (text[i] != '.' || !is_blank(text[i + 1])) continue;
            std::uint32_t next = i + 1;
            while (next < end && is_blank(text[next])) ++next;
            if (next >= end || (!is_digit(text[next]) && text[next] != '$')) continue;
            if (!ends_a_statement(text.substr(begin, i - begin))) continue;
            add(begin, i + 1, index);
            begin = next;
        }
        add(begin, end, index);
    }

    void add(std::uint32_t begin, std::uint32_t end, std::uint32_t index)
    {
        while (begin < end && is_blank(m_view.text[begin])) ++begin;
        while (begin < end && is_blank(m_view.text[end - 1])) --end;
        while (end - begin > k_max_sentence_bytes) {
            const std::uint32_t cut = cut_after(begin);
            m_out.push_back({begin, cut, index});
            begin = cut;
            while (begin < end && is_blank(m_view.text[begin])) ++begin;
        }
        if (begin < end) m_out.push_back({begin, end, index});
    }

private:
    // "... by the shutdown.The airlines": a word of small letters before the stop, and behind it
    // one with a capital that no name begins with.
    [[nodiscard]] bool lost_its_blank(std::uint32_t stop, std::uint32_t end) const
    {
        constexpr std::uint32_t k_least = 3; // letters
        const std::string_view text = m_view.text;
        const auto is_small = [](char c) { return is_letter(c) && !is_upper(c); };
        for (std::uint32_t back = 1; back <= k_least; ++back)
            if (back > stop || !is_small(text[stop - back])) return false;
        std::uint32_t word = stop;
        while (word > 0 && is_letter(text[word - 1])) --word;
        if (word > 0 && !is_blank(text[word - 1])) return false; // "www.shop.Com"
        if (stop + 2 >= end || !is_upper(text[stop + 1]) || !is_small(text[stop + 2])) return false;
        std::uint32_t next = stop + 1;
        while (next < end && is_letter(text[next])) ++next;
        // "object.Method returns"
        return next < end && is_blank(text[next]) &&
               opens_sentence(std::string_view{m_view.folded}.substr(stop + 1, next - stop - 1));
    }

    // The last blank within the bound, or the last code point's begin when there is none.
    [[nodiscard]] std::uint32_t cut_after(std::uint32_t begin) const
    {
        const std::uint32_t most = begin + k_max_sentence_bytes;
        for (std::uint32_t at = most; at > begin + k_max_sentence_bytes / 2; --at)
            if (is_blank(m_view.text[at])) return at;
        std::uint32_t at = most;
        while ((static_cast<unsigned char>(m_view.text[at]) & 0xc0U) == 0x80U) --at;
        return at;
    }

    const View& m_view;
    std::vector<Sentence>& m_out;
    std::unique_ptr<icu::BreakIterator> m_breaker;
};

} // namespace

std::vector<Sentence> split_sentences(const View& view, const std::vector<Block>& blocks)
{
    std::vector<Sentence> out;
    Breaker breaker{view, out};
    for (std::uint32_t i = 0; i < blocks.size(); ++i) {
        const Block& block = blocks[i];
        if (block.kind == BlockKind::code) continue;
        if (block.kind == BlockKind::table_row) {
            breaker.add(block.begin, block.end, i);
        } else {
            breaker.split(block, i);
        }
    }
    return out;
}

} // namespace reading
