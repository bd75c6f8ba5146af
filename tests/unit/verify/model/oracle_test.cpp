// What a model is worth that knows the planted errors of texts, and what its noise costs: it points
// at an error with the chance r, and at q more places of each text that have nothing to do with it.
// Of errors that are no calculation (dates, spans of time, words) it says nothing here.
// ASSAY_ORACLE_TABLE=1 prints the table over all development sets (make accuracy-model).
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "cli/llm_sets.hpp"
#include "support/scripted_model.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <random>

namespace {

namespace json = base::json;
using tests::Pointed;
using tests::ShownSheet;

constexpr const char* k_operations[] = {"sum",      "difference", "product", "share",
                                        "quotient", "change",     "mean"};

std::vector<cli::BenchCase> cases_of(const std::string& set)
{
    const auto file =
        base::read_file(base::concat("tests/accuracy/sets/", set, ".jsonl"), 1U << 22U);
    auto out = cli::read_set(file);
    CPPUNIT_ASSERT_MESSAGE(out ? std::string{} : out.error(), out.has_value());
    return std::move(*out);
}

// A wrong text's piece, and what stands there in the right one.
struct Twin {
    std::string quote;
    std::string instead;
};

// Texts of a set with their twins.
struct Known {
    cli::BenchCase text;
    std::optional<Twin> twin{};
};

std::vector<Known> known(const std::vector<cli::BenchCase>& cases)
{
    std::vector<Known> out;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        out.push_back({cases[i]});
        if (!cases[i].is_wrong || i + 1 == cases.size()) continue;
        // What differs is one piece: what stands before it and behind it is the same.
        const std::string& wrong = cases[i].text;
        const std::string& right = cases[i + 1].text;
        const auto at = wrong.find(cases[i].quote);
        const auto behind = wrong.size() - at - cases[i].quote.size();
        if (right.size() > at + behind)
            out.back().twin = {cases[i].quote, right.substr(at, right.size() - at - behind)};
    }
    return out;
}

class Oracle {
public:
    // The same seed gives the same answers.
    Oracle(double recall, int noise, std::uint32_t seed = 7)
        : m_recall{recall}, m_noise{noise}, m_random{seed}
    {
    }

    tests::Asked review(const Known& each)
    {
        const bool points = each.twin && draw() < m_recall;
        tests::ScriptedModel model{[&](const llm::Question& question) {
            // It agrees with itself.
            if (question.material.starts_with("Item "))
                return tests::answers_text(question.material, "no");
            const ShownSheet sheet{question.material};
            std::vector<Pointed> all;
            if (points) add_error(sheet, *each.twin, all);
            const std::size_t known = all.size();
            for (int i = 0;
                 i < 20 * m_noise && all.size() < known + static_cast<std::size_t>(m_noise); ++i)
                add(sheet, any_number(sheet), all);
            all.resize(std::min<std::size_t>(all.size(), 39));
            return tests::honest_text(sheet, std::move(all));
        }};
        return tests::review_by(model, each.text.text);
    }

private:
    double draw() { return std::uniform_real_distribution<>{0, 1}(m_random); }
    std::size_t below(std::size_t bound) { return m_random() % bound; }

    // Of no sentence of the service's.
    int any_number(const ShownSheet& sheet)
    {
        const int number = 1 + static_cast<int>(below(sheet.numbers.size()));
        const int in = sheet.numbers.at(number).second;
        return in == sheet.wrong || in == sheet.right ? 0 : number;
    }

    // A number with others, of which it is said to be made in one way or another.
    void add(const ShownSheet& sheet, int number, std::vector<Pointed>& all)
    {
        if (number == 0) return;
        const int in = sheet.numbers.at(number).second;
        Pointed out{.kind = "calculation",
                    .sentences = {in},
                    .quotes = {sheet.sentences.at(in).substr(0, 100)},
                    .operation = k_operations[below(std::size(k_operations))],
                    .result = number};
        for (std::size_t i = 1 + below(4); i > 0; --i) {
            const int operand = any_number(sheet);
            if (operand != 0 && operand != number &&
                std::find(out.operands.begin(), out.operands.end(), operand) == out.operands.end())
                out.operands.push_back(operand);
        }
        if (!out.operands.empty()) all.push_back(std::move(out));
    }

    // It knows the right text, and so which number is wrong and what it is made of.
    void add_error(const ShownSheet& sheet, const Twin& twin, std::vector<Pointed>& all)
    {
        for (const auto& [number, written] : sheet.numbers) {
            const auto& sentence = sheet.sentences.at(written.second);
            if (twin.quote.find(written.first) == std::string::npos ||
                sentence.find(twin.quote.substr(0, 12)) == std::string::npos)
                continue;
            for (const double meant : values_in(twin.instead)) {
                Pointed out{.kind = "calculation",
                            .sentences = {written.second},
                            .quotes = {sentence.substr(0, 100)},
                            .result = number};
                if (!make_of(sheet, number, meant, out)) continue;
                all.push_back(std::move(out));
                return;
            }
        }
    }

    // By what comes of some numbers one way or another.
    static std::string operation_of(double sum, double product, double rest, int count,
                                    const std::function<bool(double)>& is_it)
    {
        if (is_it(sum)) return "sum";
        if (is_it(sum / count)) return "mean";
        if (is_it(rest) || (count == 2 && is_it(-rest))) return "difference";
        if (is_it(product)) return "product";
        const double left = (sum + rest) / 2;
        const double right = (sum - rest) / 2;
        if (count != 2 || left == 0 || right == 0) return "none";
        if (is_it(100 * left / right) || is_it(100 * right / left)) return "share";
        if (is_it(std::abs(100 * (right - left) / left))) return "change";
        return is_it(left / right) || is_it(right / left) ? "quotient" : "none";
    }

