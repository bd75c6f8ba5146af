// source.polarity: the text denies what the source says, or says its opposite.
#include "reading/outcomes.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "statements/guards.hpp"
#include "statements/turns.hpp"
#include "verify/against/checks.hpp"
#include "verify/against/comparison.hpp"

#include <algorithm>

namespace verify::against {

const Check k_source_polarity{
    .id = "source.polarity",
    .category = Category::sourcing,
    .nature = Nature::agreement,
    .proof = {
        "(info) the text denies what the source says, drops its denial, says the opposite of a "
        "word, or tells a rise as a fall",
        "opposites that need knowledge"}};

namespace {

constexpr std::uint32_t k_around = 8; // words that a denial or a quality belongs to
constexpr std::uint32_t k_beside = 3; // of an opposite, which stands for one word
constexpr std::uint32_t k_denied_in = 6;
constexpr std::uint32_t k_turned_in = 14;
// The cost of looking at what stands around a word, in words looked at.
constexpr std::size_t k_cost_of_place = 16;

class Polarity {
public:
    Polarity(const Comparison& with, Review& review)
        : m_with{with}, m_given{with.given}, m_text{with.text}, m_review{review}, m_here{with.text}
    {
        for (std::uint32_t i = 0; i < m_given.size(); ++i)
            m_there.emplace_back(m_given.source(i).document);
    }

    void check(std::size_t sentence)
    {
        m_sentence = sentence;
        m_among = m_with.binding.among(sentence);
        const auto before = m_review.findings.size();
        const auto words = Passage::sentence(m_text, sentence);
        for (auto i = words.begin(); i < words.end() && !m_given.is_spent(); ++i) {
            if (statements::is_negation(words, i))
                check_denial(words, i);
            else if (!check_opposite(words, i))
                check_outcome(words, i);
        }
        if (!denies(words)) check_dropped(words);
        // One opposition is told once.
        if (m_review.findings.size() == before) check_ways(m_with, sentence, m_review);
    }

private:
    // The first word with content behind a negation, in its clause.
    [[nodiscard]] static std::optional<std::uint32_t> denied(const statements::TokenTerms& terms,
                                                             const Passage& words, std::uint32_t at)
    {
        for (auto i = at + 1; i < std::min(words.end(), at + 1 + k_denied_in); ++i) {
            if (words.is(i, {",", ";", ":", ".", "but"})) return std::nullopt;
            // What is made, taken or given is said by the word behind it.
            if (words.is(i, {"make", "made", "take", "taken", "give", "given", "get", "got"}))
                continue;
            // "Not semantics-preserving" denies that it preserves.
            if (!terms.of(i).empty() && !words.is(i + 1, {"-"})) return i;
        }
        return std::nullopt;
    }

    // The terms around a token, without its own.
    [[nodiscard]] static std::vector<TermId> around(const statements::TokenTerms& terms,
                                                    std::uint32_t first, std::uint32_t last,
                                                    std::uint32_t token, std::uint32_t reach)
    {
        auto out = terms.of(std::max(first, token - std::min(token, reach)), token);
        const auto behind = terms.of(token + 1, std::min(last, token + 1 + reach));
        out.insert(out.end(), behind.begin(), behind.end());
        std::sort(out.begin(), out.end());
        out.erase(std::unique(out.begin(), out.end()), out.end());
        return out;
    }

    [[nodiscard]] std::size_t shared(const std::vector<TermId>& here,
                                     const std::vector<TermId>& there,
                                     std::span<const TermId> but) const
    {
        return static_cast<std::size_t>(
            std::count_if(here.begin(), here.end(), [&](const TermId term) {
                return std::find(but.begin(), but.end(), term) == but.end() &&
                       m_given.meanings().best(term, there) >= 0.75;
            }));
    }

    struct Met {
        Spot spot;
        std::size_t shared = 0;
        bool is_denied = false;
    };

    [[nodiscard]] reading::TokenRange sentence_of(const Spot& spot) const
    {
        return m_given.source(spot.source).document.of_sentence[m_given.sentence_of(spot)];
    }

    [[nodiscard]] static reading::TokenRange range_of(const Passage& words)
    {
        return {words.begin(), words.end()};
    }

