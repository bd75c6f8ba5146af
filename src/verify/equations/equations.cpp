// Chains of equations and the letters in them, over a whole text.
//
// Every link "a = b" of a chain is judged by its own two sides, in exact rationals, so that a wrong
// value that is only carried on is found once, where it first shows. A letter stands for the last
// value that the text gave it. What cannot be decided is left alone.
#include "reading/number_words.hpp"
#include "verify/equations/checks.hpp"
#include "verify/law/precision.hpp"

#include "verify/equations/link.hpp"
#include "verify/equations/sign_words.hpp"
#include "verify/equations/solving.hpp"
#include "verify/equations/wording.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/ledger.hpp"
#include "verify/law/walk.hpp"

#include <algorithm>
#include <set>

namespace verify::equations {

const Check k_arith_equation{
    .id = "arith.equation",
    .category = Category::consistency,
    .nature = Nature::relation,
    .proof =
        {"an expression and its stated value differ, in exact rationals; a step that solves an "
         "equation in one unknown has another root than the step before",
         "two unknowns, powers of one"},
    .planted = k_planted_relations,
    .real = k_real_relations};

namespace {

// Arithmetic of another kind than the usual one.
constexpr std::string_view k_other_arithmetic[] = {
    "mod",         "modulo",    "modulus",       "binary",  "octal",  "hex",
    "hexadecimal", "clock",     "remainder",     "xor",     "gf",     "modular",
    "rounded",     "rounding",  "concatenation", "string",  "matrix", "vector",
    "integer",     "truncated", "overflow",      "floored", "puzzle", "riddle"};

bool has_other_arithmetic(const Passage& sentence)
{
    if (sentence.any(k_other_arithmetic)) return true;
    // "base 2", "base-10"; a triangle has a base of another kind
    for (std::uint32_t at = sentence.begin(); at < sentence.end(); ++at) {
        if (!sentence.is(at, {"base"})) continue;
        const std::uint32_t number = sentence.is(at + 1, {"-"}) ? at + 2 : at + 1;
        const bool counts = sentence.document().kind(number) == reading::TokenKind::number ||
                            reading::cardinal_word(sentence.word(number));
        if (sentence.holds(number) && counts) return true;
    }
    return false;
}

// What the text said of a letter so far.
struct Known {
    std::vector<Sign> abbreviated; // the expression it was put for and that is not computed yet
    bool computed = false;         // by a chain that leads from an expression to it
    bool has_unit = false;
    bool changed = false; // it stood for another value before
};

class Checker {
public:
    Checker(const Document& document, Review& review)
        : m_document{document}, m_text{document.view.text}, m_script{document}, m_review{review},
          m_ledger{review}, m_solving{document, review}
    {
        // "4n = 32" is of the letter that "n = 8" gives a value, wherever that stands.
        for (std::uint32_t at = 0; at + 1 < document.tokens.size(); ++at) {
            const auto word = document.raw(at);
            if (word.size() == 1 && reading::is_letter(word.front()) &&
                document.word(at + 1) == "=")
                m_given.emplace(word);
        }
    }

    void run()
    {
        each_sentence(m_document, Reads::text, m_review, [&](std::size_t i) {
            if (!is_read(m_document, i, Reads::prose)) forget(); // a heading
            look(i);
        });
    }

private:
    // Another part of the text may use the same letters for other things.
    void forget()
    {
        m_letters.known.clear();
        m_known.clear();
        m_asked.reset();
        m_solving.forget();
    }

    // The sentence with those behind it that go on with an equals sign, which are one chain.
    void look(std::size_t index)
    {
        if (index > 0 && goes_on(index)) return;
        constexpr std::size_t k_most_lines = 20;
        std::size_t last = index;
        while (last + 1 < m_document.sentences.size() && goes_on(last + 1) &&
               last - index < k_most_lines)
            ++last;
        reading::Sentence sentence = m_document.sentences[index];
        sentence.end = m_document.sentences[last].end;
        const auto span =
            std::string_view{m_script.text}.substr(sentence.begin, sentence.end - sentence.begin);
        m_sentence = index;
        constexpr std::string_view k_signs[] = {"=",    "\u2248",  "equal",
                                                " is ", " makes ", " gives "};
        if (std::ranges::any_of(
                k_signs, [&](auto sign) { return span.find(sign) != std::string_view::npos; })) {
            const IsVariable is_variable = [&](std::string_view letter) {
                return letter == "x" || letter == "y" || letter == "z" ||
                       m_given.contains(letter) || m_letters.known.contains(letter);
            };
            const auto signs = read_signs(m_script, sentence.begin, sentence.end, is_variable);
            for (const auto& chain : find_chains(m_text, signs)) {
                m_solving.see(chain, m_sentence);
                one(chain);
            }
            rewriting(sentence, is_variable);
        }
        answer(sentence);
    }

    [[nodiscard]] bool goes_on(std::size_t index) const
    {
        const auto& [begin, end, block] = m_document.sentences[index];
        const auto line = std::string_view{m_script.text}.substr(begin, end - begin);
        const auto first = line.find_first_not_of(" \t");
        return first != std::string_view::npos && begins_with_equals(line.substr(first));
    }

