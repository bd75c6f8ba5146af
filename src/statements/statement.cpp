#include "statements/statement.hpp"

#include "reading/outcomes.hpp"
#include "statements/figures.hpp"
#include "statements/guards.hpp"
#include "statements/words.hpp"

#include <algorithm>

namespace statements {

using reading::Passage;
using reading::TokenKind;

namespace {

// Words of how something is reported: they say nothing of the thing itself.
constexpr std::string_view k_reporting[] = {
    "said",      "says",      "say",      "according", "reported",    "reports",   "report",
    "announced", "officials", "official", "told",      "confirmed",   "estimated", "total",
    "people",    "persons",   "person",   "someone",   "anyone",      "totals",    "exactly",
    "currently", "today",     "sources",  "spokesman", "spokeswoman", "about",     "roughly",
    "put",       "puts",      "already",  "recently",  "around",      "nearly",    "approximately",
    "least",     "experts",   "figures",  "statement", "stated",      "level",     "levels",
    "stands",    "now"};
constexpr std::string_view k_breaks[] = {"while", "whereas",  "but",    "which",
                                         "who",   "although", "though", "because",
                                         "since", "however",  "whose",  "where"};
// After "and" one of these begins a clause of its own, not another thing of the same kind.
constexpr std::string_view k_verbs[] = {
    "is",   "was",  "are",   "were", "has",   "had",  "have", "will",  "it",    "they", "he",
    "she",  "the",  "its",   "owns", "owned", "runs", "said", "says",  "costs", "drew", "got",
    "cost", "left", "began", "made", "can",   "does", "did",  "there", "no",    "a",    "an"};

std::vector<State> read_states(const Passage& sentence)
{
    std::vector<State> out;
    for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i) {
        const auto found = reading::outcome_at(sentence, i);
        if (found && reading::is_predicate(sentence, i))
            out.push_back({i, found->axis, found->side});
    }
    return out;
}

class StatementReader {
public:
    StatementReader(const Source& source, std::size_t index)
        : m_source{source}, m_document{source.document}, m_index{index}, m_stemmer{source.language}
    {
    }

    void read(std::size_t sentences, std::vector<Statement>& out)
    {
        std::uint32_t count = 0;
        for (std::size_t i = 0; i < sentences; ++i) {
            auto statement = one(m_source.utterances[i]);
            if (!statement) continue;
            statement->index = count++;
            out.push_back(std::move(*statement));
        }
    }

private:
    std::optional<Statement> one(const reading::Utterance& said)
    {
        const Passage sentence{m_document, said.begin, said.end};
        Statement out;
        out.source = m_index;
        out.sentence = said.sentence;
        out.first = said.begin;
        out.last = said.end;
        const auto range = reading::source_range(m_document.view, m_document.source,
                                                 m_document.tokens[said.begin].begin,
                                                 m_document.tokens[said.end - 1].end);
        out.begin = range.begin;
        out.end = range.end;
        if (out.end - out.begin > k_longest_statement) return std::nullopt;
        out.words = said.words;
        out.worth = said.worth;
        out.dangles = said.dangles;
        if (is_instruction(sentence, out)) return std::nullopt;
        out.terms = m_source.terms.of(sentence.begin(), sentence.end());
        out.names = names(sentence);
        out.figures = read_figures(sentence, m_stemmer, m_source.language == "de");
        out.moments = read_moments(sentence);
        out.states = read_states(sentence);
        out.labels = read_labels(sentence, out);
        out.clauses = clauses(sentence, out);
        describe(sentence, out);
        out.marks = read_marks(m_source, out);
        return out;
    }

    // What the red team marked, and in such a source whatever else gives orders or speaks to a
    // machine.
    [[nodiscard]] bool is_instruction(const Passage& sentence, const Statement& statement) const
    {
        if (!m_source.carries_instructions()) return false;
        for (const auto& mark : m_source.instructions)
            if (mark.begin < statement.end && statement.begin < mark.end) return true;
        const std::uint32_t first = sentence.begin();
        return reading::is_one_of(sentence.word(first), k_commands) || sentence.any(k_machines) ||
               sentence.any(std::initializer_list<std::string_view>{"you", "your", "must"});
    }

    // Words with a capital inside the sentence. German writes all nouns so.
    [[nodiscard]] std::vector<TermId> names(const Passage& sentence) const
    {
        std::vector<TermId> out;
        if (m_source.language == "de") return out;
        for (std::uint32_t i = sentence.begin() + 1; i < sentence.end(); ++i) {
            const auto raw = m_document.raw(i);
            const bool capital = !raw.empty() && reading::is_upper(raw.front());
            const bool opens = sentence.is(i - 1, {".", ":", "\"", "!", "?"});
            const bool shouted =
                raw.size() > 3 && std::all_of(raw.begin(), raw.end(), reading::is_upper);
            const auto word = m_document.word(i);
            const bool of_calendar = reading::month_name(word) || reading::weekday_name(word);
            if (!capital || opens || shouted || of_calendar) continue;
            for (const auto term : m_source.terms.of(i)) out.push_back(term);
        }
        std::sort(out.begin(), out.end());
        out.erase(std::unique(out.begin(), out.end()), out.end());
        return out;
    }

    [[nodiscard]] bool breaks_at(const Passage& sentence, std::uint32_t token) const
    {
        if (sentence.is(token, {",", ";", ":", "(", ")", "\u2014", "\u2013", "--"})) return true;
        if (sentence.is(token, {"-"}) && sentence.is(token + 1, {"-"})) return true;
        if (reading::is_one_of(sentence.word(token), k_breaks)) return true;
        return sentence.is(token, {"and"}) && reading::is_one_of(sentence.word(token + 1), k_verbs);
    }