    // Whether something near the token turns it round.
    [[nodiscard]] static bool is_turned(const statements::Turns& turns,
                                        const reading::TokenRange& words, std::uint32_t token,
                                        std::uint32_t before, std::uint32_t behind)
    {
        const auto first = std::max(words.begin, token - std::min(token, before));
        for (auto i = first; i < std::min(words.end, token + 1 + behind); ++i)
            if (i != token && turns.is_turn(i)) return true;
        return false;
    }

    void check_denial(const Passage& words, std::uint32_t at)
    {
        const auto focus = denied(m_given.text_terms(), words, at);
        if (!focus) return;
        const auto own = m_given.text_terms().of(*focus);
        const auto here =
            around(m_given.text_terms(), words.begin(), words.end(), *focus, k_around);
        // If many words stand around it, more than one must be there.
        constexpr std::size_t k_many = 4;
        const std::size_t least = here.size() > k_many ? 2 : 1;
        std::optional<Spot> said;
        for (const auto term : own)
            for (const auto& spot : m_given.spots(term)) {
                if (!is_among(spot)) continue;
                m_given.spend(k_cost_of_place);
                const auto there_words = sentence_of(spot);
                if (is_turned(m_there[spot.source], there_words, spot.token, k_turned_in,
                              k_turned_in) ||
                    m_there[spot.source].takes_back(m_given.sentence_of(spot)))
                    return;
                const auto there = around(m_given.source(spot.source).terms, there_words.begin,
                                          there_words.end, spot.token, k_around);
                if (shared(here, there, own) >= least && !said) said = spot;
            }
        if (said) raise({m_sentence, at, *focus + 1}, *said, "The source does not deny it");
    }

    bool check_opposite(const Passage& words, std::uint32_t at)
    {
        const auto own = m_given.text_terms().of(at);
        if (own.empty() || is_turned(m_here, range_of(words), at, 4, 2)) return false;
        for (const auto term : own) {
            // What the sources say elsewhere must be told beside more of the same words.
            const std::size_t least = m_given.is_in(term, m_among) ? 2 : 1;
            if (least > 1 && is_said_beside(words, at, term)) continue;
            for (const auto& near : m_given.meanings().near(term)) {
                if (!near.is_opposite || !are_of_one_kind(term, near.term)) continue;
                if (const auto spot = opposite(words, at, near.term, least)) {
                    raise({m_sentence, at, at + 1}, *spot, "The source says the opposite");
                    return true;
                }
            }
        }
        return false;
    }

    // What came of it: "rose" beside "fell" in the sentence that tells the same.
    void check_outcome(const Passage& words, std::uint32_t at)
    {
        constexpr double k_same_thing = 0.55;
        const auto own = reading::outcome_of(words.word(at));
        if (!own || is_turned(m_here, range_of(words), at, 4, 2)) return;
        const auto context = context_of(m_with, {m_sentence, at, at + 1});
        for (const auto& window : m_given.windows(context, m_among, 2)) {
            if (window.covered < k_same_thing) return;
            const auto there = m_given.passage(window);
            std::optional<std::uint32_t> found;
            for (auto i = there.begin(); i < there.end(); ++i) {
                const auto other = reading::outcome_of(there.word(i));
                if (!other || other->axis != own->axis) continue;
                if (other->side == own->side ||
                    is_turned(m_there[window.source], range_of(there), i, 4, 2))
                    return;
                if (!found) found = i;
            }
            if (!found) continue;
            raise({m_sentence, at, at + 1}, {window.source, *found},
                  "The source says the opposite");
            return;
        }
    }

    [[nodiscard]] bool denies(const Passage& words) const
    {
        for (auto i = words.begin(); i < words.end(); ++i)
            if (is_turned(m_here, range_of(words), i, 1, 1)) return true;
        return false;
    }

