#include "llm/test_claims.hpp"

#include "llm/test_sentences.hpp"

#include <algorithm>

namespace llm {

namespace {

constexpr ClaimFrame k_claim_frames[] = {
    {"en", "{a} sold the old {thing} to {b} in spring.", "{b} bought the old {thing} from {a}."},
    {"en", "In the second round {a} beat {b}.", "{b} lost to {a} in the second round."},
    {"en", "{a} handed the {thing} over to {b} at the door.",
     "At the door {b} received the {thing} from {a}."},
    {"en", "{a} has worked for {b} since the fire.", "{b} has employed {a} since the fire."},
    {"en", "It was {a} who taught {b} to repair {thing}.",
     "{b} learned from {a} how {thing} are repaired."},
    {"en", "{a} owes {b} money for the {thing}.", "For the {thing} {b} has yet to be paid by {a}."},
    {"en", "{a} left the village a day before {b}.", "{b} left the village later than {a}."},
    {"en", "{a} lives on the floor above {b}.", "{b} lives below {a}."},
    {"de", "{a} verkaufte die alten {thing} im April an {b}.",
     "{b} kaufte die alten {thing} von {a}."},
    {"de", "{a} arbeitet seit dem Brand f\u00fcr {b}.", "{b} besch\u00e4ftigt {a} seit dem Brand."},
    {"de", "{a} wohnt ein Stockwerk \u00fcber {b}.", "{b} wohnt unter {a}."},
    {"es", "{a} vendi\u00f3 las {thing} a {b} en abril.", "{b} compr\u00f3 las {thing} de {a}."},
    {"es", "{a} trabaja para {b} desde el incendio.", "{b} emplea a {a} desde el incendio."},
    {"fr", "{a} a vendu les {thing} \u00e0 {b} en avril.", "{b} a achet\u00e9 les {thing} de {a}."},
    {"fr", "{a} travaille pour {b} depuis l'incendie.", "{b} emploie {a} depuis l'incendie."},
};

} // namespace

std::span<const ClaimFrame> claim_frames()
{
    return k_claim_frames;
}

std::string ClaimFrame::filled(std::string_view pattern, std::string_view first,
                               std::string_view second, std::string_view thing)
{
    std::string out;
    while (!pattern.empty()) {
        if (pattern.starts_with("{a}"))
            out += first;
        else if (pattern.starts_with("{b}"))
            out += second;
        else if (pattern.starts_with("{thing}"))
            out += thing;
        else
            out += pattern.front();
        pattern.remove_prefix(pattern.front() == '{' ? pattern.find('}') + 1 : 1);
    }
    return out;
}

TestClaim draw_test_claim(Chance& chance, std::string_view language, bool is_entailed)
{
    const auto own = static_cast<std::size_t>(
        std::ranges::count(k_claim_frames, language, &ClaimFrame::language));
    if (own == 0) return draw_test_claim(chance, "en", is_entailed);
    auto skip = chance.below(own);
    const auto& frame = *std::ranges::find_if(k_claim_frames, [&](const ClaimFrame& each) {
        return each.language == language && skip-- == 0;
    });
    const auto names = names_of(language);
    const auto first = chance.below(names.size());
    const auto second = (first + chance.between(1, names.size() - 1)) % names.size();
    const auto things = things_of(language);
    const auto thing = things[chance.below(things.size())];
    const auto claimed = is_entailed ? std::pair{first, second} : std::pair{second, first};
    return {ClaimFrame::filled(frame.source, names[first], names[second], thing),
            ClaimFrame::filled(frame.claim, names[claimed.first], names[claimed.second], thing),
            is_entailed};
}

} // namespace llm
