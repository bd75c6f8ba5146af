#include "account/gate/gate.hpp"

#include "account/gate/cut.hpp"
#include "base/enumerators.hpp"
#include "reading/dates.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <tuple>

namespace account::gate {

namespace {

constexpr std::size_t k_most_quotes = 4;
constexpr std::size_t k_most_words = 80;

// Which rule an alignment may break: to tell why there is none.
struct Leave {
    bool cuts = false;
    bool joints = false;
};

// Writes the sentence out of the quotes, word by word.
class Alignment {
public:
    Alignment(const Words& sentence, std::span<const Words> quotes, Leave leave)
        : m_sentence{sentence}, m_quotes{quotes}, m_leave{leave}
    {
    }

    // `first`: the quote of the first clause; nullopt: any.
    [[nodiscard]] bool exists(std::optional<std::size_t> first = {})
    {
        m_first = first;
        return begins_clause(0, m_quotes.size());
    }

private:
    [[nodiscard]] bool is_same(std::size_t word, std::size_t quote, std::size_t at) const
    {
        return m_sentence.at(word) == m_quotes[quote].at(at);
    }

    // A clause of another quote than `last` begins at the word.
    [[nodiscard]] bool begins_clause(std::size_t word, std::size_t last)
    {
        if (word >= m_sentence.size()) return false;
        for (std::size_t quote = 0; quote < m_quotes.size(); ++quote) {
            if (quote == last || (word == 0 && m_first && *m_first != quote)) continue;
            for (std::size_t at = 0; at < m_quotes[quote].size(); ++at) {
                const bool may_begin = m_leave.cuts || may_begin_at(m_quotes[quote], at);
                if (may_begin && is_same(word, quote, at) && goes_on(word + 1, quote, at))
                    return true;
                if (word > 0 && is_pronoun(m_sentence.at(word)) && word + 1 < m_sentence.size() &&
                    is_subject_named(quote, at, word) && is_same(word + 1, quote, at) &&
                    goes_on(word + 2, quote, at))
                    return true;
            }
        }
        return false;
    }

    // The words in front of the place are a short subject whose noun the sentence has before.
    [[nodiscard]] bool is_subject_named(std::size_t quote, std::size_t end, std::size_t word) const
    {
        constexpr std::size_t k_longest_subject = 6;
        const Words& words = m_quotes[quote];
        if (end == 0 || end > k_longest_subject) return false;
        for (std::size_t i = 0; i < end; ++i)
            if (words.words[i].is_number || (i > 0 && words.parts(i, ",-;:.("))) return false;
        return has_before(word, words.at(end - 1));
    }

    // Whether the sentence has the words before that one.
    [[nodiscard]] bool has_before(std::size_t word, std::string_view said) const
    {
        const auto before = std::span{m_sentence.words}.first(word);
        return std::ranges::find(before, said, &Word::folded) != before.end();
    }

    // "of the tram", where the sentence speaks of the tram already.
    [[nodiscard]] bool is_named_before(const Words& words, std::size_t begin, std::size_t end,
                                       std::size_t word) const
    {
        if (!opens_phrase(words.at(begin)) || end - begin < 2) return false;
        for (auto i = begin + 1; i < end; ++i)
            if (!has_before(word, words.at(i))) return false;
        return true;
    }

    // What is left of the sentence behind a word that stands at a place of a quote.
    [[nodiscard]] bool goes_on(std::size_t word, std::size_t quote, std::size_t at)
    {
        if (!m_failed.insert({word, quote, at}).second) return false;
        const Words& words = m_quotes[quote];
        const bool may_end = m_leave.cuts || may_end_before(words, at + 1);
        if (word == m_sentence.size()) return may_end;
        for (auto next = at + 1; next < words.size(); ++next) {
            const bool may_skip = next == at + 1 || m_leave.cuts ||
                                  may_leave_out(words, at + 1, next) ||
                                  is_named_before(words, at + 1, next, word);
            if (may_skip && is_same(word, quote, next) && goes_on(word + 1, quote, next))
                return true;
        }
        if (!may_end) return false;
        const bool is_parted = m_sentence.parts(word, ";:.-");
        if ((is_parted || m_leave.joints) && begins_clause(word, quote)) return true;
        return joins(m_sentence.at(word)) && begins_clause(word + 1, quote);
    }

