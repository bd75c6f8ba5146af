#include "reading/terms.hpp"

#include "reading/labels.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "reading/term_compounds.hpp"
#include "reading/term_neighbours.hpp"
#include "reading/term_nouns.hpp"
#include "reading/term_roles.hpp"

#include <algorithm>

namespace reading {

namespace {

constexpr std::uint32_t k_most_noun_words = 3;

class TermReader {
public:
    explicit TermReader(const Passage& passage) : m_passage{passage} {}

    std::vector<Term> read()
    {
        m_terms.reserve(m_passage.quantities().size());
        for (const auto& quantity : m_passage.quantities()) one(quantity);
        read_neighbours(m_passage, m_terms);
        for (std::size_t i = 0; i < m_terms.size(); ++i) read_roles_of(i);
        return std::move(m_terms);
    }

private:
    [[nodiscard]] std::string_view word(std::uint32_t at) const { return m_passage.word(at); }

    [[nodiscard]] bool is_word(std::uint32_t at) const
    {
        return m_passage.holds(at) && m_passage.document().kind(at) == TokenKind::word;
    }

    void one(const Quantity& quantity)
    {
        Term term;
        term.quantity = &quantity;
        term.kind = quantity.kind;
        term.begin = quantity.begin;
        term.end = std::max(quantity.end, quantity.number_end);
        term.currency = quantity.currency;
        const bool is_times = quantity.kind == QuantityKind::multiple &&
                              word(quantity.end) != "as" && is_per(quantity.end);
        if (is_times) {
            term.kind = QuantityKind::cardinal;
            term.noun = "time";
        }
        // "The four quarters" are things, and no part of one.
        if (term.kind == QuantityKind::fraction && value_of(quantity) >= 1) {
            term.kind = QuantityKind::ordinal;
            term.is_usable = false;
        }
        read_part_of_unit(term);
        if (term.kind == QuantityKind::cardinal && term.powers.is_none()) {
            read_unit(term);
            read_noun(term);
        }
        read_per(term);
        set_values(term);
        term.is_usable = term.is_usable && is_usable(term);
        const bool joins = !m_terms.empty() && join_compound(m_passage, m_terms.back(), term);
        if (!joins) m_terms.push_back(std::move(term));
    }

    [[nodiscard]] bool is_per(std::uint32_t at) const
    {
        return is_in(WordSet::per_before, word(at)) &&
               unit_expression_at(m_passage, at + 1).has_value();
    }

    // "half a minute", "a third of an hour"
    void read_part_of_unit(Term& term)
    {
        if (term.kind != QuantityKind::fraction) return;
        std::uint32_t at = term.end;
        if (word(at) == "of") ++at;
        if (!is_in(WordSet::indefinite, word(at))) return;
        const auto unit = unit_expression_at(m_passage, at + 1);
        if (!unit) return;
        term.kind = QuantityKind::cardinal;
        term.powers = unit->powers;
        term.factor = unit->factor;
        term.end = unit->end;
    }

    void read_unit(Term& term)
    {
        const Quantity& quantity = *term.quantity;
        if (!term.currency.empty()) {
            base::row_of(term.powers.of, Base::money) = 1;
            return;
        }
        std::uint32_t at = quantity.number_end;
        const auto& tokens = m_passage.document().tokens;
        const bool hyphen = word(at) == "-" && m_passage.holds(at + 1) &&
                            !tokens[at].space_before && !tokens[at + 1].space_before &&
                            is_word(at + 1);
        if (hyphen) {
            term.is_attribute = true;
            ++at;
        }
        // "The 12 in the hall" is not a length.
        const bool preposition = is_word(at) && tokens[at].space_before &&
                                 is_one_of(word(at), {"in", "a", "s", "n", "v"}) && !hyphen;
        const auto unit = preposition ? std::nullopt : unit_expression_at(m_passage, at);
        if (!unit) return;
        term.powers = unit->powers;
        term.factor = unit->factor;
        term.zero = unit->zero;
        term.has_open_unit = unit->is_open;
        term.end = unit->end;
    }

