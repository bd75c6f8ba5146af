#include "verify/outcome/formula_value.hpp"

#include "reading/ascii.hpp"

#include <charconv>
#include <cmath>

namespace verify::outcome {

namespace {

constexpr std::size_t k_most_numbers = 200;
constexpr int k_deepest = 20;

class Evaluator {
public:
    explicit Evaluator(std::string_view text) : m_rest{text} {}

    std::optional<FormulaValue> run()
    {
        const long double value = sum(0);
        skip();
        if (!m_is_sound || !m_rest.empty() || !std::isfinite(value)) return std::nullopt;
        return FormulaValue{value, std::move(m_numbers)};
    }

private:
    void skip()
    {
        while (!m_rest.empty() && m_rest.front() == ' ') m_rest.remove_prefix(1);
    }

    bool take(std::string_view sign)
    {
        skip();
        if (!m_rest.starts_with(sign)) return false;
        m_rest.remove_prefix(sign.size());
        return true;
    }

    long double sum(int depth)
    {
        long double out = product(depth);
        while (m_is_sound) {
            if (take("+"))
                out += product(depth);
            else if (take("-"))
                out -= product(depth);
            else
                break;
        }
        return out;
    }

    long double product(int depth)
    {
        long double out = signed_number(depth);
        while (m_is_sound) {
            if (take("*") || take("of "))
                out *= signed_number(depth);
            else if (take("/"))
                out /= signed_number(depth); // by zero: infinite, and so refused
            else
                break;
        }
        return out;
    }

    long double signed_number(int depth)
    {
        if (take("-")) return -number(depth);
        return number(depth);
    }

    long double number(int depth)
    {
        long double out = 0;
        if (take("(")) {
            if (depth < k_deepest) out = sum(depth + 1);
            m_is_sound = m_is_sound && depth < k_deepest && take(")");
        } else {
            double read = 0;
            skip();
            const char* const end = m_rest.data() + m_rest.size();
            const bool is_digit = !m_rest.empty() && reading::is_digit(m_rest.front());
            const auto told = std::from_chars(m_rest.data(), end, read);
            if (!is_digit || told.ec != std::errc{} || m_numbers.size() >= k_most_numbers) {
                m_is_sound = false;
                return 0;
            }
            m_rest.remove_prefix(static_cast<std::size_t>(told.ptr - m_rest.data()));
            m_numbers.push_back(read);
            out = read;
        }
        return take("%") ? out / 100 : out;
    }

    std::string_view m_rest;
    std::vector<long double> m_numbers;
    bool m_is_sound = true;
};

} // namespace

std::optional<FormulaValue> value_of_formula(std::string_view formula)
{
    return Evaluator{formula}.run();
}

} // namespace verify::outcome
