// contradiction.polarity: a statement and its opposite, told in two sentences.
#include "verify/sameness/polarity.hpp"
#include "base/concat.hpp"
#include "reading/denial.hpp"
#include "reading/finite_verb.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "reading/roots.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/precision.hpp"
#include "verify/law/walk.hpp"
#include "verify/sameness/checks.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace verify::sameness {

using reading::WordSet;

namespace json = base::json;

const Check k_contradiction_polarity{
    .id = "contradiction.polarity",
    .category = Category::consistency,
    .nature = Nature::possibility,
    .proof =
        {"a statement and its opposite: the same words with and without a denial, words that "
         "exclude each other of one subject at one time (\"rose in May\", \"fell in May\"), nobody "
         "hurt and somebody hurt",
         "what needs knowledge of the world"},
    .planted = k_planted_contradictions,
    .real = k_real_polarity};

namespace {

// Words that carry nothing of what is said: articles, auxiliaries, "always" against "never".
constexpr reading::OwnCues k_empty{
    WordSet::possessive | WordSet::personal | WordSet::copula | WordSet::role_prep |
        WordSet::article | WordSet::have | WordSet::does | WordSet::place_prep | WordSet::all |
        WordSet::be | WordSet::demonstrative | WordSet::must | WordSet::will,
    {"to",     "and",    "also",     "any",     "very",       "fully", "completely",
     "always", "there",  "entirely", "totally", "absolutely", "such",  "ever",
     "as",     "indeed", "however",  "but",     "moreover",   "still"}};
// Another time, a condition, another's words, a part: both may hold.
constexpr reading::OwnCues k_other_scene{
    WordSet::may | WordSet::formerly | WordSet::some | WordSet::supposes | WordSet::only |
        WordSet::contrasts | WordSet::nor | WordSet::before | WordSet::after | WordSet::others |
        WordSet::now | WordSet::near_day | WordSet::explains | WordSet::until,
    {"when",    "yet",     "longer",  "anymore", "then",    "said",        "says",
     "claims",  "claimed", "or",      "than",    "except",  "sometimes",   "often",
     "usually", "rarely",  "once",    "why",     "?",       "first",       "second",
     "new",     "old",     "version", "despite", "instead", "necessarily", "either"}};
// A sentence that opens with one of these goes on about something else.
constexpr reading::OwnCues k_pointing{
    WordSet::demonstrative | WordSet::joins,
    {"it", "they", "he", "she", "but", "so", "such", "here", "its", "their", "what", "who"}};
// A clause of its own, and what another says.
constexpr reading::OwnCues k_of_part{WordSet::relative | WordSet::quote, {"where"}};

constexpr std::uint32_t k_longest_polar = 25; // tokens; longer sentences say more than one thing

class Polarity {
public:
    Polarity(const Document& document, Review& review) : m_document{document}, m_review{review} {}

    void run()
    {
        each_sentence(m_document, Reads::paragraphs, m_review, [&](std::size_t index) {
            const Passage sentence = Passage::sentence(m_document, index);
            if (sentence.begin() == sentence.end()) return;
            if (is_left_open(sentence) || m_document.tokens[sentence.begin()].quoted) return;
            owned(sentence, index);
            if (!is_whole_statement(sentence)) return;
            possession(sentence, index);
            opposite(sentence);
        });
    }

private:
    struct Said {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        bool negated = false;
        std::size_t sentence = 0;
    };

    [[nodiscard]] static bool is_left_open(const Passage& sentence)
    {
        for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i)
            if (leaves_open(sentence, i)) return true;
        return false;
    }

    [[nodiscard]] std::string stems_of(const Passage& sentence, std::uint32_t begin,
                                       std::uint32_t end, std::size_t& negations) const
    {
        std::set<std::string> stems;
        for (std::uint32_t i = begin; i < end; ++i) {
            const auto word = sentence.word(i);
            const bool negation = reading::is_denial(word);
            negations += negation ? 1 : 0;
            const bool content = !negation && m_document.kind(i) != TokenKind::symbol &&
                                 !reading::is_in(k_empty, word);
            if (content) stems.insert(reading::root_of(m_stemmer, word));
        }
        std::string out;
        for (const auto& stem : stems) out += stem + ' ';
        return out;
    }

    // The same content words, one of the sentences with a negation and one without.
    void opposite(const Passage& sentence)
    {
        std::size_t negations = 0;
        const auto key = stems_of(sentence, sentence.begin(), sentence.end(), negations);
        if (std::count(key.begin(), key.end(), ' ') < 2 || negations > 1) return;
        meet(m_sentences, key, {sentence.begin(), sentence.end(), negations == 1, 0});
    }

    // "The device has no camera" against "The device has a camera".
    void possession(const Passage& sentence, std::size_t index)
    {
        for (std::uint32_t i = sentence.begin() + 1; i + 1 < sentence.end(); ++i) {
            const bool have = sentence.is(i, reading::Cues{WordSet::have,
                                                           {"includes", "contains", "offers",
                                                            "features", "provides", "supports"}});
            const bool lacks = sentence.is(i, {"lacks", "lack", "lacked"});
            const bool not_have = sentence.is(i, {"have", "include", "contain", "offer", "feature",
                                                  "provide", "support"}) &&
                                  sentence.is(i - 1, {"not", "doesn't", "don't", "didn't"});
            if (!have && !lacks && !not_have) continue;
            std::uint32_t noun = i + 1;
            bool none = lacks || not_have;
            if (have && sentence.is(noun, {"no"})) {
                none = true;
                ++noun;
            } else if (sentence.is(noun, reading::Cues{WordSet::article, {"any", "its"}})) {
                ++noun;
            }
            // "no camera button" is not "no camera".
            const bool closed = is_noun(sentence, noun) && !is_noun(sentence, noun + 1);
            if (!closed || sentence.is(noun, {"been"})) return;
            std::size_t negations = 0;
            const auto subject = stems_of(sentence, sentence.begin(), i, negations);
            if (subject.empty()) return;
            const auto stem = m_stemmer.stem(sentence.word(noun));
            if (none) m_lacking[stem] = {i, noun + 1, true, index};
            meet(m_possessed, base::concat(subject, "| ", stem), {i, noun + 1, none, index});
            return;
        }
    }

