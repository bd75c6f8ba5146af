#include "reading/quantities.hpp"

#include "reading/ascii.hpp"
#include "reading/document.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "reading/number_words.hpp"
#include "reading/quantity_words.hpp"

#include <array>

namespace reading {

namespace {

class QuantityScanner {
public:
    QuantityScanner(Document& document, const std::vector<bool>& taken)
        : m_doc{document}, m_taken{taken}, m_has_pound_sign{document.view.text.find("\u00a3") !=
                                                            std::string::npos}
    {
    }

    void scan(TokenRange range)
    {
        m_range = range;
        m_words = {&m_doc, &m_taken, range};
        const std::size_t first = m_doc.quantities.size();
        for (std::uint32_t i = range.begin; i < range.end;) {
            Quantity quantity;
            if (!m_taken[i] && read(i, quantity)) {
                m_doc.quantities.push_back(quantity);
                i = std::max(quantity.end, i + 1);
            } else {
                ++i;
            }
        }
        relate(m_words, m_doc.quantities, first);
    }

private:
    [[nodiscard]] bool has(std::size_t i) const { return m_words.has(i); }
    [[nodiscard]] std::string_view word(std::size_t i) const { return m_words.word(i); }
    [[nodiscard]] bool attached(std::size_t i) const
    {
        return has(i) && !m_doc.tokens[i].space_before;
    }

    bool read(std::uint32_t i, Quantity& out)
    {
        out.begin = out.number_begin = i;
        switch (m_doc.kind(i)) {
        case TokenKind::number:
            if (!printed(i, out)) return false;
            break;
        case TokenKind::word:
            if (!spelled(i, out)) return false;
            break;
        case TokenKind::ordinal: return ordinal(i, out);
        case TokenKind::date:
        case TokenKind::clock:
        case TokenKind::dotted:
        case TokenKind::opaque:
        case TokenKind::symbol: return false;
        }
        before(out);
        if (out.kind == QuantityKind::cardinal) after(out);
        qualify(m_words, out);
        return true;
    }

    bool ordinal(std::uint32_t i, Quantity& out)
    {
        const auto text = m_doc.word(i);
        const auto number = read_number(text.substr(0, text.size() - 2), DecimalMark::point);
        if (!number) return false;
        out.kind = QuantityKind::ordinal;
        out.value = number->value;
        out.end = out.number_end = i + 1;
        return true;
    }

    bool printed(std::uint32_t i, Quantity& out)
    {
        const auto lexeme = m_doc.word(i);
        const DecimalMark other =
            m_doc.mark == DecimalMark::point ? DecimalMark::comma : DecimalMark::point;
        auto number = read_number(lexeme, m_doc.mark);
        auto alternative = read_number(lexeme, other);
        if (!number) {
            // Against the majority, but it cannot be read otherwise: "3,5" in an English text may
            // also be a list without a blank.
            if (!alternative || !m_doc.mark_is_open) out.doubtful = true;
            if (!alternative) return false;
            std::swap(number, alternative);
        }
        out.value = number->value;
        out.place = number->place;
        if (alternative && m_doc.mark_is_open && !(*alternative == *number)) {
            out.other_value = alternative->value;
            out.other_place = alternative->place;
        }
        out.end = i + 1;
        vulgar_fraction(out);
        dozens(out);
        scale(out);
        out.number_end = out.end;
        // "100 k + 20000 * 4 = 180 kbytes": a scale, a unit or a name.
        if (word(out.end) == "k") out.doubtful = true;
        if (out.place < 0 && opens_sentence(out.end)) out.doubtful = true;
        if (is_reference(i)) out.doubtful = true;
        const bool year_shape = lexeme.size() == 4 && !out.scaled && out.place == 0 &&
                                out.value.mantissa >= 1000 && out.value.mantissa <= 2199 &&
                                lexeme.find_first_not_of("0123456789") == std::string_view::npos;
        out.year_like = year_shape;
        if (has(i + 1) && m_doc.kind(i + 1) == TokenKind::number && m_doc.word(i + 1).size() == 3 &&
            lexeme.size() <= 3 && m_doc.tokens[i + 1].begin == m_doc.tokens[i].end + 1)
            out.doubtful = true;
        if (has(i - 1) && m_doc.kind(i - 1) == TokenKind::number && lexeme.size() == 3 &&
            m_doc.word(i - 1).size() <= 3 && m_doc.tokens[i].begin == m_doc.tokens[i - 1].end + 1)
            out.doubtful = true;
        return true;
    }