    // Which operation on which numbers gives `meant`; false: none that it knows.
    static bool make_of(const ShownSheet& sheet, int number, double meant, Pointed& out)
    {
        std::vector<std::pair<int, double>> others;
        for (const auto& [each, written] : sheet.numbers)
            if (each != number && written.second != sheet.wrong && written.second != sheet.right)
                for (const double value : values_in(written.first))
                    others.emplace_back(each, value);
        if (others.size() > 14) return false;
        const auto is_it = [&](double value) {
            return std::abs(value - meant) <= std::max(0.006 * std::abs(meant), 0.005);
        };
        for (unsigned set = 1; set < 1U << others.size(); ++set) {
            double sum = 0;
            double product = 1;
            double rest = 0;
            int count = 0;
            out.operands.clear();
            for (std::size_t i = 0; i < others.size(); ++i) {
                if ((set >> i & 1U) == 0) continue;
                rest = count == 0 ? others[i].second : rest - others[i].second;
                sum += others[i].second;
                product *= others[i].second;
                ++count;
                out.operands.push_back(others[i].first);
            }
            if (count < 2 || count > 6) continue;
            out.operation = operation_of(sum, product, rest, count, is_it);
            if (out.operation != "none") return true;
        }
        return false;
    }

    // Numbers as they are written with digits: "2,180" is one.
    static std::vector<double> values_in(std::string_view text)
    {
        std::vector<double> out;
        std::string digits;
        const auto close = [&] {
            if (!digits.empty() && digits.front() != '.') out.push_back(std::stod(digits));
            digits.clear();
        };
        for (std::size_t i = 0; i < text.size(); ++i) {
            const char each = text[i];
            const bool goes_on = i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9';
            const bool is_digit = each >= '0' && each <= '9';
            const bool is_point =
                each == '.' && !digits.empty() && goes_on && digits.find('.') == std::string::npos;
            if (is_digit || is_point)
                digits += each;
            else if (each != ',' || digits.empty() || !goes_on)
                close();
        }
        close();
        return out;
    }

    double m_recall;
    int m_noise;
    std::mt19937 m_random;
};

struct Counts {
    int wrong = 0; // texts that the built-in critics find nothing in
    int found = 0; // wrong texts with a finding that was pointed at
    int held = 0;  // wrong texts with an opinion
    int right = 0;
    int called_wrong = 0; // right texts with such a finding
};

Counts count(const std::vector<Known>& cases, double recall, int noise)
{
    Oracle oracle{recall, noise};
    Counts out;
    for (const auto& each : cases) {
        const auto asked = oracle.review(each);
        // Of what rules find already a model has nothing to add.
        if (each.text.is_wrong && !tests::own_findings(asked.artifact.get()).empty()) continue;
        const bool is_found = tests::pointed_findings(asked.artifact.get()) > 0;
        const bool is_held =
            json_array_size(json::array_member(asked.artifact.get(), "opinions")) > 0;
        const bool is_wrong = each.text.is_wrong;
        ++(is_wrong ? out.wrong : out.right);
        if (is_found) ++(is_wrong ? out.found : out.called_wrong);
        if (is_wrong && is_held) ++out.held;
    }
    return out;
}

class OracleTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(OracleTest);
    CPPUNIT_TEST(noise_makes_no_findings);
    CPPUNIT_TEST(what_it_knows_is_found_or_held);
    CPPUNIT_TEST(the_table);
    CPPUNIT_TEST_SUITE_END();

public:
    void noise_makes_no_findings()
    {
        const auto quiet = count(known(cases_of("twins_third_dev")), 0, 30);
        CPPUNIT_ASSERT_EQUAL(100, quiet.right);
        CPPUNIT_ASSERT(quiet.called_wrong <= 1);
    }

    void what_it_knows_is_found_or_held()
    {
        const auto cases = known(cases_of("twins_third_dev"));
        const auto nothing = count(cases, 0, 0);
        const auto all = count(cases, 1, 0);
        CPPUNIT_ASSERT_EQUAL(0, nothing.found + nothing.held);
        CPPUNIT_ASSERT(all.found > 0 && all.held > 2);
        CPPUNIT_ASSERT_EQUAL(0, all.called_wrong);
    }

    void the_table()
    {
        if (std::getenv("ASSAY_ORACLE_TABLE") == nullptr) return;
        std::vector<cli::BenchCase> cases;
        for (const char* set : {"twins_first_dev", "twins_second_dev", "twins_third_dev"})
            for (auto& each : cases_of(set)) cases.push_back(std::move(each));
        std::cout << "\nrecall  noise  found of wrong  held of wrong  right called wrong\n";
        for (const double recall : {0.0, 0.25, 0.5, 0.75, 1.0})
            for (const int noise : {0, 10, 30}) {
                const auto row = count(known(cases), recall, noise);
                std::cout << std::setw(6) << recall << std::setw(7) << noise << std::setw(10)
                          << row.found << "/" << row.wrong << std::setw(11) << row.held << "/"
                          << row.wrong << std::setw(14) << row.called_wrong << "/" << row.right
                          << std::endl;
            }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(OracleTest);

} // namespace
