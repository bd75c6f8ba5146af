#include "reading/term_roles.hpp"

#include "reading/lexicon/lexicon.hpp"

#include <algorithm>

namespace reading {

namespace {

void give(Term& term, Role role)
{
    term.roles |= static_cast<unsigned>(role);
}

std::string pair_at(const Passage& passage, std::uint32_t at)
{
    std::string out{passage.word(at)};
    out += ' ';
    out += passage.word(at + 1);
    return out;
}

struct Cue {
    WordSet set;
    Role role;
    bool is_bound; // only fillers may stand between it and the number
};

void read_before(const Passage& passage, Term& term, std::uint32_t from)
{
    constexpr Cue k_cues[] = {
        {WordSet::total_before, Role::total, false}, {WordSet::rest_before, Role::rest, false},
        {WordSet::result, Role::result, false},      {WordSet::states, Role::states, false},
        {WordSet::old_before, Role::old, true},      {WordSet::now_before, Role::now, true},
        {WordSet::whole_before, Role::whole, true},  {WordSet::up, Role::up, false},
        {WordSet::down, Role::down, false},          {WordSet::gap, Role::by, false},
        {WordSet::mean, Role::mean, false}};
    constexpr std::uint32_t k_far = 7;
    bool bound = true;
    bool behind_comma = false; // what rises or falls there is told of something else
    for (std::uint32_t back = 1; back <= k_far && term.begin >= from + back; ++back) {
        const std::uint32_t at = term.begin - back;
        const auto text = passage.word(at);
        const bool ends = text == "." && passage.word(at - 1) != "i.e";
        if (ends || text == ";" || text == "?" || begins_line(passage, at + 1)) break;
        const std::string pair = at > from ? pair_at(passage, at - 1) : std::string{};
        for (const auto& cue : k_cues) {
            if (cue.is_bound && !bound) continue;
            const bool moves = cue.role == Role::up || cue.role == Role::down;
            if (moves && behind_comma) continue;
            // "At rest" leaves nothing over.
            if (cue.role == Role::rest && pair == "at rest") continue;
            if (is_in(cue.set, text) || is_in(cue.set, pair)) give(term, cue.role);
        }
        bound = bound && is_in(WordSet::filler, text);
        behind_comma = behind_comma || text == ",";
    }
}

// "unsold", "unspent", "unclaimed": nothing has been done with it yet.
bool is_undone(std::string_view text)
{
    return text.size() > 5 && text.starts_with("un") &&
           (text.ends_with("ed") || text.ends_with("ent") || text.ends_with("old") ||
            text.ends_with("aid"));
}

// "$350, a total of $4,000", "969, together 1,827": the word leads to the number at `to`.
bool leads_on(const Passage& passage, std::uint32_t at, std::uint32_t to)
{
    if (!passage.holds(to)) return false;
    while (++at < to)
        if (!is_in(Cues{WordSet::filler | WordSet::states | WordSet::result, {"of", "all"}},
                   passage.word(at)))
            return false;
    return true;
}

void read_after(const Passage& passage, Term& term, std::uint32_t to)
{
    constexpr Cue k_cues[] = {{WordSet::total_after, Role::total, false},
                              {WordSet::rest_after, Role::rest, false},
                              {WordSet::old_after, Role::old, false},
                              {WordSet::now_after, Role::now, false},
                              {WordSet::up, Role::up, false},
                              {WordSet::down, Role::down, false},
                              {WordSet::mean_after, Role::mean, false}};
    constexpr std::uint32_t k_far = 4;
    bool behind_comma = false;
    for (std::uint32_t at = term.end; at < std::min(to, term.end + k_far); ++at) {
        const auto text = passage.word(at);
        if (begins_line(passage, at)) break;
        if (is_in(Cues{WordSet::stop | WordSet::comma | WordSet::colon | WordSet::semicolon,
                       {"(", "and", "but", "of"}},
                  text) &&
            !(text == "," && at == term.end))
            break;
        behind_comma = behind_comma || text == ",";
        if (is_in(WordSet::yardstick, text)) give(term, Role::beside);
        const std::string pair = pair_at(passage, at);
        for (const auto& cue : k_cues) {
            // Behind a comma something else may rise or fall.
            if (behind_comma && cue.role != Role::total) continue;
            // "450 over five years"
            if (text == "over" && at + 1 < passage.end() &&
                passage.document().kind(at + 1) != TokenKind::symbol)
                continue;
            const bool is_next = cue.role == Role::total && leads_on(passage, at, to);
            if (!is_next && (is_in(cue.set, text) || is_in(cue.set, pair))) give(term, cue.role);
        }
        if (is_undone(text)) give(term, Role::rest);
    }
    if (term.per == "each") give(term, Role::each);
    // Money is more before tax; "113 miles before lunch", "72 bottles for the wedding" are not
    // another number of them.
    const auto next = passage.word(term.end);
    const bool is_of_money = is_one_of(next, {"before", "for"});
    if (is_in(WordSet::beside, next) && (!is_of_money || !term.currency.empty()))
        give(term, Role::beside);
}

} // namespace

bool begins_line(const Passage& passage, std::uint32_t at)
{
    if (!passage.holds(at) || !passage.holds(at - 1)) return false;
    const auto& document = passage.document();
    const std::size_t from = document.tokens[at - 1].end;
    const std::size_t size = document.tokens[at].begin - from;
    const std::string_view between = std::string_view{document.view.text}.substr(from, size);
    return between.find('\n') != std::string_view::npos;
}

void read_roles(const Passage& passage, Term& term, std::uint32_t from, std::uint32_t to)
{
    read_before(passage, term, from);
    read_after(passage, term, to);
    std::uint32_t opener = term.begin - 1;
    while (is_in(WordSet::filler, passage.word(opener)) && passage.holds(opener)) --opener;
    if (is_one_of(passage.word(opener), {"in", "for", "over", "within", "after", "past", "last",
                                         "next", "every", "during"}))
        give(term, Role::within);
    if (passage.word(term.begin - 1) == "(") give(term, Role::bracket);
    const bool minus =
        term.quantity->negative_sign || (is_in(WordSet::dash, passage.word(term.begin - 1)) &&
                                         !passage.document().tokens[term.begin].space_before);
    if (minus && term.kind == QuantityKind::percent) give(term, Role::down);
    const bool plus =
        passage.word(term.begin) == "+" || (passage.word(term.begin - 1) == "+" &&
                                            !passage.document().tokens[term.begin].space_before);
    if (plus && term.kind == QuantityKind::percent) give(term, Role::up);
    // "80 -> 100", with an arrow
    constexpr std::string_view k_arrows[] = {"\u2192", "\u21d2"};
    if (is_one_of(passage.word(term.end), k_arrows)) give(term, Role::old);
    if (is_one_of(passage.word(term.begin - 1), k_arrows)) give(term, Role::now);
}

} // namespace reading