    const Words& m_sentence;
    std::span<const Words> m_quotes;
    Leave m_leave;
    std::optional<std::size_t> m_first;
    std::set<std::tuple<std::size_t, std::size_t, std::size_t>> m_failed;
};

// Whether words [begin, end) of the one stand in the other from a place on.
bool stands_at(const Words& in, std::size_t at, const Words& said, std::size_t begin,
               std::size_t end)
{
    if (at + (end - begin) > in.size()) return false;
    for (auto i = begin; i < end; ++i)
        if (in.at(at + i - begin) != said.at(i)) return false;
    return true;
}

// Whether all of `words` do.
bool stands(const Words& sentence, std::size_t at, const Words& words)
{
    return words.size() > 0 && stands_at(sentence, at, words, 0, words.size());
}

// The word behind the name of the source that begins at a place; 0: none does.
std::size_t named_at(const Words& sentence, std::size_t at, const Quoted& quoted)
{
    const Words title = read_words(quoted.title);
    for (const std::size_t article : {0U, 1U}) {
        const auto first = at + article;
        const bool is_article = article == 0 || (at < sentence.size() && sentence.at(at) == "the");
        if (is_article && stands(sentence, first, title)) return first + title.size();
    }
    for (const auto* any : {"one source", "the source"})
        if (stands(sentence, at, read_words(any))) return at + 2;
    return 0;
}

// "As of March 2026," where the source was published then.
std::size_t dated_in_front(const Words& sentence, const Quoted& quoted)
{
    constexpr std::size_t k_day_digits = 10; // "2026-03-28"
    if (sentence.size() < 4 || sentence.at(0) != "as" || sentence.at(1) != "of" ||
        quoted.published.size() < k_day_digits)
        return 0;
    int month = 0;
    std::from_chars(quoted.published.data() + 5, quoted.published.data() + 7, month);
    std::size_t at = 2;
    if (stands(sentence, at, read_words(reading::english_month(month)))) ++at;
    const bool is_year = sentence.at(at) == std::string_view{quoted.published}.substr(0, 4);
    return is_year && sentence.parts(at + 1, ",") ? at + 1 : 0;
}

// The number of words in front that name the source or its date: "According to the Port Office,",
// "The Port Office says that", "As of March 2026,".
std::size_t told_in_front(const Words& sentence, const Quoted& quoted)
{
    constexpr std::string_view k_says[] = {"says", "said", "reports", "reported", "writes"};
    if (sentence.size() > 2 && sentence.at(0) == "according" && sentence.at(1) == "to") {
        const auto end = named_at(sentence, 2, quoted);
        return end > 0 && sentence.parts(end, ",") ? end : 0;
    }
    const auto end = named_at(sentence, 0, quoted);
    if (end > 0 && end < sentence.size() &&
        std::ranges::find(k_says, sentence.at(end)) != std::end(k_says)) {
        const bool has_that = end + 1 < sentence.size() && sentence.at(end + 1) == "that";
        return end + (has_that ? 2 : 1);
    }
    return dated_in_front(sentence, quoted);
}

// Whether a part of a quote hangs so that it may be moved to the front.
bool hangs(const Words& quote, std::size_t begin, std::size_t end)
{
    if (opens_phrase(quote.at(begin)) || quote.parts(begin, ",")) return true;
    const bool is_last = end == quote.size() || quote.parts(end, ",;:.-") ||
                         opens_phrase(quote.at(end)) || joins(quote.at(end));
    return is_last && !opens_phrase(quote.at(begin - 1));
}

// Whether it is, with one part of a quote moved to the front of the sentence or to its end.
bool is_moved(const Words& sentence, std::span<const Words> quotes, Leave leave)
{
    constexpr std::size_t k_longest_moved = 10;
    const auto size = sentence.size();
    const auto is_rest = [&](std::size_t quote, std::size_t begin, std::size_t end,
                             const Words& rest, bool is_first) {
        std::vector<Words> without{quotes.begin(), quotes.end()};
        without[quote] = without[quote].without(begin, end);
        return Alignment{rest, without, leave}.exists(is_first ? std::optional{quote}
                                                               : std::nullopt);
    };
    for (std::size_t length = 1; length < std::min(k_longest_moved, size); ++length)
        for (std::size_t quote = 0; quote < quotes.size(); ++quote) {
            const Words& words = quotes[quote];
            for (std::size_t at = 1; at + length <= words.size(); ++at)
                if (stands_at(words, at, sentence, 0, length) && hangs(words, at, at + length) &&
                    is_rest(quote, at, at + length, sentence.behind(length), true))
                    return true;
            const auto first = size - length;
            if (length < words.size() && words.parts(length, ",") &&
                stands_at(words, 0, sentence, first, size) &&
                is_rest(quote, 0, length, sentence.without(first, size), quotes.size() == 1))
                return true;
        }
    return false;
}

bool is_written_of(const Words& sentence, std::span<const Words> quotes, Leave leave)
{
    return Alignment{sentence, quotes, leave}.exists() || is_moved(sentence, quotes, leave);
}

// A word that no quote has, by what it is.
std::optional<Refusal> foreign_word(const Words& sentence, std::span<const Words> quotes)
{
    for (std::size_t i = 0; i < sentence.size(); ++i) {
        const Word& word = sentence.words[i];
        if (joins(word.folded) || (i > 0 && is_pronoun(word.folded))) continue;
        const bool is_there = std::ranges::any_of(quotes, [&](const Words& quote) {
            return std::ranges::find(quote.words, word.folded, &Word::folded) != quote.words.end();
        });
        if (is_there) continue;
        const auto check = word.is_number                ? Check::number
                           : i > 0 && word.has_capital() ? Check::name
                                                         : Check::words;
        return Refusal{check, word.raw};
    }
    return std::nullopt;
}

// A statement and nothing else: no link, no markup, no control signs, no question.
bool is_plain(std::string_view sentence)
{
    const bool has_control = std::ranges::any_of(
        sentence, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
    constexpr std::string_view k_foreign[] = {"://",    "www.",   "<",      ">",      "](",
                                              "**",     "`",      "\u202e", "\u202d", "\u2066",
                                              "\u2067", "\u200f", "\u200e"};
    return !has_control && !sentence.ends_with('?') &&
           std::ranges::none_of(k_foreign, [&](std::string_view each) {
               return sentence.find(each) != std::string_view::npos;
           });
}

} // namespace

std::string_view name_of(Check check)
{
    constexpr std::string_view k_names[] = {"quote",     "number", "name", "words",
                                            "scattered", "order",  "cut"};
    return k_names[static_cast<std::size_t>(check)];
}

std::optional<Refusal> refuse(std::string_view sentence, std::span<const Quoted> quoted)
{
    Words words = read_words(sentence);
    const auto no_quote = [&] {
        return Refusal{Check::quote, std::string{sentence.substr(0, 40)}};
    };
    if (quoted.empty() || quoted.size() > k_most_quotes || words.size() == 0 ||
        words.size() > k_most_words || !is_plain(sentence))
        return no_quote();
    std::vector<Words> quotes;
    for (const auto& each : quoted) quotes.push_back(read_words(each.text));
    if (!Alignment{words, quotes, {}}.exists())
        for (const auto& each : quoted)
            if (const auto front = told_in_front(words, each); front > 0) {
                words = words.behind(front);
                break;
            }
    if (auto foreign = foreign_word(words, quotes)) return foreign;
    if (is_written_of(words, quotes, {})) return std::nullopt;
    const auto told = words.text(0, words.size());
    if (is_written_of(words, quotes, {.cuts = true})) return Refusal{Check::cut, told};
    if (is_written_of(words, quotes, {.cuts = true, .joints = true}))
        return Refusal{Check::scattered, told};
    return Refusal{Check::order, told};
}

} // namespace account::gate
