#include "verify/equations/signs.hpp"

#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "reading/number_scan.hpp"
#include "reading/units.hpp"
#include "verify/equations/latex.hpp"
#include "verify/equations/sign_words.hpp"

namespace verify::equations {

namespace {

bool is_word_byte(char c)
{
    const bool is_ascii = static_cast<unsigned char>(c) < 0x80;
    return is_ascii ? reading::is_letter(c) : static_cast<unsigned char>(c) >= 0xc3;
}

class Scanner {
public:
    Scanner(const Script& script, std::uint32_t begin, std::uint32_t end,
            const IsVariable& is_variable)
        : m_document{script.document}, m_text{std::string_view{script.text}.substr(0, end)},
          m_folded{std::string_view{script.folded}.substr(0, end)}, m_mark{m_document.mark},
          m_open_mark{m_document.mark_is_open},
          m_is_variable{is_variable}, m_at{begin}, m_begin{begin}, m_words{m_document}
    {
    }

    std::vector<Sign> run()
    {
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == ' ' || c == '\t' || c == '\r') {
                m_space = true;
                ++m_at;
            } else if (c == '\n') {
                line_end();
            } else {
                next();
                m_space = false;
            }
        }
        return std::move(m_signs);
    }

private:
    [[nodiscard]] bool starts(std::string_view text) const
    {
        return m_text.substr(m_at).starts_with(text);
    }

    [[nodiscard]] char at(std::size_t place) const
    {
        return place < m_text.size() ? m_text[place] : '\0';
    }

    [[nodiscard]] char before(std::size_t place) const
    {
        return place > m_begin ? m_text[place - 1] : '\0';
    }

    Sign& add(Kind kind, std::size_t length)
    {
        Sign sign;
        sign.kind = kind;
        sign.begin = m_at;
        sign.space_before = m_space;
        m_at = std::min<std::uint32_t>(m_at + static_cast<std::uint32_t>(length),
                                       static_cast<std::uint32_t>(m_text.size()));
        sign.end = m_at;
        m_signs.push_back(sign);
        return m_signs.back();
    }

    [[nodiscard]] bool after_operand() const
    {
        if (m_signs.empty()) return false;
        const Kind kind = m_signs.back().kind;
        return kind == Kind::number || kind == Kind::letter || kind == Kind::close;
    }

    [[nodiscard]] bool after_number() const
    {
        return !m_signs.empty() && m_signs.back().kind == Kind::number;
    }

    // A chain goes on in the next line behind an operator, or with an equals sign at its start.
    void line_end()
    {
        const auto next = m_text.find_first_not_of(" \t\r\n", m_at);
        const bool joined = !after_operand() && !m_signs.empty() &&
                            m_signs.back().kind != Kind::stop &&
                            m_signs.back().kind != Kind::question;
        const bool goes_on =
            next != std::string_view::npos && begins_with_equals(m_text.substr(next));
        if (!joined && !goes_on) add(Kind::stop, 1);
        m_at = static_cast<std::uint32_t>(next == std::string_view::npos ? m_text.size() : next);
        m_space = true;
    }

    void next()
    {
        const char c = m_text[m_at];
        if (const auto length = reading::number_length(m_text, m_at)) return number(length);
        if (const auto* fraction = fraction_at(m_text.substr(m_at))) return vulgar(*fraction);
        if (starts("\u00b2")) return superscript(2);
        if (starts("\u00b3")) return superscript(3);
        if (starts("\u00b0") && after_number()) return unit(2);
        if (c == '%' && after_number()) {
            m_signs.back().percent = true;
            m_signs.back().end = ++m_at;
            return;
        }
        if (c == '?') return question();
        if (starts("\u20ac") || starts("\u00a3") || c == '$')
            return currency(c == '$' ? 1 : starts("\u00a3") ? 2 : 3);
        if (c == ':' && m_space && at(m_at + 1) == ' ' && after_operand()) {
            add(Kind::over, 1);
            return;
        }
        if (const auto* symbol = symbol_at(m_text.substr(m_at))) return operation(*symbol);
        if (c == '`') return code();
        if (c == k_over_open || c == k_close_close) return fraction(c == k_over_open);
        if (reading::is_letter(c) || (c & 0x80) != 0) return word();
        add(Kind::stop, 1);
    }

    void fraction(bool goes_on)
    {
        add(goes_on ? Kind::over : Kind::close, 1);
        add(goes_on ? Kind::open : Kind::close, 0);
    }

    // What stands in it is not addressed.
    void code()
    {
        const auto close = m_text.find('`', m_at + 1);
        add(Kind::stop, close == std::string_view::npos ? 1 : close + 1 - m_at);
    }

    void question()
    {
        const bool asked = !m_signs.empty() && m_signs.back().kind == Kind::equals;
        add(asked ? Kind::question : Kind::stop, 1);
    }

