#include "base/concat.hpp"
#include "reading/finite_verb.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "synthesize/artifact.hpp"
#include "synthesize/brief/phrase.hpp"
#include "synthesize/brief/section.hpp"

#include <algorithm>
#include <vector>

namespace synthesize::brief {

using base::concat;
using reading::WordSet;

namespace {

constexpr std::size_t k_most_of_a_claim = 3;

// The clause around a figure, as far as it can stand alone: with a verb, and a subject before it.
// The sentence where it cannot.
std::string around(const Study& study, std::size_t statement, const Figure& figure)
{
    const Statement& said = study.statements[statement];
    const Source& source = study.source_of(statement);
    const bool is_english = source.language == "en";
    // Of other languages no verb is found: what is long enough has one.
    const std::uint32_t least = is_english ? 4 : 7;
    const auto words = passage_of(source, said);
    for (const auto& clause : said.clauses) {
        if (clause.begin > figure.begin || figure.begin >= clause.end ||
            clause.end - clause.begin < least)
            continue;
        Run run{clause.begin, clause.end};
        while (words.is(run.begin, {"and", "but", ",", "und"})) ++run.begin;
        while (words.is(run.end - 1, {".", "!"})) --run.end;
        const reading::Passage part{source.document, run.begin, run.end};
        const bool leans =
            part.is(run.begin,
                    {WordSet::relative | WordSet::asks | WordSet::supposes | WordSet::contrasts,
                     {"dass", "ob", "wenn", "weil", "als", "da"}}) ||
            reading::is_finite_verb(part, run.begin) || words.word(run.begin).ends_with("ing");
        if (!leans && (!is_english || reading::has_finite_verb(part)))
            return words_of(study, statement, run);
    }
    return sentence_of(study, statement);
}

bool has_unit(const Study& study, std::size_t statement, const Figure& figure)
{
    const auto& figures = study.statements[statement].figures;
    return std::any_of(figures.begin(), figures.end(), [&](const Figure& each) {
        return each.written_unit == figure.written_unit;
    });
}

// The figures shown so far, to show each once.
class Told {
public:
    explicit Told(const Study& study) : m_study{study} {}

    // Whether the figure is none of them; it is one now.
    bool add(std::size_t statement, const Figure& figure, Run shown)
    {
        const auto& said = m_study.statements[statement];
        const auto words = passage_of(m_study.source_of(statement), said);
        const bool persons = figure.counts_things &&
                             (words.is(shown.end - 1, WordSet::people) ||
                              reading::WordNet::embedded().is_person(words.word(shown.end - 1)));
        const Entry entry{&figure, &said.terms, persons};
        if (std::any_of(m_entries.begin(), m_entries.end(),
                        [&](const Entry& other) { return is_same(entry, other); }))
            return false;
        m_entries.push_back(entry);
        return true;
    }

private:
    struct Entry {
        const Figure* figure = nullptr;
        const std::vector<TermId>* terms = nullptr;
        bool counts_persons = false;
    };

    // One value of one thing; as many persons, whatever they are called ("six workers", "six
    // people"); or what one source rounded more than the other, where both speak of one thing.
    [[nodiscard]] bool is_same(const Entry& left, const Entry& right) const
    {
        const bool one_value = left.figure->value == right.figure->value;
        if (left.figure->unit == right.figure->unit) {
            if (one_value) return true;
            return !left.figure->counts_things && is_rounded(*left.figure, *right.figure) &&
                   share_matter(left, right);
        }
        if (!one_value) return false;
        if (left.counts_persons && right.counts_persons) return share_matter(left, right);
        return is_kind_of(left.figure->unit, right.figure->unit) ||
               is_kind_of(right.figure->unit, left.figure->unit);
    }

    // "Wolfsrudel" are "Rudel".
    static bool is_kind_of(std::string_view compound, std::string_view noun)
    {
        constexpr std::size_t k_least = 4; // bytes; what is shorter may be an ending
        return noun.size() >= k_least && compound.ends_with(noun);
    }

