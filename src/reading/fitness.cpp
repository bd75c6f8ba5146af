#include "reading/fitness.hpp"

#include "reading/finite_verb.hpp"
#include "reading/wordnet/wordnet.hpp"

#include <algorithm>
#include <cmath>

namespace reading {

namespace {

constexpr std::string_view k_pronouns[] = {"it",    "they", "he",    "she",  "this",
                                           "these", "his",  "those", "that", "their",
                                           "its",   "her",  "him",   "them", "theirs"};
constexpr std::string_view k_connectives[] = {
    "but",       "and",      "or",          "so",           "however",    "also",
    "meanwhile", "moreover", "thus",        "instead",      "therefore",  "then",
    "such",      "another",  "others",      "both",         "there",      "nor",
    "yet",       "besides",  "furthermore", "still",        "again",      "otherwise",
    "similarly", "likewise", "because",     "nevertheless", "accordingly"};
constexpr std::string_view k_first_person[] = {"i",    "we",     "my",   "our",   "me",    "us",
                                               "i'm",  "we're",  "i've", "we've", "mine",  "you",
                                               "your", "you're", "ours", "yours", "you'll"};
// Fixed phrases of pages and agencies.
constexpr std::string_view k_notices[] = {"all rights reserved",
                                          "read more",
                                          "see also",
                                          "continue reading",
                                          "sign up",
                                          "subscribe",
                                          "follow us",
                                          "share this",
                                          "click here",
                                          "newsletter",
                                          "cookies",
                                          "table of contents",
                                          "photo by",
                                          "image credit",
                                          "this article was",
                                          "originally published",
                                          "terms of use",
                                          "privacy policy",
                                          "editor's note",
                                          "for more information",
                                          "contributed to this",
                                          "staff writer",
                                          "reporting by",
                                          "editing by"};

// Not "iPhone".
bool begins_small(std::string_view raw)
{
    return raw.front() >= 'a' && raw.front() <= 'z' &&
           std::none_of(raw.begin(), raw.end(), is_upper);
}

class Judge {
public:
    Judge(const Document& document, const Surroundings& around)
        : m_document{document}, m_around{around}
    {
    }

    [[nodiscard]] static bool speaks_for_itself(const Passage& words)
    {
        for (std::uint32_t i = words.begin(); i < words.end(); ++i)
            if (!words.document().tokens[i].quoted && is_one_of(words.word(i), k_first_person))
                return true;
        return false;
    }

    [[nodiscard]] Unfit unfit(const Passage& words, const Utterance& out) const
    {
        const std::uint32_t first = words.begin();
        std::uint32_t last = words.end();
        while (last > first && closes_quotation(words.word(last - 1))) --last;
        if (last > first && words.word(last - 1) == "?") return Unfit::question;
        if (has_markup(words)) return Unfit::markup;
        const bool has_verb = !m_around.is_english || has_finite_verb(words);
        if (!ends_sentence(m_document, words.begin(), words.end())) {
            constexpr std::uint32_t k_least_item = 7;
            constexpr std::uint32_t k_least_line = 6;
            const bool stands = m_around.is_item ? out.words >= k_least_item
                                                 : !m_around.has_stops && out.words >= k_least_line;
            if (!stands || !has_verb) return Unfit::no_end;
        }
        const auto raw = m_document.raw(first);
        // In mails a paragraph goes on behind its salutation.
        constexpr std::uint32_t k_least_opening = 6;
        const bool may_open = m_around.opens && out.words >= k_least_opening && has_verb;
        if (m_document.kind(first) == TokenKind::word && begins_small(raw) && m_around.has_stops &&
            !may_open)
            return Unfit::fragment;
        if (is_no_prose(words)) return Unfit::no_prose;
        if (!has_verb) return Unfit::no_verb;
        if (is_notice(words)) return Unfit::notice;
        return m_around.is_method ? Unfit::method : Unfit::none;
    }

    [[nodiscard]] double worth_of(const Passage& words, Utterance& out) const
    {
        constexpr std::uint32_t k_long = 40;
        constexpr std::uint32_t k_short = 6;
        double worth = m_around.is_english ? leaning(words, out.dangles) : 1;
        if (out.words < k_short) worth *= 0.6;
        if (out.words > k_long) worth *= std::sqrt(static_cast<double>(k_long) / out.words);
        std::uint32_t quoted = 0;
        std::size_t marks = 0;
        for (std::uint32_t i = words.begin(); i < words.end(); ++i) {
            quoted += m_document.tokens[i].quoted ? 1U : 0U;
            marks += words.word(i) == "\"" ? 1U : 0U;
        }
        if (static_cast<double>(quoted) > 0.55 * (words.end() - words.begin())) worth *= 0.55;
        if (marks % 2 == 1) worth *= 0.5;
        if (is_order(words)) worth *= 0.4;
        if (m_around.is_conclusion) worth *= 1.5;
        return worth;
    }

private:
    [[nodiscard]] std::string_view text_of(const Passage& words) const
    {
        const auto begin = m_document.tokens[words.begin()].begin;
        return std::string_view{m_document.view.text}.substr(
            begin, m_document.tokens[words.end() - 1].end - begin);
    }

