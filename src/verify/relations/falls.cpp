// arith.percent_change of a count that falls by more than all of it.
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/ledger.hpp"
#include "verify/law/walk.hpp"
#include "verify/relations/checks.hpp"
#include "verify/relations/relations.hpp"

namespace verify::relations {

namespace {

// "The number of visitors fell by 120 percent": no count falls by more than all of it.
void check_fall(const Passage& sentence, Ledger& ledger, Review& review)
{
    constexpr std::string_view k_counts[] = {
        "visitors",   "visits",   "people",   "attendance", "population", "headcount",
        "cases",      "deaths",   "births",   "passengers", "tickets",    "subscribers",
        "members",    "students", "users",    "customers",  "employees",  "membership",
        "enrollment", "crimes",   "accidents"};
    constexpr std::string_view k_unsure[] = {"not", "cannot", "than",  "rate",   "growth", "rose",
                                             "if",  "net",    "would", "profit", "change"};
    for (const auto& quantity : sentence.quantities()) {
        const bool number = quantity.kind == QuantityKind::percent && !quantity.doubtful &&
                            !quantity.in_range && !quantity.negative_sign;
        if (!number || reading::value_of(quantity) <= 100) continue;
        const std::uint32_t verb =
            sentence.is(quantity.begin - 1, {"by"}) ? quantity.begin - 2 : quantity.begin - 1;
        if (!sentence.is(verb, {"fell", "dropped", "declined", "decreased", "shrank", "plunged"}))
            continue;
        const std::uint32_t first = verb >= sentence.begin() + 6 ? verb - 6 : sentence.begin();
        const bool counted =
            sentence.any(first, verb, k_counts) ||
            (sentence.any(first, verb, std::initializer_list<std::string_view>{"number"}));
        if (!counted || sentence.any(k_unsure) || is_disowned(sentence)) continue;
        if (ledger.knows(mark_of(sentence.document(), quantity, "stated"))) continue;
        found(k_arith_percent_change, "A count fell by more than all of it", sentence.document(),
              Certainty::strong)
            .stated(quantity)
            .evidence("reported", quantity, "bounds", Interval{0, 100})
            .says("A count that falls by 100 % is 0 and cannot fall further.")
            .raise(review, "Correct the percentage.");
    }
}

void check_falls(const Document& document, Review& review)
{
    Ledger ledger{review};
    each_sentence(document, Reads::text, review, [&](std::size_t i) {
        check_fall(Passage::sentence(document, i), ledger, review);
    });
}

constexpr const Check* k_falls_checks[] = {&k_arith_percent_change};

} // namespace

const Family k_falls{Voice::skeptic, k_falls_checks, check_falls};

} // namespace verify::relations
