// ident.*: numbers with check digits.
//
// Most are digits and nothing else, as anybody's order number is: only a label right before one
// says what it is. A few are told by their shape.
#include "reading/ascii.hpp"
#include "reading/grid.hpp"
#include "verify/forms/schemes.hpp"

#include <algorithm>

namespace verify::forms {

namespace {

constexpr std::size_t k_most_numbers_listed = 50;

std::optional<Judged> read_shaped(Scheme scheme, std::string_view text, std::size_t at)
{
    const SchemeRow* row = find_scheme(scheme);
    return row == nullptr ? std::nullopt : row->read(text, at, /*near_label=*/false);
}

// Reads what the label names, and what is listed after it: "978-..., 978-... and 978-...".
void read_named(Identifiers& all, const SchemeRow& row, std::uint32_t at)
{
    for (std::size_t listed = 0; listed < k_most_numbers_listed; ++listed) {
        if (all.is_judged(at) || !begins_run(all.text(), at)) return;
        const auto judged = row.read(all.text(), at, true);
        if (!judged) return;
        all.judge(judged->run, judged->verdict);
        std::size_t next = judged->run.end;
        const auto rest = all.folded().substr(next, 8);
        for (const std::string_view joint : {", and ", " and ", "; ", ", ", " / ", " & ", " or "})
            if (rest.starts_with(joint)) {
                next += joint.size();
                break;
            }
        if (next == judged->run.end) return;
        at = static_cast<std::uint32_t>(next);
    }
}

// A number of a shape of its own near its label, or right before it: "7732-18-5 (CAS)".
void read_beside(Identifiers& all, const SchemeRow& row, const Label& label)
{
    constexpr std::uint32_t k_reach = 60;
    const std::string_view text = all.text();
    const bool bracketed = label.begin > 1 && text[label.begin - 1] == '(';
    const std::uint32_t first = label.begin > k_reach ? label.begin - k_reach : 0;
    const auto stop = std::min<std::size_t>(label.end + k_reach, text.size());
    for (std::size_t at = first; at < (row.is_shaped ? stop : label.begin); ++at) {
        if (text[at] == '\n' && at > label.begin) return;
        if (!is_identifier_char(text[at]) || !begins_run(text, at)) continue;
        const auto judged = row.read(text, at, false);
        if (!judged) continue;
        const bool touches = bracketed && judged->run.end + 2 == label.begin;
        if (!row.is_shaped && !touches) continue;
        const auto from = std::min(judged->run.end, label.begin);
        const auto to = std::max<std::size_t>(judged->run.begin, label.begin);
        if (text.substr(from, to - from).find('\n') != std::string_view::npos) continue;
        return all.judge(judged->run, judged->verdict);
    }
}

// Parcels and orders have numbers of four groups, too: one without a label is a card's only where
// paying is spoken of.
bool speaks_of_paying(const Identifiers& all, std::size_t at)
{
    constexpr std::size_t k_near = 120; // bytes on each side
    constexpr std::string_view k_words[] = {"card",   "pay",     "gateway",  "expir",
                                            "cvv",    "cvc",     "checkout", "debit",
                                            "credit", "billing", "charge",   "visa"};
    const std::size_t from = at > k_near ? at - k_near : 0;
    const auto near = std::string_view{all.document().view.folded}.substr(from, 2 * k_near);
    return std::ranges::any_of(
        k_words, [&](std::string_view word) { return near.find(word) != std::string_view::npos; });
}

// By their own shape: an IBAN, an ISBN-13 in its five groups, an ORCID iD, a card in its groups.
void read_unlabelled(Identifiers& all, std::size_t at)
{
    const std::string_view text = all.text();
    const auto take = [&](const std::optional<Judged>& judged) {
        if (judged) all.judge(judged->run, judged->verdict);
        return judged.has_value();
    };
    if (reading::is_upper(text[at])) {
        static_cast<void>(take(read_shaped(Scheme::iban, text, at)));
        return;
    }
    if (!reading::is_digit(text[at])) return;
    const auto ahead = text.substr(at, 5);
    if (ahead.starts_with("978-") || ahead.starts_with("979-")) {
        const Run run = read_run(text, at, "-", k_longest_run);
        if (run.groups.size() == 5 && run.compact.size() == 13)
            static_cast<void>(take(read_shaped(Scheme::isbn, text, at)));
    } else if (ahead == "0000-") {
        if (text.substr(at + 5, 3) == "000")
            static_cast<void>(take(read_shaped(Scheme::orcid, text, at)));
    } else if (ahead.size() == 5 && (ahead[4] == ' ' || ahead[4] == '-') &&
               all_digits(ahead.substr(0, 4))) {
        if (speaks_of_paying(all, at)) static_cast<void>(take(read_shaped(Scheme::card, text, at)));
    }
}

// Columns of tables that are headed by a label.
void read_columns(Identifiers& all)
{
    for (const auto& grid : find_grids(all.document()))
        for (std::size_t c = 0; c < grid.columns(); ++c) {
            const std::string header = label_of(all.document(), grid.rows.front().cells[c]);
            const auto scheme = scheme_of(header.substr(0, header.find(' ')));
            const SchemeRow* row = scheme ? find_scheme(*scheme) : nullptr;
            if (row == nullptr) continue;
            for (std::size_t r = 1; r < grid.rows.size(); ++r)
                if (const reading::Cell* cell = grid.at(r, c);
                    cell != nullptr && cell->begin < cell->end)
                    read_named(all, *row, cell->begin);
        }
}

} // namespace

void check_numbers(Identifiers& all)
{
    for (const auto& label : all.labels()) {
        const SchemeRow* row = find_scheme(label.scheme);
        if (row == nullptr) continue;
        if (label.named) read_named(all, *row, *label.named);
        read_beside(all, *row, label);
    }
    read_columns(all);
    const std::string_view text = all.text();
    for (std::size_t at = 0; at < text.size(); ++at)
        if (is_identifier_char(text[at]) && begins_run(text, at)) read_unlabelled(all, at);
}

} // namespace verify::forms