    // "The device has no camera. Its camera records 4K video." Only shortly after: what "its" means
    // changes with the subject.
    void owned(const Passage& sentence, std::size_t index)
    {
        constexpr std::size_t k_within = 8;
        const std::uint32_t first = sentence.begin();
        if (!sentence.is(first, {"its", "their"}) || !is_noun(sentence, first + 1)) return;
        const auto known = m_lacking.find(m_stemmer.stem(sentence.word(first + 1)));
        if (known == m_lacking.end() || index - known->second.sentence > k_within) return;
        report(known->second, {first, first + 2, false, index});
    }

    [[nodiscard]] bool is_noun(const Passage& sentence, std::uint32_t token) const
    {
        return sentence.holds(token) && m_document.kind(token) == TokenKind::word &&
               sentence.word(token).size() > 3 && !reading::is_in(k_empty, sentence.word(token));
    }

    void meet(std::map<std::string, Said>& known, const std::string& key, const Said& said)
    {
        const auto [at, is_new] = known.try_emplace(key, said);
        if (is_new || at->second.negated == said.negated) return;
        report(at->second, said);
    }

    void report(const Said& first, const Said& second)
    {
        report_opposite(m_document, {first.begin, first.end, first.negated},
                        {second.begin, second.end, second.negated}, m_review);
    }

    const Document& m_document;
    Review& m_review;
    reading::Stemmer m_stemmer;
    std::map<std::string, Said> m_sentences;
    std::map<std::string, Said> m_possessed; // by subject and noun
    std::map<std::string, Said> m_lacking;   // by noun: the last that said so
};

} // namespace

bool says_nothing(std::string_view folded_word)
{
    return reading::is_in(k_empty, folded_word);
}

bool leaves_open(const Passage& sentence, std::uint32_t token)
{
    // May is a month.
    const bool is_name = token > sentence.begin() && sentence.is(token, WordSet::month_name) &&
                         reading::is_upper(sentence.document().raw(token).front());
    return sentence.is(token, k_other_scene) && !is_name;
}

bool is_ordinal(std::string_view folded_word)
{
    return reading::is_one_of(folded_word, {"first", "second", "new", "old"});
}

namespace {

// "Fix the leak"
bool is_command(std::string_view first_word)
{
    const auto& known = reading::WordNet::embedded();
    const auto word = known.find(first_word);
    const auto bases = known.bases(first_word, reading::WordKind::verb);
    return word && known.is_chiefly(first_word, reading::WordKind::verb) && bases.size() == 1 &&
           bases.front() == *word;
}

} // namespace

bool names_subject(const Passage& sentence, std::uint32_t first)
{
    return sentence.document().kind(first) != TokenKind::symbol &&
           !sentence.is(first, reading::Cues{WordSet::copula | WordSet::be | WordSet::have |
                                                 WordSet::does | WordSet::must | WordSet::will,
                                             {"not", "don't", "doesn't", "didn't"}});
}

bool is_whole_statement(const Passage& sentence)
{
    const std::uint32_t first = sentence.begin();
    const auto raw = sentence.document().raw(first);
    const bool opens = reading::is_upper(raw.front()) || reading::is_digit(raw.front()) ||
                       static_cast<unsigned char>(raw.front()) >= 0x80;
    return opens && names_subject(sentence, first) && sentence.end() - first <= k_longest_polar &&
           !reading::is_in(k_pointing, sentence.word(first)) && !is_command(sentence.word(first)) &&
           !sentence.any(first + 1, sentence.end(), k_of_part) &&
           reading::has_finite_verb(sentence);
}

void report_opposite(const Document& document, const Position& one, const Position& other,
                     Review& review)
{
    const Position& first = one.begin < other.begin ? one : other;
    const Position& second = &first == &one ? other : one;
    const Mark stated = mark_tokens(document, second.begin, second.end, "stated");
    for (const auto& each : review.findings)
        if (each.check == k_contradiction_polarity)
            for (const auto& mark : each.marks)
                if (mark.begin < stated.end && stated.begin < mark.end) return;
    const Mark context = mark_tokens(document, first.begin, first.end, "context");
    const auto position = [&](const Position& place, const Mark& mark) {
        return json::object("quote", quote_of(document, mark), "negated", place.is_denied);
    };
    found(k_contradiction_polarity, "A statement and its opposite", document, Certainty::strong)
        .marks(std::array{stated, context})
        .evidence("positions", json::array(position(first, context), position(second, stated)))
        .says("One place says \u201c", Marked{1}, "\u201d and another \u201c", Marked{0}, "\u201d.")
        .raise(review, "Correct one of the two, or say in what they differ.");
}

namespace {

void check_polarity(const Document& document, Review& review)
{
    Polarity{document, review}.run();
    check_states(document, review);
    check_casualties(document, review);
}

constexpr const Check* k_polarity_checks[] = {&k_contradiction_polarity};

} // namespace

const Family k_polarity{Voice::skeptic, k_polarity_checks, check_polarity};

} // namespace verify::sameness