    void read_noun(Term& term)
    {
        if (!term.powers.is_none() || !term.noun.empty()) return;
        std::uint32_t at = term.end;
        if (term.is_attribute) ++at;
        if (word(at) == "of" && is_in(WordSet::filler, word(at + 1))) return;
        std::string_view noun;
        for (std::uint32_t words = 0; words < k_most_noun_words && is_word(at); ++words) {
            const std::string_view text = word(at);
            if (is_in(WordSet::noun_end, text) || may_be_verb(text) || begins_line(m_passage, at))
                break;
            noun = text;
            ++at;
            if (is_plural(text)) break;
        }
        if (noun.empty()) return;
        term.noun = noun_stem(noun);
        term.end = at;
    }

    void read_per(Term& term)
    {
        std::uint32_t at = term.end;
        for (int times = 0; times < 2; ++times) {
            if (is_in(WordSet::each_after, word(at))) {
                term.per = "each";
                term.is_rate = true;
                ++at;
                break;
            }
            // "two dozen in each box"
            if (is_in(Cues{WordSet::role_prep, {"in", "to"}}, word(at)) &&
                is_in(WordSet::every, word(at + 1)) && term.is_number()) {
                term.per = "each";
                term.is_rate = true;
                at += 2;
                if (is_word(at) && !is_in(WordSet::noun_end, word(at)))
                    term.per = noun_stem(word(at));
                break;
            }
            const bool goes_on = times > 0 && word(at) == "and" && term.is_rate;
            if (!is_in(WordSet::per_before, word(at)) && !goes_on) break;
            if (word(at + 1) == "cent" || begins_line(m_passage, at)) break;
            const bool is_slash = word(at) == "/" && !term.powers.is_none();
            if (const auto unit = unit_expression_at(m_passage, at + 1);
                unit && !is_in(Cues{WordSet::before, {"ago", "later"}}, word(unit->end))) {
                term.powers = term.powers - unit->powers;
                term.factor /= unit->factor;
                at = unit->end;
            } else if (const auto far = unit_expression_at(m_passage, at + 2);
                       word(at) == "per" && is_word(at + 1) && far &&
                       (far->powers == powers_of(Measured::time) ||
                        far->powers == powers_of(Measured::calendar))) {
                // "per calendar month"
                term.powers = term.powers - far->powers;
                term.factor /= far->factor;
                at = far->end;
            } else if (names_counted(at, goes_on) ||
                       (word(at) == "/" && !term.currency.empty() && is_word(at + 1))) {
                // "$100 a user", "$100/user"
                term.per = noun_stem(word(at + 1));
                at += 2;
            } else {
                break;
            }
            // "kN/m2" is one unit.
            const bool is_unit = is_slash && !term.is_count() && term.currency.empty();
            term.is_rate = term.is_rate || !is_unit;
        }
        term.end = at;
    }

    // What prices and shares are told for with an article: "90 cents a piece".
    // "a user", "every night"
    [[nodiscard]] bool names_counted(std::uint32_t at, bool goes_on) const
    {
        return !goes_on && is_in(Cues{WordSet::indefinite, {"per", "every", "pro"}}, word(at)) &&
               is_word(at + 1) && !is_in(WordSet::noun_end, word(at + 1)) &&
               (word(at) == "per" || word(at) == "every" || is_countable(word(at + 1)));
    }

    static bool is_countable(std::string_view text)
    {
        return is_one_of(text,
                         {"head", "piece", "person", "copy", "share", "unit", "ticket", "dozen",
                          "pair", "seat", "room", "guest", "litre", "liter", "bottle", "box"});
    }

