// contradiction.polarity: two sentences tell one subject, at one time, what cannot both be so: "the
// road is closed" and "the road is open to traffic", "sales rose in May" and "sales fell in May".
#include "reading/denial.hpp"
#include "reading/finite_verb.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "reading/outcomes.hpp"
#include "reading/roots.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "verify/law/walk.hpp"
#include "verify/sameness/polarity.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace verify::sameness {

using reading::Outcome;
using reading::WordKind;
using reading::WordNet;
using reading::WordSet;

namespace {

constexpr std::size_t k_most_states_alike = 16; // of one key

enum class Manner {
    is,   // a state or a habit that lasts
    was,  // a state that lasted
    deed, // what came to pass
};

struct Predicate {
    std::uint32_t verb = 0; // token, with which what is said begins
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::optional<Outcome> outcome;
    Manner manner = Manner::is;
};

struct Told {
    Position where;
    std::string_view word; // what is said
    std::optional<Outcome> outcome;
    Manner manner = Manner::is;
    bool names_time = false;
    bool is_bare = false; // of one word, and of nothing else: "the default"
    std::size_t block = 0;
};

// What stands behind a form of "to be"; `verb` is that form's token.
std::optional<Manner> manner_behind(const Passage& sentence, std::uint32_t verb,
                                    std::string_view word)
{
    if (sentence.is(verb, {"is", "are", "remains", "remain", "stays"})) return Manner::is;
    if (sentence.is(verb, {"been"})) return Manner::deed;
    if (!sentence.is(verb, {"was", "were", "remained", "stayed"})) return std::nullopt;
    const bool state = WordNet::embedded().can_be(word, WordKind::adjective);
    return state ? Manner::was : Manner::deed;
}

std::optional<Predicate> predicate_at(const Passage& sentence, std::uint32_t token)
{
    if (!reading::is_predicate(sentence, token)) return std::nullopt;
    const auto word = sentence.word(token);
    Predicate out{token, token, token + 1, reading::outcome_at(sentence, token), Manner::is};
    if (out.outcome) out.end = token + out.outcome->words;
    for (std::uint32_t verb = token; verb > sentence.begin() && token - verb < 2;) {
        --verb;
        const auto manner = manner_behind(sentence, verb, word);
        if (!manner) continue;
        // A word that is not an outcome excludes another only as an adjective.
        if (!out.outcome &&
            (*manner == Manner::deed || !WordNet::embedded().can_be(word, WordKind::adjective)))
            return std::nullopt;
        out.verb = verb;
        out.manner = *manner;
        return out;
    }
    if (!out.outcome || !reading::is_finite_verb(sentence, token)) return std::nullopt;
    const auto base = WordNet::embedded().find(word);
    const auto bases = WordNet::embedded().bases(word, WordKind::verb);
    const bool is_base = base && bases.size() == 1 && bases.front() == *base;
    const bool present = is_base || word.ends_with('s');
    out.manner = present ? Manner::is : Manner::deed;
    // "The gate opens" tells what happens, and not for how long.
    if (present && out.outcome->course == reading::Course::turning) return std::nullopt;
    return out;
}

// The one thing that the sentence says; nullopt where it says more than one, or asks for it.
std::optional<Predicate> predicate_of(const Passage& sentence)
{
    std::optional<Predicate> out;
    for (std::uint32_t i = sentence.begin() + 1; i < sentence.end(); ++i) {
        const auto found = predicate_at(sentence, i);
        if (!found) continue;
        if (out) return std::nullopt;
        out = found;
        i = found->end - 1;
    }
    return out;
}

bool names_time(const Passage& sentence)
{
    const auto all = sentence.quantities();
    return !sentence.dates().empty() ||
           sentence.any(WordSet::time_span | WordSet::month_name | WordSet::weekday_name) ||
           std::any_of(all.begin(), all.end(),
                       [](const Quantity& quantity) { return quantity.year_like; });
}

// How much, which two sentences may tell in two ways.
bool is_amount(const Passage& sentence, std::uint32_t token)
{
    const auto all = sentence.quantities();
    return std::any_of(all.begin(), all.end(), [&](const Quantity& quantity) {
        return quantity.begin <= token && token < quantity.end && !quantity.year_like &&
               quantity.kind != QuantityKind::ordinal;
    });
}

class States {
public:
    States(const Document& document, Review& review) : m_document{document}, m_review{review} {}

