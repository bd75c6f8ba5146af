// grim.percent: what shares of whole numbers can be at all (GRIM: Brown and Heathers 2017).
#include "verify/statistics/whole_numbers.hpp"
#include "verify/law/precision.hpp"
#include "verify/statistics/checks.hpp"

#include "verify/law/judge.hpp"
#include "verify/law/walk.hpp"

namespace verify::statistics {

const Check k_grim_percent{.id = "grim.percent",
                           .category = Category::statistics,
                           .nature = Nature::possibility,
                           .proof = {"no whole number of people is this percentage of them",
                                     "a percentage of what is not counted in whole ones"},
                           .planted = k_planted_statistics,
                           .real = k_real_wholes};

mpz_class floor_of(const Rational& value)
{
    mpz_class out;
    mpz_fdiv_q(out.get_mpz_t(), value.get_num_mpz_t(), value.get_den_mpz_t());
    return out;
}

Interval printed_interval(const Quantity& quantity)
{
    const Rational half = reading::power_of_ten(quantity.place) / 2;
    const Rational value = reading::value_of(quantity);
    return {value - half, value + half};
}

bool has_whole_sum(const Interval& mean, const Rational& count)
{
    const mpz_class highest = floor_of(mean.high * count);
    return Rational{highest} >= mean.low * count;
}

namespace {

bool is_count_of_people(const Quantity& quantity)
{
    return quantity.kind == QuantityKind::cardinal && !quantity.doubtful &&
           quantity.currency.empty() && quantity.qualifier == reading::Qualifier::none &&
           quantity.place == 0 && reading::value_of(quantity) >= 2;
}

void check_percentages_of_people(const Passage& sentence, Review& review)
{
    const auto& document = sentence.document();
    const auto all = sentence.quantities();
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        const Quantity& share = all[i];
        const Quantity& whole = all[i + 1];
        if (share.kind != QuantityKind::percent || share.doubtful || share.in_range ||
            share.qualifier != reading::Qualifier::none || share.place >= 0 ||
            !is_count_of_people(whole))
            continue;
        std::uint32_t at = share.end;
        if (!sentence.is(at, {"of"})) continue;
        ++at;
        if (sentence.is(at, {"the", "all", "our", "these"})) ++at;
        const bool people = reading::is_in(k_people, sentence.word(whole.end));
        if (at != whole.begin || !people || is_disowned(sentence)) continue;
        const Rational count = reading::value_of(whole);
        if (count >= reading::power_of_ten(2 - share.place)) continue;
        const Interval printed = printed_interval(share) * Interval::point(Rational{1, 100});
        auto found = verify::found(k_grim_percent, "No whole number of people is this percentage",
                                   document, Certainty::strong);
        found.stated(share).operand(whole);
        if (has_whole_sum(printed, count)) {
            found.pass(review);
            continue;
        }
        found.evidence("n", count, "reported", share)
            .says("No whole number of ", count, " is ", document.raw(share.number_begin),
                  " % of them.")
            .raise(review, "Check the percentage and how many answered.");
    }
}

void check_whole_numbers(const Document& document, Review& review)
{
    each_sentence(document, Reads::all_but_code, review, [&](std::size_t i) {
        const Passage sentence = Passage::sentence(document, i);
        if (is_read(document, i, Reads::prose)) check_shares_of_few(document, i, review);
        if (sentence.quantities().size() >= 2) check_percentages_of_people(sentence, review);
    });
}

constexpr const Check* k_whole_numbers_checks[] = {&k_grim_percent};

} // namespace

const Family k_whole_numbers{Voice::verifier, k_whole_numbers_checks, check_whole_numbers};

} // namespace verify::statistics
