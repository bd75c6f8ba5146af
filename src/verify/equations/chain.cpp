#include "verify/equations/chain.hpp"

#include <algorithm>
#include <optional>

namespace verify::equations {

namespace {

bool is_binary(Kind kind)
{
    return kind == Kind::plus || kind == Kind::minus || kind == Kind::times || kind == Kind::over ||
           kind == Kind::power;
}

bool ends_operand(Kind kind)
{
    return kind == Kind::number || kind == Kind::letter || kind == Kind::close;
}

bool starts_operand(Kind kind)
{
    return kind == Kind::number || kind == Kind::letter || kind == Kind::open || kind == Kind::root;
}

// Whether the second may stand right behind the first in one expression.
bool joins(const Sign& first, const Sign& second)
{
    if (is_binary(second.kind))
        return ends_operand(first.kind) || second.kind == Kind::minus ||
               (second.kind == Kind::plus && first.kind == Kind::open);
    if (second.kind == Kind::close) return ends_operand(first.kind);
    if (!starts_operand(second.kind)) return false;
    if (!ends_operand(first.kind)) return true;
    const bool product =
        second.kind == Kind::open || (second.kind == Kind::letter && first.kind != Kind::letter);
    return product && !second.space_before;
}

class Builder {
public:
    Builder(std::string_view text, std::span<const Sign> signs) : m_text{text}, m_signs{signs} {}

    std::vector<Chain> run()
    {
        std::size_t from = 0;
        for (std::size_t i = 0; i <= m_signs.size(); ++i) {
            if (i < m_signs.size() && m_signs[i].kind != Kind::stop) continue;
            stretch(from, i);
            from = i + 1;
        }
        return std::move(m_chains);
    }

private:
    // Signs [begin, end) without a stop.
    void stretch(std::size_t begin, std::size_t end)
    {
        std::vector<std::size_t> equals;
        for (std::size_t i = begin; i < end; ++i)
            if (m_signs[i].kind == Kind::equals) equals.push_back(i);
        if (equals.empty()) return;
        Chain chain;
        if (auto first = first_side(begin, equals.front())) chain.sides.push_back(*first);
        for (std::size_t k = 0; k < equals.size(); ++k) {
            const std::size_t from = equals[k] + 1;
            const bool last = k + 1 == equals.size();
            const std::size_t to = last ? end : equals[k + 1];
            if (from < to && m_signs[from].kind == Kind::question) {
                chain.is_asked = true;
                break;
            }
            const std::size_t stop = expression_end(from, to);
            if (stop == from) {
                flush(chain);
                continue;
            }
            Side side = side_of(from, stop);
            side.about = m_signs[equals[k]].about && !has_decimals(side);
            side.is_open = side.is_open || is_disturbed(stop);
            chain.sides.push_back(std::move(side));
            if (stop == to) continue;
            // "2 + 3 = 5, 4 + 4 = 8" without the comma: another chain begins.
            flush(chain);
            if (last) continue;
            if (auto first = first_side(stop, to)) chain.sides.push_back(*first);
        }
        flush(chain);
    }

    // "1000 / 3 ≈ 333.33" was rounded, and not estimated.
    static bool has_decimals(const Side& side)
    {
        return side.is_number() &&
               std::ranges::any_of(side.signs, [](const Sign& sign) { return sign.place < 0; });
    }

    void flush(Chain& chain)
    {
        if (chain.sides.size() > 1 || (chain.is_asked && !chain.sides.empty()))
            m_chains.push_back(std::move(chain));
        chain = Chain{};
    }

    // The longest expression that ends at `end`.
    [[nodiscard]] std::optional<Side> first_side(std::size_t begin, std::size_t end) const
    {
        if (begin == end || !ends_operand(m_signs[end - 1].kind)) return std::nullopt;
        std::size_t at = end - 1;
        while (at > begin && joins(m_signs[at - 1], m_signs[at])) --at;
        int depth = 0;
        for (std::size_t i = end; i-- > at;) {
            if (m_signs[i].kind == Kind::close) ++depth;
            if (m_signs[i].kind == Kind::open && --depth < 0) {
                at = i + 1;
                break;
            }
        }
        if (at == end) return std::nullopt;
        const bool bullet = at == 0 && m_signs[at].kind == Kind::minus && at + 1 < end &&
                            m_signs[at + 1].space_before;
        if (bullet) ++at;
        Side side = side_of(at, end);
        const Kind kind = m_signs[at].kind;
        const bool dangles = is_binary(kind) && kind != Kind::minus;
        // What stands before may be a part of it: a name, a function, a number in words; or name it
        // as a label: "(grade 3 = 32/40)", "the size is 12.4/h 2 = 12.4/0.42".
        const bool is_alone = kind == Kind::number && at + 1 == end;
        const bool after_word = at > 0 && m_signs[at - 1].kind == Kind::stop &&
                                is_word(m_signs[at - 1]) &&
                                (kind == Kind::minus || !m_signs[at].space_before || is_alone);
        const bool after_operand = at > begin && ends_operand(m_signs[at - 1].kind);
        side.is_open =
            side.is_open || dangles || after_word || after_operand ||
            (at > 0 && (word_of(m_signs[at - 1]) == "of" || word_of(m_signs[at - 1]) == "by"));
        return side;
    }

