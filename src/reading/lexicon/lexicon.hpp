// Words that decide what a number is to its neighbours: named sets, each with a language and the
// reason why its words are there. No set holds names of subjects.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace reading {

enum class WordSet {
    filler,       // may stand between a cue and its number
    noun_end,     // ends the noun counted
    total_before, // says that the number behind it is a whole of parts
    total_after,
    rest_before, // says that the number is what is left of a whole
    rest_after,
    result,     // says that the number follows from others
    states,     // states a value, whether it follows or not
    old_before, // the earlier of two values
    old_after,
    now_before, // the later of two values
    now_after,
    whole_before, // the whole of which another number is a part
    up,           // more than before or than another
    down,         // less than before or than another
    gap,          // a distance between two values, whichever is the larger
    mean,
    mean_after,
    sum_line,    // labels of a line that adds up the lines above it
    rest_line,   // labels of what is left of two lines
    taken_off,   // labels of a line that is taken off
    opening,     // of an account or a stock before anything moves
    closing,     // and after
    comes_in,    // verbs and nouns of what adds to it
    goes_out,    // and of what takes from it
    yardstick,   // something that the text does not tell, to which a number is compared
    beside,      // adds something to, or takes something off, the number before it
    each_after,  // for every one
    per_before,  // opens what a rate is per
    equal,       // says that two measures are one
    refers_back, // opens a sentence about what was said before it
    partial,     // says that what is listed is not all
    definite,    // says that what follows is known already
    tells_order, // tells one of several things, told one after the other, from the others
    tells_apart, // tells one of several things of a kind from the others
    parts_whole, // says that the shares told are all of a whole
    overlap,     // says that shares may not be parts of one whole
    disowned,    // says that what is told is wrong, or a supposition
    // Words of the closed classes of grammar.
    article,
    indefinite,
    possessive,
    demonstrative,
    personal, // pronouns that can be a subject
    relative,
    asks,         // opens a question, or a clause in its place
    copula,       // to be, as the verb of a clause
    be,           // to be, beside another verb
    have,         // to have
    does,         // to do, as the verb of a clause
    may,          // the clause says what could be, not what is
    must,         // the clause says what is due
    will,         // the clause says what is to come
    not_so,       // turns a clause round
    denies,       // a verb that does
    denies_cut,   // the same without its "n't", where signs part words
    none,         // says that there is nothing of it
    no,           // the same before a noun
    nor,          // turns both of two round
    supposes,     // opens a condition
    excepts,      // takes something out of what is said
    contrasts,    // opens a clause against the one before
    explains,     // opens a reason
    joins,        // joins two of a kind
    all,          // speaks of them together
    every,        // speaks of them one by one
    everybody,    // the same of persons, without a noun
    some,         // speaks of a number of them that is not told
    examples,     // what is told stands for more of its kind
    others,       // speaks of the ones that were not told
    place_prep,   // prepositions of place and time, the shortest
    role_prep,    // prepositions of the roles in a clause
    way_prep,     // prepositions of a way between two ends
    between_prep, // prepositions of what is inside
    // Signs.
    comma,
    colon,
    stop, // ends a sentence
    semicolon,
    opens, // brackets
    closes,
    quote,
    dash,
    times_sign, // between factors or sides
    per_sign,   // between a measure and what it is counted by
    equals,     // signs and verbs of an equation
    // How exactly a value is told.
    rough,
    exactly,
    only,
    // Comparison.
    more,        // the greater of two
    less,        // the smaller of two
    above,       // beyond a value
    over_under,  // which side of a limit
    above_below, // which side of a level
    rises,       // verbs and nouns of growing
    falls,       // verbs and nouns of shrinking
    change,
    difference,
    versus, // opens what something is compared to
    best,   // at the top of a judgement, which need not be the largest number
    // Wholes and parts.
    percent,
    in_order, // tells where in an order something stands
    yields,   // a result comes out
    // Time.
    before,
    after,
    sequel, // the same more formally
    formerly,
    now,
    near_day, // days told from the day of the text
    until,
    since,
    month_name,
    time_span, // what periods are counted in
    era,       // counts years backwards, or says which way
    half_day,
    noon,
    began,  // something starts
    ended,  // something ends
    lasted, // something goes on
    arrives,
    departs,
    died,
    working_day, // days that are not all days
    // People.
    people,  // persons that are counted
    subject, // persons that a study counts
    kin,
    // What is said of a statement.
    says,    // verbs of saying
    answers, // verbs of what asked people do
    thinks,  // verbs of holding something true
    so,      // concludes
};

