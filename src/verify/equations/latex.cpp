#include "verify/equations/latex.hpp"

#include "reading/ascii.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace verify::equations {

namespace {

enum class Brace { other, group, blank, top, bottom };

constexpr std::pair<std::string_view, std::string_view> k_signs[] = {
    {"times", "*"}, {"cdot", "*"}, {"div", "/"}, {"approx", "\u2248"}, {"sqrt", "\u221a"}};
constexpr std::string_view k_fraction_names[] = {"frac", "dfrac", "tfrac"};
constexpr std::string_view k_layout_names[] = {"left", "right", "quad", "qquad"};
constexpr std::string_view k_thousands = "{,}";
constexpr std::size_t k_longest_formula = 500;
constexpr std::size_t k_longest_frame = 30; // "\begin{aligned}"

class Plain {
public:
    explicit Plain(std::string_view text) : m_text{text}, m_out{text} {}

    std::string run()
    {
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == '\\')
                command();
            else if (c == '{')
                open();
            else if (c == '}')
                close();
            else if (c == '$')
                dollar();
            else if (c == '&' && at(m_at + 1) == '=')
                blank(1);
            else
                other(c);
        }
        return std::move(m_out);
    }

private:
    [[nodiscard]] char at(std::size_t place) const
    {
        return place < m_text.size() ? m_text[place] : '\0';
    }

    void blank(std::size_t length)
    {
        std::fill_n(m_out.begin() + static_cast<std::ptrdiff_t>(m_at), length, ' ');
        m_at += length;
    }

    void sign(std::size_t length, std::string_view plain)
    {
        const std::size_t begin = m_at;
        blank(length);
        m_out.replace(begin, plain.size(), plain);
    }

    void other(char c)
    {
        if (c == '\n' && at(m_at + 1) == '\n') m_braces.clear();
        ++m_at;
    }

    void command()
    {
        const auto end =
            std::find_if(m_text.begin() + static_cast<std::ptrdiff_t>(m_at) + 1, m_text.end(),
                         [](char c) { return !reading::is_letter(c) || (c & 0x80) != 0; });
        const auto name =
            m_text.substr(m_at + 1, static_cast<std::size_t>(end - m_text.begin()) - m_at - 1);
        const std::size_t length = name.size() + 1;
        const bool has_part = at(m_at + length) == '{';
        if (name.empty()) return escape();
        if (const auto known =
                std::ranges::find(k_signs, name, [](auto& each) { return each.first; });
            known != std::end(k_signs)) {
            sign(length, known->second);
            if (name == "sqrt" && has_part) group(Brace::group, "(");
            return;
        }
        if (reading::is_one_of(name, k_layout_names)) return blank(length);
        if (has_part && reading::is_one_of(name, k_fraction_names)) {
            sign(length, "(");
            return group(Brace::top, "(");
        }
        const bool is_style =
            name.starts_with("text") || name.starts_with("math") || name == "boxed";
        if (has_part && is_style) {
            blank(length);
            return group(Brace::blank, " ");
        }
        const bool is_frame = name == "begin" || name == "end";
        const auto close = m_text.substr(m_at, k_longest_frame).find('}');
        if (has_part && is_frame && close != std::string_view::npos) return blank(close + 1);
        m_at += length;
    }

    // "\%" and "\$" are the sign, "\(", "\]", "\," and "\\" only lay it out.
    void escape()
    {
        constexpr std::string_view k_layout_signs = "()[],;:! \\";
        const char c = at(m_at + 1);
        if (c == '%' || c == '$') {
            blank(1);
            ++m_at;
        } else if (c != '\0' && k_layout_signs.find(c) != std::string_view::npos) {
            blank(2);
        } else {
            ++m_at;
        }
    }

    // A brace of which is known what it is for.
    void group(Brace brace, std::string_view plain)
    {
        m_braces.push_back(brace);
        sign(1, plain);
    }

    void open()
    {
        const bool is_thousands = m_text.substr(m_at).starts_with(k_thousands) && m_at > 0 &&
                                  reading::is_digit(m_text[m_at - 1]) &&
                                  reading::is_digit(at(m_at + k_thousands.size()));
        if (is_thousands) return thousands();
        if (m_at > 0 && m_text[m_at - 1] == '^') return group(Brace::group, "(");
        m_braces.push_back(Brace::other);
        ++m_at;
    }

    // The digits behind move up to those before.
    void thousands()
    {
        std::string digits;
        const std::size_t begin = m_at;
        while (m_text.substr(m_at).starts_with(k_thousands) || reading::is_digit(at(m_at))) {
            const bool is_mark = !reading::is_digit(at(m_at));
            digits += is_mark ? ',' : at(m_at);
            m_at += is_mark ? k_thousands.size() : 1;
        }
        const std::size_t length = m_at - begin;
        m_at = begin;
        sign(length, digits);
    }

    void close()
    {
        const Brace brace = m_braces.empty() ? Brace::other : m_braces.back();
        if (!m_braces.empty()) m_braces.pop_back();
        switch (brace) {
        case Brace::other: ++m_at; return;
        case Brace::group: return sign(1, ")");
        case Brace::blank: return behind_words();
        case Brace::top:
            sign(1, ")");
            if (at(m_at) == '{') group(Brace::bottom, std::string_view{&k_over_open, 1});
            return;
        case Brace::bottom: return sign(1, std::string_view{&k_close_close, 1});
        }
    }

    // "\text{ m}^2" is a unit.
    void behind_words()
    {
        for (const auto& [power, plain] :
             {std::pair<std::string_view, std::string_view>{"}^2", "\u00b2"},
              {"}^{2}", "\u00b2"},
              {"}^3", "\u00b3"},
              {"}^{3}", "\u00b3"}})
            if (m_text.substr(m_at).starts_with(power)) return sign(power.size(), plain);
        blank(1);
    }

    // A dollar sign around a formula: the first has no blank behind it, the last none before it and
    // no digit behind, and both stand in one line.
    void dollar()
    {
        if (at(m_at + 1) == '$') return blank(2);
        if (m_at == m_end_of_formula) return blank(1);
        const auto near = m_text.substr(m_at, k_longest_formula);
        const auto line = near.substr(0, near.find('\n'));
        auto last = line.find('$', 1);
        while (last < line.size() && line[last - 1] == '\\') last = line.find('$', last + 1);
        const bool is_formula =
            last < line.size() && !reading::is_blank(line[1]) &&
            !reading::is_blank(line[last - 1]) && !reading::is_digit(at(m_at + last + 1)) &&
            line.substr(0, last).find_first_of("\\=^") != std::string_view::npos;
        if (!is_formula) {
            ++m_at;
            return;
        }
        m_end_of_formula = m_at + last;
        blank(1);
    }

    std::string_view m_text;
    std::string m_out;
    std::size_t m_at = 0;
    std::size_t m_end_of_formula =
        std::string_view::npos;  // where the dollar sign stands that ends it
    std::vector<Brace> m_braces; // open ones
};

} // namespace

std::string without_latex(std::string_view text)
{
    return Plain{text}.run();
}

std::uint32_t printed_length(std::string_view text, std::string_view plain)
{
    const auto marks =
        text.find(k_thousands) == std::string_view::npos ? 0 : std::ranges::count(plain, ',');
    return static_cast<std::uint32_t>(plain.size() +
                                      (k_thousands.size() - 1) * static_cast<std::size_t>(marks));
}

} // namespace verify::equations
