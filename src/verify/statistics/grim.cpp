// grim.mean, grimmer.sd, debit.sd: what means and standard deviations of whole numbers can be at
// all (GRIM: Brown and Heathers 2017; GRIMMER: Anaya 2016, Allard 2018; DEBIT: Heathers and Brown
// 2019).
//
// Only where the text says that whole numbers were averaged, and how many: of times, ages, money
// and anything with a unit the test says nothing.
#include "reading/lexicon/lexicon.hpp"
#include "reading/passage.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/precision.hpp"
#include "verify/law/walk.hpp"
#include "verify/statistics/checks.hpp"
#include "verify/statistics/whole_numbers.hpp"

#include <gmpxx.h>

namespace verify::statistics {

using reading::WordSet;

const Check k_debit_sd{
    .id = "debit.sd",
    .category = Category::statistics,
    .nature = Nature::relation,
    .proof = {"a share has another standard deviation", "shares that the text does not tell"},
    .planted = k_planted_statistics};

const Check k_grimmer_sd{
    .id = "grimmer.sd",
    .category = Category::statistics,
    .nature = Nature::possibility,
    .proof = {"no whole numbers have this mean and this deviation",
              "what was averaged where the text does not say that it is whole"},
    .planted = k_planted_statistics};

const Check k_grim_mean{.id = "grim.mean",
                        .category = Category::statistics,
                        .nature = Nature::possibility,
                        .proof = {"no whole numbers have this mean",
                                  "what was averaged where the text does not say that it is whole"},
                        .planted = k_planted_statistics};

namespace {

struct Sample {
    const Quantity* size = nullptr;
    const Quantity* mean = nullptr;
    const Quantity* deviation = nullptr;
    Rational items = 1;
    const Quantity* low = nullptr; // of the scale
    const Quantity* high = nullptr;
};

class Grim {
public:
    Grim(const Passage& sentence, Review& review)
        : m_sentence{sentence}, m_document{sentence.document()}, m_review{review}
    {
    }

    void run()
    {
        if (!m_sentence.any(k_whole) && !has_whole_hyphenated()) return;
        if (m_sentence.any(k_continuous) || is_disowned(m_sentence)) return;
        const auto sample = read();
        if (!sample) return;
        mean(*sample);
        if (sample->deviation == nullptr) return;
        if (is_of_zeros_and_ones())
            debit(*sample);
        else
            deviation(*sample);
    }

private:
    // "binary", "coded 0 or 1".
    [[nodiscard]] bool is_of_zeros_and_ones() const
    {
        for (std::uint32_t i = m_sentence.begin(); i < m_sentence.end(); ++i)
            if (m_sentence.is(i, {"binary", "dichotomous", "0/1"}) ||
                m_sentence.reads(i, {"0", "or", "1"}) || m_sentence.reads(i, {"0", "and", "1"}))
                return true;
        return false;
    }

    // "whole-number" may be one token or three.
    [[nodiscard]] bool has_whole_hyphenated() const
    {
        for (std::uint32_t i = m_sentence.begin(); i < m_sentence.end(); ++i)
            if (m_sentence.word(i).find("whole-number") != std::string_view::npos ||
                m_sentence.word(i).ends_with("-item") || m_sentence.word(i).ends_with("-point"))
                return true;
        return false;
    }

    [[nodiscard]] static bool is_plain(const Quantity& quantity)
    {
        return quantity.kind == QuantityKind::cardinal && !quantity.doubtful &&
               quantity.currency.empty() && quantity.qualifier == reading::Qualifier::none;
    }

    // "M = 5.19", "SD = 1.2", "N = 28".
    [[nodiscard]] bool is_named(const Quantity& quantity,
                                std::initializer_list<std::string_view> names) const
    {
        return m_sentence.is(quantity.begin - 1, {"="}) && m_sentence.is(quantity.begin - 2, names);
    }

    // "a mean of 5.19", "averaged 5.19", "the mean rating was 5.19".
    [[nodiscard]] bool is_mean(const Quantity& quantity) const
    {
        if (is_named(quantity, {"m", "mean", "average", "ms"})) return true;
        const std::uint32_t before = quantity.begin - 1;
        if (m_sentence.is(before, WordSet::mean)) return true;
        if (!m_sentence.is(before, reading::Cues{WordSet::copula, {"of", "at"}})) return false;
        const std::uint32_t first =
            before >= m_sentence.begin() + 8 ? before - 8 : m_sentence.begin();
        return m_sentence.any(first, before,
                              std::initializer_list<std::string_view>{"mean", "average"});
    }

