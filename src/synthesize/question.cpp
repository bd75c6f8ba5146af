#include "synthesize/question.hpp"

#include "base/fault.hpp"
#include "reading/finite_verb.hpp"
#include "reading/passage.hpp"
#include "statements/words.hpp"
#include "synthesize/question_tense.hpp"

#include <algorithm>

namespace synthesize {

using reading::Passage;
using reading::TokenKind;
using reading::WordKind;
using reading::WordNet;

namespace {

// Words of a question that no answer has to use.
constexpr std::string_view k_asking[] = {
    "happen",   "happened", "happens", "many",      "tell",    "give",        "find",
    "explain",  "describe", "list",    "know",      "known",   "summarize",   "summary",
    "overview", "latest",   "current", "currently", "compare", "information", "details"};

constexpr std::string_view k_question_words[] = {"how",  "who",   "whom", "whose", "what",
                                                 "when", "where", "why",  "which"};
// "Was" is no question word of English.
constexpr std::string_view k_german_question_words[] = {"wer", "wen",    "was",     "wann",
                                                        "wo",  "warum",  "weshalb", "wieso",
                                                        "wie", "welche", "welcher", "welches"};
constexpr std::string_view k_auxiliaries[] = {"is",   "are",   "was",    "were", "do",  "does",
                                              "did",  "has",   "have",   "had",  "can", "could",
                                              "will", "would", "should", "may"};
// Adjectives behind "how" that ask for a measure.
constexpr std::string_view k_measures[] = {"tall", "high", "big",  "large",   "strong",
                                           "fast", "far",  "old",  "deep",    "heavy",
                                           "wide", "hot",  "cold", "powerful"};

class QuestionReader {
public:
    QuestionReader(const reading::Document& query, std::string_view language,
                   const TokenTerms& terms)
        : m_query{query}, m_language{language}, m_terms{terms}, m_all{query, 0, tokens(query)}
    {
    }

    std::vector<Part> read()
    {
        std::vector<Part> out;
        std::uint32_t begin = 0;
        const std::uint32_t count = tokens(m_query);
        for (std::uint32_t i = 0; i <= count && out.size() < k_most_parts; ++i) {
            if (i < count && !ends_part(i, begin)) continue;
            if (auto part = one(begin, i)) out.push_back(std::move(*part));
            begin = i + 1;
        }
        if (out.empty()) out.push_back({});
        for (std::size_t i = 1; i < out.size(); ++i) inherit(out.front(), out[i]);
        return out;
    }

private:
    static std::uint32_t tokens(const reading::Document& query)
    {
        return static_cast<std::uint32_t>(query.tokens.size());
    }

    [[nodiscard]] bool asks(std::string_view word) const
    {
        return reading::is_one_of(word, k_question_words) ||
               (m_language == "de" && reading::is_one_of(word, k_german_question_words));
    }

    // A question mark, or "and" before another question.
    [[nodiscard]] bool ends_part(std::uint32_t token, std::uint32_t begin) const
    {
        if (m_all.is(token, {"?"})) return true;
        if (token == begin || !m_all.is(token, {"and", "und", ",", ";"})) return false;
        std::uint32_t next = token + 1;
        while (m_all.is(next, {"and", "und", "for", "in"})) ++next;
        if (asks(m_all.word(next))) return true;
        const bool joins = m_all.is(token, {"and"}) || m_all.is(token + 1, {"and"});
        return joins && reading::is_one_of(m_all.word(next), k_auxiliaries);
    }