    // "as shown before [12]", "[3, 7-9]": an entry of the list of references, and no amount.
    [[nodiscard]] bool is_reference(std::uint32_t i) const
    {
        constexpr std::uint32_t k_longest = 16; // tokens on each side
        const auto is_inner = [&](std::uint32_t at) {
            const auto text = word(at);
            const bool is_joint = text == "," || text == "-" || text == ";" || text == "\u2013";
            const bool is_whole = text.find_first_not_of("0123456789") == std::string_view::npos;
            return has(at) && (is_joint || (is_whole && text.size() <= 3 && !text.empty()));
        };
        std::uint32_t first = i;
        std::uint32_t last = i;
        if (!is_inner(i)) return false;
        while (first > 0 && i - first < k_longest && is_inner(first - 1)) --first;
        while (last - i < k_longest && is_inner(last + 1)) ++last;
        return first > 0 && has(first - 1) && word(first - 1) == "[" && has(last + 1) &&
               word(last + 1) == "]";
    }

    // "A total of 120.7 Another had none": a footnote's digit behind the last number of a sentence.
    [[nodiscard]] bool opens_sentence(std::uint32_t at) const
    {
        if (!has(at) || m_doc.kind(at) != TokenKind::word) return false;
        const char first = m_doc.view.text[m_doc.tokens[at].begin];
        return first >= 'A' && first <= 'Z' &&
               is_in(Cues{WordSet::article | WordSet::indefinite | WordSet::possessive |
                              WordSet::demonstrative | WordSet::personal | WordSet::contrasts |
                              WordSet::some | WordSet::none | WordSet::all | WordSet::place_prep,
                          {"another", "there", "other"}},
                     word(at));
    }

    void vulgar_fraction(Quantity& out)
    {
        struct Sign {
            std::string_view sign;
            int hundredths;
        };
        constexpr Sign k_signs[] = {{"\u00bd", 50}, {"\u00bc", 25}, {"\u00be", 75}};
        if (!attached(out.end) || out.place != 0) return;
        for (const auto& [sign, hundredths] : k_signs) {
            if (word(out.end) != sign) continue;
            out.value = {out.value.mantissa * 100 + hundredths, -2};
            out.place = -2;
            out.other_value.reset();
            ++out.end;
            return;
        }
    }

    // "3 dozen"; in words it is part of the number
    void dozens(Quantity& out)
    {
        if (word(out.end) != "dozen" || out.place != 0 || out.other_value) return;
        out.value.mantissa *= 12;
        ++out.end;
    }

    void apply_scale(Quantity& out, int exponent)
    {
        out.value.exponent += exponent;
        out.place += exponent;
        out.scaled = true;
        if (out.other_value) {
            out.other_value->exponent += exponent;
            out.other_place += exponent;
        }
        ++out.end;
    }

    void scale(Quantity& out)
    {
        const bool money = !currency_before(out.begin).empty();
        if (attached(out.end)) {
            if (const auto exponent = scale_suffix(word(out.end), money))
                apply_scale(out, *exponent);
        }
        // At most "million million"; a sane number has one or two scale words.
        for (int times = 0; times < 2; ++times) {
            const bool joint =
                word(out.end) == "-" && attached(out.end) && scale_word(word(out.end + 1));
            const auto exponent = scale_word(word(joint ? out.end + 1 : out.end));
            if (!exponent || *exponent + out.value.exponent > 40) return;
            if (joint) ++out.end;
            apply_scale(out, *exponent);
        }
    }

    bool spelled(std::uint32_t i, Quantity& out)
    {
        if (!may_begin_number(word(i))) return false;
        std::array<std::string_view, k_max_spelled_words> words{};
        for (std::uint32_t k = 0; k < words.size(); ++k) {
            // Only a hyphen without a blank ties two words into one number.
            const bool dash = word(i + k) == "-" && !attached(i + k);
            words[k] = dash ? std::string_view{} : word(i + k);
        }
        const auto number = read_spelled_number(words);
        if (!number) return one_unit(i, out);
        out.spelled = true;
        out.value = {number->value, number->has_half ? -1 : 0};
        out.place = number->has_half ? -1 : number->place;
        out.scaled = number->place > 0;
        out.denominator = number->denominator;
        if (number->denominator != 1) out.kind = QuantityKind::fraction;
        out.end = out.number_end = i + static_cast<std::uint32_t>(number->words);
        if (number->has_half) scale(out);
        out.number_end = out.end;
        return true;
    }

    // "A kilo of flour", "an hour and a half": one of the unit.
    bool one_unit(std::uint32_t i, Quantity& out) const
    {
        if (!is_in(WordSet::indefinite, word(i)) || find_unit(word(i + 1)) == nullptr) return false;
        const bool is_amount = word(i + 2) == "of" || (word(i + 2) == "and" && word(i + 3) == "a");
        if (!is_amount || word(i + 1).size() < 3) return false;
        out.spelled = true;
        out.value = {1, 0};
        out.end = out.number_end = i + 1;
        return true;
    }

