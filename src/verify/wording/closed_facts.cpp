// fact.closed, of names: capitals, codes, currencies, chemical symbols and atomic numbers.
//
// A statement names a relation ("capital"), its subject and its value, in one of few orders: "the R
// of S is V", "V is the R of S", "S's R, V", "S and its R, V", "S has the R V", "S (R V)". A value
// counts only when it is one of its kind: of a capital a place, of a symbol what looks like one.
#include "verify/wording/closed_facts.hpp"
#include "verify/law/walk.hpp"
#include "verify/wording/checks.hpp"

#include "base/concat.hpp"
#include "reading/denial.hpp"
#include "reading/facts/facts.hpp"
#include "reading/facts/table.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "verify/law/judge.hpp"
#include "verify/wording/closed_names.hpp"

#include <algorithm>

namespace verify::wording {

using reading::Cues;
using reading::WordSet;

const Check k_fact_closed{
    .id = "fact.closed",
    .category = Category::consistency,
    .nature = Nature::possibility,
    .proof = {
        "a capital, a currency, an ISO code, a chemical symbol, an atomic number, the parts of a "
        "unit, the days of a month or a sum of angles is another one, by tables whose version the "
        "evidence names",
        "facts of the past; what a table has several of: seats of government, spellings, money in "
        "change"}};

namespace {

constexpr std::string_view k_is[] = {"is", ":", "="};
constexpr std::string_view k_signs[] = {",", "(", "\u2013", "\u2014", ":"};

// The words that name a relation, with what only tells that it is the common one.
std::optional<TokenRange> named_at(const Passage& sentence, std::uint32_t at, Kind& kind)
{
    TokenRange out{at, at + 1};
    if (!find_kind(sentence, out, kind)) return std::nullopt;
    while (sentence.is(out.begin - 1, {"official", "national", "current", "federal"})) --out.begin;
    return out;
}

class ClosedFactReader {
public:
    ClosedFactReader(const Passage& sentence, Review& review)
        : m_sentence{sentence}, m_review{review}
    {
    }

    void read(Kind kind, TokenRange named)
    {
        m_kind = kind;
        m_named = named;
        if (!of_subject() && !of_possessor() && !of_owner() && !in_brackets() && !in_place())
            of_value();
    }

private:
    [[nodiscard]] bool is_sign(std::uint32_t at) const { return m_sentence.is(at, Cues{k_signs}); }

    bool take(const NamedSubject& subject, const std::optional<NamedValue>& value)
    {
        if (!value) return false;
        ClosedFact fact;
        fact.relation = name_of(m_kind);
        fact.subject = subject.name;
        fact.expected = expected_of(m_kind, subject.name);
        fact.data = source_of(m_kind);
        fact.stated = value->tokens;
        fact.about = subject.tokens;
        fact.holds = value->holds;
        tell(m_sentence, std::move(fact), m_review);
        return true;
    }

    // The value told behind `at`, where a sign or a verb stands.
    std::optional<NamedValue> behind(const NamedSubject& subject, std::uint32_t at,
                                     bool may_follow = false) const
    {
        const bool is_said = m_sentence.is(at, Cues{k_is});
        if (!is_said && !is_sign(at) && !may_follow) return std::nullopt;
        const std::uint32_t first = is_said || is_sign(at) ? at + 1 : at;
        const auto value = value_at(m_sentence, first, m_kind, subject.name);
        if (!value) return std::nullopt;
        // What stands between signs has both; "the capital, Ottawa officials say" tells no name.
        const std::uint32_t end = value->tokens.end;
        if (is_said ? !is_whole_at(m_sentence, end)
                    : m_sentence.document().kind(end) == TokenKind::word && m_sentence.holds(end) &&
                          (is_sign(at) || reading::is_upper(m_sentence.document().raw(end)[0])))
            return std::nullopt;
        return value;
    }

    // The value told before a verb or a sign at `at`: "Sydney is", "Zurich,".
    std::optional<NamedValue> before(const NamedSubject& subject, std::uint32_t at) const
    {
        constexpr std::uint32_t k_most = 5;
        if (m_sentence.reads(at - 1, {"serves", "as"})) --at;
        const bool is_said = m_sentence.is(at, {"is", "serves"});
        const bool is_beside = m_sentence.is(at, {",", "("});
        if (!is_said && !is_beside) return std::nullopt;
        for (std::uint32_t size = k_most; size > 0; --size) {
            const std::uint32_t begin = at - size;
            if (!m_sentence.holds(begin)) continue;
            const auto value = value_at(m_sentence, begin, m_kind, subject.name);
            if (!value || value->tokens.end != at) continue;
            const bool is_alone = is_said ? begins_clause(m_sentence, begin)
                                          : !m_sentence.is(begin - 1, {",", "and", "or"}) &&
                                                !is_name_before(m_sentence, begin);
            return is_alone ? value : std::nullopt;
        }
        return std::nullopt;
    }

