// Tables as values: heads, labels, years, units and cells.
#include "reading/tables.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace reading;

// "head:year:scale% ; label/section/year: cells": what a reader should take from the first table.
std::string described(const Table& table)
{
    std::string out;
    for (const auto& column : table.columns) {
        out += column.head;
        if (column.year) out += "@" + std::to_string(*column.year);
        if (column.measure.scale) out += "^" + std::to_string(*column.measure.scale);
        if (column.measure.is_percent) out += "%";
        out += "|";
    }
    for (const auto& row : table.rows) {
        out += " [" + row.label;
        if (!row.section.empty()) out += "<" + row.section;
        if (row.year) out += "@" + std::to_string(*row.year);
        out += "]";
        for (std::size_t c = 1; c < row.cells.size(); ++c) {
            const TableCell& cell = row.cells[c];
            out += c == 1 ? "" : ",";
            if (cell.kind == CellKind::number) out += exact_text(cell.number.value);
            if (cell.kind == CellKind::text) out += "t";
            if (cell.number.is_percent) out += "%";
        }
    }
    if (table.measure.scale) out += " ^" + std::to_string(*table.measure.scale);
    return out;
}

struct Row {
    std::string_view text;
    std::string_view expected;
};

class TablesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(TablesTest);
    CPPUNIT_TEST(labels_name_one_year_or_none);
    CPPUNIT_TEST(heads_and_captions_say_the_scale);
    CPPUNIT_TEST(cells_are_read_as_values);
    CPPUNIT_TEST(tables_of_all_forms_are_read);
    CPPUNIT_TEST(what_is_no_table_is_left);
    CPPUNIT_TEST_SUITE_END();

