#include "verify/claims/unread.hpp"
#include "reading/lexicon/lexicon.hpp"

#include <algorithm>

namespace verify {

using reading::WordSet;

namespace {

constexpr reading::OwnCues k_comparative{
    WordSet::less | WordSet::best, {"more", "most", "least", "than", "higher", "larger", "faster"}};

// Signs and words after which something else may be said of the same thing, or of another.
constexpr reading::OwnCues k_openers{WordSet::relative | WordSet::contrasts | WordSet::joins |
                                         WordSet::comma | WordSet::colon | WordSet::semicolon |
                                         WordSet::explains | WordSet::opens | WordSet::closes,
                                     {"where", "so", "|", "\u2013", "\u2014"}};
constexpr reading::OwnCues k_denials{WordSet::none | WordSet::not_so, {"without"}};
// One of these words makes three words a statement.
constexpr reading::Cues k_finite{WordSet::copula | WordSet::have | WordSet::must | WordSet::will |
                                 WordSet::does};
// They begin what only tells when or where the rest is so.
constexpr reading::OwnCues k_scopes{WordSet::role_prep | WordSet::place_prep | WordSet::since,
                                    {"among", "out", "as"}};
// As many words on end say something of their own, wherever they stand.
constexpr std::uint32_t k_long_run = 8;
constexpr std::uint32_t k_least_statement = 3;

// Places in order, those that meet as one.
class Zones {
public:
    explicit Zones(std::vector<Mark> marks)
    {
        std::sort(marks.begin(), marks.end(),
                  [](const Mark& left, const Mark& right) { return left.begin < right.begin; });
        for (const auto& mark : marks)
            if (!m_zones.empty() && mark.begin <= m_zones.back().end)
                m_zones.back().end = std::max(m_zones.back().end, mark.end);
            else
                m_zones.push_back(mark);
    }

    [[nodiscard]] bool meet(const Mark& mark) const
    {
        const auto next =
            std::upper_bound(m_zones.begin(), m_zones.end(), mark.begin,
                             [](std::uint32_t at, const Mark& zone) { return at < zone.end; });
        return next != m_zones.end() && next->begin < mark.end;
    }

private:
    std::vector<Mark> m_zones;
};

bool denies(std::string_view word)
{
    return reading::is_in(k_denials, word) || word.ends_with("n't") || word.ends_with("n\u2019t");
}

class Reader {
public:
    Reader(const Passage& sentence, const Read& read)
        : m_sentence{sentence}, m_related{read.related}, m_same{read.same}
    {
    }

    std::vector<Mark> unread()
    {
        for (const auto& quantity : m_sentence.quantities())
            if (!is_label(quantity)) need(quantity.number_begin, quantity.number_end);
        for (const auto& date : m_sentence.dates()) need(date.begin, date.end);
        for (const auto& time : m_sentence.times()) need(time.begin, time.end);
        for (auto i = m_sentence.begin(); i < m_sentence.end(); ++i)
            if (denies(m_sentence.word(i))) need(i, i + 1);
        std::uint32_t begin = m_sentence.begin();
        for (auto i = begin; i < m_sentence.end(); ++i)
            if (reading::is_in(k_openers, m_sentence.word(i))) {
                read_clause(begin, i);
                begin = i + 1;
            }
        read_clause(begin, m_sentence.end());
        std::sort(m_out.begin(), m_out.end(),
                  [](const Mark& left, const Mark& right) { return left.begin < right.begin; });
        return std::move(m_out);
    }

private:
    [[nodiscard]] Mark mark(std::uint32_t begin, std::uint32_t end) const
    {
        return mark_tokens(m_sentence.document(), begin, end, "unread");
    }

    // The 2 of "Step 2: ..." counts nothing.
    [[nodiscard]] bool is_label(const Quantity& quantity) const
    {
        return quantity.begin == m_sentence.begin() + 1 &&
               m_sentence.is(quantity.number_end, {":"});
    }

    void need(std::uint32_t begin, std::uint32_t end)
    {
        const Mark place = mark(begin, end);
        if (!m_related.meet(place) && !m_same.meet(place)) m_out.push_back(place);
    }

    void read_clause(std::uint32_t begin, std::uint32_t end)
    {
        std::uint32_t words = 0; // that no relation reads
        std::uint32_t run = 0;   // of them, on end
        std::uint32_t longest = 0;
        bool is_related = false;
        bool is_same = false;
        for (auto i = begin; i < end; ++i) {
            const Mark token = mark(i, i + 1);
            const bool related = m_related.meet(token);
            const bool same = m_same.meet(token);
            is_related = is_related || related;
            is_same = is_same || same;
            const bool word = !related && !same && m_sentence.document().kind(i) == TokenKind::word;
            words += word ? 1U : 0U;
            run = word ? run + 1 : 0;
            longest = std::max(longest, run);
        }
        const bool left = is_related ? longest >= k_long_run
                          : is_same  ? words >= k_least_statement
                                     : says_something(begin, end, words);
        if (left) m_out.push_back(mark(begin, end));
    }

    // Whether a clause without a part in any relation says something.
    [[nodiscard]] bool says_something(std::uint32_t begin, std::uint32_t end,
                                      std::uint32_t words) const
    {
        if (words >= k_long_run) return true;
        if (compares(m_sentence, begin, end)) return true;
        if (m_sentence.any(begin, end, k_finite)) return words >= k_least_statement;
        return words > k_least_statement && !reading::is_in(k_scopes, m_sentence.word(begin));
    }

    const Passage& m_sentence;
    Zones m_related;
    Zones m_same;
    std::vector<Mark> m_out;
};

} // namespace

bool compares(const Passage& sentence, std::uint32_t begin, std::uint32_t end)
{
    return sentence.any(begin, end, k_comparative);
}

std::vector<Mark> unread_of(const Passage& sentence, const Read& read)
{
    return Reader{sentence, read}.unread();
}

} // namespace verify