    // "the R of S": its value stands on either side.
    bool of_subject()
    {
        const std::uint32_t of = m_named.end + (m_sentence.is(m_named.end, {"used"}) ? 1U : 0U);
        if (!m_sentence.is(of, {"of", "for", "in"})) return false;
        const auto subject = subject_at(m_sentence, of + 1, m_kind);
        if (!subject) return false;
        std::uint32_t begin = m_named.begin;
        if (m_sentence.is(begin - 1, WordSet::article))
            --begin;
        else if (m_sentence.document().kind(begin - 1) == TokenKind::word &&
                 m_sentence.holds(begin - 1) &&
                 !m_sentence.is(begin - 1, {"is", "and", "has", "as"}))
            return false;
        if (take(*subject, behind(*subject, subject->tokens.end))) return true;
        if (!is_whole_at(m_sentence, subject->tokens.end)) return false;
        return take(*subject, before(*subject, begin - 1));
    }

    // "S's R"
    bool of_possessor()
    {
        const auto subject = subject_before(m_sentence, m_named.begin, m_kind, true);
        if (!subject) return false;
        const std::uint32_t end = m_named.end;
        if (take(*subject, behind(*subject, end, /*may_follow=*/true))) return true;
        if (!is_whole_at(m_sentence, end)) return false;
        return take(*subject, before(*subject, subject->tokens.begin - 1));
    }

    // "S and its R, V", "S has the R V", "S has V as its R"
    bool of_owner()
    {
        static constexpr reading::OwnCues k_owns{WordSet::have,
                                                 {"uses", "use", "bears", "carries"}};
        const std::uint32_t first = m_named.begin - 1;
        const bool has_word = m_sentence.is(first, {"its", "the", "a", "an", "as"});
        const std::uint32_t verb = has_word ? first - 1 : first;
        if (m_sentence.is(first, {"its"}) && m_sentence.is(verb, {"and", "with", ","}))
            if (const auto subject = subject_before(m_sentence, verb, m_kind, false))
                return take(*subject, behind(*subject, m_named.end, /*may_follow=*/true));
        if (m_sentence.is(verb, k_owns)) {
            const auto subject = subject_before(m_sentence, verb, m_kind, false);
            if (!subject) return false;
            const std::uint32_t end = m_named.end + (m_sentence.is(m_named.end, {"of"}) ? 1 : 0);
            const auto value = value_at(m_sentence, end, m_kind, subject->name);
            return value && is_whole_at(m_sentence, value->tokens.end) && take(*subject, value);
        }
        const std::uint32_t as = m_sentence.is(first, {"as"}) ? first : verb;
        if (!m_sentence.is(as, {"as"})) return false;
        for (std::uint32_t begin = m_sentence.begin() + 1; begin < as; ++begin) {
            if (!m_sentence.is(begin - 1, k_owns)) continue;
            const auto subject = subject_before(m_sentence, begin - 1, m_kind, false);
            if (!subject) continue;
            const auto value = value_at(m_sentence, begin, m_kind, subject->name);
            if (value && value->tokens.end == as) return take(*subject, value);
        }
        return false;
    }

    // "S (R V)", "S, R V,", "S, whose R is V"
    bool in_brackets()
    {
        const std::uint32_t first =
            m_named.begin - (m_sentence.is(m_named.begin - 1, {"whose"}) ? 2U : 1U);
        if (!m_sentence.is(first, {"(", ","})) return false;
        const auto subject = subject_before(m_sentence, first, m_kind, false);
        if (!subject) return false;
        const bool has_sign = m_sentence.is(m_named.end, Cues{k_is});
        const auto value =
            value_at(m_sentence, m_named.end + (has_sign ? 1 : 0), m_kind, subject->name);
        return value && is_whole_at(m_sentence, value->tokens.end) && take(*subject, value);
    }

