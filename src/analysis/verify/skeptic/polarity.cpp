// contradiction.polarity: a statement and its opposite, told in two sentences.
#include "analysis/text/stem.hpp"
#include "analysis/verify/judge.hpp"
#include "analysis/verify/skeptic/skeptic.hpp"
#include "base/concat.hpp"

#include <map>
#include <set>

namespace analysis::verify::skeptic {

namespace json = base::json;
using text::Document;
using text::Passage;
using text::TokenKind;

namespace {

constexpr std::string_view k_negations[] = {
    "not",    "no",      "never", "cannot", "nobody",  "none",    "nothing", "neither",
    "nor",    "without", "isn't", "wasn't", "aren't",  "weren't", "doesn't", "don't",
    "didn't", "can't",   "won't", "hasn't", "haven't", "hadn't",  "couldn't"};
// Words that carry nothing of what is said: articles, auxiliaries, "always" against "never".
constexpr std::string_view k_empty[] = {
    "the",   "a",          "an",      "is",       "was",      "are",        "were", "be",   "been",
    "does",  "do",         "did",     "has",      "have",     "had",        "it",   "its",  "this",
    "that",  "they",       "their",   "of",       "to",       "in",         "on",   "at",   "for",
    "and",   "with",       "by",      "also",     "any",      "all",        "can",  "will", "very",
    "fully", "completely", "always",  "there",    "he",       "she",        "his",  "her",  "we",
    "our",   "you",        "your",    "entirely", "totally",  "absolutely", "such", "ever", "both",
    "as",    "indeed",     "however", "but",      "moreover", "still"};
// Another time, a condition, somebody else's words, a part: both may hold.
constexpr std::string_view k_elsewhere[] = {
    "if",         "unless",    "when",     "while",   "would",      "could",     "should",
    "might",      "may",       "yet",      "until",   "before",     "after",     "longer",
    "anymore",    "formerly",  "then",     "now",     "today",      "yesterday", "tomorrow",
    "said",       "says",      "claims",   "claimed", "only",       "some",      "many",
    "most",       "few",       "other",    "another", "or",         "than",      "except",
    "sometimes",  "often",     "usually",  "rarely",  "previously", "earlier",   "later",
    "originally", "initially", "once",     "because", "whether",    "why",       "?",
    "neither",    "nor",       "first",    "second",  "new",        "old",       "version",
    "just",       "merely",    "although", "though",  "despite",    "instead",   "necessarily",
    "either"};
// People and harm: "nobody was hurt" against "three people were injured".
constexpr std::string_view k_hurt[] = {"hurt", "injured", "wounded", "injuries", "injury"};
constexpr std::string_view k_killed[] = {"killed", "died", "dead", "deaths", "fatalities"};

constexpr std::uint32_t k_longest = 25; // tokens; longer sentences say more than one thing

class Polarity {
public:
    Polarity(const Document& document, Review& review) : m_document{document}, m_review{review} {}

    void run()
    {
        for (std::size_t i = 0; i < m_document.sentences.size(); ++i) {
            const auto kind = m_document.blocks[m_document.sentences[i].block].kind;
            if (kind != text::BlockKind::paragraph && kind != text::BlockKind::list_item) continue;
            if (m_review.findings.size() >= k_max_findings) return;
            const Passage sentence = Passage::sentence(m_document, i);
            if (sentence.begin() == sentence.end() || sentence.any(k_elsewhere) ||
                m_document.tokens[sentence.begin()].quoted)
                continue;
            casualties(sentence);
            possession(sentence);
            if (sentence.end() - sentence.begin() <= k_longest) opposite(sentence);
        }
    }

private:
    struct Said {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        bool negated = false;
    };

    // The same content words, one of the sentences with a negation and one without.
    void opposite(const Passage& sentence)
    {
        std::set<std::string> stems;
        std::size_t negations = 0;
        for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i) {
            const auto word = sentence.word(i);
            if (text::is_one_of(word, k_negations)) {
                ++negations;
                continue;
            }
            const bool content =
                m_document.kind(i) != TokenKind::symbol && !text::is_one_of(word, k_empty);
            if (content) stems.insert(m_stemmer.stem(word));
        }
        if (stems.size() < 2 || negations > 1) return;
        std::string key;
        for (const auto& stem : stems) key += stem + ' ';
        meet(m_sentences, key, {sentence.begin(), sentence.end(), negations == 1});
    }

