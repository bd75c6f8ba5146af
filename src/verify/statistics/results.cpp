#include "verify/statistics/results.hpp"

#include "reading/ascii.hpp"

#include <array>
#include <cmath>
#include <utility>

namespace verify::statistics {

namespace {

// Something else may stand between a statistic and its p: an effect size, an interval.
constexpr std::size_t k_reach_of_p = 90;
constexpr std::size_t k_most_digits = 17;

struct Head {
    std::string_view word;
    Statistic statistic;
};
// The longer ones first.
constexpr Head k_heads[] = {{"chi-squared", Statistic::chi_squared},
                            {"chi-square", Statistic::chi_squared},
                            {"chi squared", Statistic::chi_squared},
                            {"chi square", Statistic::chi_squared},
                            {"chi2", Statistic::chi_squared},
                            {"chi^2", Statistic::chi_squared},
                            {"\u03c7\u00b2", Statistic::chi_squared},
                            {"\u03c72", Statistic::chi_squared},
                            {"\u03c7^2", Statistic::chi_squared},
                            {"X\u00b2", Statistic::chi_squared},
                            {"X2", Statistic::chi_squared},
                            {"X^2", Statistic::chi_squared},
                            {"Qwithin", Statistic::q},
                            {"Qbetween", Statistic::q},
                            {"Q-within", Statistic::q},
                            {"Q-between", Statistic::q},
                            {"Qw", Statistic::q},
                            {"Qb", Statistic::q},
                            {"Q", Statistic::q},
                            {"t", Statistic::t},
                            {"F", Statistic::f},
                            {"r", Statistic::r},
                            {"z", Statistic::z},
                            {"Z", Statistic::z}};

bool starts_at(std::string_view text, std::size_t at, std::string_view word)
{
    return text.substr(at, word.size()) == word;
}

const Head* head_at(std::string_view text, std::size_t at)
{
    if (at > 0 && (reading::is_letter(text[at - 1]) || reading::is_digit(text[at - 1]) ||
                   text[at - 1] == '_'))
        return nullptr;
    for (const auto& head : k_heads)
        if (starts_at(text, at, head.word)) return &head;
    return nullptr;
}

class Parser {
public:
    Parser(std::string_view text, DecimalMark mark) : m_text{text}, m_mark{mark} {}

    // The result whose statistic begins at `at`.
    std::optional<TestResult> result(std::size_t at)
    {
        const Head* head = head_at(m_text, at);
        if (head == nullptr) return std::nullopt;
        TestResult out;
        out.statistic = head->statistic;
        out.begin = static_cast<std::uint32_t>(at);
        at += head->word.size();
        skip_blanks(m_text, at);
        if (!degrees(out, at)) return std::nullopt;
        skip_blanks(m_text, at);
        const auto comparison = read_comparison(m_text, at);
        if (!comparison) return std::nullopt;
        out.comparison = *comparison;
        skip_blanks(m_text, at);
        const auto value = read_printed(m_text, at, m_mark);
        if (!value) return std::nullopt;
        out.value = *value;
        return probability(out, at) ? std::optional{out} : std::nullopt;
    }

private:
    // "(28)", "(2, 28)", "[28]", "(1, N = 129)"; z may have none.
    bool degrees(TestResult& out, std::size_t& at)
    {
        const char open = at < m_text.size() ? m_text[at] : '\0';
        if (open != '(' && open != '[') return out.statistic == Statistic::z;
        const char close = open == '(' ? ')' : ']';
        ++at;
        std::array<double, 2> numbers{};
        std::size_t count = 0;
        for (;;) {
            skip_blanks(m_text, at);
            named(at);
            // A comma parts degrees of freedom.
            const auto number = read_printed(m_text, at, m_mark, Grouping::none);
            if (!number || count == 2) return false;
            numbers[count++] = number->value;
            skip_blanks(m_text, at);
            if (at >= m_text.size()) return false;
            if (m_text[at] == close) break;
            if (m_text[at] != ',' && m_text[at] != ';') return false;
            ++at;
            skip_blanks(m_text, at);
            if (is_sample_size(at)) {
                while (at < m_text.size() && m_text[at] != close) ++at;
                if (at == m_text.size()) return false;
                break;
            }
        }
        ++at;
        out.df1 = numbers[0];
        out.df2 = numbers[1];
        return out.statistic == Statistic::z || count == (out.statistic == Statistic::f ? 2U : 1U);
    }