    // "In S, the R is V"
    bool in_place()
    {
        const std::uint32_t comma = m_named.begin - 2;
        if (!m_sentence.is(m_named.begin - 1, {"the"}) || !m_sentence.is(comma, {","}))
            return false;
        const auto subject = subject_before(m_sentence, comma, m_kind, false);
        const bool is_said = m_sentence.is(m_named.end, {"is"});
        return subject && is_said && m_sentence.is(subject->tokens.begin - 1, {"in"}) &&
               take(*subject, behind(*subject, m_named.end));
    }

    // "the R V stands for S"
    void of_value()
    {
        const std::uint32_t verb = m_named.end + 1;
        std::uint32_t after = verb + 1;
        if (m_sentence.reads(verb, {"stands", "for"}) || m_sentence.reads(verb, {"belongs", "to"}))
            ++after;
        else if (!m_sentence.is(verb, {"is", "means", "represents", "denotes"}) ||
                 !m_sentence.any(Cues{{"chemical", "element", "periodic", "iso"}}))
            return; // music and mathematics have symbols too
        const auto subject = subject_at(m_sentence, after, m_kind);
        if (!subject || !is_whole_at(m_sentence, subject->tokens.end)) return;
        const auto value = value_at(m_sentence, m_named.end, m_kind, subject->name);
        if (value && value->tokens.end == verb) take(*subject, value);
    }

    const Passage& m_sentence;
    Review& m_review;
    Kind m_kind = Kind::capital;
    TokenRange m_named{};
};

} // namespace

bool states_facts(const Passage& sentence)
{
    static constexpr std::string_view k_opinion[] = {
        "?",     "think",    "thinks",  "thought", "believe", "believes", "believed",
        "claim", "claims",   "claimed", "myth",    "guess",   "guessed",  "misconception",
        "were",  "answered", "would",   "novel",   "game",    "planet",   "former"};
    if (is_disowned(sentence) || sentence.any(Cues{WordSet::supposes, k_opinion})) return false;
    for (std::uint32_t at = sentence.begin(); at < sentence.end(); ++at)
        if (reading::is_denial(sentence, at)) return false;
    return true;
}

bool is_whole_at(const Passage& sentence, std::uint32_t end)
{
    if (!sentence.holds(end) || sentence.document().kind(end) == TokenKind::symbol)
        return !sentence.is(end, Cues{WordSet::dash, {"-", "/", "%"}});
    return sentence.is(end, Cues{WordSet::joins | WordSet::relative | WordSet::copula |
                                     WordSet::contrasts | WordSet::explains,
                                 {"while", "where", "whereas", "with", "as", "since"}});
}

bool begins_clause(const Passage& sentence, std::uint32_t at)
{
    return at == sentence.begin() ||
           sentence.is(at - 1, Cues{WordSet::joins | WordSet::comma | WordSet::colon |
                                        WordSet::semicolon | WordSet::article | WordSet::opens |
                                        WordSet::contrasts | WordSet::explains,
                                    {"that", "while", "where", "\"", "\u201c", "*", "-"}});
}

void tell(const Passage& sentence, ClosedFact fact, Review& review)
{
    const auto& document = sentence.document();
    auto found = verify::found(k_fact_closed, "Not what is known of it", document);
    found.stated(fact.stated.begin, fact.stated.end).operand(fact.about.begin, fact.about.end);
    if (fact.holds) return found.pass(review);
    std::string all;
    for (const auto& each : fact.expected) all += base::concat(all.empty() ? "" : " or ", each);
    if (fact.expected.size() == 1) found.replacement(fact.expected.front());
    found
        .evidence("relation", fact.relation, "subject", fact.subject, "stated", Marked{0},
                  "expected", fact.expected, "data", fact.data)
        .says("The ", fact.relation, " of ", fact.subject, " is ", all, ", says ", fact.data,
              "; the text says ", Marked{0}, ".")
        .raise(review, "Correct the statement.");
}

namespace {

void check_closed_facts(const Passage& sentence, Review& review)
{
    if (!states_facts(sentence)) return;
    ClosedFactReader reader{sentence, review};
    for (std::uint32_t at = sentence.begin(); at < sentence.end(); ++at) {
        Kind kind{};
        if (const auto named = named_at(sentence, at, kind)) reader.read(kind, *named);
    }
    check_closed_numbers(sentence, review);
}

constexpr const Check* k_closed_facts_checks[] = {&k_fact_closed};

} // namespace

const Family k_closed_facts{Voice::skeptic, k_closed_facts_checks,
                            in_sentences<check_closed_facts>};

} // namespace verify::wording
