#include "verify/relations/spoken.hpp"

#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "verify/law/judge.hpp"

#include <algorithm>

namespace verify::relations {

using base::concat;

namespace {

class Speaker {
public:
    Speaker(const Document& document, const Relation& relation)
        : m_document{document}, m_operands{relation.operands}, m_formula{relation.formula}
    {
    }

    std::string formula()
    {
        while (m_at < m_formula.size())
            if (!operand() && !sign()) m_out += m_formula[m_at++];
        return std::move(m_out);
    }

private:
    [[nodiscard]] bool is_part_of_number(std::size_t at) const
    {
        return at < m_formula.size() && reading::is_digit(m_formula[at]);
    }

    bool take(std::string_view text)
    {
        if (!m_formula.substr(m_at).starts_with(text)) return false;
        m_at += text.size();
        return true;
    }

    bool operand()
    {
        if (m_at > 0 && (is_part_of_number(m_at - 1) || m_formula[m_at - 1] == '.')) return false;
        for (auto each = m_operands.begin(); each != m_operands.end(); ++each) {
            const std::string number = printed(**each);
            const std::size_t end = m_at + number.size();
            if (!m_formula.substr(m_at).starts_with(number) || is_part_of_number(end) ||
                (end < m_formula.size() && m_formula[end] == '.' && is_part_of_number(end + 1)))
                continue;
            const bool is_exponent = m_out.ends_with("^ ");
            const auto quote = is_exponent ? std::string_view{number} : quoted(m_document, **each);
            m_out += quote;
            m_at = end;
            // The quote says that it is a percentage.
            if ((*each)->kind == reading::QuantityKind::percent && quote != number)
                if (!take("%")) take(" / 100");
            m_operands.erase(each);
            return true;
        }
        return false;
    }

    bool sign()
    {
        if (!take(" * ")) return false;
        m_out += " \u00d7 ";
        return true;
    }

    const Document& m_document;
    std::vector<const Term*> m_operands; // not said yet
    std::string_view m_formula;
    std::size_t m_at = 0;
    std::string m_out;
};

bool is_change(const Relation& relation)
{
    if (relation.operands.size() != 2) return false;
    const std::string from = printed(*relation.operands[0]);
    const std::string to = printed(*relation.operands[1]);
    return relation.formula.starts_with(concat('(', to, " - ", from, ") / ", from));
}

bool is_mean(const Relation& relation)
{
    const auto count = relation.operands.size();
    return count > 1 &&
           relation.formula == concat('(', joined(relation.operands, " + "), ") / ", count);
}

// "3 kg, 4 kg and 5 kg"
std::string listed(const Document& document, const std::vector<const Term*>& terms)
{
    std::string out;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const bool is_last = i + 1 == terms.size();
        out += concat(i == 0 ? "" : is_last ? " and " : ", ", quoted(document, *terms[i]));
    }
    return out;
}

} // namespace

std::string_view quoted(const Document& document, const Term& term)
{
    return term.is_compound ? quote_of(document, mark_tokens(document, term.begin, term.end, ""))
                            : verify::printed(document, *term.quantity);
}

std::string spoken(const Document& document, const Relation& relation)
{
    const auto& operands = relation.operands;
    if (is_change(relation))
        return concat("From ", quoted(document, *operands[0]), " to ",
                      quoted(document, *operands[1]));
    if (is_mean(relation)) return concat("The mean of ", listed(document, operands));
    if (operands.size() == 1 && relation.formula.ends_with(k_other_unit))
        return std::string{quoted(document, *operands[0])};
    return Speaker{document, relation}.formula();
}

std::string spoken_value(const Document& document, const Term& stated, const Rational& meant)
{
    const Quantity& quantity = *stated.quantity;
    const bool is_of_digits = stated.kind == reading::QuantityKind::cardinal ||
                              stated.kind == reading::QuantityKind::percent;
    if (is_of_digits && !stated.is_compound) return printed_as(document, quantity, meant);
    const std::string exact = reading::exact_text(meant);
    const bool is_long = exact.find('/') != std::string::npos || exact.size() > 16;
    return is_long ? reading::rounded_text(meant, std::min(quantity.place - 1, -1)) : exact;
}

} // namespace verify::relations