    // "df = 28", "df=28"
    void named(std::size_t& at) const
    {
        if (!starts_at(m_text, at, "df")) return;
        std::size_t behind = at + 2;
        skip_blanks(m_text, behind);
        if (behind < m_text.size() && m_text[behind] == '=') {
            at = behind + 1;
            skip_blanks(m_text, at);
        }
    }

    [[nodiscard]] bool is_sample_size(std::size_t at) const
    {
        return at < m_text.size() && (m_text[at] == 'N' || m_text[at] == 'n');
    }

    // The p that belongs to the statistic that ends at `at`.
    bool probability(TestResult& out, std::size_t at)
    {
        const std::size_t last = std::min(m_text.size(), at + k_reach_of_p);
        bool first = true;
        for (; at < last; ++at) {
            if (m_text[at] == '\n' && at + 1 < last && m_text[at + 1] == '\n') return false;
            const bool sentence = m_text[at] == '.' && at + 2 < last && m_text[at + 1] == ' ' &&
                                  reading::is_upper(m_text[at + 2]);
            if (sentence) return false;
            const bool word =
                at > 0 && (reading::is_letter(m_text[at - 1]) || reading::is_digit(m_text[at - 1]));
            if (word) continue;
            if (not_significant(out, at)) return true;
            if ((m_text[at] == 'p' || m_text[at] == 'P') && p_at(out, at)) return true;
            // Another statistic before any p: this one has none.
            if (!first && head_at(m_text, at) != nullptr && opens_brackets(at)) return false;
            first = false;
        }
        return false;
    }

    [[nodiscard]] bool opens_brackets(std::size_t at) const
    {
        at += head_at(m_text, at)->word.size();
        skip_blanks(m_text, at);
        return at < m_text.size() && (m_text[at] == '(' || m_text[at] == '[');
    }

    bool p_at(TestResult& out, std::size_t at)
    {
        out.p_begin = static_cast<std::uint32_t>(at);
        ++at;
        if (starts_at(m_text, at, "-value")) at += 6;
        skip_blanks(m_text, at);
        const auto comparison = read_comparison(m_text, at);
        if (!comparison) return false;
        skip_blanks(m_text, at);
        const auto value = read_printed(m_text, at, m_mark);
        if (!value) return false;
        if (at < m_text.size() && m_text[at] == '%') return false;
        out.p_comparison = *comparison;
        out.p = value;
        out.end = static_cast<std::uint32_t>(at);
        return true;
    }

    bool not_significant(TestResult& out, std::size_t at) const
    {
        for (const std::string_view word : {"n.s.", "ns", "n.s"}) {
            if (!starts_at(m_text, at, word)) continue;
            const std::size_t end = at + word.size();
            if (end < m_text.size() &&
                (reading::is_letter(m_text[end]) || reading::is_digit(m_text[end])))
                continue;
            out.p_begin = static_cast<std::uint32_t>(at);
            out.p_comparison = Comparison::greater;
            out.end = static_cast<std::uint32_t>(end);
            return true;
        }
        return false;
    }

