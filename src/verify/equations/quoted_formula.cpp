#include "verify/equations/quoted_formula.hpp"

#include "reading/ascii.hpp"
#include "verify/equations/grammar.hpp"

#include <algorithm>
#include <charconv>

namespace verify::equations {

namespace {

constexpr std::size_t k_most_bytes = 400;
constexpr std::size_t k_most_operands = 40;
constexpr int k_constants[] = {1, 2, 7, 10, 12, 24, 52, 60, 100, 365, 1000, 1024, 10000, 100000};

struct Part {
    Kind kind = Kind::stop;
    std::string_view text; // of a quote without its brackets
    bool is_quote = false;
};

struct FormulaSign {
    std::string_view text;
    Kind kind;
};
constexpr FormulaSign k_formula_signs[] = {
    {"<=", Kind::compares},  {">=", Kind::compares}, {"!=", Kind::compares},
    {"<", Kind::compares},   {">", Kind::compares},  {"=", Kind::compares},
    {"+", Kind::plus},       {"-", Kind::minus},     {"*", Kind::times},
    {"/", Kind::over},       {"^", Kind::power},     {"(", Kind::open},
    {")", Kind::close},      {",", Kind::comma},     {"\u2212", Kind::minus},
    {"\u00d7", Kind::times}, {"\u00f7", Kind::over}};

struct NamedOrder {
    std::string_view text;
    Order order;
};
constexpr NamedOrder k_orders[] = {{"<=", Order::at_most}, {">=", Order::at_least},
                                   {"!=", Order::unequal}, {"<", Order::less},
                                   {">", Order::greater},  {"=", Order::equal}};

// The length of the run at the front whose bytes all are so.
template <typename Is> std::size_t run_of(std::string_view text, Is is)
{
    return static_cast<std::size_t>(std::ranges::find_if_not(text, is) - text.begin());
}

// One part at the front of a text without blanks before it; nullopt: nothing that a formula has.
std::optional<Part> part_at(std::string_view rest, std::size_t& length)
{
    if (rest.front() == '[') {
        const auto close = rest.find(']');
        if (close == std::string_view::npos) return std::nullopt;
        length = close + 1;
        return Part{Kind::number, rest.substr(1, close - 1), true};
    }
    if (reading::is_digit(rest.front())) {
        length = run_of(rest, reading::is_digit);
        return Part{Kind::number, rest.substr(0, length)};
    }
    if (reading::is_letter(rest.front())) {
        length = run_of(
            rest, [](char c) { return reading::is_letter(c) || reading::is_digit(c) || c == '_'; });
        return Part{Kind::function, rest.substr(0, length)};
    }
    for (const auto& symbol : k_formula_signs) {
        if (!rest.starts_with(symbol.text)) continue;
        length = symbol.text.size();
        return Part{symbol.kind, symbol.text};
    }
    return std::nullopt;
}

// Empty: no formula.
std::vector<Part> parts_of(std::string_view formula)
{
    std::vector<Part> out;
    if (formula.size() > k_most_bytes) return {};
    std::size_t operands = 0;
    while (!formula.empty()) {
        if (reading::is_blank(formula.front())) {
            formula.remove_prefix(1);
            continue;
        }
        std::size_t length = 0;
        const auto part = part_at(formula, length);
        if (!part) return {};
        if (part->kind == Kind::number) ++operands;
        if (operands > k_most_operands) return {};
        out.push_back(*part);
        formula.remove_prefix(length);
    }
    return out;
}

std::optional<Datum> constant(std::string_view digits)
{
    int value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (read.ec != std::errc{} || std::ranges::find(k_constants, value) == std::end(k_constants))
        return std::nullopt;
    return count_of(value);
}

class Quoted {
public:
    using Value = Datum;
    using Result = std::optional<Datum>;

    Quoted(std::span<const Part> parts, const ReadQuote& read, MoreFunctions more)
        : m_parts{parts}, m_read{read}, m_more{more}
    {
    }

    [[nodiscard]] std::size_t size() const { return m_parts.size(); }
    [[nodiscard]] Kind kind(std::size_t at) const { return m_parts[at].kind; }
    [[nodiscard]] std::string_view text(std::size_t at) const { return m_parts[at].text; }
    static bool may_add(std::size_t /*begin*/, std::size_t /*end*/) { return true; }
    static bool is_implied(std::size_t /*at*/) { return false; }
    static bool binds_sign() { return false; }

    Result operand(std::size_t& at) const
    {
        const Part& part = m_parts[at++];
        return part.is_quote ? m_read(part.text) : constant(part.text);
    }

    static Result add(const Datum& left, const Datum& right)
    {
        return equations::add(left, right, 1);
    }
    static Result subtract(const Datum& left, const Datum& right)
    {
        return equations::add(left, right, -1);
    }
    static Result multiply(const Datum& left, const Datum& right)
    {
        return equations::multiply(left, right);
    }
    static Result divide(const Datum& left, const Datum& right)
    {
        return equations::divide(left, right);
    }
    static Result raise(const Datum& base, const Datum& exponent)
    {
        return equations::raise(base, exponent);
    }
    static Result negate(const Datum& value)
    {
        return value.is_number() ? equations::multiply(value, count_of(-1)) : std::nullopt;
    }
    static Result root(const Datum& /*value*/) { return std::nullopt; }

    [[nodiscard]] Result call(std::size_t name, const std::vector<Datum>& arguments) const
    {
        auto out = equations::call(text(name), arguments);
        return !out && m_more != nullptr ? m_more(text(name), arguments) : out;
    }

private:
    std::span<const Part> m_parts;
    const ReadQuote& m_read;
    MoreFunctions m_more;
};

} // namespace

std::optional<Computed> compute(std::string_view formula, const ReadQuote& read, MoreFunctions more)
{
    const auto parts = parts_of(formula);
    Quoted quoted{parts, read, more};
    Grammar grammar{quoted};
    auto left = grammar.expression();
    if (!left) return std::nullopt;
    const auto sign = grammar.take();
    if (!sign) return Computed{std::move(*left)};
    const auto* order = std::ranges::find(k_orders, quoted.text(*sign), &NamedOrder::text);
    if (quoted.kind(*sign) != Kind::compares || order == std::end(k_orders)) return std::nullopt;
    const auto right = grammar.expression();
    if (!right || grammar.take()) return std::nullopt;
    const auto truth = equations::holds(*left, order->order, *right);
    return truth ? std::optional{Computed{std::move(*left), truth}} : std::nullopt;
}

std::vector<std::string_view> quotes_of(std::string_view formula)
{
    std::vector<std::string_view> out;
    for (const auto& part : parts_of(formula))
        if (part.is_quote) out.push_back(part.text);
    return out;
}

std::string printed_formula(std::string_view formula)
{
    std::string out;
    bool is_quote = false;
    for (const char c : formula) {
        if (c == '[' || c == ']')
            is_quote = c == '[';
        else if (c == '*' && !is_quote)
            out += "\u00d7";
        else
            out += c;
    }
    return out;
}

} // namespace verify::equations
