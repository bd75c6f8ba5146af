#include "reading/finite_verb.hpp"

namespace reading {

namespace {

constexpr auto k_auxiliaries = WordSet::be | WordSet::copula | WordSet::have | WordSet::does |
                               WordSet::may | WordSet::must | WordSet::will;
// What follows a verb and no noun.
constexpr auto k_objects = WordSet::article | WordSet::possessive | WordSet::demonstrative |
                           WordSet::personal | WordSet::every | WordSet::all;

// What stands before a noun, or before a verb that is not finite.
constexpr auto k_before_nouns = WordSet::article | WordSet::possessive | WordSet::place_prep |
                                WordSet::role_prep | WordSet::between_prep | WordSet::way_prep;

bool is_not_finite(std::string_view word)
{
    return is_one_of(word, {"be", "been", "being", "having", "doing"});
}

bool is_contraction(std::string_view word)
{
    if (word.ends_with("n't") || word.ends_with("'re") || word.ends_with("'ve") ||
        word.ends_with("'ll") || word.ends_with("'m") || word.ends_with("'d"))
        return true;
    return is_one_of(word, {"it's", "he's", "she's", "that's", "there's", "what's", "who's",
                            "here's", "isnt", "dont", "cannot"});
}

} // namespace

bool is_finite_verb(const Passage& words, std::uint32_t token)
{
    const auto word = words.word(token);
    if (word.empty() || is_not_finite(word)) return false;
    if (is_in(k_auxiliaries, word) || is_contraction(word)) return true;
    const auto raw = words.document().raw(token);
    const bool small =
        words.document().kind(token) == TokenKind::word && raw.front() >= 'a' && raw.front() <= 'z';
    if (!small || token == words.begin()) return false;
    const auto& known = WordNet::embedded();
    if (!known.can_be(word, WordKind::verb)) return false;
    const auto before = words.word(token - 1);
    const auto before_raw = words.document().raw(token - 1);
    if (is_in(k_before_nouns, before)) return false;
    const auto base = known.find(word);
    const auto bases = known.bases(word, WordKind::verb);
    // "fell" is a word of its own, and a form of another.
    const bool is_form = !base || bases.size() > 1 || bases.front() != *base;
    if (word.ends_with("ing")) return false;
    const auto next = words.word(token + 1);
    const auto kind = words.document().kind(token + 1);
    const bool has_object =
        is_in(k_objects, next) ||
        (words.holds(token + 1) && (kind == TokenKind::number || is_in(WordSet::rough, next) ||
                                    is_one_of(next, {"$", "\u20ac", "\u00a3"})));
    if (is_form && !word.ends_with('s')) return true;
    const bool noun = known.can_be(before, WordKind::noun) || is_upper(before_raw.front());
    // "Work starts in May": a plural behind a noun would have no place of its own.
    const bool has_place =
        noun && !before.ends_with('s') &&
        is_in(WordSet::place_prep | WordSet::way_prep | WordSet::role_prep, next) && next != "of";
    if (is_form) return known.is_chiefly(word, WordKind::verb) || has_object || has_place;
    // Verbs whose past is their base form end so: "the council set aside 4 million".
    const bool may_be_past = word.ends_with('t') || word.ends_with('d');
    if (may_be_past && noun && known.is_chiefly(word, WordKind::verb)) return true;
    if (noun && has_object) return true; // "the roof cost 340,000 euros"
    const bool many = before.ends_with('s') && noun;
    const bool somebody = is_in(WordSet::personal | WordSet::relative | WordSet::people, before);
    return (many || somebody) && known.is_chiefly(word, WordKind::verb);
}

bool has_finite_verb(const Passage& words)
{
    for (std::uint32_t i = words.begin(); i < words.end(); ++i)
        if (is_finite_verb(words, i)) return true;
    return false;
}

} // namespace reading