    [[nodiscard]] std::optional<Part> one(std::uint32_t begin, std::uint32_t end) const
    {
        while (begin < end && m_all.is(begin, {"and", "und", ",", ";"})) ++begin;
        if (begin >= end) return std::nullopt;
        const Passage words{m_query, begin, end};
        Part out;
        const auto from = m_query.tokens[begin].begin;
        out.text = m_query.view.text.substr(from, m_query.tokens[end - 1].end - from);
        find_kind(words, out);
        read_tense(words, m_language, out);
        for (std::uint32_t i = begin; i < end; ++i) {
            const auto word = words.word(i);
            if (out.aspect == Aspect::none && may_be_of(out.asks, statements::aspect_of(word)))
                out.aspect = statements::aspect_of(word);
            // "Find the price" asks, "what did they find" is asked.
            const bool is_asked =
                out.has_type() && i > begin && WordNet::embedded().is_chiefly(word, WordKind::verb);
            if (reading::is_one_of(word, k_asking) && !is_asked) continue;
            if (is_of_the_asking(words, i)) continue;
            const bool name = is_name(words, i);
            for (const auto term : m_terms.of(i)) {
                if (out.terms.size() >= k_most_terms) break;
                if (std::find(out.terms.begin(), out.terms.end(), term) == out.terms.end()) {
                    out.terms.push_back(term);
                    out.words.emplace_back(word);
                }
                if (name) out.names.push_back(term);
            }
        }
        return out;
    }

    // "How many candidates ran" asks for no duration.
    [[nodiscard]] static bool may_be_of(Asks asks, Aspect aspect)
    {
        if (asks == Asks::count) return is_of_people(aspect);
        if (asks == Asks::money) return statements::is_of_money(aspect) || is_of_people(aspect);
        return asks != Asks::topic;
    }

    // "tall" of "how tall": no answer has to use it.
    [[nodiscard]] static bool is_of_the_asking(const Passage& words, std::uint32_t token)
    {
        return words.is(token - 1, {"how", "wie"}) ||
               words.is(token, {"kind", "sort", "cause", "caused", "causes", "reason", "wann",
                                "warum", "weshalb", "wieso", "kostet", "kosten"});
    }

    [[nodiscard]] bool is_name(const Passage& words, std::uint32_t token) const
    {
        const auto raw = m_query.raw(token);
        if (m_query.kind(token) == TokenKind::opaque) return true; // "x402"
        if (m_language == "de") return false;                      // all nouns have capitals
        return token > words.begin() && reading::is_upper(raw.front()) && !asks(words.word(token));
    }

    void find_kind(const Passage& words, Part& out) const
    {
        if (m_language == "de")
            for (std::uint32_t i = words.begin(); i < words.end(); ++i)
                if (ask_in_german(words, i, out)) return;
        if (m_language != "en") return;
        if (words.is(words.begin(), {"tell", "summarize", "summarise", "overview", "news"})) return;
        for (std::uint32_t i = words.begin(); i < words.end(); ++i)
            if (find_kind_at(words, i, out)) return;
        if (reading::is_one_of(words.word(words.begin()), k_auxiliaries)) out.asks = Asks::yes_no;
        out.asks_property = words.is(words.begin(), reading::WordSet::copula);
    }

    [[nodiscard]] bool find_kind_at(const Passage& words, std::uint32_t i, Part& out) const
    {
        const auto word = words.word(i);
        const auto next = words.word(i + 1);
        const auto set = [&](Asks asks) {
            out.asks = asks;
            return true;
        };
        if (word == "how") return ask_how(words, i, out);
        // "When should I use it" asks for no day.
        if (word == "when")
            return set(words.any({"should"}) && words.any({"i", "you", "we"}) ? Asks::topic
                                                                              : Asks::date);
        if (word == "where") return set(Asks::place);
        if (reading::is_one_of(word, {"who", "whom", "whose"})) {
            out.asks_agent = word == "who" && !words.is(i + 1, reading::WordSet::copula);
            return set(Asks::person);
        }
        if (word == "why") return set(Asks::reason);
        if (word == "which" || word == "what") {
            if (reading::is_one_of(next, {"date", "day", "year", "time", "month"}))
                return set(Asks::date);
            if (reading::is_one_of(next,
                                   {"city", "town", "country", "place", "state", "village"}) &&
                words.is(i - 1, {"in", "at", "from"}))
                return set(Asks::place);
        }
        if (word == "which") {
            out.asks_superlative = has_superlative(words);
            return set(Asks::which);
        }
        return word == "what" && ask_what(words, i, out);
    }

