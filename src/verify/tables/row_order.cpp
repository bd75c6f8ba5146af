#include "verify/tables/row_order.hpp"

#include "base/concat.hpp"

namespace verify::tables {

std::optional<Rows> going(const Axes& axes, int direction, std::size_t from, std::size_t to)
{
    Rows out;
    for (const auto r : axes.rows()) {
        const auto* before = axes.number(r, from);
        const auto* after = axes.number(r, to);
        if (before == nullptr || after == nullptr) return std::nullopt;
        const int way = cmp(after->number.value, before->number.value);
        if ((way > 0) - (way < 0) == direction) out.push_back(r);
    }
    return out;
}

std::optional<Rows> first_by(const Axes& axes,
                             const std::function<std::optional<Rational>(std::size_t)>& value_of)
{
    Rows out;
    Rational best;
    for (const auto r : axes.rows()) {
        const auto value = value_of(r);
        if (!value) return std::nullopt;
        if (!out.empty() && *value < best) continue;
        if (!out.empty() && *value > best) out.clear();
        best = *value;
        out.push_back(r);
    }
    return out;
}

std::vector<const reading::TableCell*> cells_of(const Axes& axes, const Rows& rows,
                                                const Rows& columns)
{
    std::vector<const reading::TableCell*> out;
    for (const auto r : rows)
        for (const auto c : columns)
            if (const auto* cell = axes.number(r, c)) out.push_back(cell);
    return out;
}

std::string names_of(const Axes& axes, const Rows& rows)
{
    std::string out;
    for (const auto r : rows) out += base::concat(out.empty() ? "" : ", ", axes.label(r));
    return out.empty() ? "none" : out;
}

} // namespace verify::tables