    // "The device has no camera." against "Its camera records", "has a camera".
    void possession(const Passage& sentence)
    {
        for (std::uint32_t i = sentence.begin(); i + 1 < sentence.end(); ++i) {
            const bool have = sentence.is(i, {"has", "have", "had", "includes", "contains",
                                              "offers", "features", "provides", "supports"});
            const bool lacks = sentence.is(i, {"lacks", "lack", "lacked"});
            const bool not_have = sentence.is(i, {"have", "include", "contain", "offer", "feature",
                                                  "provide", "support"}) &&
                                  sentence.is(i - 1, {"not", "doesn't", "don't", "didn't"});
            const bool own = sentence.is(i, {"its", "their"});
            if (!have && !lacks && !not_have && !own) continue;
            std::uint32_t noun = i + 1;
            bool none = lacks || not_have;
            if (have && sentence.is(noun, {"no"})) {
                none = true;
                ++noun;
            } else if (sentence.is(noun, {"a", "an", "any", "its", "the"}) && !own) {
                ++noun;
            }
            if (!is_noun(sentence, noun)) continue;
            // What an "its" without a verb of its own names may be said in passing.
            if (own && !(sentence.begin() == i || sentence.is(i - 1, {",", "and"}))) continue;
            const bool closed = !is_noun(sentence, noun + 1) || own ||
                                sentence.is(noun + 1, {"and", "that", "which", "with", "for"});
            if (!closed || (have && !none && sentence.is(noun, {"been"}))) continue;
            meet(m_owned, m_stemmer.stem(sentence.word(noun)), {i, noun + 1, none});
        }
    }

    [[nodiscard]] bool is_noun(const Passage& sentence, std::uint32_t token) const
    {
        return sentence.holds(token) && m_document.kind(token) == TokenKind::word &&
               sentence.word(token).size() > 3 && !text::is_one_of(sentence.word(token), k_empty);
    }

    void casualties(const Passage& sentence)
    {
        for (const auto& [words, key] :
             {std::pair{text::Words{k_hurt}, "hurt"}, std::pair{text::Words{k_killed}, "killed"}}) {
            for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i) {
                if (!text::is_one_of(sentence.word(i), words)) continue;
                const bool none =
                    sentence.any(sentence.begin(), i,
                                 std::initializer_list<std::string_view>{"nobody", "none", "no"});
                bool some = false;
                for (const auto& quantity : sentence.quantities())
                    some = some || (quantity.end <= i && i - quantity.end <= 4 &&
                                    quantity.kind == text::QuantityKind::cardinal &&
                                    quantity.unit == nullptr && !quantity.year_like &&
                                    text::value_of(quantity) >= 1);
                if (none != some) meet(m_casualties, key, {i, i + 1, none});
                break;
            }
        }
    }

    void meet(std::map<std::string, Said>& known, const std::string& key, const Said& said)
    {
        const auto [at, is_new] = known.try_emplace(key, said);
        if (is_new || at->second.negated == said.negated) return;
        report(at->second, said);
    }

    void report(const Said& first, const Said& second)
    {
        Finding finding;
        finding.check = "contradiction.polarity";
        finding.certainty = Certainty::strong;
        finding.title = "A statement and its opposite";
        finding.marks = {mark_tokens(m_document, second.begin, second.end, "stated"),
                         mark_tokens(m_document, first.begin, first.end, "context")};
        const auto quote = [&](std::size_t index) {
            return quote_of(m_document, finding.marks[index]);
        };
        finding.evidence =
            json::object("positions",
                         json::array(json::object("quote", quote(1), "negated", first.negated),
                                     json::object("quote", quote(0), "negated", second.negated)),
                         "readings", json::array());
        finding.reasoning = base::concat("One place says \u201c", quote(1),
                                         "\u201d and another \u201c", quote(0), "\u201d.");
        finding.suggestion = "Correct one of the two, or say in what they differ.";
        raise(m_document, std::move(finding), m_review);
    }

    const Document& m_document;
    Review& m_review;
    text::Stemmer m_stemmer;
    std::map<std::string, Said> m_sentences;
    std::map<std::string, Said> m_owned;
    std::map<std::string, Said> m_casualties;
};

} // namespace

void check_polarity(const Document& document, Review& review)
{
    Polarity{document, review}.run();
}

} // namespace analysis::verify::skeptic
