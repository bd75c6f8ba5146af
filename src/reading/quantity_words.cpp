#include "reading/quantity_words.hpp"

#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"

namespace reading {

void qualify(const FreeWords& words, Quantity& out)
{
    if (out.plus) out.qualifier = Qualifier::over;
    std::uint32_t at = out.begin - 1;
    if (is_in(Cues{WordSet::article | WordSet::only | WordSet::role_prep, {"some", "another"}},
              words.word(at))) {
        if (words.word(at) == "some") out.qualifier = Qualifier::about;
        --at;
    }
    const std::string_view last = words.word(at);
    const std::string_view previous = words.word(at - 1);
    if (is_in(Cues{WordSet::rough, {"estimated", "c"}}, last)) out.qualifier = Qualifier::about;
    if (last == "." && is_one_of(previous, {"ca", "approx", "c", "est"}))
        out.qualifier = Qualifier::about;
    if (last == "to" && previous == "close") out.qualifier = Qualifier::about;
    if (is_one_of(last, {"nearly", "almost"})) out.qualifier = Qualifier::nearly;
    if (is_in(Cues{WordSet::above, {"over", ">"}}, last)) out.qualifier = Qualifier::over;
    if (is_one_of(last, {"under", "below", "<"})) out.qualifier = Qualifier::under;
    if (last == "than" && is_one_of(previous, {"more", "greater", "higher", "better", "larger"}))
        out.qualifier = Qualifier::over;
    if (last == "than" && is_in(WordSet::less, previous)) out.qualifier = Qualifier::under;
    if (last == "least" && previous == "at") out.qualifier = Qualifier::at_least;
    if (is_one_of(last, {"minimum", "\u2265"})) out.qualifier = Qualifier::at_least;
    if (last == "most" && previous == "at") out.qualifier = Qualifier::at_most;
    const bool adds =
        is_one_of(words.word(at - 2), {"add", "adds", "added", "adding", "sum", "sums", "summing"});
    if ((last == "to" && previous == "up" && !adds) || is_one_of(last, {"maximum", "\u2264"}))
        out.qualifier = Qualifier::at_most;
    if (words.word(out.end) == "or" &&
        is_one_of(words.word(out.end + 1), {"so", "more", "less", "fewer"}))
        out.qualifier = Qualifier::about;
    if (is_one_of(words.word(out.end), {"ish", "-ish", "odd"})) out.qualifier = Qualifier::about;
}

void relate(const FreeWords& words, std::vector<Quantity>& all, std::size_t first)
{
    for (std::size_t i = first; i < all.size(); ++i) {
        Quantity& quantity = all[i];
        if (is_one_of(words.word(quantity.begin - 1), {"\u00b1"}) ||
            (words.word(quantity.begin - 1) == "-" && words.word(quantity.begin - 2) == "/" &&
             words.word(quantity.begin - 3) == "+")) {
            quantity.in_range = true;
            if (i > first) all[i - 1].in_range = true;
        }
        if (i == first) continue;
        Quantity& before = all[i - 1];
        const bool dash = before.end + 1 == quantity.begin &&
                          (is_one_of(words.word(before.end), {"\u2013", "\u2014", "~"}) ||
                           (words.word(before.end) == "-" &&
                            words.document->tokens[before.end].space_before ==
                                words.document->tokens[quantity.begin].space_before));
        const bool bridged = quantity.negative_sign && before.end == quantity.begin;
        if (dash || bridged) before.in_range = quantity.in_range = true;
    }
}

} // namespace reading
