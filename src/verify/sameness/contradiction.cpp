// contradiction.value: a text is held against itself, sentence by sentence, as sources are held
// against each other.
#include "reading/finite_verb.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "statements/one_text.hpp"
#include "statements/two_things.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/ledger.hpp"
#include "verify/law/precision.hpp"
#include "verify/law/walk.hpp"
#include "verify/sameness/checks.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace verify::sameness {

namespace json = base::json;
using reading::WordSet;
using statements::Clause;
using statements::Disagreement;
using statements::Opposition;
using statements::Run;
using statements::Statement;

const Check k_contradiction_value{
    .id = "contradiction.value",
    .category = Category::consistency,
    .nature = Nature::possibility,
    .proof = {"one thing has two values, or is told again with a miscopied number",
              "what needs knowledge of the world"},
    .planted = k_planted_mentions,
    .real = k_real_values};

namespace {

constexpr std::size_t k_most_of_one = 8; // statements of the same words: more of them are a list
constexpr std::size_t k_least_words = 2;

// Another time, a condition, another's words, a part: both may hold.
constexpr reading::OwnCues k_other_scene{
    WordSet::may | WordSet::formerly | WordSet::some | WordSet::supposes | WordSet::only |
        WordSet::contrasts | WordSet::nor | WordSet::before | WordSet::after | WordSet::others |
        WordSet::now | WordSet::near_day | WordSet::explains | WordSet::until | WordSet::will |
        WordSet::demonstrative,
    {"when",    "yet", "longer", "anymore", "then",      "said",   "says",        "claims",
     "claimed", "or",  "than",   "except",  "sometimes", "often",  "usually",     "rarely",
     "once",    "why", "?",      "despite", "instead",   "either", "necessarily", "non"}};
// What opens with one of these goes on about something else, or about any of its kind.
constexpr reading::OwnCues k_pointing{WordSet::demonstrative | WordSet::joins | WordSet::personal |
                                          WordSet::possessive | WordSet::indefinite |
                                          WordSet::every,
                                      {"but", "so", "such", "here", "what", "who", "not"}};
// "Fix the leak"
bool is_base_of_verb(std::string_view word)
{
    const auto& known = reading::WordNet::embedded();
    const auto found = known.find(word);
    const auto bases = known.bases(word, reading::WordKind::verb);
    return found && bases.size() == 1 && bases.front() == *found;
}

bool is_command(std::string_view first_word)
{
    return is_base_of_verb(first_word) &&
           reading::WordNet::embedded().is_chiefly(first_word, reading::WordKind::verb);
}

// Words with a subject of their own and a finite verb. Entries of a list and columns of a table
// ("Not recommended for ...") leave it to what they stand under.
bool names_subject(const Passage& words)
{
    const std::uint32_t first = words.begin();
    return words.document().kind(first) != TokenKind::symbol && !words.is(first, k_pointing) &&
           !words.is(first, reading::Cues{WordSet::copula | WordSet::be | WordSet::have |
                                              WordSet::does | WordSet::must | WordSet::will,
                                          {"don't", "doesn't", "didn't"}}) &&
           !is_command(words.word(first)) && reading::has_finite_verb(words);
}

// "Is", "weighs": what is so, not what came to pass once in many places.
bool is_present(const Passage& words)
{
    std::uint32_t verb = words.begin();
    while (verb < words.end() && !reading::is_finite_verb(words, verb)) ++verb;
    return words.is(verb, {"is", "are", "has", "have"}) || is_base_of_verb(words.word(verb)) ||
           (words.word(verb).ends_with('s') && !words.is(verb, {"was"}));
}

class SelfComparison {
public:
    SelfComparison(const Document& document, Review& review)
        : m_document{document}, m_review{review}, m_ledger{review}, m_text{document}
    {
    }

    void run()
    {
        std::map<statements::Terms, std::vector<const Statement*>> alike; // by their words
        for (const auto& said : m_text.all())
            if (is_asserted(said))
                for (const auto& words : wordings_of(said)) alike[words].push_back(&said);
        for (const auto& [words, group] : alike)
            if (group.size() <= k_most_of_one) hold_against_each_other(group);
    }

private:
    [[nodiscard]] bool is_asserted(const Statement& said) const
    {
        return is_read(m_document, said.sentence, Reads::paragraphs) &&
               !m_document.tokens[said.first].quoted &&
               !is_disowned(Passage::sentence(m_document, said.sentence));
    }

