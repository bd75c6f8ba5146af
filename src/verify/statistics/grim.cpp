// grim.mean, grimmer.sd, debit.sd: what means and standard deviations of whole numbers can be at
// all (GRIM: Brown and Heathers 2017; GRIMMER: Anaya 2016, Allard 2018; DEBIT: Heathers and Brown
// 2019).
//
// Only where the text says that whole numbers were averaged, and how many: of times, ages, money
// and anything with a unit the test says nothing.
#include "base/concat.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "reading/passage.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/walk.hpp"
#include "verify/statistics/statistics.hpp"
#include "verify/statistics/whole_numbers.hpp"

#include <gmpxx.h>

namespace verify::statistics {

using reading::WordSet;

namespace json = base::json;

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
        // With so many answers every mean of so many places exists.
        if (count >= reading::power_of_ten(-sample.mean->place)) return;
        if (has_whole_sum(printed, count)) return pass("grim.mean", sample.mean, sample);
        const mpz_class below = floor_of(printed.low * count);
        const int place = sample.mean->place;
        auto possible = json::array(
            reading::exact_json(reading::rounded(Rational{below} / count, place)),
            reading::exact_json(reading::rounded(Rational{mpz_class{below + 1}} / count, place)));
        Finding finding;
        finding.check = "grim.mean";
        finding.certainty = Certainty::strong;
        finding.title = "No whole numbers have this mean";
        finding.marks = marks(sample.mean, sample);
        finding.evidence = json::object("n", reading::exact_json(reading::value_of(*sample.size)),
                                        "items", reading::exact_json(sample.items), "reported",
                                        reading::exact_json(reading::value_of(*sample.mean)),
                                        "possible", std::move(possible), "readings", json::array());
        finding.reasoning = base::concat("The sum of ", reading::exact_text(count),
                                         " whole numbers is whole; no whole sum divided "
                                         "by ",
                                         reading::exact_text(count), " rounds to ",
                                         m_document.raw(sample.mean->number_begin), ".");
        finding.suggestion = "Check the mean, the number of answers and whether some are missing.";
        raise(m_document, std::move(finding), m_review);
    }

    // A mean outside of its scale is wrong whatever was averaged.
    bool in_scale(const Sample& sample)
    {
        const Interval printed = printed_interval(*sample.mean);
        const bool inside = printed.high >= reading::value_of(*sample.low) &&
                            printed.low <= reading::value_of(*sample.high);
        if (inside) return true;
        Finding finding;
        finding.check = "grim.mean";
        finding.certainty = Certainty::strong;
        finding.title = "The mean lies outside of its scale";
        finding.marks = marks(sample.mean, sample);
        finding.evidence =
            json::object("reported", reading::exact_json(reading::value_of(*sample.mean)), "bounds",
                         json::array(reading::exact_json(reading::value_of(*sample.low)),
                                     reading::exact_json(reading::value_of(*sample.high))),
                         "readings", json::array());
        finding.reasoning = "A mean of answers on a scale lies between its ends.";
        finding.suggestion = "Correct the mean or the ends of the scale.";
        raise(m_document, std::move(finding), m_review);
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
        for (const bool whole_population : {false, true}) {
            const Rational divisor = whole_population ? count : Rational{count - 1};
            mpz_class sum = floor_of(mean.high * count);
            for (; Rational{sum} >= mean.low * count; --sum)
                if (is_attainable(sum, spread, count, divisor, sample))
                    return pass("grimmer.sd", sample.deviation, sample);
        }
        Finding finding;
        finding.check = "grimmer.sd";
        finding.certainty = Certainty::strong;
        finding.title = "No whole numbers have this mean and standard deviation";
        finding.marks = marks(sample.deviation, sample);
        const Reading readings[] = {{"divided by n - 1", false}, {"divided by n", false}};
        finding.evidence =
            json::object("n", reading::exact_json(count), "mean",
                         reading::exact_json(reading::value_of(*sample.mean)), "reported",
                         reading::exact_json(reading::value_of(*sample.deviation)), "readings",
                         readings_json(readings));
        finding.reasoning =
            "Mean and n fix the sum; no whole sum of squares that goes with it gives "
            "this standard deviation.";
        finding.suggestion = "Check mean, standard deviation and n.";
        raise(m_document, std::move(finding), m_review);
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
        // With all answers on a scale the sum of squares has a most: all at its two ends.
        const Rational bottom = reading::value_of(*sample.low);
        const Rational top = reading::value_of(*sample.high);
        return low <= Rational{sum} * (bottom + top) - count * bottom * top;
    }

    // Of zeros and ones the mean fixes the standard deviation.
    void debit(const Sample& sample)
    {
        const Rational count = reading::value_of(*sample.size);
        const Interval mean = printed_interval(*sample.mean);
        if (mean.low < 0 || mean.high > 1) return;
        const Interval spread = printed_interval(*sample.deviation);
        const Interval stated{spread.low * spread.low, spread.high * spread.high};
        for (const Rational& divisor : {Rational{count - 1}, count}) {
            const auto variance = [&](const Rational& share) {
                return Rational{count / divisor * share * (1 - share)};
            };
            Interval possible{std::min(variance(mean.low), variance(mean.high)),
                              std::max(variance(mean.low), variance(mean.high))};
            if (mean.contains(Rational{1, 2})) possible.high = variance(Rational{1, 2});
            if (possible.meets(stated)) return pass("debit.sd", sample.deviation, sample);
        }
        Finding finding;
        finding.check = "debit.sd";
        finding.certainty = Certainty::strong;
        finding.title = "Zeros and ones with this mean have another standard deviation";
        finding.marks = marks(sample.deviation, sample);
        const Reading readings[] = {{"divided by n - 1", false}, {"divided by n", false}};
        finding.evidence =
            json::object("n", reading::exact_json(count), "mean",
                         reading::exact_json(reading::value_of(*sample.mean)), "reported",
                         reading::exact_json(reading::value_of(*sample.deviation)), "readings",
                         readings_json(readings));
        finding.reasoning = "The variance of zeros and ones is m (1 - m) n / (n - 1).";
        finding.suggestion = "Check mean, standard deviation and n.";
        raise(m_document, std::move(finding), m_review);
    }

    [[nodiscard]] std::vector<Mark> marks(const Quantity* stated, const Sample& sample) const
    {
        std::vector<Mark> out{mark_of(m_document, *stated, "stated")};
        for (const auto* quantity :
             {sample.mean, sample.deviation, sample.size, sample.low, sample.high})
            if (quantity != nullptr && quantity != stated)
                out.push_back(mark_of(m_document, *quantity, "operand"));
        return out;
    }

    void pass(std::string_view check, const Quantity* stated, const Sample& sample)
    {
        m_review.passes.push_back({check, marks(stated, sample)});
    }

    const Passage& m_sentence;
    const Document& m_document;
    Review& m_review;
};

} // namespace

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

} // namespace verify::statistics
