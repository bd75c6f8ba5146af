// contradiction.value where one thing is told twice and its number was miscopied the second time:
// "the deposit is 1,250 ... once the 1,520 deposit has arrived".
//
// A number names its thing by the words near it. Two numbers of one unit whose words agree, the
// later one pointing back ("the", "those", "all"), are the same thing told again; when one looks
// like a slip of the other, and nothing in the text explains why they differ, one of them is wrong.
#include "verify/law/ledger.hpp"
#include "verify/sameness/checks.hpp"

#include "base/concat.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/slip.hpp"
#include "verify/sameness/mention.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace verify::sameness {

namespace json = base::json;
using reading::Role;
using reading::Term;

namespace {

constexpr std::size_t k_most_alike = 8; // of one key: a text with more of them tells nothing
constexpr std::size_t k_most_digits = 9;

// The printed number in units of its last place.
std::string digits_of(const Term& term)
{
    const Rational printed = abs(Rational{term.value / term.factor});
    return reading::rounded_text(printed / reading::power_of_ten(term.quantity->place), 0);
}

std::string dimension_of(const Term& term)
{
    std::string out = base::concat(static_cast<int>(term.kind), ' ', term.currency);
    for (const int power : term.powers.of) out += base::concat(' ', power);
    return out;
}

std::string amount_of(const Term& term, const Rational& value)
{
    return base::concat(dimension_of(term), ' ', reading::exact_text(value));
}

// Numbers of one kind are printed alike, to the same place of the same unit.
std::string kind_of(const Term& term)
{
    return base::concat(dimension_of(term), ' ', reading::exact_text(term.factor), ' ',
                        term.quantity->place);
}

// What a number and its slips of one digit or of two neighbours share.
std::vector<std::string> keys_of(const Term& term)
{
    const std::string digits = digits_of(term);
    if (digits.size() < 2 || digits.size() > k_most_digits) return {};
    const std::string kind = kind_of(term);
    std::vector<std::string> out;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        std::string key = digits;
        key[i] = '*';
        out.push_back(base::concat(kind, ' ', key));
        if (i + 1 == digits.size() || digits[i] == digits[i + 1]) continue;
        key = digits;
        if (key[i] > key[i + 1]) std::swap(key[i], key[i + 1]);
        key.insert(i, 1, '~');
        out.push_back(base::concat(kind, ' ', key));
    }
    return out;
}

bool has_moved(const Term& term)
{
    return term.has(Role::old) || term.has(Role::now) || term.has(Role::rest) || term.has(Role::by);
}

class Search {
public:
    Search(const Document& document, Review& review)
        : m_document{document}, m_review{review}, m_ledger{review}, m_mentions{document}
    {
        for (const auto& mention : m_mentions.all) {
            ++m_values[value_key(*mention.term)];
            ++m_nouns[mention.term->noun];
            m_amounts.insert(amount_of(*mention.term, mention.term->value));
        }
    }

    void run()
    {
        for (const auto& mention : m_mentions.all) {
            if (m_review.is_full()) return;
            const auto keys = keys_of(*mention.term);
            if (const Mention* earlier = told_before(mention, keys)) report(*earlier, mention);
            for (const auto& key : keys) m_with[key].push_back(&mention);
        }
    }

private:
    static std::string value_key(const Term& term)
    {
        return base::concat(kind_of(term), ' ', digits_of(term));
    }

    // What a relation gives or takes, or refutes, is not a mention.
    [[nodiscard]] bool is_judged(const Term& term)
    {
        return m_ledger.uses(mark_of(m_document, *term.quantity, "stated"));
    }

    // The mention that `later` miscopies.
    const Mention* told_before(const Mention& later, const std::vector<std::string>& keys)
    {
        if (keys.empty() || !later.is_definite || has_moved(*later.term)) return nullptr;
        if (m_values[value_key(*later.term)] > 1 || is_judged(*later.term)) return nullptr;
        const Mention* found = nullptr;
        for (const auto& key : keys) {
            const auto& alike = m_with[key];
            if (alike.size() > k_most_alike) return nullptr;
            for (const Mention* earlier : alike)
                if (is_same_thing(*earlier, later)) {
                    if (found != nullptr && found->term->value != earlier->term->value)
                        return nullptr;
                    found = earlier;
                }
        }
        return found;
    }

    [[nodiscard]] bool is_same_thing(const Mention& earlier, const Mention& later) const
    {
        if (has_moved(*earlier.term) || earlier.term->value == later.term->value) return false;
        if (are_told_apart(earlier, later)) return false;
        const auto miss = miss_of(*later.term, earlier.term->value);
        if (miss.slip != Slip::digit && miss.slip != Slip::swapped) return false;
        const double agreed = agreement(m_mentions, earlier, later);
        // Two numbers of one sentence are mostly two things.
        if (earlier.sentence == later.sentence && (miss.slip != Slip::swapped || agreed < 2))
            return false;
        // What two digits out of three or more have in common by chance is little.
        constexpr double k_rare = 0.02;
        constexpr double k_some = 0.1;
        if (miss.chance <= k_rare)
            return agreed >= 0.5 && !is_explained(*earlier.term, *later.term);
        if (miss.chance <= k_some) return agreed >= 1 && !is_explained(*earlier.term, *later.term);
        const bool is_only_pair = !later.term->noun.empty() &&
                                  earlier.term->noun == later.term->noun &&
                                  m_nouns.at(later.term->noun) == 2;
        // "Her 64 goats" are those told of before; "the 29 best" may be any.
        const bool is_named =
            later.phrase + 1 == later.term->begin && m_document.word(later.phrase) != "the";
        return is_named && is_only_pair && agreed >= 2 && !is_explained(*earlier.term, *later.term);
    }

    // A third number is what the two differ by: "12 of the 42 had left, the 30 others stayed".
    [[nodiscard]] bool is_explained(const Term& earlier, const Term& later) const
    {
        return m_amounts.contains(amount_of(later, abs(Rational{earlier.value - later.value})));
    }

    void report(const Mention& earlier, const Mention& later)
    {
        const auto position = [&](const Mention& mention) {
            const Quantity& quantity = *mention.term->quantity;
            const Mark mark = mark_of(m_document, quantity, {});
            return json::object("quote", quote_of(m_document, mark), "value",
                                reading::exact_json(reading::value_of(quantity)));
        };
        found(k_contradiction_value, "Two values of one thing", m_document, Certainty::strong)
            .stated(*later.term->quantity)
            .mark(mark_of(m_document, *earlier.term->quantity, "context"), "context")
            .evidence("positions", json::array(position(earlier), position(later)))
            .says("The text says ", Marked{1}, " first, and here ", Marked{0},
                  " of what the same words name; the two differ like a "
                  "number that was miscopied.")
            .raise(m_review, "Correct ", Marked{0}, " or ", Marked{1},
                   ", or say in what the two differ.");
    }

    const Document& m_document;
    Review& m_review;
    Ledger m_ledger;
    Mentions m_mentions;
    std::map<std::string, std::size_t> m_values; // mentions of each value
    std::map<std::string, std::size_t> m_nouns;  // and of each thing counted
    std::set<std::string> m_amounts;             // in base units
    std::map<std::string, std::vector<const Mention*>> m_with;
};

void check_mentions(const Document& document, Review& review)
{
    Search{document, review}.run();
}

constexpr const Check* k_mentions_checks[] = {&k_contradiction_value};

} // namespace

const Family k_mentions{Voice::skeptic, k_mentions_checks, check_mentions};

} // namespace verify::sameness