    [[nodiscard]] bool has_markup(const Passage& words) const
    {
        const auto text = text_of(words);
        for (const std::string_view sign :
             {"](", "{", "}", "=>", "\u2192", "::", "||", "##", "</", "/>", "<br", "&amp;",
              "&nbsp;", "&quot;", "[]", "\u00a9", "\u25ba", "\u00bb\u00bb"})
            if (text.find(sign) != std::string_view::npos) return true;
        const auto link = text.rfind("://");
        return link != std::string_view::npos && text.find(' ', link) == std::string_view::npos;
    }

    [[nodiscard]] bool is_no_prose(const Passage& words) const
    {
        constexpr double k_least = 0.7;
        const auto text = text_of(words);
        const auto letters = std::count_if(text.begin(), text.end(), [](char c) {
            return is_letter(c) || is_blank(c) || static_cast<unsigned char>(c) >= 0x80;
        });
        return static_cast<double>(letters) < k_least * static_cast<double>(text.size());
    }

    [[nodiscard]] bool is_notice(const Passage& words) const
    {
        constexpr std::uint32_t k_longest = 30; // words
        if (words.end() - words.begin() > k_longest) return false;
        const auto begin = m_document.tokens[words.begin()].begin;
        const auto folded = std::string_view{m_document.view.folded}.substr(
            begin, m_document.tokens[words.end() - 1].end - begin);
        return std::any_of(
            std::begin(k_notices), std::end(k_notices),
            [&](std::string_view phrase) { return folded.find(phrase) != std::string_view::npos; });
    }

    // Not "it is clear that", "there is", "this bridge".
    [[nodiscard]] double leaning(const Passage& words, bool& dangles) const
    {
        std::uint32_t first = words.begin();
        while (first < words.end() && m_document.kind(first) == TokenKind::symbol) ++first;
        const auto word = words.word(first);
        const auto next = words.word(first + 1);
        const bool to_be = is_in(WordSet::copula, next) || is_one_of(next, {"will", "has", "may"});
        if (word == "there" && to_be) return 1;
        if (is_in(WordSet::demonstrative, word) && !to_be && !is_in(WordSet::may, next) &&
            !is_in(WordSet::have, next) && !WordNet::embedded().is_chiefly(next, WordKind::verb))
            return 0.9;
        dangles = is_one_of(word, k_pronouns) || is_one_of(word, k_connectives);
        if (is_one_of(word, k_pronouns)) return 0.55;
        return dangles ? 0.75 : 1;
    }

    // "Read the full story below.": a verb's base form opens it, without a subject.
    [[nodiscard]] bool is_order(const Passage& words) const
    {
        const auto& known = WordNet::embedded();
        const auto word = words.word(words.begin());
        const auto base = known.find(word);
        if (!m_around.is_english || !base || !known.is_chiefly(word, WordKind::verb)) return false;
        const auto bases = known.bases(word, WordKind::verb);
        const bool is_base = bases.size() == 1 && bases.front() == *base;
        const auto next = words.word(words.begin() + 1);
        return is_base && !word.ends_with("ing") && !word.ends_with("ed") &&
               is_in(WordSet::article | WordSet::possessive | WordSet::demonstrative |
                         WordSet::place_prep | WordSet::not_so | WordSet::all,
                     next);
    }

    const Document& m_document;
    const Surroundings& m_around;
};

} // namespace

bool closes_quotation(std::string_view sign)
{
    return is_one_of(sign, {"\"", "'", ")", "]", "\u00bb", "*", "_"});
}

bool ends_sentence(const Document& document, std::uint32_t begin, std::uint32_t end)
{
    while (end > begin && closes_quotation(document.word(end - 1))) --end;
    if (end > begin + 2 && document.word(end - 2) == "[") end -= 2;
    return end > begin && is_one_of(document.word(end - 1), {".", "!", "?"}) &&
           !(end > begin + 1 && document.word(end - 2) == "."); // "will be ..." goes on elsewhere
}

void judge(const Document& document, const Surroundings& around, Utterance& utterance)
{
    const Passage words{document, utterance.begin, utterance.end};
    const Judge judge{document, around};
    utterance.first_person = Judge::speaks_for_itself(words);
    utterance.is_conclusion = around.is_conclusion;
    utterance.unfit = judge.unfit(words, utterance);
    utterance.worth = judge.worth_of(words, utterance);
}

} // namespace reading
