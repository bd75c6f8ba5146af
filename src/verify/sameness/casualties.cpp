// contradiction.polarity: "nobody was hurt" and "three people were injured", in whichever words.
#include "base/enumerators.hpp"
#include "reading/denial.hpp"
#include "reading/outcomes.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "verify/law/walk.hpp"
#include "verify/sameness/polarity.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace verify::sameness {

using reading::WordKind;
using reading::WordNet;
using reading::WordSet;

namespace {

// Sentences between the two where the one hurt is not counted: farther apart it may be of another
// day.
constexpr std::size_t k_casualties_reach = 5;

enum class Harm { hurt, killed };

bool means(std::string_view word, reading::Words meanings)
{
    constexpr double k_same = 0.9; // one meaning, as WordNet has it
    const auto& known = WordNet::embedded();
    const auto bases = known.bases(word);
    return std::any_of(meanings.begin(), meanings.end(), [&](std::string_view meaning) {
        const auto wanted = known.find(meaning);
        return wanted && std::any_of(bases.begin(), bases.end(), [&](WordNet::Id base) {
                   return known.likeness(base, *wanted) >= k_same;
               });
    });
}

std::optional<Harm> harm_of(std::string_view word)
{
    constexpr std::string_view k_hurt[] = {"injure", "injury"};
    constexpr std::string_view k_killed[] = {"kill", "death", "fatality"};
    static const auto k_dies = reading::outcome_of("die");
    const auto& known = WordNet::embedded();
    // "Down" can be to kill, and seldom is.
    if (known.is_chiefly(word, WordKind::adverb)) return std::nullopt;
    const auto outcome = reading::outcome_of(word);
    const bool dies = outcome && outcome->axis == k_dies->axis && outcome->side == k_dies->side;
    if (dies || means(word, k_killed)) return Harm::killed;
    if (means(word, k_hurt)) return Harm::hurt;
    return std::nullopt;
}

// "A death penalty" is not a death, and neither is "a death-related effect".
bool is_of_a_compound(const Passage& sentence, std::uint32_t token)
{
    const auto& known = WordNet::embedded();
    return sentence.is(token + 1, {"-"}) ||
           (known.is_chiefly(sentence.word(token), WordKind::noun) &&
            known.is_chiefly(sentence.word(token + 1), WordKind::noun));
}

// "No deaths were related to the drug": others may be.
bool is_of_a_cause(const Passage& sentence, std::uint32_t token)
{
    constexpr std::string_view k_of_cause[] = {"related",      "attributed", "linked",
                                               "attributable", "associated", "ascribed"};
    return sentence.any(token, sentence.end(), k_of_cause);
}

// "Three people were injured", "injured three people". The one of "no one" does not count.
bool is_counted(const Passage& sentence, const Quantity& quantity, std::uint32_t verb)
{
    if (sentence.is(quantity.begin - 1, WordSet::none) || quantity.kind != QuantityKind::cardinal ||
        quantity.unit != nullptr || quantity.year_like || reading::value_of(quantity) < 1)
        return false;
    if (quantity.end <= verb) return verb - quantity.end <= 4;
    return quantity.begin == verb + 1 && sentence.is(quantity.end, WordSet::people);
}

bool is_nobody(const Passage& sentence, std::uint32_t token)
{
    return sentence.is(token, {"nobody", "none"}) || sentence.reads(token, {"no", "one"});
}

// "Nobody in the bus was hurt", "no passengers were hurt", "with no injuries", "it hurt nobody";
// not "people with no shelter died".
bool tells_of_nobody(const Passage& sentence, std::uint32_t verb)
{
    if (sentence.any(WordSet::relative)) return false;
    for (std::uint32_t i = sentence.begin(); i < verb; ++i) {
        const bool is_near = i == sentence.begin() || verb - i <= 2;
        if (is_nobody(sentence, i) || (is_near && sentence.is(i, WordSet::none))) return true;
    }
    return is_nobody(sentence, verb + 1);
}

bool counts_some(const Passage& sentence, std::uint32_t verb)
{
    const auto all = sentence.quantities();
    return std::any_of(all.begin(), all.end(), [&](const Quantity& quantity) {
        return is_counted(sentence, quantity, verb);
    });
}

// "A woman was injured": a person who was not told of before.
bool tells_of_somebody(const Passage& sentence, std::uint32_t verb)
{
    const std::uint32_t copula = verb - 1;
    return sentence.is(copula, {"is", "was"}) &&
           sentence.is(sentence.begin(), WordSet::indefinite) && copula - sentence.begin() <= 3 &&
           WordNet::embedded().is_person(sentence.word(copula - 1));
}

class Casualties {
public:
    Casualties(const Document& document, Review& review) : m_document{document}, m_review{review} {}

    void run()
    {
        each_sentence(m_document, Reads::paragraphs, m_review, [&](std::size_t index) {
            const Passage sentence = Passage::sentence(m_document, index);
            if (sentence.begin() == sentence.end()) return;
            if (!is_plain(sentence)) return;
            survival(sentence, index);
            read(sentence, index);
        });
    }

private:
    struct Said {
        Position where;
        std::size_t sentence = 0;
        bool is_exact = false; // it holds of the whole text
    };

    void survival(const Passage& sentence, std::size_t index)
    {
        const std::uint32_t verb = sentence.begin() + 1;
        static const auto k_lives = reading::outcome_of("survive");
        if (!sentence.is(sentence.begin(), WordSet::everybody)) return;
        const auto outcome = reading::outcome_of(sentence.word(verb));
        if (outcome && outcome->axis == k_lives->axis && outcome->side == k_lives->side)
            meet(Harm::killed, {{verb - 1, verb + 1, true}, index, true});
    }

    // The first of each kind in the sentence.
    void read(const Passage& sentence, std::size_t index)
    {
        std::array<bool, base::k_enumerators<Harm>> seen{};
        for (std::uint32_t i = sentence.begin() + 1; i < sentence.end(); ++i) {
            const auto harm = harm_of(sentence.word(i));
            if (!harm || base::row_of(seen, *harm) || is_of_a_compound(sentence, i)) continue;
            base::row_of(seen, *harm) = true;
            const bool none = tells_of_nobody(sentence, i);
            if (none && is_of_a_cause(sentence, i)) continue;
            const bool counted = counts_some(sentence, i);
            const bool some = counted || tells_of_somebody(sentence, i);
            if (none != some) meet(*harm, {{i, i + 1, none}, index, none || counted});
        }
    }

    // A sentence without a word that can tell of harm need not be read.
    [[nodiscard]] static bool is_plain(const Passage& sentence)
    {
        if (sentence.begin() == sentence.end() ||
            sentence.document().tokens[sentence.begin()].quoted)
            return false;
        for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i)
            if (leaves_open(sentence, i)) return false;
        return sentence.is(sentence.begin(), WordSet::indefinite | WordSet::everybody) ||
               sentence.any(WordSet::none) || !sentence.quantities().empty();
    }

    void meet(Harm harm, const Said& said)
    {
        auto& known = base::row_of(m_known, harm);
        if (!known) {
            known = said;
            return;
        }
        if (known->where.is_denied == said.where.is_denied) return;
        if ((!known->is_exact || !said.is_exact) &&
            said.sentence - known->sentence > k_casualties_reach)
            return;
        report_opposite(m_document, known->where, said.where, m_review);
    }

    const Document& m_document;
    Review& m_review;
    std::array<std::optional<Said>, base::k_enumerators<Harm>> m_known; // by harm: the first
};

} // namespace

void check_casualties(const Document& document, Review& review)
{
    Casualties{document, review}.run();
}

} // namespace verify::sameness
