#include "synthesize/answer_disputes.hpp"

#include "statements/saying.hpp"
#include "synthesize/two_answers.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace synthesize {

namespace {

constexpr std::size_t k_most_values = 2;        // of one aspect in one source
constexpr std::size_t k_most_of_an_aspect = 60; // statements whose numbers are compared

struct DisputedAnswer {
    Given given;
    double score = 0;
};

class DisputeReader {
public:
    DisputeReader(const Study& study, const Space& space, const Answers& answers,
                  const Meanings& meanings)
        : m_study{study}, m_space{space}, m_answers{answers}, m_meanings{meanings}
    {
    }

    std::vector<Dispute> read()
    {
        for (std::size_t i = 0; i < m_study.question.parts.size(); ++i) {
            m_part = m_study.question.parts[i];
            if (!m_part.has_type()) continue;
            const auto found = candidates(i);
            for (std::size_t late = 0; late < found.size(); ++late)
                for (std::size_t early = 0; early < late; ++early)
                    if (may_answer_alike(found[early], found[late]))
                        compare(found[early], found[late]);
        }
        for (int i = static_cast<int>(Aspect::deaths); i <= static_cast<int>(Aspect::magnitude);
             ++i)
            if (static_cast<Aspect>(i) != Aspect::age) // everybody has one of their own
                compare_numbers_of(static_cast<Aspect>(i));
        return std::move(m_out);
    }

private:
    // Whatever is asked: two numbers of one aspect in statements that share enough of the rest.
    void compare_numbers_of(Aspect aspect)
    {
        Part part;
        part.asks = Asks::count;
        part.aspect = aspect;
        m_part = std::move(part);
        std::vector<DisputedAnswer> found;
        for (std::size_t i = 0; i < m_study.statements.size(); ++i)
            if (const auto* figure = only_figure(m_study.statements[i], aspect))
                found.push_back({{i, {{figure->begin, figure->end}, figure, nullptr, {}}}, 0});
        leave_out_many(found);
        if (found.size() > k_most_of_an_aspect) found.resize(k_most_of_an_aspect);
        for (std::size_t late = 0; late < found.size(); ++late)
            for (std::size_t early = 0; early < late; ++early)
                if (share_enough(found[early], found[late])) compare(found[early], found[late]);
    }

    // A source that tells of three tolls tells of three events, or of parts of one.
    void leave_out_many(std::vector<DisputedAnswer>& found) const
    {
        std::map<std::size_t, std::set<reading::Rational>> values;
        for (const auto& each : found)
            values[m_study.statements[each.given.statement].source].insert(
                each.given.value.figure->value);
        std::erase_if(found, [&](const DisputedAnswer& each) {
            return values[m_study.statements[each.given.statement].source].size() > k_most_values;
        });
    }

    // Of two bids in one sentence it cannot be told which is whose.
    static const Figure* only_figure(const Statement& said, Aspect aspect)
    {
        const Figure* out = nullptr;
        for (const auto& figure : said.figures) {
            const bool may_be =
                figure.aspect == aspect || (statements::is_of_money(aspect) && figure.is_money &&
                                            figure.aspect == Aspect::none);
            if (!may_be || figure.is_part) continue;
            if (out != nullptr && out->value != figure.value) return nullptr;
            if (out == nullptr) out = &figure;
        }
        return out != nullptr && out->aspect == aspect ? out : nullptr;
    }

    // Sums of one question may be of two things in it: something else must be the same.
    [[nodiscard]] bool may_answer_alike(const DisputedAnswer& first,
                                        const DisputedAnswer& second) const
    {
        constexpr double k_least = 0.35;
        if (m_part.asks != Asks::money) return true;
        return std::max(share_in(first, second), share_in(second, first)) >= k_least;
    }

    // A toll needs little more than the same event; of a price or a length most has to be the same.
    [[nodiscard]] bool share_enough(const DisputedAnswer& first, const DisputedAnswer& second) const
    {
        const bool running = is_running(m_part.aspect) || m_part.aspect == Aspect::aboard;
        const double one = share_in(first, second);
        const double other = share_in(second, first);
        constexpr double k_of_a_toll = 0.25;
        constexpr double k_larger = 0.6;
        constexpr double k_smaller = 0.35;
        if (running) return std::min(one, other) >= k_of_a_toll;
        return std::max(one, other) >= k_larger && std::min(one, other) >= k_smaller;
    }

    // The part of a statement's weight, without who says it and the number's own words, that the
    // other one has.
    [[nodiscard]] double share_in(const DisputedAnswer& own, const DisputedAnswer& other) const
    {
        const Source& source = m_study.source_of(own.given.statement);
        const Statement& said = m_study.statements[own.given.statement];
        const auto words = passage_of(source, said);
        const auto saying = statements::saying_in(words);
        const auto& others = m_study.statements[other.given.statement].terms;
        double whole = 0;
        double found = 0;
        for (std::uint32_t i = words.begin(); i < words.end(); ++i) {
            const auto word = words.word(i);
            if (saying[i - words.begin()] || statements::aspect_of(word) == m_part.aspect ||
                reading::is_in(reading::WordSet::people | reading::WordSet::weekday_name, word))
                continue;
            for (const auto term : source.terms.of(i)) {
                const double weight = m_space.rarity(term);
                double best = 0;
                for (const auto each : others)
                    best = std::max(best, m_meanings.likeness(term, each));
                whole += weight;
                found += best >= 0.5 ? weight * best : 0;
            }
        }
        return whole > 0 ? found / whole : 0;
    }

    // Those that answer the part nearly as well as the best, in the order of the statements.
    [[nodiscard]] std::vector<DisputedAnswer> candidates(std::size_t part) const
    {
        constexpr double k_least_share = 0.4;
        std::vector<DisputedAnswer> out;
        double most = 0;
        for (std::size_t i = 0; i < m_study.statements.size(); ++i) {
            if (!m_answers.suffices(part, i)) continue;
            auto given = given_in(m_study, m_part, i, m_meanings);
            if (!given) continue;
            out.push_back({std::move(*given), m_answers.score(part, i)});
            most = std::max(most, out.back().score);
        }
        std::erase_if(
            out, [&](const DisputedAnswer& each) { return each.score < k_least_share * most; });
        std::stable_sort(out.begin(), out.end(),
                         [](const DisputedAnswer& left, const DisputedAnswer& right) {
                             return left.score > right.score;
                         });
        // What a source says best stands for it.
        std::set<std::size_t> sources;
        std::erase_if(out, [&](const DisputedAnswer& each) {
            return !sources.insert(m_study.statements[each.given.statement].source).second;
        });
        std::sort(out.begin(), out.end(),
                  [](const DisputedAnswer& left, const DisputedAnswer& right) {
                      return left.given.statement < right.given.statement;
                  });
        return out;
    }

    void compare(const DisputedAnswer& first, const DisputedAnswer& second)
    {
        if (auto found = disagreement_of(m_study, m_part, first.given, second.given, m_meanings))
            m_out.push_back({first.given.statement, second.given.statement, std::move(*found)});
    }

    const Study& m_study;
    const Space& m_space;
    const Answers& m_answers;
    const Meanings& m_meanings;
    Part m_part; // that is being compared
    std::vector<Dispute> m_out;
};

} // namespace

std::vector<Dispute> read_answer_disputes(const Study& study, const Space& space,
                                          const Answers& answers, const Meanings& meanings)
{
    return DisputeReader{study, space, answers, meanings}.read();
}

} // namespace synthesize