    [[nodiscard]] std::string_view word_of(const Sign& sign) const
    {
        return m_text.substr(sign.begin, sign.end - sign.begin);
    }

    [[nodiscard]] bool is_word(const Sign& sign) const
    {
        const auto word = word_of(sign);
        return !word.empty() && (reading::is_letter(word.back()) || (word.back() & 0x80) != 0 ||
                                 word.back() == '/' || word.back() == '*' || word.back() == ')' ||
                                 reading::is_digit(word.back()));
    }

    // The end of the longest expression that begins at `begin`.
    [[nodiscard]] std::size_t expression_end(std::size_t begin, std::size_t end) const
    {
        if (begin >= end || m_signs[begin].kind == Kind::question) return begin;
        const Kind kind = m_signs[begin].kind;
        if (!starts_operand(kind) && kind != Kind::minus && kind != Kind::plus) return begin;
        const bool is_last = end == m_signs.size() || m_signs[end].kind != Kind::equals;
        std::size_t at = begin + 1;
        while (at < end && m_signs[at].kind != Kind::question &&
               joins(m_signs[at - 1], m_signs[at]))
            ++at;
        // A bracket around the whole chain ends behind it.
        int depth = 0;
        for (std::size_t i = begin; is_last && i < at; ++i) {
            if (m_signs[i].kind == Kind::open) ++depth;
            if (m_signs[i].kind == Kind::close && --depth < 0) at = i;
        }
        while (at > begin && !ends_operand(m_signs[at - 1].kind)) --at;
        return at;
    }

    // Whether what follows an expression may change what it is.
    [[nodiscard]] bool is_disturbed(std::size_t at) const
    {
        if (at >= m_signs.size() || m_signs[at].kind == Kind::equals) return false;
        const Sign& next = m_signs[at];
        const auto word = word_of(next);
        if (is_binary(next.kind)) {
            // "= 30 - a good number" has a dash; "= 30 - x" is more of the expression.
            return next.kind != Kind::minus || !next.space_before ||
                   (at + 1 < m_signs.size() && m_signs[at + 1].kind == Kind::letter);
        }
        if (next.kind == Kind::question) return true;
        if (next.kind != Kind::stop) return next.kind != Kind::close && !next.space_before;
        if (word == "!" || word == "?") return true;
        if (word == ".") return m_text.substr(next.begin).starts_with("...");
        if (next.space_before) return word == "remainder" || word == "rem" || word == "mod";
        return is_word(next) || word == "\u2026";
    }

    [[nodiscard]] Side side_of(std::size_t begin, std::size_t end) const
    {
        Side side;
        int depth = 0;
        int missing = 0;
        for (std::size_t i = begin; i < end; ++i) {
            if (m_signs[i].kind == Kind::open) ++depth;
            if (m_signs[i].kind == Kind::close && --depth < 0) {
                ++missing;
                depth = 0;
            }
        }
        Sign bracket;
        bracket.kind = Kind::open;
        bracket.begin = bracket.end = m_signs[begin].begin;
        side.signs.assign(static_cast<std::size_t>(missing), bracket);
        side.signs.insert(side.signs.end(), m_signs.begin() + static_cast<std::ptrdiff_t>(begin),
                          m_signs.begin() + static_cast<std::ptrdiff_t>(end));
        bracket.kind = Kind::close;
        side.signs.insert(side.signs.end(), static_cast<std::size_t>(depth), bracket);
        side.is_open = missing > 0 || depth > 0;
        side.begin = m_signs[begin].begin;
        const Sign& last = m_signs[end - 1];
        side.end = last.kind == Kind::number ? last.bare : last.end;
        return side;
    }

    std::string_view m_text;
    std::span<const Sign> m_signs;
    std::vector<Chain> m_chains;
};

} // namespace

bool Side::has(Kind kind) const
{
    return std::any_of(signs.begin(), signs.end(),
                       [&](const Sign& sign) { return sign.kind == kind; });
}

bool Side::has_operator() const
{
    const auto bare = without_brackets(signs);
    for (std::size_t i = 0; i < bare.size(); ++i) {
        const Kind kind = bare[i].kind;
        if (kind == Kind::root || (i > 0 && is_binary(kind))) return true;
        if (i > 0 && ends_operand(kind) && ends_operand(bare[i - 1].kind)) return true;
    }
    return false;
}

bool Side::is_letter() const
{
    const auto bare = without_brackets(signs);
    return bare.size() == 1 && bare.front().kind == Kind::letter;
}

bool Side::is_number() const
{
    return !has(Kind::letter) && !has_operator();
}

std::vector<Sign> without_brackets(std::span<const Sign> signs)
{
    std::vector<Sign> out;
    for (const auto& sign : signs)
        if (sign.kind != Kind::open && sign.kind != Kind::close) out.push_back(sign);
    return out;
}

std::vector<Chain> find_chains(std::string_view text, std::span<const Sign> signs)
{
    return Builder{text, signs}.run();
}

} // namespace verify::equations
