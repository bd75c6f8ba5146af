// contradiction.polarity: a clause that denies what another clause says in the same words, whatever
// else their sentences tell: "we did not buy back any shares in May" and "the 220 shares we bought
// back in May".
#include "reading/denial.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "reading/roots.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/walk.hpp"
#include "verify/sameness/checks.hpp"
#include "verify/sameness/polarity.hpp"

#include <algorithm>
#include <map>

namespace verify::sameness {

using reading::WordSet;

namespace {

constexpr std::size_t k_least_words = 3; // of content: fewer are said of many things
constexpr std::size_t k_most_words = 10;
constexpr std::size_t k_most_clauses_alike = 16; // clauses with one word in common
// Sentences between the two. Farther apart a text speaks of another case: manuals tell of each.
constexpr std::size_t k_denial_reach = 5;

struct Word {
    std::string root;
    std::uint32_t token = 0;

    bool operator<(const Word& other) const { return root < other.root; }
};

struct Clause {
    std::uint32_t begin = 0; // tokens
    std::uint32_t end = 0;
    std::vector<Word> words; // sorted, one of each
    std::string_view who;    // a pronoun that is its subject
    std::size_t sentence = 0;
    bool is_denied = false;
    bool is_future = false;
};

bool is_pronoun(std::string_view word)
{
    return reading::is_in(WordSet::personal, word);
}

class Denials {
public:
    Denials(const Document& document, Review& review) : m_document{document}, m_review{review} {}

    void run()
    {
        for (std::size_t i = 0; i < m_document.sentences.size(); ++i) {
            if (!is_read(m_document, i, Reads::paragraphs)) continue;
            const Passage sentence = Passage::sentence(m_document, i);
            if (sentence.begin() == sentence.end() || is_disowned(sentence)) continue;
            if (sentence.is(sentence.end() - 1, {"?"})) continue;
            split(sentence, i);
        }
        for (const auto& clause : m_clauses) {
            if (m_review.is_full()) return;
            if (clause.is_denied) answer(clause);
        }
    }

private:
    // Clauses end at marks, and where "and" leads to another verb or subject.
    void split(const Passage& sentence, std::size_t index)
    {
        std::uint32_t begin = sentence.begin();
        for (std::uint32_t at = begin; at < sentence.end(); ++at) {
            const bool is_mark =
                sentence.is(at, reading::Cues{WordSet::stop | WordSet::comma | WordSet::colon |
                                                  WordSet::semicolon | WordSet::opens |
                                                  WordSet::closes | WordSet::quote,
                                              {"\u2013", "\u2014", "but"}});
            const bool goes_on =
                sentence.is(at, WordSet::joins) &&
                (is_pronoun(sentence.word(at + 1)) ||
                 sentence.is(at + 1, WordSet::copula | WordSet::have | WordSet::must |
                                         WordSet::does | WordSet::will));
            if (!is_mark && !goes_on) continue;
            if (opens(sentence, begin)) take(sentence, begin, at, index);
            begin = at + 1;
        }
        if (opens(sentence, begin)) take(sentence, begin, sentence.end(), index);
    }

    // What stands in the middle of a sentence is often a condition of the rest.
    [[nodiscard]] bool opens(const Passage& sentence, std::uint32_t at) const
    {
        return (at == sentence.begin() && reading::is_upper(m_document.raw(at).front())) ||
               sentence.is(at - 1, {":"});
    }

    void take(const Passage& sentence, std::uint32_t begin, std::uint32_t end, std::size_t index)
    {
        Clause clause{begin, end, {}, {}, index, false, false};
        std::size_t denials = 0;
        for (auto at = begin; at < end; ++at) {
            const auto word = sentence.word(at);
            if (leaves_open(sentence, at) && !is_ordinal(word)) return;
            if (m_document.tokens[at].quoted) return;
            clause.is_future =
                clause.is_future ||
                reading::is_in(reading::Cues{WordSet::will, {"going", "won't"}}, word);
            if (is_pronoun(word)) clause.who = word;
            // "No recompile required" is a heading's way; "this way" is another each time.
            if (reading::is_in(
                    reading::Cues{WordSet::none | WordSet::demonstrative, {"such", "it"}}, word))
                return;
            if (reading::is_denial(word))
                ++denials;
            else if (m_document.kind(at) == TokenKind::word && !says_nothing(word) &&
                     !is_pronoun(word))
                clause.words.push_back({reading::root_of(m_stemmer, word), at});
        }
        if (denials > 1 || (denials == 1 && !names_subject(sentence, begin))) return;
        clause.is_denied = denials == 1;
        std::stable_sort(clause.words.begin(), clause.words.end());
        const auto same = [](const Word& left, const Word& right) {
            return left.root == right.root;
        };
        clause.words.erase(std::unique(clause.words.begin(), clause.words.end(), same),
                           clause.words.end());
        if (clause.words.size() < k_least_words || clause.words.size() > k_most_words) return;
        if (!clause.is_denied)
            for (const auto& word : clause.words)
                m_with[word.root].push_back(static_cast<std::uint32_t>(m_clauses.size()));
        m_clauses.push_back(std::move(clause));
    }

    void answer(const Clause& denied)
    {
        static const std::vector<std::uint32_t> k_all;
        const std::vector<std::uint32_t>* fewest = &k_all;
        for (const auto& word : denied.words) {
            const auto found = m_with.find(word.root);
            if (found == m_with.end()) return;
            if (fewest == &k_all || found->second.size() < fewest->size()) fewest = &found->second;
        }
        if (fewest->size() > k_most_clauses_alike) return;
        for (const auto index : *fewest)
            if (denies(denied, m_clauses[index])) {
                const Clause& told = m_clauses[index];
                report_opposite(m_document, {denied.begin, denied.end, true},
                                {told.begin, told.end, false}, m_review);
                return;
            }
    }

    [[nodiscard]] bool denies(const Clause& denied, const Clause& told) const
    {
        const auto apart = denied.sentence > told.sentence ? denied.sentence - told.sentence
                                                           : told.sentence - denied.sentence;
        if (denied.is_future != told.is_future || apart > k_denial_reach) return false;
        if (!denied.who.empty() && !told.who.empty() && denied.who != told.who) return false;
        if (!std::includes(told.words.begin(), told.words.end(), denied.words.begin(),
                           denied.words.end()))
            return false;
        // "Breakfast and dinner are included": one more of the same. Any other word may tell of
        // which one it is said.
        return std::all_of(told.words.begin(), told.words.end(), [&](const Word& word) {
            return std::binary_search(denied.words.begin(), denied.words.end(), word) ||
                   m_document.word(word.token - 1) == "and" ||
                   m_document.word(word.token + 1) == "and";
        });
    }

    const Document& m_document;
    Review& m_review;
    reading::Stemmer m_stemmer;
    std::vector<Clause> m_clauses;
    std::map<std::string, std::vector<std::uint32_t>> m_with; // clauses that deny nothing, by root
};

void check_denials(const Document& document, Review& review)
{
    Denials{document, review}.run();
}

constexpr const Check* k_denials_checks[] = {&k_contradiction_polarity};

} // namespace

const Family k_denials{Voice::skeptic, k_denials_checks, check_denials};

} // namespace verify::sameness