public:
    void labels_name_one_year_or_none()
    {
        constexpr Row k_rows[] = {
            {"2019", "2019"},       {"FY2019", "2019"},    {"December 31, 2019", "2019"},
            {"2018(1)", "2018"},    {"2,019", ""},         {"2019.5", ""},
            {"20190", ""},          {"2018 2019", ""},     {"1492", ""},
            {"Q4 of 1999", "1999"}, {"2018/2018", "2018"}, {"", ""},
            {"model 9000", ""},     {"FY19", "2019"},      {"ready 19", ""},
        };
        for (const auto& row : k_rows) {
            const auto year = year_of(row.text);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{row.text}, std::string{row.expected},
                                         year ? std::to_string(*year) : "");
        }
    }

    void heads_and_captions_say_the_scale()
    {
        constexpr Row k_rows[] = {
            {"(in thousands)", "3"},
            {"$ in millions", "6"},
            {"sales (us$ 000)", ""},
            {"$000", "3"},
            {"price in $", ""},
            {"growth (%)", "%"},
            {"in billions of euros", "9"},
            {"'000", "3"},
            {"room 000", ""},
            {"(amounts in thousands, except %)", "3%"},
            {"$m", "6"},
            {"m", ""},
            {"", ""},
        };
        for (const auto& row : k_rows) {
            const CellMeasure measure = measure_of(row.text);
            const std::string scale = measure.scale ? std::to_string(*measure.scale) : "";
            CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{row.text}, std::string{row.expected},
                                         scale + (measure.is_percent ? "%" : ""));
        }
    }

    void cells_are_read_as_values()
    {
        constexpr Row k_rows[] = {
            {"1,250", "1250"},
            {"(1,250)", "-1250"},
            {"$ (2,378.2)", "-2378.2"},
            {"$(5)", "-5"},
            {"-5", "-5"},
            {"\u22125", "-5"},
            {"(1.5)%", "-1.5%"},
            {"(1.5%)", "-1.5%"},
            {"12.5 %", "12.5%"},
            {"9,780(1)", "9780"},
            {"\u20ac 30", "30"},
            {"\u2014", ""},
            {"n/a", ""},
            {"", ""},
            {"3 - 1", "t"},
            {"27 (3)", "t"},
            {"9th", "9"},
            {"67 + 70", "t"},
            {"5 kg", "5"},
            {"**7**", "7"},
            {"(5", "t"},
        };
        for (const auto& row : k_rows) {
            const Document document{"| a | b | c |\n|---|---|---|\n| x | " + std::string{row.text} +
                                    " | 1 |\n| y | 0.5 | 2 |\n"};
            const auto tables = read_tables(document);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{row.text}, std::size_t{1}, tables.size());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{row.text},
                                         "a|b|c| [x]" + std::string{row.expected} + ",1 [y]0.5,2",
                                         described(tables.front()));
        }
    }

    void tables_of_all_forms_are_read()
    {
        constexpr Row k_rows[] = {
            {"| Item | 2019 | 2018 |\n|---|---|---|\n| Rent | 3 | 4 |",
             "item|2019@2019|2018@2018| [rent]3,4"},
            {"|  | Year ended June 30, |  |\n|---|---|---|\n|  | 2019 | 2018(1) |\n| Rent | 3 | 4 "
             "|",
             "|year ended june 30 2019@2019|2018 1@2018| [rent]3,4"},
            {"| June 30, |  |  |\n|---|---|---|\n| (In millions) | 2019 | 2018 |\n| Rent | $ 3 | 4 "
             "|\n| Power | 5 | 6 |",
             "june 30 in millions^6|2019@2019|2018@2018| [rent]3,4 [power]5,6 ^6"},
            {"| Fiscal year | Sales | Sales |\n|---|---|---|\n| ended | 2019 | 2018 |\n| Tea | 3 | "
             "4 |",
             "fiscal year ended|sales 2019@2019|sales 2018@2018| [tea]3,4"},
            {"|  |  | Due in |  |\n|---|---|---|---|\n| (in thousands) | 2020 | 2021 - 2022 | "
             "Total |\n| "
             "Rent | 3 | 4 | 7 |",
             "in thousands^3|2020@2020|due in 2021 2022|total| [rent]3,4,7 ^3"},
            {"| Firm | Ash | Elm |\n|---|---|---|\n| Founded | 1990 | 1995 |\n| Staff | 3 | 4 |",
             "firm|ash|elm| [founded]1990,1995 [staff]3,4"},
            {"| Item | Cost |\n|---|---|\n|  | ($ in thousands) |\n| Tea | 3 |",
             "item|cost in thousands^3| [tea]3"},
            {"| Item | Part |\n|---|---|\n|  | (%) |\n| Tea | 30 |\n| Milk | 70 |",
             "item|part%| [tea]30 [milk]70"},
            {"| Item | 2019 |\n|---|---|\n| Drinks: |  |\n| Tea | 3 |\n| Food: |  |\n| Pie | 4 |",
             "item|2019@2019| [tea<drinks]3 [pie<food]4"},
            {"| Year | Visits |\n|---|---|\n| 2018 | 300 |\n| 2019 | 310 |",
             "year|visits| [@2018]300 [@2019]310"},
            {"| Held at | Shares |\n|---|---|\n| Open at May 1, 2018 | 5 |\n| Sold | (2) |",
             "held at|shares| [open at may 1 2018@2018]5 [sold]-2"},
            {"Sales in thousands\n\n| Item | Sales |\n|---|---|\n| Tea | 3 |\n",
             "item|sales| [tea]3 ^3"},
            {"Take:\n\n```csv\nitem,price\ntea,3\npie,4\n```\n", "item|price| [tea]3 [pie]4"},
            {"<table><tr><th>Item</th><th>Price</th></tr><tr><td>Tea</td><td><b>3</b></td></tr>"
             "</table>",
             "item|price| [tea]3"},
            {"             2019    2018\nTea           300     410\nPie            50      60\n",
             "|2019@2019|2018@2018| [tea]300,410 [pie]50,60"},
            {"Item\tPrice\nTea\t3\nPie\t4\nBun\t5\n", "item|price| [tea]3 [pie]4 [bun]5"},
            // A row that is a bar and nothing else has one empty cell.
            {"| | Price |\n|---|---|\n|\n| Tea | 3 |\n", "|price| [] [tea]3"},
        };
        for (const auto& row : k_rows) {
            const Document document{row.text};
            const auto tables = read_tables(document);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{row.text}, std::size_t{1}, tables.size());
            CPPUNIT_ASSERT_EQUAL(std::string{row.expected}, described(tables.front()));
        }
    }

    void what_is_no_table_is_left()
    {
        std::string open = "<table>";
        while (open.size() < 200'000) open += "<tr><td>1";
        std::string gaps;
        while (gaps.size() < 200'000) gaps += "a  1\nb  2\n\n";
        for (const std::string& text :
             {std::string{}, std::string{"| a |"}, std::string{"One  two.\nThree  four.\n"},
              std::string{"<table><tr><td>1</td></tr></table>"}, open, gaps}) {
            const Document document{text};
            CPPUNIT_ASSERT_EQUAL(std::size_t{0}, read_tables(document).size());
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TablesTest);

} // namespace
