#include "support/random_formulas.hpp"

#include "base/concat.hpp"

#include <sstream>

namespace tests {

namespace {

// Figures of the text, alone and with the word behind them.
std::vector<std::string> figures_of(std::string_view text)
{
    std::vector<std::string> out;
    std::istringstream words{std::string{text}};
    std::string before;
    for (std::string word; words >> word;) {
        const bool is_closed = word.size() > 1 && (word.back() == '.' || word.back() == ',');
        if (is_closed) word.pop_back();
        if (!before.empty()) out.push_back(base::concat(before, ' ', word));
        before.clear();
        if (word.front() < '0' || word.front() > '9') continue;
        out.push_back(word);
        if (!is_closed) before = word;
    }
    return out;
}

} // namespace

std::vector<Known> random_formulas(std::string_view text, std::size_t count, std::mt19937& random)
{
    const auto figures = figures_of(text);
    std::vector<Known> out;
    if (figures.empty()) return out;
    const auto below = [&](std::size_t bound) { return random() % bound; };
    const auto operand = [&] { return base::concat('[', figures[below(figures.size())], ']'); };
    constexpr std::string_view k_signs[] = {" + ", " - ", " * ", " / ", " > "};
    constexpr std::string_view k_functions[] = {"sum", "mean", "max", "change", "days", "count"};
    for (std::size_t i = 0; i < count; ++i) {
        std::string formula = operand();
        for (std::size_t k = below(3); k > 0; --k)
            formula += base::concat(k_signs[below(std::size(k_signs))], operand());
        if (below(4) == 0)
            formula = base::concat(k_functions[below(std::size(k_functions))], '(', operand(), ", ",
                                   operand(), ')');
        out.push_back({.quote = figures[below(figures.size())], .formula = std::move(formula)});
    }
    return out;
}

} // namespace tests