    // A sentence without a denial, of which the nearest one in the sources denies a word.
    void check_dropped(const Passage& words)
    {
        constexpr double k_same_thing = 0.5;
        const auto said = m_given.text_terms().of(words.begin(), words.end());
        const auto windows = m_given.windows(said, m_among, 1);
        if (windows.empty() || windows.front().covered < k_same_thing) return;
        const auto& source = m_given.source(windows.front().source);
        const auto there = m_given.passage(windows.front());
        for (auto i = there.begin(); i < there.end(); ++i) {
            if (!statements::is_negation(there, i)) continue;
            const auto verb = denied(source.terms, there, i);
            if (!verb) continue;
            for (const auto term : source.terms.of(*verb))
                for (auto k = words.begin(); k < words.end(); ++k)
                    for (const auto own : m_given.text_terms().of(k))
                        if (m_given.meanings().likeness(own, term) >= 0.9) {
                            raise({m_sentence, k, k + 1}, {windows.front().source, i},
                                  "The source denies it");
                            return;
                        }
        }
    }

    // "Raise" and "level" are opposites as verbs, and a level is mostly none.
    [[nodiscard]] bool are_of_one_kind(TermId left, TermId right) const
    {
        using reading::WordKind;
        const auto& known = reading::WordNet::embedded();
        const auto& one = m_given.vocabulary().word(left);
        const auto& other = m_given.vocabulary().word(right);
        for (const auto kind :
             {WordKind::noun, WordKind::verb, WordKind::adjective, WordKind::adverb})
            if (known.is_chiefly(one, kind) && known.is_chiefly(other, kind)) return true;
        return false;
    }

    // Whether a source has the word itself, or one of its meaning, beside the same words.
    [[nodiscard]] bool is_said_beside(const Passage& words, std::uint32_t at, TermId term) const
    {
        const auto here = around(m_given.text_terms(), words.begin(), words.end(), at, k_around);
        const auto all = m_given.spots_of_meaning(term);
        return std::any_of(all.begin(), all.end(), [&](const Spot& spot) {
            if (!is_among(spot)) return false;
            m_given.spend(k_cost_of_place);
            const auto there_words = sentence_of(spot);
            const auto there = around(m_given.source(spot.source).terms, there_words.begin,
                                      there_words.end, spot.token, k_around);
            const TermId own[] = {term};
            return shared(here, there, own) > 0;
        });
    }

    // The spot at which the opposite stands beside `least` of the same words, and nothing turns it
    // round.
    [[nodiscard]] std::optional<Spot> opposite(const Passage& words, std::uint32_t at, TermId term,
                                               std::size_t least) const
    {
        const auto here = around(m_given.text_terms(), words.begin(), words.end(), at, k_beside);
        std::optional<Spot> out;
        for (const auto& spot : m_given.spots(term)) {
            if (!is_among(spot)) continue;
            m_given.spend(k_cost_of_place);
            const auto there_words = sentence_of(spot);
            const auto there = around(m_given.source(spot.source).terms, there_words.begin,
                                      there_words.end, spot.token, k_beside);
            const TermId own[] = {term};
            if (shared(here, there, own) < least) continue;
            if (is_turned(m_there[spot.source], there_words, spot.token, 4, 2)) return std::nullopt;
            if (!out) out = spot;
        }
        return out;
    }

    [[nodiscard]] bool is_among(const Spot& spot) const
    {
        return std::find(m_among.begin(), m_among.end(), spot.source) != m_among.end();
    }

    void raise(const Focus& focus, const Spot& spot, std::string title)
    {
        tell(m_with,
             {.check = k_source_polarity,
              .severity = Severity::info,
              .title = std::move(title),
              .focus = focus,
              .window = Window{spot.source, m_given.sentence_of(spot), 1},
              .found = {{spot.token, spot.token + 1}}},
             m_review);
    }

    const Comparison& m_with;
    const Given& m_given;
    const Document& m_text;
    Review& m_review;
    statements::Turns m_here;
    std::vector<statements::Turns> m_there; // by source
    std::size_t m_sentence = 0;
    std::span<const std::uint32_t> m_among;
};

void check_polarity(const Comparison& with, Review& review)
{
    Polarity polarity{with, review};
    for (std::size_t i = 0; i < with.is_compared.size(); ++i)
        if (goes_on(with, i, review)) polarity.check(i);
}

constexpr const Check* k_polarity_checks[] = {&k_source_polarity};

} // namespace

const SourceFamily k_polarity{k_polarity_checks, check_polarity};

} // namespace verify::against
