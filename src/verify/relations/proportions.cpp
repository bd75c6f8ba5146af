// arith.ratio by parts: "three parts oil to one part vinegar", and what was taken of each.
#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/walk.hpp"
#include "verify/relations/checks.hpp"
#include "verify/relations/levels.hpp"
#include "verify/relations/relations.hpp"

#include <algorithm>

namespace verify::relations {

namespace {

constexpr std::size_t k_rule_reach = 4;            // sentences from the rule to what was taken
constexpr std::uint32_t k_most_apart = 6;          // tokens between the two parts of the rule
constexpr std::uint32_t k_most_words_of_stuff = 3; // of the name of a stuff

struct Named {
    Term term;
    bool is_parts = false;               // "three parts"
    std::vector<std::string_view> words; // behind it, up to a sign or a conjunction
};

std::vector<std::string_view> name_behind(const Passage& passage, std::uint32_t from)
{
    std::vector<std::string_view> out;
    for (auto at = from; at < passage.end() && out.size() < k_most_words_of_stuff; ++at) {
        const auto word = passage.word(at);
        if (word == "of" && out.empty()) continue;
        if (passage.document().kind(at) != reading::TokenKind::word ||
            reading::is_one_of(word, {"and", "to", "with", "on", "in", "into", "for", "from", "at",
                                      "or", "plus", "then"}))
            break;
        out.push_back(word);
    }
    return out;
}

bool share_a_word(const Named& left, const Named& right)
{
    return std::any_of(left.words.begin(), left.words.end(), [&](std::string_view word) {
        return std::find(right.words.begin(), right.words.end(), word) != right.words.end();
    });
}

class Proportions {
public:
    Proportions(const Document& document, Review& review) : m_document{document}, m_review{review}
    {
    }

    void judge()
    {
        each_sentence(m_document, Reads::text, m_review, [&](std::size_t i) {
            const auto named = read(i);
            for (std::size_t k = 0; k + 1 < named.size(); ++k)
                if (are_a_rule(named[k], named[k + 1])) look(i, named[k], named[k + 1]);
        });
    }

private:
    [[nodiscard]] std::vector<Named> read(std::size_t sentence) const
    {
        const Passage passage = Passage::sentence(m_document, sentence);
        std::vector<Named> out;
        constexpr std::size_t k_most_terms = 16; // nothing tells what belongs to what among more
        if (passage.quantities().size() > k_most_terms || is_disowned(passage)) return out;
        for (const auto& term : m_document.terms().of(sentence)) {
            if (!term.is_number() || term.is_open || term.value <= 0) continue;
            const auto end = term.quantity->number_end;
            const bool is_parts = passage.is(end, {"part", "parts"});
            if (!is_parts && !term.is_usable) continue;
            auto words = name_behind(passage, is_parts ? end + 1 : term.end);
            out.push_back({term, is_parts, std::move(words)});
        }
        return out;
    }

    static bool are_a_rule(const Named& left, const Named& right)
    {
        return left.is_parts && right.is_parts && !left.words.empty() && !right.words.empty() &&
               right.term.begin >= left.term.end &&
               right.term.begin <= left.term.end + k_most_apart && !share_a_word(left, right);
    }

    void look(std::size_t from, const Named& first, const Named& second)
    {
        std::vector<Named> of_first;
        std::vector<Named> of_second;
        const std::size_t end = std::min(m_document.sentences.size(), from + k_rule_reach + 1);
        for (std::size_t i = from; i < end; ++i)
            for (auto& taken : read(i)) {
                if (taken.term.powers.is_none()) continue;
                const bool is_first = share_a_word(taken, first);
                if (is_first == share_a_word(taken, second)) continue;
                (is_first ? of_first : of_second).push_back(std::move(taken));
            }
        if (of_first.size() != 1 || of_second.size() != 1) return;
        const bool is_turned = of_first[0].term.begin > of_second[0].term.begin;
        const Term& given = is_turned ? of_second[0].term : of_first[0].term;
        const Term& stated = is_turned ? of_first[0].term : of_second[0].term;
        if (given.powers != stated.powers) return;
        const Term& parts_given = is_turned ? second.term : first.term;
        const Term& parts_stated = is_turned ? first.term : second.term;
        Relation relation = started(k_arith_ratio, "The amounts are not in the ratio that is told",
                                    stated, {&given, &parts_stated, &parts_given});
        const Rational times = parts_stated.value / parts_given.value;
        relation.gives(given.value * times, scaled(given.measured, times),
                       base::concat(printed(given), " * ", printed(parts_stated), " / ",
                                    printed(parts_given)));
        relation.cue = Cue::strong;
        if (relation.holds || is_error(relation)) conclude(m_document, relation, m_review);
    }

    const Document& m_document;
    Review& m_review;
};

} // namespace

void check_proportions(const Document& document, Review& review)
{
    Proportions{document, review}.judge();
}

} // namespace verify::relations