    [[nodiscard]] std::vector<Clause> clauses(const Passage& sentence,
                                              const Statement& statement) const
    {
        std::vector<Clause> out;
        std::uint32_t begin = sentence.begin();
        for (std::uint32_t i = sentence.begin(); i <= sentence.end(); ++i) {
            if (i < sentence.end() && !breaks_at(sentence, i)) continue;
            if (i > begin && out.size() < k_most_clauses)
                out.push_back(clause(sentence, statement, begin, i));
            begin = i + 1;
        }
        // A clause with a value but without a subject of its own speaks of what the sentence does.
        constexpr std::size_t k_least_terms = 2;
        const bool whole = std::any_of(out.begin(), out.end(), [&](const Clause& part) {
            return part.terms.size() < k_least_terms && holds_value(statement, part);
        });
        if (whole && out.size() > 1)
            out.assign(1, clause(sentence, statement, sentence.begin(), sentence.end()));
        return out;
    }

    // "Earlier this month" is a date.
    static bool tells_date(const Passage& sentence, std::uint32_t token)
    {
        return sentence.is(token, {"earlier"}) &&
               sentence.is(token + 1, {"this", "today", "on", "in"});
    }

    // Whether one of the words stands outside of dates: the month of May does not tell a doubt.
    static bool says(const Passage& sentence, const Statement& statement, reading::Words words)
    {
        for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i) {
            const bool of_moment = std::any_of(
                statement.moments.begin(), statement.moments.end(),
                [&](const Moment& moment) { return moment.begin <= i && i < moment.end; });
            if (!of_moment && !tells_date(sentence, i) &&
                reading::is_one_of(sentence.word(i), words))
                return true;
        }
        return false;
    }

    // "Larger than the other one"; "more than 200" is a number.
    static bool compares(const Passage& sentence)
    {
        const auto numbers = sentence.quantities();
        for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i)
            if (sentence.is(i, {"than"}) &&
                std::none_of(numbers.begin(), numbers.end(), [&](const reading::Quantity& each) {
                    return each.begin > i && each.begin <= i + 2; // "than $5"
                }))
                return true;
        return false;
    }

    static bool holds_value(const Statement& statement, const Clause& clause)
    {
        const auto inside = [&](std::uint32_t token) {
            return clause.begin <= token && token < clause.end;
        };
        return std::any_of(statement.figures.begin(), statement.figures.end(),
                           [&](const Figure& figure) { return inside(figure.begin); }) ||
               std::any_of(statement.moments.begin(), statement.moments.end(),
                           [&](const Moment& moment) { return inside(moment.begin); }) ||
               std::any_of(statement.states.begin(), statement.states.end(),
                           [&](const State& state) { return inside(state.token); });
    }

    [[nodiscard]] Clause clause(const Passage& sentence, const Statement& statement,
                                std::uint32_t begin, std::uint32_t end) const
    {
        Clause out;
        out.begin = begin;
        out.end = end;
        out.elsewhere = says(sentence, statement, k_elsewhere) || compares(sentence);
        out.planned = says(sentence, statement, k_plans);
        for (std::uint32_t i = begin; i < end; ++i) {
            const auto word = sentence.word(i);
            if (is_negation(sentence, i)) out.negated = !out.negated;
            const bool state = std::any_of(statement.states.begin(), statement.states.end(),
                                           [&](const State& said) { return said.token == i; });
            if (state || reading::is_one_of(word, k_reporting) || reading::is_one_of(word, k_plans))
                continue;
            for (const auto term : m_source.terms.of(i)) out.terms.push_back(term);
        }
        std::sort(out.terms.begin(), out.terms.end());
        out.terms.erase(std::unique(out.terms.begin(), out.terms.end()), out.terms.end());
        return out;
    }

    void describe(const Passage& sentence, Statement& out) const
    {
        out.hedged = says(sentence, out, k_hedges);
        out.opinion = sentence.any(k_opinions);
    }

    const Source& m_source;
    const reading::Document& m_document;
    std::size_t m_index;
    reading::Stemmer m_stemmer;
};

} // namespace

std::vector<std::size_t> shares_of(const std::vector<std::unique_ptr<Source>>& sources)
{
    std::vector<std::size_t> out;
    out.reserve(sources.size());
    for (const auto& source : sources)
        out.push_back(source->status == sources::SourceStatus::used ? source->utterances.size()
                                                                    : 0);
    // From the shortest on: what one does not need is there for the longer ones.
    auto sizes = out;
    std::sort(sizes.begin(), sizes.end());
    std::size_t left = k_most_statements;
    std::size_t share = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        share = left / (sizes.size() - i);
        if (sizes[i] > share) break;
        left -= sizes[i];
        share = sizes[i];
    }
    for (auto& sentences : out) sentences = std::min(sentences, share);
    return out;
}

std::vector<Statement> read_statements(const std::vector<std::unique_ptr<Source>>& sources)
{
    std::vector<Statement> out;
    const auto shares = shares_of(sources);
    for (std::size_t i = 0; i < sources.size(); ++i)
        if (shares[i] > 0) StatementReader{*sources[i], i}.read(shares[i], out);
    return out;
}

Passage passage_of(const Source& source, const Statement& statement)
{
    return Passage{source.document, statement.first, statement.last};
}

} // namespace statements