inline constexpr std::size_t k_word_sets = static_cast<std::size_t>(WordSet::so) + 1;

// Any number of sets, read as their union: WordSet::article | WordSet::possessive.
class WordSets {
public:
    constexpr WordSets() = default;
    // A set is a union of one.
    constexpr WordSets(WordSet set)
    {
        const auto at = static_cast<std::size_t>(set);
        m_bits[at / k_bits] |= std::uint64_t{1} << (at % k_bits);
    }

    constexpr WordSets& operator|=(const WordSets& other)
    {
        for (std::size_t i = 0; i < m_bits.size(); ++i) m_bits[i] |= other.m_bits[i];
        return *this;
    }
    [[nodiscard]] constexpr bool meets(const WordSets& other) const
    {
        for (std::size_t i = 0; i < m_bits.size(); ++i)
            if ((m_bits[i] & other.m_bits[i]) != 0) return true;
        return false;
    }

private:
    static constexpr std::size_t k_bits = 64;
    std::array<std::uint64_t, (k_word_sets + k_bits - 1) / k_bits> m_bits{};
};

constexpr WordSets operator|(WordSets left, const WordSets& right)
{
    return left |= right;
}

// Joins two enumerators, which do not convert by themselves.
constexpr WordSets operator|(WordSet left, WordSet right)
{
    return WordSets{left} | WordSets{right};
}

// What one check looks for: sets of the lexicon, and the few words that mean this to it alone.
class Cues {
public:
    // Everything that can be looked for converts. Words of its own must outlive the cues.
    constexpr Cues(WordSet set) : m_sets{set} {}
    constexpr Cues(const WordSets& sets) : m_sets{sets} {}
    constexpr Cues(std::span<const std::string_view> own) : m_own{own} {}
    constexpr Cues(std::initializer_list<std::string_view> own) : Cues{WordSets{}, own} {}
    template <std::size_t Count> constexpr Cues(const std::string_view (&own)[Count]) : m_own{own}
    {
    }
    constexpr Cues(const WordSets& sets, std::span<const std::string_view> own)
        : m_sets{sets}, m_own{own}
    {
    }
    constexpr Cues(const WordSets& sets, std::initializer_list<std::string_view> own)
        : m_sets{sets}, m_own{own.begin(), own.size()}
    {
    }

    [[nodiscard]] constexpr const WordSets& sets() const { return m_sets; }
    [[nodiscard]] constexpr std::span<const std::string_view> own() const { return m_own; }

private:
    WordSets m_sets;
    std::span<const std::string_view> m_own;
};

// A constant of one check: sets of the lexicon, and words of its own that it holds itself.
//     constexpr OwnCues k_share{WordSet::percent, {"share", "anteil"}};
template <std::size_t Count> class OwnCues {
public:
    constexpr OwnCues(const WordSets& sets, const std::string_view (&own)[Count]) : m_sets{sets}
    {
        for (std::size_t i = 0; i < Count; ++i) m_own[i] = own[i];
    }

    constexpr operator Cues() const { return {m_sets, std::span<const std::string_view>{m_own}}; }

private:
    WordSets m_sets;
    std::array<std::string_view, Count> m_own{};
};

// Whether a word in lower case, or two joined by one blank ("out of"), or a sign is one of the
// cues.
bool is_in(const Cues& cues, std::string_view folded);

} // namespace reading