    [[nodiscard]] bool is_size(const Quantity& quantity) const
    {
        if (quantity.place != 0 || reading::value_of(quantity) < 2) return false;
        return is_named(quantity, {"n"}) || reading::is_in(k_people, m_sentence.word(quantity.end));
    }

    // Two candidates for one place, and it cannot be told which belongs to which.
    [[nodiscard]] std::optional<Sample> read() const
    {
        Sample out;
        bool clear = true;
        const auto take = [&](const Quantity*& place, const Quantity& quantity) {
            clear = clear && place == nullptr;
            place = &quantity;
        };
        for (const auto& quantity : m_sentence.quantities()) {
            if (!is_plain(quantity)) continue;
            if (is_named(quantity, {"sd"}))
                take(out.deviation, quantity);
            else if (is_size(quantity))
                take(out.size, quantity);
            else if (is_mean(quantity))
                take(out.mean, quantity);
        }
        if (!clear || out.mean == nullptr || out.size == nullptr) return std::nullopt;
        if (out.mean->unit != nullptr || out.mean->place >= 0) return std::nullopt;
        out.items = items();
        scale(out);
        return out.items > 0 ? std::optional{out} : std::nullopt;
    }

    // "3-item", "three items"; 1 without a word of it, 0 when it cannot be told.
    [[nodiscard]] Rational items() const
    {
        Rational out = 1;
        for (std::uint32_t i = m_sentence.begin(); i < m_sentence.end(); ++i) {
            const auto word = m_sentence.word(i);
            std::size_t digits = 0;
            while (digits < word.size() && reading::is_digit(word[digits])) ++digits;
            if (digits > 0 && digits < 4 && word.substr(digits).starts_with("-item"))
                out = Rational{std::string{word.substr(0, digits)}};
        }
        for (const auto& quantity : m_sentence.quantities()) {
            std::uint32_t next = quantity.end;
            if (m_sentence.is(next, {"-"})) ++next;
            if (m_sentence.is(next, {"item", "items"}) && is_plain(quantity))
                out = reading::value_of(quantity);
        }
        return out;
    }

    // "from 1 to 7", "1-7", "a 7-point scale" starts at 1.
    void scale(Sample& out) const
    {
        const auto all = m_sentence.quantities();
        for (std::size_t i = 0; i + 1 < all.size(); ++i) {
            const bool joined = m_sentence.is(all[i].end, reading::Cues{WordSet::dash, {"to"}}) &&
                                all[i + 1].begin == all[i].end + 1;
            const bool led = m_sentence.is(all[i].begin - 1, {"from", "of", "(", "scale"});
            if (!joined || !led || all[i].place != 0 || all[i + 1].place != 0) continue;
            out.low = &all[i];
            out.high = &all[i + 1];
        }
    }

    void mean(const Sample& sample)
    {
        const Rational count = reading::value_of(*sample.size) * sample.items;
        const Interval printed = printed_interval(*sample.mean);
        if (sample.low != nullptr && !in_scale(sample)) return;
        // For so many answers every mean of so many places exists.
        if (count >= reading::power_of_ten(-sample.mean->place)) return;
        auto found = about(k_grim_mean, "No whole numbers have this mean", sample.mean, sample);
        if (has_whole_sum(printed, count)) return found.pass(m_review);
        const mpz_class below = floor_of(printed.low * count);
        const auto possible = [&](const mpz_class& sum) {
            return reading::rounded(Rational{sum} / count, sample.mean->place);
        };
        found
            .evidence("n", *sample.size, "items", sample.items, "reported", *sample.mean,
                      "possible", std::array{possible(below), possible(below + 1)})
            .says("The sum of ", count, " whole numbers is whole; no whole sum divided by ", count,
                  " rounds to ", m_document.raw(sample.mean->number_begin), ".")
            .raise(m_review, "Check the mean, the number of answers and whether some are missing.");
    }

    // A mean outside of its scale is wrong whatever was averaged.
    bool in_scale(const Sample& sample)
    {
        const Interval printed = printed_interval(*sample.mean);
        const bool inside = printed.high >= reading::value_of(*sample.low) &&
                            printed.low <= reading::value_of(*sample.high);
        if (inside) return true;
        about(k_grim_mean, "The mean lies outside of its scale", sample.mean, sample)
            .evidence("reported", *sample.mean, "bounds",
                      Interval{reading::value_of(*sample.low), reading::value_of(*sample.high)})
            .says("A mean of answers on a scale lies between its ends.")
            .raise(m_review, "Correct the mean or the ends of the scale.");
        return false;
    }