    static bool is_rounded(const Figure& left, const Figure& right)
    {
        const reading::Rational apart = abs(left.value - right.value);
        const reading::Rational nearby = abs(left.value) * reading::Rational{1, 100};
        return apart <= nearby && left.rounding != right.rounding &&
               apart <= std::max(left.rounding, right.rounding);
    }

    // A word beside those of the question, which most statements have.
    [[nodiscard]] bool share_matter(const Entry& left, const Entry& right) const
    {
        return std::any_of(left.terms->begin(), left.terms->end(), [&](TermId term) {
            return std::ranges::binary_search(*right.terms, term) &&
                   !std::ranges::binary_search(m_study.question.terms, term);
        });
    }

    const Study& m_study;
    std::vector<Entry> m_entries;
};

void add_changes(const Study& study, std::vector<Item>& out)
{
    for (const auto& update : study.conflicts.updates) {
        if (update.kind != Opposition::value || out.size() >= k_most_items) continue;
        Item item;
        std::string last;
        for (const auto& position : update.positions) {
            const Source& source = study.source_of(position.statement);
            const Statement& said = study.statements[position.statement];
            for (const auto& figure : said.figures) {
                if (figure.begin > position.value.begin || position.value.begin >= figure.end)
                    continue;
                const auto run = told_figure(passage_of(source, said), source.language, figure)
                                     .value_or(Run{figure.begin, figure.end});
                auto value = words_of(study, position.statement, run);
                if (value == last) continue;
                item.text += concat(item.text.empty() ? concat(update.attribute, ": ") : ", then ",
                                    value, " (", source.material.published.substr(0, 10), ')');
                last = std::move(value);
            }
            if (item.cited.size() < k_most_cited)
                item.cited.push_back({position.statement, position.value});
        }
        const auto latest = study.claim_of[update.positions.back().statement];
        if (latest < listed_claims(study)) item.claim = latest;
        item.confidence = study.claims[latest].confidence;
        out.push_back(std::move(item));
    }
}

} // namespace

std::vector<Item> figures(const Study& study, Uses& uses)
{
    std::vector<Item> out;
    add_changes(study, out);
    Told told{study};
    for (std::size_t i = 0; i < listed_claims(study) && out.size() < k_most_items; ++i) {
        const Claim& claim = study.claims[i];
        if (claim.status == ClaimStatus::superseded) continue;
        std::vector<Item> items;
        std::size_t shown_of_claim = 0;
        std::vector<std::pair<std::string, std::string>> contexts; // whole, and short
        for (const auto statement : claim.members) {
            const Statement& said = study.statements[statement];
            const Source& source = study.source_of(statement);
            const auto words = passage_of(source, said);
            std::uint32_t shown_until = 0; // the other end of a range is shown with the first
            for (const auto& figure : said.figures) {
                // Of another source only what is printed in another unit is new.
                const bool is_known =
                    statement != claim.members.front() &&
                    (figure.written_unit.empty() || has_unit(study, claim.members.front(), figure));
                if (is_known || figure.is_part || figure.begin < shown_until ||
                    shown_of_claim >= k_most_of_a_claim || is_remark(words, said, figure))
                    continue;
                const auto found = told_figure(words, source.language, figure);
                if (!found || !told.add(statement, figure, *found)) continue;
                const Run run = *found;
                shown_until = run.end;
                auto shown = words_of(study, statement, run);
                auto context = around(study, statement, figure);
                ++shown_of_claim;
                // Two figures of one clause are one item.
                if (!items.empty() && contexts.back().first == context) {
                    items.back().text += concat(", ", shown);
                    items.back().cited.push_back({statement, run});
                    continue;
                }
                contexts.emplace_back(std::move(context), words_around(study, statement, run));
                items.push_back({std::move(shown), i, {{statement, run}}, claim.confidence});
            }
        }
        if (items.empty()) continue;
        const bool has_room = uses.take(i);
        for (std::size_t k = 0; k < items.size() && out.size() < k_most_items; ++k) {
            items[k].text += concat(": ", has_room ? contexts[k].first : contexts[k].second);
            out.push_back(std::move(items[k]));
        }
    }
    return out;
}

} // namespace synthesize::brief