    void run()
    {
        each_sentence(m_document, Reads::paragraphs, m_review, [&](std::size_t index) {
            const Passage sentence = Passage::sentence(m_document, index);
            if (sentence.begin() == sentence.end()) return;
            read(sentence, index);
        });
    }

private:
    void read(const Passage& sentence, std::size_t index)
    {
        // A door and another one, not all of them: which one is not said.
        const bool is_one_of_many = sentence.is(
            sentence.begin(), reading::Cues{WordSet::indefinite | WordSet::every, {"not"}});
        if (is_one_of_many || m_document.tokens[sentence.begin()].quoted ||
            !is_whole_statement(sentence))
            return;
        std::size_t denials = 0;
        for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i) {
            const auto word = sentence.word(i);
            if (leaves_open(sentence, i) && !is_ordinal(word)) return;
            if (reading::is_denial(sentence, i)) ++denials;
        }
        const auto said = predicate_of(sentence);
        if (!said || denials > 1) return;
        const auto subject = words_of(sentence, sentence.begin(), said->verb, *said);
        if (subject.empty()) return;
        const auto key = subject + "| " + words_of(sentence, said->verb, sentence.end(), *said);
        meet(m_told[key], {{sentence.begin(), sentence.end(), denials == 1},
                           sentence.word(said->begin),
                           said->outcome,
                           said->manner,
                           names_time(sentence),
                           std::count(key.begin(), key.end(), ' ') == 2,
                           m_document.sentences[index].block});
    }

    // What else is told in [begin, end): the same of both.
    [[nodiscard]] std::string words_of(const Passage& sentence, std::uint32_t begin,
                                       std::uint32_t end, const Predicate& said) const
    {
        std::set<std::string> roots;
        for (std::uint32_t i = begin; i < end; ++i) {
            const auto word = sentence.word(i);
            const bool is_said = said.begin <= i && i < said.end;
            const bool is_measure = begin >= said.verb && is_amount(sentence, i);
            if (is_said || is_measure || i == said.verb || reading::is_denial(word) ||
                m_document.kind(i) == TokenKind::symbol || says_nothing(word) ||
                is_of_everybody(sentence, i))
                continue;
            roots.insert(reading::root_of(m_stemmer, word));
        }
        std::string out;
        for (const auto& root : roots) out += root + ' ';
        return out;
    }

    // "Open to traffic", "open to the public": to all.
    [[nodiscard]] static bool is_of_everybody(const Passage& sentence, std::uint32_t token)
    {
        return sentence.is(token,
                           reading::Cues{WordSet::everybody, {"traffic", "public", "visitors"}}) &&
               (sentence.is(token - 1, {"to"}) || sentence.reads(token - 2, {"to", "the"}) ||
                sentence.reads(token - 2, {"to", "all"}));
    }

    void meet(std::vector<Told>& known, const Told& said)
    {
        for (const auto& each : known)
            if (are_opposed(each, said))
                return report_opposite(m_document, each.where, said.where, m_review);
        if (known.size() < k_most_states_alike) known.push_back(said);
    }

    [[nodiscard]] bool are_opposed(const Told& one, const Told& other) const
    {
        const bool both_last = one.manner == Manner::is && other.manner == Manner::is;
        const bool both_past = one.manner != Manner::is && other.manner != Manner::is;
        if (!(both_last || both_past) || (one.where.is_denied && other.where.is_denied))
            return false;
        const bool of_one_axis =
            one.outcome && other.outcome && one.outcome->axis == other.outcome->axis;
        const bool is_deed = one.manner == Manner::deed || other.manner == Manner::deed;
        if (is_deed && !(of_one_axis && is_of_one_time(one))) return false;
        const bool same_side = of_one_axis && one.outcome->side == other.outcome->side;
        // The same word with a denial is found with all other sentences.
        if (one.where.is_denied || other.where.is_denied) return same_side && !is_deed;
        if (of_one_axis) return !same_side;
        if (!reading::exclude_each_other(one.word, other.word)) return false;
        // A manual says of each thing what its default is. "Invalid" denies "valid" in so many
        // words.
        const bool is_denial = one.word.ends_with(other.word) || other.word.ends_with(one.word);
        return is_denial || !one.is_bare || one.block == other.block;
    }

    // Both name the same times: they have the same words.
    static bool is_of_one_time(const Told& told)
    {
        switch (told.outcome->course) {
        case reading::Course::settled: return true;
        case reading::Course::gradual: return told.names_time;
        case reading::Course::turning: break;
        }
        return false;
    }

    const Document& m_document;
    Review& m_review;
    reading::Stemmer m_stemmer;
    std::map<std::string, std::vector<Told>> m_told; // by all other words
};

} // namespace

void check_states(const Document& document, Review& review)
{
    States{document, review}.run();
}

} // namespace verify::sameness