    [[nodiscard]] bool ask_how(const Passage& words, std::uint32_t i, Part& out) const
    {
        const auto next = words.word(i + 1);
        out.asks = Asks::manner;
        if (next == "many") {
            out.asks = Asks::count;
            out.noun = noun_from(words, i + 2);
            const auto what = words.word(i + 2);
            out.counts_people = WordNet::embedded().is_person(what) ||
                                reading::is_in(reading::WordSet::people, what);
        } else if (next == "much") {
            // "How much rain" asks for no money.
            out.noun = noun_from(words, i + 2);
            const bool money =
                !out.noun || words.is(i + 2, {"money"}) || words.any({"cost", "pay"});
            out.asks = money ? Asks::money : Asks::measure;
            out.asks_change = words.any(reading::WordSet::rises | reading::WordSet::falls);
        } else if (next == "long") {
            out.asks = Asks::duration;
            // "How long is the bridge", "how long did it take".
            const bool extent = reading::is_in(reading::WordSet::copula, words.word(i + 2));
            out.aspect = extent ? Aspect::length : Aspect::duration;
        } else if (reading::is_one_of(next, k_measures)) {
            out.asks = Asks::measure;
            // "How high are the fines"
            for (std::uint32_t k = i + 2; words.holds(k); ++k)
                if (statements::is_of_money(statements::aspect_of(words.word(k)))) {
                    out.asks = Asks::money;
                    return true;
                }
            const bool quake = next == "strong" || next == "big" || next == "powerful";
            out.aspect = quake ? Aspect::magnitude : statements::aspect_of(next);
        }
        return true;
    }

    // Days, numbers and reasons can be told in any language; names not where all nouns have
    // capitals.
    [[nodiscard]] bool ask_in_german(const Passage& words, std::uint32_t i, Part& out) const
    {
        const auto next = words.word(i + 1);
        if (words.is(i, {"wann"})) {
            out.asks = Asks::date;
        } else if (words.is(i, {"wie"}) && reading::is_one_of(next, {"viele", "viel"})) {
            out.asks = Asks::count;
            if (words.holds(i + 2) && !m_terms.of(i + 2).empty())
                out.noun = m_terms.of(i + 2).front();
        } else if (words.is(i, {"warum", "weshalb", "wieso", "wodurch", "woran"})) {
            out.asks = Asks::reason;
        } else if (words.is(i, {"wie"}) &&
                   reading::is_one_of(
                       next, {"hoch", "lang", "tief", "schwer", "gro\u00df", "weit", "breit"})) {
            out.asks = Asks::measure;
        } else if ((words.is(i, {"was"}) &&
                    words.any({"kostet", "kosten", "kostete", "gekostet"})) ||
                   (words.is(i, {"wie"}) && next == "teuer")) {
            out.asks = Asks::money;
        }
        return out.asks != Asks::topic;
    }

    // "What started the fire": what did something to something.
    [[nodiscard]] static bool asks_for_cause(const Passage& words, std::uint32_t verb)
    {
        constexpr auto k_auxiliary = reading::WordSet::copula | reading::WordSet::be |
                                     reading::WordSet::have | reading::WordSet::does |
                                     reading::WordSet::may | reading::WordSet::will;
        return reading::is_finite_verb(words, verb) && !words.is(verb, k_auxiliary) &&
               words.is(verb + 1, reading::WordSet::article | reading::WordSet::possessive |
                                      reading::WordSet::demonstrative);
    }

    [[nodiscard]] bool ask_what(const Passage& words, std::uint32_t i, Part& out) const
    {
        const auto next = words.word(i + 1);
        // "What is the state of the trial"
        const bool of_state = words.is(i + 1, reading::WordSet::copula) &&
                              words.any({"state", "status", "situation"});
        if (words.any({"happened", "happens"}) || of_state) {
            out.asks = Asks::event;
        } else if (words.any({"known", "know"})) {
            return true; // a topic
        } else if (words.any(
                       {"caused", "cause", "reason", "led", "triggered", "sparked", "causes"})) {
            out.asks = Asks::reason;
        } else if (words.any({"cost", "price", "costs"})) {
            out.asks = Asks::money;
        } else if (asks_for_cause(words, i + 1) || words.reads(words.end() - 2, {"die", "of"})) {
            out.asks = Asks::reason;
            out.asks_agent = true;
        } else if (reading::is_in(reading::WordSet::copula, next)) {
            out.asks = Asks::attribute;
            out.noun = noun_from(words, i + 2);
            out.asks_definition =
                !words.any(reading::WordSet::place_prep | reading::WordSet::role_prep);
        } else if (reading::is_in(reading::WordSet::does, next)) {
            out.asks = Asks::deed;
        }
        return true;
    }