    // Some whole sum and sum of squares must give mean and SD: the sum of squares is at least what
    // the sum asks for, and has its parity.
    void deviation(const Sample& sample)
    {
        const Rational count = reading::value_of(*sample.size);
        if (sample.items != 1 || count > 5'000) return;
        const Interval mean = printed_interval(*sample.mean);
        const Interval spread = printed_interval(*sample.deviation);
        if (!has_whole_sum(mean, count) || spread.low < 0) return;
        auto found = about(k_grimmer_sd, "No whole numbers have this mean and standard deviation",
                           sample.deviation, sample);
        for (const bool whole_population : {false, true}) {
            const Rational divisor = whole_population ? count : Rational{count - 1};
            mpz_class sum = floor_of(mean.high * count);
            for (; Rational{sum} >= mean.low * count; --sum)
                if (is_attainable(sum, spread, count, divisor, sample)) return found.pass(m_review);
        }
        report_deviation(found.says("Mean and n fix the sum; no whole sum of squares that goes "
                                    "with it gives this standard deviation."),
                         sample);
    }

    [[nodiscard]] static bool is_attainable(const mpz_class& sum, const Interval& spread,
                                            const Rational& count, const Rational& divisor,
                                            const Sample& sample)
    {
        const Rational base = Rational{sum} * sum / count;
        const Rational low = spread.low * spread.low * divisor + base;
        const Rational high = spread.high * spread.high * divisor + base;
        mpz_class squares = floor_of(high);
        if (mpz_odd_p(squares.get_mpz_t()) != mpz_odd_p(sum.get_mpz_t())) --squares;
        if (Rational{squares} < low || Rational{squares} < base) return false;
        if (sample.low == nullptr) return true;
        // If all answers are on a scale, the sum of squares has a most: all at its two ends.
        const Rational bottom = reading::value_of(*sample.low);
        const Rational top = reading::value_of(*sample.high);
        return low <= Rational{sum} * (bottom + top) - count * bottom * top;
    }

    // The mean of zeros and ones fixes the standard deviation.
    void debit(const Sample& sample)
    {
        const Rational count = reading::value_of(*sample.size);
        const Interval mean = printed_interval(*sample.mean);
        if (mean.low < 0 || mean.high > 1) return;
        const Interval spread = printed_interval(*sample.deviation);
        const Interval stated{spread.low * spread.low, spread.high * spread.high};
        auto found =
            about(k_debit_sd, "Zeros and ones with this mean have another standard deviation",
                  sample.deviation, sample);
        for (const Rational& divisor : {Rational{count - 1}, count}) {
            const auto variance = [&](const Rational& share) {
                return Rational{count / divisor * share * (1 - share)};
            };
            Interval possible{std::min(variance(mean.low), variance(mean.high)),
                              std::max(variance(mean.low), variance(mean.high))};
            if (mean.contains(Rational{1, 2})) possible.high = variance(Rational{1, 2});
            if (possible.meets(stated)) return found.pass(m_review);
        }
        report_deviation(found.says("The variance of zeros and ones is m (1 - m) n / (n - 1)."),
                         sample);
    }

    void report_deviation(Found& found, const Sample& sample)
    {
        const Reading readings[] = {{"divided by n - 1", false}, {"divided by n", false}};
        found.evidence("n", *sample.size, "mean", *sample.mean, "reported", *sample.deviation)
            .readings(readings)
            .raise(m_review, "Check mean, standard deviation and n.");
    }

    [[nodiscard]] Found about(CheckRef check, std::string_view title, const Quantity* stated,
                              const Sample& sample) const
    {
        auto out = found(check, title, m_document, Certainty::strong);
        out.stated(*stated);
        for (const auto* quantity :
             {sample.mean, sample.deviation, sample.size, sample.low, sample.high})
            if (quantity != nullptr && quantity != stated) out.operand(*quantity);
        return out;
    }

    const Passage& m_sentence;
    const Document& m_document;
    Review& m_review;
};

void check_whole_numbers(const Document& document, Review& review)
{
    each_sentence(document, Reads::all_but_code, review, [&](std::size_t i) {
        const Passage sentence = Passage::sentence(document, i);
        if (is_read(document, i, Reads::prose)) check_shares_of_few(document, i, review);
        if (sentence.quantities().size() < 2) return;
        check_percentages_of_people(sentence, review);
        Grim{sentence, review}.run();
    });
}

constexpr const Check* k_whole_numbers_checks[] = {&k_grim_mean, &k_grim_percent, &k_grimmer_sd,
                                                   &k_debit_sd};

} // namespace

const Family k_whole_numbers{Voice::verifier, k_whole_numbers_checks, check_whole_numbers};

} // namespace verify::statistics