    std::string_view m_text;
    DecimalMark m_mark;
};

// The power of ten of "e-5", "x 10^-5", "\u00d7 10-5"; 0 where none stands.
int read_exponent(std::string_view text, std::size_t& at)
{
    std::size_t next = at;
    const auto sign_and_digits = [&]() -> int {
        const bool negative = next < text.size() && text[next] == '-';
        if (next < text.size() && (text[next] == '-' || text[next] == '+')) ++next;
        int out = 0;
        const std::size_t first = next;
        while (next < text.size() && reading::is_digit(text[next]) && next - first < 3)
            out = out * 10 + (text[next++] - '0');
        if (next == first) return 0;
        at = next;
        return negative ? -out : out;
    };
    if (next < text.size() && (text[next] == 'e' || text[next] == 'E')) {
        ++next;
        return sign_and_digits();
    }
    skip_blanks(text, next);
    const bool cross = starts_at(text, next, "\u00d7");
    if (!cross && !starts_at(text, next, "x ") && !starts_at(text, next, "x1") &&
        !starts_at(text, next, "*"))
        return 0;
    next += cross ? 2U : 1U;
    skip_blanks(text, next);
    if (!starts_at(text, next, "10")) return 0;
    next += 2;
    if (next < text.size() && text[next] == '^') ++next;
    return sign_and_digits();
}

} // namespace

base::json::Ref six_digits(double value)
{
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.6g", value);
    return base::json::value(std::strtod(buffer, nullptr));
}

std::string_view name_of(Statistic statistic)
{
    switch (statistic) {
    case Statistic::t: return "t";
    case Statistic::f: return "F";
    case Statistic::chi_squared: return "chi2";
    case Statistic::r: return "r";
    case Statistic::z: return "z";
    case Statistic::q: return "Q";
    }
    __builtin_unreachable();
}

void skip_blanks(std::string_view text, std::size_t& at)
{
    std::size_t skipped = 0;
    while (at < text.size() && reading::is_blank(text[at]) && skipped++ < 4) ++at;
}

std::optional<Comparison> read_comparison(std::string_view text, std::size_t& at)
{
    struct Sign {
        std::string_view sign;
        Comparison meaning;
    };
    constexpr Sign k_signs[] = {{"<=", Comparison::less},     {">=", Comparison::greater},
                                {"\u2264", Comparison::less}, {"\u2265", Comparison::greater},
                                {"=", Comparison::equal},     {"<", Comparison::less},
                                {">", Comparison::greater}};
    for (const auto& each : k_signs) {
        if (!starts_at(text, at, each.sign)) continue;
        at += each.sign.size();
        return each.meaning;
    }
    return std::nullopt;
}

std::optional<Printed> read_printed(std::string_view text, std::size_t& at, DecimalMark mark,
                                    Grouping grouping)
{
    const char point = mark == DecimalMark::point ? '.' : ',';
    const char group = mark == DecimalMark::point ? ',' : '.';
    std::size_t next = at;
    const bool negative = next < text.size() && text[next] == '-';
    if (next < text.size() && (text[next] == '-' || text[next] == '+')) ++next;
    double value = 0;
    std::size_t digits = 0;
    int places = 0;
    bool fraction = false;
    for (; next < text.size(); ++next) {
        const char c = text[next];
        if (reading::is_digit(c)) {
            value = value * 10 + (c - '0');
            places += fraction ? 1 : 0;
            if (++digits > k_most_digits) return std::nullopt;
        } else if (c == point && !fraction && next + 1 < text.size() &&
                   reading::is_digit(text[next + 1])) {
            fraction = true;
        } else if (c == group && grouping == Grouping::thousands && !fraction && digits > 0) {
            // Only a whole group: "11,455", never the comma of "2, 28".
            const bool whole = next + 3 < text.size() && reading::is_digit(text[next + 1]) &&
                               reading::is_digit(text[next + 2]) &&
                               reading::is_digit(text[next + 3]) &&
                               (next + 4 >= text.size() || !reading::is_digit(text[next + 4]));
            if (!whole) break;
        } else {
            break;
        }
    }
    if (digits == 0) return std::nullopt;
    const int exponent = read_exponent(text, next) - places;
    at = next;
    const double unit = std::pow(10.0, exponent);
    const double size = exponent < 0 ? value / std::pow(10.0, -exponent) : value * unit;
    return Printed{negative ? -size : size, unit};
}

std::vector<TestResult> read_results(const Document& document)
{
    std::vector<TestResult> out;
    const std::string_view whole = document.view.text;
    for (const auto& block : document.blocks) {
        if (block.kind == BlockKind::code) continue;
        const std::string_view block_text = whole.substr(0, block.end);
        Parser parser{block_text, document.mark};
        for (std::size_t at = block.begin; at < block.end; ++at) {
            auto found = parser.result(at);
            if (!found) continue;
            out.push_back(*found);
            at = found->end - 1;
        }
    }
    return out;
}

} // namespace verify::statistics
