// Statistical results as papers print them: "t(28) = 2.20, p = .03".
//
// APA's form and what people make of it: round or square brackets, commas or semicolons, chi2, X2,
// the Greek letter with 2 or a raised 2, any blanks, "ns" for p, thousands, e-notation, something
// else between statistic and p.
#pragma once

#include "base/json.hpp"
#include "reading/document.hpp"
#include "verify/law/words.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace verify::statistics {

enum class Statistic { t, f, chi_squared, r, z, q };

std::string_view name_of(Statistic statistic);

// Six significant digits: the same on every machine, and finer than any paper prints.
base::json::Ref six_digits(double value);

enum class Comparison { equal, less, greater };

// A number with how finely it was printed; `unit` is 0.01 for "2.20", 1 for "2".
struct Printed {
    double value = 0;
    double unit = 1;
    [[nodiscard]] double low() const { return value - unit / 2; }
    [[nodiscard]] double high() const { return value + unit / 2; }
};

struct TestResult {
    Statistic statistic = Statistic::t;
    double df1 = 0; // of F, and of what has one number of degrees of freedom
    double df2 = 0; // of F
    Comparison comparison = Comparison::equal;
    Printed value;
    Comparison p_comparison = Comparison::equal;
    std::optional<Printed> p; // nullopt: "ns"
    std::uint32_t begin = 0;  // bytes of the view: from the statistic to the end of p
    std::uint32_t p_begin = 0;
    std::uint32_t end = 0;
};

// Whether "1,104" is a thousand and more, or two numbers.
enum class Grouping { thousands, none };

// Reads a number at `at` and moves behind it: sign, digits with thousands, decimals under `mark`,
// "e-5", "x 10^-5". nullopt when none stands there, or it has more than 17 digits.
std::optional<Printed> read_printed(std::string_view text, std::size_t& at, DecimalMark mark,
                                    Grouping grouping = Grouping::thousands);

// "=", "<", ">" and their relatives with "or equal", and moves behind it.
std::optional<Comparison> read_comparison(std::string_view text, std::size_t& at);

void skip_blanks(std::string_view text, std::size_t& at);

// In the order of the text, outside code.
std::vector<TestResult> read_results(const Document& document);

} // namespace verify::statistics