    // "$5" and "5 €": what it is an amount of, and not how much.
    void currency(std::size_t length)
    {
        if (after_number() && reading::number_length(m_text, m_at + length) == 0)
            return unit(length);
        m_at += static_cast<std::uint32_t>(length);
        // The blank before it is one before the number.
        if (m_at < m_text.size() && reading::number_length(m_text, m_at) > 0) next();
    }

    void number(std::size_t length)
    {
        const auto lexeme = m_text.substr(m_at, length);
        const auto number = reading::read_number(lexeme, m_mark);
        const auto end = m_at + length;
        // A clock time, a date or a part number, and the digits of a longer name.
        const bool glued =
            is_word_byte(before(m_at)) || before(m_at) == '_' || before(m_at) == '#' ||
            (at(end) == ':' && reading::is_digit(at(end + 1))) ||
            (before(m_at) == ':' && m_at > m_begin + 1 && reading::is_digit(m_text[m_at - 2]));
        if (!number || glued) {
            add(Kind::stop, length);
            return;
        }
        const auto other = reading::read_number(
            lexeme, m_mark == DecimalMark::point ? DecimalMark::comma : DecimalMark::point);
        Sign& sign = add(Kind::number, length);
        sign.value = reading::to_rational(number->value);
        sign.place = number->place;
        sign.digits = static_cast<int>(length);
        sign.has_other = m_open_mark && other && !(*other == *number);
        sign.other = sign.has_other ? reading::to_rational(other->value) : sign.value;
        sign.other_place = sign.has_other ? other->place : sign.place;
        const auto printed = std::string_view{m_document.view.text}.substr(sign.begin, length);
        sign.end = sign.bare = m_at = sign.begin + printed_length(printed, lexeme);
    }

    void vulgar(const Fraction& fraction)
    {
        const Rational value{fraction.top, fraction.bottom};
        if (after_number() && !m_space && m_signs.back().value.get_den() == 1) {
            m_signs.back().value += value;
            m_signs.back().other += value;
            m_at += static_cast<std::uint32_t>(fraction.text.size());
            m_signs.back().end = m_signs.back().bare = m_at;
            return;
        }
        Sign& sign = add(Kind::number, fraction.text.size());
        sign.value = sign.other = value;
        sign.bare = sign.end;
    }

    // "5²" is a power, "5 cm²" an area.
    void superscript(int power)
    {
        if (!after_operand() || m_space) {
            add(Kind::stop, 2);
            return;
        }
        if (after_number() && !m_signs.back().unit.empty()) return unit(2);
        add(Kind::power, 0);
        Sign& sign = add(Kind::number, 2);
        sign.value = sign.other = power;
        sign.bare = sign.end;
    }

    // More of the unit of the number before.
    void unit(std::size_t length)
    {
        Sign& number = m_signs.back();
        const std::size_t begin = number.unit.empty() ? m_at : number.end - number.unit.size();
        m_at += static_cast<std::uint32_t>(length);
        number.unit = m_text.substr(begin, m_at - begin);
        number.end = m_at;
    }

    void operation(const SignWord& symbol)
    {
        const std::size_t length = symbol.text.size();
        const char behind = at(m_at + length);
        const char ahead = before(m_at);
        constexpr std::string_view k_joined = "=<>!:~+-*/";
        if (symbol.text == "=" && (k_joined.find(ahead) != std::string_view::npos ||
                                   behind == '=' || behind == '>' || behind == '~')) {
            add(Kind::stop, 1);
            return;
        }
        const bool doubled = (symbol.text == "*" || symbol.text == "/" || symbol.text == "+") &&
                             behind == symbol.text.front();
        if (doubled || (symbol.text == "-" && behind == '>')) {
            add(Kind::stop, 2);
            return;
        }
        // "60 km/h", "9 kg·m"
        const bool joins = symbol.kind == Kind::over || symbol.text == "\u00b7";
        if (joins && !m_space && after_number() && !m_signs.back().unit.empty() &&
            reading::is_letter(behind))
            return unit(length);
        const bool dot =
            symbol.text == "\u00b7" && reading::is_digit(ahead) && reading::is_digit(behind);
        Sign& sign = add(symbol.kind, length);
        sign.about = symbol.kind == Kind::equals && length > 1;
        sign.dot = dot;
    }

    [[nodiscard]] std::size_t word_end() const
    {
        std::size_t end = m_at;
        while (end < m_text.size() &&
               ((m_text[end] & 0x80) != 0 || is_word_byte(m_text[end]) ||
                (m_text[end] == '\'' && end > m_at && reading::is_letter(at(end + 1))))) {
            const auto rest = m_text.substr(end);
            if (rest.starts_with("\u00b2") || rest.starts_with("\u00b3") || symbol_at(rest)) break;
            ++end;
        }
        return std::max<std::size_t>(end, m_at + 1);
    }