    [[nodiscard]] bool is_usable(const Term& term) const
    {
        const Quantity& quantity = *term.quantity;
        if (quantity.doubtful || quantity.in_range) return false;
        // None of "1,500 patients" is a half.
        const bool is_whole = term.is_count() && !term.noun.empty() && quantity.place >= 0;
        if (quantity.other_value && !is_whole) return false;
        if (is_footnote(quantity) || is_behind_slash(term)) return false;
        if (is_lettered(term)) return false;
        switch (quantity.kind) {
        case QuantityKind::ordinal: return false;
        case QuantityKind::cardinal:
            if (term.is_attribute) return !quantity.year_like;
            // "The one by the chapel" stands for a thing.
            if (quantity.spelled && quantity.value.mantissa == 1 && term.powers.is_none())
                return false;
            if (!term.powers.is_none() || quantity.scaled) return true;
            // "from 480": no label, the earlier of two values.
            if (word(quantity.begin - 1) == "from") return !quantity.year_like;
            return is_addend(m_passage, quantity);
        case QuantityKind::percent: return !is_level_of_test(quantity.end);
        case QuantityKind::points:
        case QuantityKind::fraction:
        case QuantityKind::multiple: return true;
        }
        return false;
    }

    // "95% CI", "80 % power": how sure a test is, and a share of nothing.
    [[nodiscard]] bool is_level_of_test(std::uint32_t at) const
    {
        return is_one_of(word(at), {"ci", "cis", "confidence", "credible", "cri", "power", "pi"});
    }

    // "2 Unlevered cash flow is ..." at the start of a line
    [[nodiscard]] bool is_footnote(const Quantity& quantity) const
    {
        const auto& document = m_passage.document();
        const bool starts =
            quantity.begin == m_passage.begin() || begins_line(m_passage, quantity.begin);
        const auto next = document.raw(quantity.end);
        return starts && quantity.place == 0 && !quantity.spelled && !quantity.scaled &&
               quantity.kind == QuantityKind::cardinal && quantity.currency.empty() &&
               is_word(quantity.end) && !next.empty() && is_upper(next.front()) &&
               quantity.value.mantissa < 100;
    }

    // "7b brought 138": a name
    [[nodiscard]] bool is_lettered(const Term& term) const
    {
        const auto& tokens = m_passage.document().tokens;
        const std::uint32_t at = term.quantity->number_end;
        return term.is_count() && is_word(at) && !tokens[at].space_before &&
               tokens[at].end - tokens[at].begin == 1;
    }

    // "2017/18", "1/2 inch"; but "9/12" tells a part and its whole.
    [[nodiscard]] bool is_behind_slash(const Term& term) const
    {
        const std::uint32_t at = term.quantity->begin;
        const bool is_one = word(at - 2).size() == 4 || !term.powers.is_none();
        return word(at - 1) == "/" && is_one && !m_passage.document().tokens[at].space_before;
    }

    void read_roles_of(std::size_t index)
    {
        const std::uint32_t from =
            index == 0 ? m_passage.begin() : std::max(m_terms[index - 1].end, m_passage.begin());
        const std::uint32_t to =
            index + 1 < m_terms.size() ? m_terms[index + 1].begin : m_passage.end();
        read_roles(m_passage, m_terms[index], from, to);
    }

    const Passage& m_passage;
    std::vector<Term> m_terms;
};

} // namespace

std::vector<Term> terms_of(const Passage& passage)
{
    return TermReader{passage}.read();
}

SentenceTerms::SentenceTerms(const Document& document)
{
    constexpr std::size_t k_most_of_sentence = 100;
    constexpr std::size_t k_most = 20'000;
    m_terms.resize(document.sentences.size());
    for (std::size_t i = 0; i < document.sentences.size() && m_count < k_most; ++i) {
        const Passage sentence = Passage::sentence(document, i);
        if (sentence.quantities().size() > k_most_of_sentence) continue;
        m_terms[i] = terms_of(sentence);
        m_count += m_terms[i].size();
    }
}

std::span<const Term> SentenceTerms::of(const Passage& passage, std::vector<Term>& own) const
{
    const auto& ranges = passage.document().of_sentence;
    const auto at =
        std::partition_point(ranges.begin(), ranges.end(), [&](const TokenRange& range) {
            return range.begin < passage.begin();
        });
    const bool is_whole =
        at != ranges.end() && at->begin == passage.begin() && at->end == passage.end();
    if (is_whole) return m_terms[static_cast<std::size_t>(at - ranges.begin())];
    own = terms_of(passage);
    return own;
}

} // namespace reading