    void one(const Chain& chain)
    {
        const std::size_t first = chain.sides.front().is_letter() ? 1 : 0;
        if (first == 1) recall(chain);
        const Side* last = nullptr;
        std::vector<Mark> decided;
        for (std::size_t i = first; i < chain.sides.size(); ++i) {
            const Side& side = chain.sides[i];
            if (!evaluate(m_text, side.signs, {}, m_letters)) continue;
            if (last != nullptr) link(*last, side, decided);
            last = &side;
        }
        if (!decided.empty()) {
            if (first == 1) decided.push_back(mark(chain.sides.front(), "operand"));
            pass(std::move(decided));
        }
        if (last != nullptr && first == 1) define(chain, *last);
        if (last != nullptr && chain.is_asked) ask(*last);
        if (last != nullptr) m_result = mark(*last, "operand");
    }

    [[nodiscard]] std::string_view name_of(const Side& side) const
    {
        for (const auto& sign : side.signs)
            if (sign.kind == Kind::letter) return m_text.substr(sign.begin, sign.end - sign.begin);
        return {};
    }

    void link(const Side& left, const Side& right, std::vector<Mark>& decided)
    {
        if (!left.has_operator() && !right.has_operator() && !has_letter(left) &&
            !has_letter(right))
            return;
        const Decision decision = decide(m_text, left, right, m_letters);
        const Mark stated = mark(right, "stated");
        if (decision.outcome == Outcome::holds) {
            for (const Side* side : {&left, &right})
                decided.push_back(mark(*side, side->is_number() ? "stated" : "operand"));
            return;
        }
        if (decision.outcome != Outcome::fails || !is_binding(left, right)) return;
        if (m_ledger.has_error(stated) || m_ledger.has_error(mark(left, "operand"))) return;
        if (left.is_number() && !right.is_number()) // "360 = 12 x 31"
            report(right, left, {decision.outcome, decision.right, decision.left},
                   "Equation does not hold");
        else
            report(left, right, decision, "Equation does not hold");
    }

    static bool has_letter(const Side& side) { return side.has(Kind::letter); }

    // Whether the letters stand for their values beyond doubt.
    [[nodiscard]] bool is_binding(const Side& left, const Side& right) const
    {
        if (!has_letter(left) && !has_letter(right)) return true;
        const bool substituted = is_substitution(left, right);
        for (const Side* side : {&left, &right})
            for (const auto& sign : side->signs) {
                if (sign.kind != Kind::letter) continue;
                const auto known = m_known.find(m_text.substr(sign.begin, sign.end - sign.begin));
                if (known == m_known.end() || known->second.has_unit) return false;
                if (substituted) continue;
                if (!known->second.computed || known->second.changed) return false;
            }
        return true;
    }

    // "A = (-5 - 7) = ..." after "where A = (-5 - 7)": the same expression, copied.
    void recall(const Chain& chain)
    {
        const auto known = m_known.find(name_of(chain.sides.front()));
        if (known == m_known.end() || known->second.abbreviated.empty() || chain.sides.size() < 3)
            return;
        Side before = chain.sides[1];
        before.signs = known->second.abbreviated;
        before.is_open = false;
        const auto numbers = [](const Side& side) {
            return std::count_if(side.signs.begin(), side.signs.end(),
                                 [](const Sign& sign) { return sign.kind == Kind::number; });
        };
        const Decision decision = decide(m_text, before, chain.sides[1], m_letters);
        if (decision.outcome != Outcome::fails || numbers(before) != numbers(chain.sides[1]))
            return;
        before.begin = known->second.abbreviated.front().begin;
        before.end = known->second.abbreviated.back().end;
        report(before, chain.sides[1], decision, "Expression differs from what it stands for");
    }

    void define(const Chain& chain, const Side& last)
    {
        const std::string name{name_of(chain.sides.front())};
        const auto value = evaluate(m_text, last.signs, {}, m_letters);
        if (name.empty() || !value) return;
        Interval at = value->at;
        if (!value->whole && last.is_number()) {
            const auto number =
                std::find_if(last.signs.begin(), last.signs.end(),
                             [](const Sign& sign) { return sign.kind == Kind::number; });
            const Rational unit = reading::power_of_ten(number->place);
            at = {at.low - unit, at.high + unit};
        }
        Known& known = m_known[name];
        const auto old = m_letters.known.find(name);
        const bool abbreviation = chain.sides.size() == 2 && last.has_operator();
        const bool same =
            old == m_letters.known.end() || old->second.meets(at) || !known.abbreviated.empty();
        known.changed = known.changed || !same;
        known.abbreviated =
            abbreviation && !has_letter(last) && !last.is_open ? last.signs : std::vector<Sign>{};
        known.computed = abbreviation || chain.sides.size() > 2;
        known.has_unit = std::any_of(last.signs.begin(), last.signs.end(), [](const Sign& sign) {
            return !sign.unit.empty() || sign.named;
        });
        m_letters.known[name] = at;
    }