    void word()
    {
        const auto rest = m_folded.substr(m_at);
        const SignWord* phrase = phrase_at(rest);
        if (const auto* known = phrase != nullptr ? phrase : result_at(rest, m_signs)) {
            add(known->kind, known->text.size());
            return;
        }
        const std::size_t end = word_end();
        const auto folded = m_folded.substr(m_at, end - m_at);
        const auto raw = m_text.substr(m_at, end - m_at);
        const bool is_greek = raw.size() == 2 && (raw[0] == '\xce' || raw[0] == '\xcf');
        if (raw.size() == 1 || is_greek) return letter(raw);
        if (after_number()) return behind_number(folded);
        if (const auto* quantity = m_words.at(m_at)) return number_in_words(*quantity);
        add(Kind::stop, raw.size());
    }

    [[nodiscard]] bool is_money(const Sign& number) const
    {
        const auto ahead = m_text.substr(0, number.begin);
        return ahead.ends_with('$') || ahead.ends_with("\u20ac") || ahead.ends_with("\u00a3");
    }

    void number_in_words(const Quantity& quantity)
    {
        Sign& sign = add(Kind::number, m_document.tokens[quantity.number_end - 1].end - m_at);
        sign.value = sign.other = reading::value_of(quantity);
        sign.place = sign.other_place = quantity.place;
        sign.scaled = quantity.scaled;
        sign.bare = sign.end;
    }

    void behind_number(std::string_view word)
    {
        Sign& number = m_signs.back();
        const bool first = number.unit.empty() && !number.named;
        if (first && word == "percent") {
            number.percent = true;
            number.end = m_at += static_cast<std::uint32_t>(word.size());
            return;
        }
        const auto scale = reading::scale_suffix(word, is_money(number));
        if (scale && first && !number.scaled) {
            const Rational factor = reading::power_of_ten(*scale);
            number.value *= factor;
            number.other *= factor;
            number.place += *scale;
            number.other_place += *scale;
            number.scaled = true;
            number.end = m_at += static_cast<std::uint32_t>(word.size());
            number.bare = m_at;
            return;
        }
        constexpr std::size_t k_symbol = 3; // glued to the number: a unit, in our table or not
        const bool known = reading::find_unit(word) != nullptr ||
                           !reading::currency_word(word).empty() ||
                           (word.size() <= k_symbol && !m_space);
        // "27 and x = 9": nothing is counted
        const bool is_joint = m_space && !known && reading::is_in(reading::WordSet::noun_end, word);
        if ((number.named && m_space) || is_joint) {
            add(Kind::stop, word.size());
            return;
        }
        number.named = number.named || !known;
        unit(word.size());
    }

    void letter(std::string_view name)
    {
        std::size_t length = name.size();
        const bool digit_next = reading::is_digit(at(m_at + length));
        const bool sign_next =
            at(m_at + length) == ' ' &&
            (reading::number_length(m_text, m_at + length + 1) > 0 || at(m_at + length + 1) == '(');
        // "3 x 4", "3x4", "(2 + 1) x (4)"
        if (name == "x" && after_operand() && (digit_next || sign_next)) {
            add(Kind::times, length);
            return;
        }
        if (after_number() && !m_is_variable(name)) {
            const auto folded = m_folded.substr(m_at, length);
            if (reading::scale_suffix(folded, is_money(m_signs.back())))
                return behind_number(folded);
            const bool at_end = !is_word_byte(at(m_at + length));
            const auto own = m_signs.back().unit;
            const bool goes_on = own.empty() || own.ends_with('/') || own.ends_with("\u00b7");
            if (at_end && !digit_next && goes_on) return unit(length);
        }
        if (at(m_at + length) == '_' || digit_next) {
            ++length;
            while (reading::is_digit(at(m_at + length))) ++length;
            if (is_word_byte(at(m_at + length)) || at(m_at + length) == '{') {
                add(Kind::stop, length);
                return;
            }
        }
        const bool glued = before(m_at) == '\'' || before(m_at) == '_' ||
                           at(m_at + length) == '_' || at(m_at + length) == '\'' ||
                           before(m_at) == '.';
        add(glued ? Kind::stop : Kind::letter, length);
    }

    const Document& m_document;
    std::string_view m_text;
    std::string_view m_folded;
    DecimalMark m_mark;
    bool m_open_mark;
    const IsVariable& m_is_variable;
    std::uint32_t m_at;
    std::uint32_t m_begin;
    bool m_space = false;
    SpelledNumbers m_words;
    std::vector<Sign> m_signs;
};

} // namespace

Script::Script(const Document& source)
    : document{source}, text{without_latex(source.view.text)}, folded{without_latex(
                                                                   source.view.folded)}
{
}

std::vector<Sign> read_signs(const Script& script, std::uint32_t begin, std::uint32_t end,
                             const IsVariable& is_variable)
{
    return Scanner{script, begin, end, is_variable}.run();
}

} // namespace verify::equations