    // Its words, and those of each of its clauses: but for the value or the denial, what speaks of
    // one thing has the same, as a text tells in one manner of many things.
    static std::set<statements::Terms> wordings_of(const Statement& said)
    {
        std::set<statements::Terms> out{said.terms};
        for (const auto& clause : said.clauses) out.insert(clause.terms);
        std::erase_if(out, [](const auto& words) { return words.size() < k_least_words; });
        return out;
    }

    void hold_against_each_other(const std::vector<const Statement*>& group)
    {
        for (std::size_t later = 1; later < group.size(); ++later)
            for (std::size_t i = 0; i < later && !m_review.is_full(); ++i)
                if (hold_against(*group[i], *group[later])) break;
    }

    bool hold_against(const Statement& earlier, const Statement& said)
    {
        const auto told = m_text.compare(earlier, said).disagreement;
        if (!told || !is_of_values(*told) || !are_of_one_thing(earlier, said, *told)) return false;
        tell(*told);
        return true;
    }

    [[nodiscard]] bool are_of_one_thing(const Statement& earlier, const Statement& said,
                                        const Disagreement& told) const
    {
        const Clause* one = clause_of(earlier, told.first);
        const Clause* other = clause_of(said, told.second);
        return one != nullptr && other != nullptr && one->terms == other->terms &&
               tells_one_value(earlier, *one, told) && tells_one_value(said, *other, told);
    }

    static bool is_of_values(const Disagreement& told)
    {
        return told.kind == Opposition::value || told.kind == Opposition::date;
    }

    static const Clause* clause_of(const Statement& said, Run value)
    {
        const auto at =
            std::find_if(said.clauses.begin(), said.clauses.end(), [&](const Clause& each) {
                return each.begin <= value.begin && value.begin < each.end;
            });
        return at == said.clauses.end() ? nullptr : &*at;
    }

    [[nodiscard]] bool tells_one_value(const Statement& said, const Clause& clause,
                                       const Disagreement& told) const
    {
        const Passage words{m_document, clause.begin, clause.end};
        const auto inside = [&](const auto& each) {
            return clause.begin <= each.begin && each.begin < clause.end;
        };
        return std::count_if(said.figures.begin(), said.figures.end(), inside) +
                       std::count_if(said.moments.begin(), said.moments.end(), inside) ==
                   1 &&
               names_subject(words) && (told.lasts || is_present(words)) && !leaves_open(words);
    }

    // May is a month.
    [[nodiscard]] bool leaves_open(const Passage& words) const
    {
        for (std::uint32_t i = words.begin(); i < words.end(); ++i)
            if (words.is(i, k_other_scene) &&
                !(i > words.begin() && words.is(i, WordSet::month_name) &&
                  reading::is_upper(m_document.raw(i).front())))
                return true;
        return false;
    }

    void tell(const Disagreement& told)
    {
        const auto mark = [&](Run run, const char* role) {
            return mark_tokens(m_document, run.begin, run.end, role);
        };
        const Mark stated = mark(told.second, "stated");
        const Mark context = mark(told.first, "context");
        if (m_ledger.has_error(stated)) return;
        const auto position = [&](const Mark& place) {
            return json::object("quote", quote_of(m_document, place));
        };
        found(k_contradiction_value, "Two values of one thing", m_document, Certainty::strong)
            .marks(std::array{stated, context})
            .evidence("attribute", told.attribute, "positions",
                      json::array(position(context), position(stated)))
            .says("The text says \u201c", Marked{1}, "\u201d in one place and \u201c", Marked{0},
                  "\u201d in another, of the same thing.")
            .raise(m_review, "Correct one of the two, or say in what they differ.");
    }

    const Document& m_document;
    Review& m_review;
    Ledger m_ledger;
    statements::OneText m_text;
};

void compare_with_itself(const Document& document, Review& review)
{
    SelfComparison{document, review}.run();
}

constexpr const Check* k_contradiction_checks[] = {&k_contradiction_value};

} // namespace

const Family k_contradictions{Voice::skeptic, k_contradiction_checks, compare_with_itself};

} // namespace verify::sameness