    [[nodiscard]] std::string_view currency_before(std::uint32_t begin) const
    {
        // In "1.300 EUR 2 h" the currency belongs to what stands before it.
        const bool of_other = !m_doc.quantities.empty() && begin - 1 < m_doc.quantities.back().end;
        if (!has(begin - 1) || of_other) return {};
        const auto sign = currency_sign(word(begin - 1));
        if (!sign.empty()) return sign;
        const auto code = currency_word(word(begin - 1));
        return code.size() == 3 && is_upper(m_doc.raw(begin - 1).front()) ? code
                                                                          : std::string_view{};
    }

    // Currency and sign in front: "-$5", "$-5", "US$ 5".
    void before(Quantity& out)
    {
        out.currency = currency_before(out.begin);
        if (!out.currency.empty()) {
            --out.begin;
            if (attached(out.begin) &&
                is_one_of(word(out.begin - 1), {"us", "ca", "a", "au", "c", "hk", "nz", "s"}))
                --out.begin;
        }
        const auto sign = word(out.begin - 1);
        if (sign != "-" && sign != "+" && sign != "\u2013") return;
        if (m_doc.tokens[out.begin].space_before) return;
        const bool free = m_doc.tokens[out.begin - 1].space_before ||
                          out.begin - 1 == m_range.begin ||
                          is_in(Cues{WordSet::opens | WordSet::comma | WordSet::colon, {"=", "\""}},
                                word(out.begin - 2));
        if (!free || sign == "\u2013") return;
        --out.begin;
        if (sign == "+") return;
        out.negative_sign = true;
        out.value.mantissa = -out.value.mantissa;
        if (out.other_value) out.other_value->mantissa = -out.other_value->mantissa;
    }

    // Percent, currency and unit behind.
    void after(Quantity& out)
    {
        std::uint32_t at = out.end;
        if (word(at) == "+" && attached(at) &&
            !(has(at + 1) && m_doc.kind(at + 1) == TokenKind::number)) {
            out.plus = true;
            ++at;
        }
        const bool hyphen = word(at) == "-" && attached(at) && attached(at + 1);
        const std::uint32_t name = hyphen ? at + 1 : at;
        const std::string_view text = word(name);
        const std::string_view next = word(name + 1);
        if (text == "%" || text == "percent" || text == "pct") {
            const bool points = is_one_of(next, {"point", "points", "pt", "pts"}) ||
                                (next == "-" && is_one_of(word(name + 2), {"point", "points"}));
            return set(out, points ? QuantityKind::points : QuantityKind::percent,
                       name + (points ? 2 : 1));
        }
        if (text == "per" && next == "cent") return set(out, QuantityKind::percent, name + 2);
        if (text == "percentage" && is_one_of(next, {"point", "points"}))
            return set(out, QuantityKind::points, name + 2);
        const bool basis = text == "basis" && is_one_of(next, {"point", "points"});
        if (basis || text == "bps") {
            out.value.exponent -= 2;
            out.place -= 2;
            out.other_value.reset();
            return set(out, QuantityKind::points, name + (basis ? 2 : 1));
        }
        if (text == "pp") return set(out, QuantityKind::points, name + 1);
        const bool bare_x =
            text == "x" && !(has(name + 1) && m_doc.kind(name + 1) == TokenKind::number);
        if ((bare_x && attached(name)) || text == "times" || text == "fold" || text == "-fold")
            return set(out, QuantityKind::multiple, name + 1);
        if (out.currency.empty() && !text.empty()) {
            const bool us = is_one_of(text, {"us", "u.s"}) && !currency_word(next).empty();
            const bool of_next = attached(name + 1) && m_doc.kind(name + 1) == TokenKind::number;
            const auto sign = of_next ? std::string_view{} : currency_sign(text);
            auto code = sign.empty() ? currency_word(us ? next : text) : sign;
            if (m_has_pound_sign && is_one_of(text, {"pound", "pounds"})) code = "GBP";
            if (!code.empty()) {
                out.currency = code;
                out.end = name + (us ? 2 : 1);
                return;
            }
        }
        if (text == "\u00b0" || text == "degrees") {
            static const Unit k_degree{"degree", Measured::temperature, Rational{0}};
            out.unit = &k_degree;
            out.end = name + 1;
            if (is_one_of(word(out.end), {"c", "f", "celsius", "fahrenheit"})) ++out.end;
            return;
        }
        const Unit* unit = find_unit(text);
        if (unit == nullptr || !out.currency.empty()) return;
        if (text.size() == 1 && is_upper(m_doc.raw(name).front())) return;
        out.unit = unit;
        out.end = name + 1;
    }

    static void set(Quantity& out, QuantityKind kind, std::uint32_t end)
    {
        out.kind = kind;
        out.end = end;
    }

    Document& m_doc;
    const std::vector<bool>& m_taken;
    TokenRange m_range;
    FreeWords m_words;
    bool m_has_pound_sign; // then pounds are money
};

} // namespace

void scan_quantities(Document& document, const std::vector<bool>& taken)
{
    QuantityScanner scanner{document, taken};
    for (const auto range : document.of_sentence) scanner.scan(range);
}

} // namespace reading
