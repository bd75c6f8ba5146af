// Formulas over exact quotes: what they come to, and what the text states beside it.
#include "verify/equations/quoted_formula.hpp"
#include "verify/equations/quotes.hpp"

#include "base/concat.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using verify::equations::compute;
using verify::equations::Datum;
using verify::equations::Place;
using verify::equations::Quotes;

enum class Fit { right, wrong, nothing };

std::string_view name_of(Fit fit)
{
    return fit == Fit::right ? "right" : fit == Fit::wrong ? "wrong" : "nothing";
}

struct Row {
    std::string_view text; // what is stated stands between bars
    std::string_view formula;
    Fit fit;
};

Fit fit_of(const Row& row)
{
    std::string text{row.text};
    const auto begin = text.find('|');
    text.erase(begin, 1);
    const auto end = text.find('|');
    text.erase(end, 1);
    const reading::Document document{text};
    const Quotes quotes{document, {}};
    const Place stated{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    const auto read = [&](std::string_view quote) -> std::optional<Datum> {
        const auto place = quotes.nearest(quote, stated);
        return place ? std::optional{quotes.datum_at(*place)} : std::nullopt;
    };
    const auto computed = compute(row.formula, read);
    if (!computed) return Fit::nothing;
    if (computed->truth) return *computed->truth ? Fit::right : Fit::wrong;
    const auto fit = verify::equations::fits(computed->value, quotes.datum_at(stated));
    return !fit ? Fit::nothing : *fit ? Fit::right : Fit::wrong;
}

class FormulaTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(FormulaTest);
    CPPUNIT_TEST(formulas_give_what_a_text_states);
    CPPUNIT_TEST(what_cannot_be_computed_says_nothing);
    CPPUNIT_TEST(garbage_says_nothing);
    CPPUNIT_TEST_SUITE_END();

    static void expect_all(std::span<const Row> rows)
    {
        for (const auto& row : rows)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(base::concat(row.text, " ~ ", row.formula),
                                         std::string{name_of(row.fit)},
                                         std::string{name_of(fit_of(row))});
    }

public:
    void formulas_give_what_a_text_states()
    {
        constexpr Row k_rows[] = {
            {"Nine crews of 14 and a cook make |127| people.", "[Nine] * [14] + 1", Fit::right},
            {"Nine crews of 14 and a cook make |137| people.", "[Nine] * [14] + 1", Fit::wrong},
            {"We drove 12 km, then 9 and 14: |35 km|.", "[12 km] + [9] + [14]", Fit::right},
            {"Of 24 jars 124 lids fit, so each has |5| and four are left.", "[124] / [24]",
             Fit::right},
            {"Room 1,024 has 24 chairs in 2 rows, |12| a row.", "[24] / [2]", Fit::right},
            {"Rent rose from $840 to $882, by |5%|.", "change([$840], [$882])", Fit::right},
            {"Rent rose from $840 to $882, by |8%|.", "change([$840], [$882])", Fit::wrong},
            {"Of 320 forms 48 (|15%|) were blank.", "[48] / [320]", Fit::right},
            {"Of 320 forms 48 (|18%|) were blank.", "[48] / [320]", Fit::wrong},
            {"It cost 60 euros; with 15% off it is |51 euros|.", "[60 euros] * (1 - [15%])",
             Fit::right},
            {"It cost 60 euros; with 15% off it is |54 euros|.", "[60 euros] * (1 - [15%])",
             Fit::wrong},
            {"The bag weighs 12 kg (|26.5 lb|).", "[12 kg]", Fit::right},
            {"The bag weighs 12 kg (|36.5 lb|).", "[12 kg]", Fit::wrong},
            {"A box of 50 \u00d7 40 \u00d7 30 cm holds |60 litres|.", "[50 \u00d7 40 \u00d7 30 cm]",
             Fit::right},
            {"A box of 50 \u00d7 40 \u00d7 30 cm holds |80 litres|.", "[50 \u00d7 40 \u00d7 30 cm]",
             Fit::wrong},
            {"She ran 21 km in 1 h 45 min, |12 km/h|.", "[21 km] / [1 h 45 min]", Fit::right},
            {"She ran 21 km in 1 h 45 min, |14 km/h|.", "[21 km] / [1 h 45 min]", Fit::wrong},
            {"The scores 7, 9 and 14 average |10|.", "mean([7], [9], [14])", Fit::right},
            {"Of 3, 11 and 40 the median is |14|.", "median([3], [11], [40])", Fit::wrong},
            {"Sent on 3 May 2024, due 30 days later, on |2 June 2024|.", "[3 May 2024] + [30 days]",
             Fit::right},
            {"Sent on 3 May 2024, due 30 days later, on |4 June 2024|.", "[3 May 2024] + [30 days]",
             Fit::wrong},
            {"A lease from 1 March 2023 for two years ends on |28 February 2025|.",
             "[1 March 2023] + [two years]", Fit::right},
            {"From 2 March 2020 to 16 March 2020 it rained, |14 days|.",
             "days([2 March 2020], [16 March 2020])", Fit::right},
            {"The fair opens on |Friday|, 22 October 2027.", "weekday([22 October 2027])",
             Fit::right},
            {"The fair opens on |Monday|, 22 October 2027.", "weekday([22 October 2027])",
             Fit::wrong},
            {"Born on 14 August 1951, he died on 2 March 2020, aged |68|.",
             "age([14 August 1951], [2 March 2020])", Fit::right},
            {"Born on 14 August 1951, he died on 2 March 2020, aged |69|.",
             "age([14 August 1951], [2 March 2020])", Fit::wrong},
            {"The shift from 21:40 to 05:10 took |7 hours 30 minutes|.", "span([21:40], [05:10])",
             Fit::right},
            {"The shift from 21:40 to 05:10 took |8 hours 30 minutes|.", "span([21:40], [05:10])",
             Fit::wrong},
            {"The talk at 16:00 CET (|10:00 EST|) is free.", "[16:00 CET]", Fit::right},
            {"The talk at 16:00 CET (|11:00 EST|) is free.", "[16:00 CET]", Fit::wrong},
            {"The club, founded in 1903, had its |120th| birthday in 2023.", "[2023] - [1903]",
             Fit::right},
            {"We cover |four| risks: frost, theft and late delivery.",
             "count([frost], [theft], [late delivery])", Fit::wrong},
            {"Pages 12 to 19 are |eight| pages.", "inclusive([12], [19])", Fit::right},
            {"She won 11-7, 9-11, 11-8, so it ended |2-1|.", "won([11-7], [9-11], [11-8])",
             Fit::right},
            {"She won 11-7, 9-11, 11-8, so it ended |3-1|.", "won([11-7], [9-11], [11-8])",
             Fit::wrong},
            {"Ulm has 38 ha, Elk 41: |Ulm is larger|.", "[38] > [41]", Fit::wrong},
            {"In 52:10, 51:40 and 53:05 he came |first|.", "rank([53:05], [52:10], [51:40])",
             Fit::right},
            {"Der Zaun kostet 420 Euro, das Tor 187,50 Euro, zusammen |607,50 Euro|.",
             "[420 Euro] + [187,50 Euro]", Fit::right},
        };
        expect_all(k_rows);
    }

    void what_cannot_be_computed_says_nothing()
    {
        constexpr Row k_rows[] = {
            {"It weighs 12 kg and is |3 m| long.", "[12 kg]", Fit::nothing},
            {"It weighs 12 kg and is |3 m| long.", "[12 kg] + [2 m]", Fit::nothing},
            {"Four boxes of 12 kg are |48 kg|.", "[Four] * [13 kg]", Fit::nothing},
            {"Four boxes of 12 kg are |48 kg|.", "[48 kg]", Fit::nothing}, // itself
            {"Four boxes of 12 kg are |48 kg|.", "[Four] * 17", Fit::nothing},
            {"Four boxes of 12 kg are |48 kg|.", "[12 kg] / ([Four] - 2 * 2)", Fit::nothing},
            {"It costs $5 or 7 euros, |12 euros| in all.", "[$5] + [7 euros]", Fit::nothing},
            {"He came on 3 May 2024, a |Friday|.", "[3 May 2024] * 2", Fit::nothing},
            {"Sales were |12| in May.", "[May]", Fit::nothing},
            {"From 10% to 12% is |2|.", "change([10%], [12%])", Fit::nothing},
        };
        expect_all(k_rows);
    }

    void garbage_says_nothing()
    {
        const auto read = [](std::string_view) {
            return std::optional{verify::equations::count_of(7)};
        };
        const std::string deep = std::string(200, '(') + "[a]" + std::string(190, ')');
        const std::string many = "sum(" + std::string(60, 'x') + ")";
        for (const std::string_view formula : {"",
                                               " ",
                                               "[",
                                               "[a",
                                               "a]",
                                               "()",
                                               "[a] +",
                                               "* [a]",
                                               "[a] [b]",
                                               "sum",
                                               "sum(",
                                               "sum()",
                                               "sum([a])",
                                               "sum([a],)",
                                               "nothing([a])",
                                               "[a] = ",
                                               "[a] < [b] < [c]",
                                               "[a] == [b]",
                                               "2 ^ 41 * [a]",
                                               "[a] ^ [b] ^ [a] ^ [b] ^ [a]",
                                               "[a];[b]",
                                               "[a] \xff [b]",
                                               "3 + 3",
                                               "999999999999999999999 * [a]",
                                               deep.c_str(),
                                               many.c_str()})
            CPPUNIT_ASSERT_MESSAGE(std::string{formula}, !compute(formula, read));
        CPPUNIT_ASSERT(!compute(std::string(401, ' ') + "[a]", read));
        CPPUNIT_ASSERT(compute("[a] * 2", read));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(FormulaTest);

} // namespace