    void ask(const Side& side)
    {
        m_questions += 1;
        m_asked = side;
    }

    // 'can be written as "A * B", where A = ... and B = ...': the same value as what is asked for.
    void rewriting(const reading::Sentence& sentence, const IsVariable& is_variable)
    {
        constexpr std::string_view k_cue = "written as \"";
        if (!m_asked || m_asked->is_open) return;
        const auto cue = m_text.substr(0, sentence.end).find(k_cue, sentence.begin);
        if (cue == std::string_view::npos) return;
        const auto begin = cue + k_cue.size();
        const auto close = m_text.substr(0, sentence.end).find('"', begin);
        if (close == std::string_view::npos) return;
        Side side;
        side.begin = static_cast<std::uint32_t>(begin);
        side.end = static_cast<std::uint32_t>(close);
        side.signs = read_signs(m_script, side.begin, side.end, is_variable);
        const Decision decision = decide(m_text, *m_asked, side, m_letters);
        if (decision.outcome == Outcome::holds)
            pass({mark_view(m_document, side.begin, sentence.end, "operand"),
                  mark(*m_asked, "operand")});
        else if (decision.outcome == Outcome::fails && has_letter(side) && is_abbreviated(side))
            report(*m_asked, side, decision, "Rewritten expression has another value");
    }

    [[nodiscard]] bool is_abbreviated(const Side& side) const
    {
        return std::all_of(side.signs.begin(), side.signs.end(), [&](const Sign& sign) {
            if (sign.kind != Kind::letter) return true;
            const auto known = m_known.find(m_text.substr(sign.begin, sign.end - sign.begin));
            return known != m_known.end() && !known->second.abbreviated.empty();
        });
    }

    // "So the answer is 12": what was computed right before, or what was asked for.
    void answer(const reading::Sentence& sentence)
    {
        constexpr std::string_view k_cue = "answer is ";
        if (!m_asked || m_questions != 1 || !m_result) return;
        const auto folded = std::string_view{m_document.view.folded}.substr(0, sentence.end);
        const auto cue = folded.find(k_cue, sentence.begin);
        if (cue == std::string_view::npos) return;
        Side side;
        side.begin = static_cast<std::uint32_t>(cue + k_cue.size());
        side.end = sentence.end;
        side.signs =
            read_signs(m_script, side.begin, side.end, [](std::string_view) { return false; });
        if (!side.signs.empty() && side.signs.back().kind == Kind::stop &&
            m_text.substr(side.signs.back().begin, 1) == ".")
            side.signs.pop_back();
        if (side.signs.empty() || !side.is_number() || !side.has(Kind::number)) return;
        side.end = side.signs.back().end;
        const Decision decision = decide(m_text, *m_asked, side, m_letters);
        if (decision.outcome == Outcome::holds)
            pass({mark(side, "operand"), *m_result});
        else if (decision.outcome == Outcome::fails && !m_is_wrong)
            report(*m_asked, side, decision, "Answer does not follow");
    }

    [[nodiscard]] Mark mark(const Side& side, std::string_view role) const
    {
        return mark_view(m_document, side.begin, side.end, role);
    }

    void pass(std::vector<Mark> marks)
    {
        m_review.passes.push_back({k_arith_equation, std::move(marks), "plain"});
    }

    void report(const Side& left, const Side& right, const Decision& decision,
                std::string_view title)
    {
        const Passage sentence = Passage::sentence(m_document, m_sentence);
        if (has_other_arithmetic(sentence) || is_disowned(sentence)) return;
        if (sentence.is(sentence.end() - 1, {"?"})) return;
        m_is_wrong = true;
        const Rational stated = decision.right * (is_percent(right) ? 100 : 1);
        const Rational computed = computed_of(right, decision);
        std::vector<Rational> operands;
        for (const auto& sign : left.signs)
            if (sign.kind == Kind::number) operands.push_back(sign.value);
        found(k_arith_equation, title, m_document)
            .stated(mark(right, "stated"))
            .operand(mark(left, "operand"))
            .evidence("operands", operands, "reported", stated, "recomputed", computed,
                      "difference", stated - computed, "tolerance", 0, "formula",
                      written(m_text, left))
            .read_as("plain")
            .says(said_of(m_script, left, right, decision))
            .raise(m_review, "Correct this side, or the one before it.");
    }

    const Document& m_document;
    std::string_view m_text;
    Script m_script;
    Review& m_review;
    Ledger m_ledger;
    std::set<std::string, std::less<>> m_given; // letters of "n = 8"
    Letters m_letters;
    std::map<std::string, Known, std::less<>> m_known;
    Solving m_solving;
    std::optional<Side> m_asked;
    std::size_t m_questions = 0;
    std::optional<Mark> m_result; // the last side of the last chain
    std::size_t m_sentence = 0;
    bool m_is_wrong = false; // something found wrong explains all that follows
};

void check_text(const Document& document, Review& review)
{
    Checker{document, review}.run();
}

constexpr const Check* k_equations_checks[] = {&k_arith_equation};

} // namespace

const Family k_equations{Voice::skeptic, k_equations_checks, check_text};

} // namespace verify::equations