    [[nodiscard]] static bool has_superlative(const Passage& words)
    {
        for (std::uint32_t i = words.begin(); i < words.end(); ++i)
            if (words.is(i, {"most", "worst", "best", "least"}) ||
                (words.word(i).ends_with("est") && words.word(i).size() > 4))
                return true;
        return false;
    }

    // The last noun of the words from `token` on that can stand before a verb: "bird species" of
    // "how many bird species live".
    [[nodiscard]] std::optional<TermId> noun_from(const Passage& words, std::uint32_t token) const
    {
        std::optional<TermId> out;
        for (; words.holds(token); ++token) {
            const auto word = words.word(token);
            if (reading::is_in(reading::WordSet::article, word)) continue;
            if (reading::is_one_of(word, statements::k_stop_words)) break;
            const bool noun = WordNet::embedded().can_be(word, WordKind::noun);
            if (out && (!noun || reading::is_finite_verb(words, token))) break;
            if (noun && !m_terms.of(token).empty()) out = m_terms.of(token).front();
        }
        return out;
    }

    // "..., and when did it open?" asks of what the first part named.
    static void inherit(const Part& first, Part& part)
    {
        if (part.names.empty()) {
            part.names = first.names;
            part.inherits_names = true;
        }
        for (const auto term : first.terms)
            if (std::find(part.terms.begin(), part.terms.end(), term) == part.terms.end())
                part.subject.push_back(term);
    }

    const reading::Document& m_query;
    std::string_view m_language;
    const TokenTerms& m_terms;
    Passage m_all;
};

} // namespace

std::string_view name_of(Asks asks)
{
    switch (asks) {
    case Asks::topic: return "topic";
    case Asks::event: return "event";
    case Asks::deed: return "deed";
    case Asks::count: return "count";
    case Asks::money: return "money";
    case Asks::duration: return "duration";
    case Asks::measure: return "measure";
    case Asks::date: return "date";
    case Asks::place: return "place";
    case Asks::person: return "person";
    case Asks::reason: return "reason";
    case Asks::which: return "which";
    case Asks::manner: return "manner";
    case Asks::attribute: return "attribute";
    case Asks::yes_no: return "yes_no";
    }
    throw base::Fault{"a kind of question without a name"};
}

bool is_gerund_beside_verb(const Part& part, std::size_t word)
{
    if (!part.words[word].ends_with("ing")) return false;
    return std::any_of(part.words.begin(), part.words.end(), [&](const std::string& other) {
        return !other.ends_with("ing") && WordNet::embedded().is_chiefly(other, WordKind::verb);
    });
}

Question read_question(std::string_view query, std::string_view language, Vocabulary& vocabulary)
{
    const reading::Document document{query};
    const TokenTerms terms{document, language, vocabulary};
    Question out;
    out.parts = QuestionReader{document, language, terms}.read();
    for (const auto& part : out.parts)
        out.terms.insert(out.terms.end(), part.terms.begin(), part.terms.end());
    // All words where no others are left.
    if (out.terms.empty()) out.terms = terms.of(0, document.tokens.size());
    if (out.parts.front().terms.empty()) {
        out.parts.front().terms = out.terms;
        out.parts.front().words.resize(out.terms.size());
    }
    std::sort(out.terms.begin(), out.terms.end());
    out.terms.erase(std::unique(out.terms.begin(), out.terms.end()), out.terms.end());
    return out;
}

} // namespace synthesize
