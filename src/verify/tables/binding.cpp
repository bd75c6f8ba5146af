#include "verify/tables/binding.hpp"

#include <algorithm>
#include <set>

namespace verify::tables {

namespace {

// A word that more labels have tells nothing, and would cost the time of all of them.
constexpr std::size_t k_most_labels = 64;

} // namespace

void Labels::add(std::size_t index, std::vector<std::string> stems, std::vector<std::string> around)
{
    for (const auto& stem : stems) m_at[stem].push_back(m_entries.size());
    for (const auto& stem : around) {
        auto& at = m_at[stem];
        if (at.empty() || at.back() != m_entries.size()) at.push_back(m_entries.size());
    }
    m_entries.push_back({index, std::move(stems), std::move(around)});
}

long Labels::weight(const std::string& stem) const
{
    constexpr long k_once = 1000;
    const auto at = m_at.find(stem);
    if (at == m_at.end()) return 0;
    const std::size_t labels = at->second.size();
    // Halves with each doubling of the labels, but never to nothing.
    long out = k_once;
    for (std::size_t size = 1; size < labels && out > 100; size *= 2) out = out * 3 / 4;
    return out;
}

const std::vector<std::string>& Labels::stems(std::size_t index) const
{
    static const std::vector<std::string> k_none;
    const auto at = std::lower_bound(
        m_entries.begin(), m_entries.end(), index,
        [](const Entry& entry, std::size_t wanted) { return entry.index < wanted; });
    return at != m_entries.end() && at->index == index ? at->stems : k_none;
}

std::vector<Bound> Labels::bind(std::span<const Word> words) const
{
    std::set<std::string> said;
    for (const auto& word : words)
        if (word.binds && m_at.contains(word.stem)) said.insert(word.stem);
    long all = 0;
    std::map<std::size_t, long> shared;
    for (const auto& stem : said) {
        all += weight(stem);
        const auto& entries = m_at.at(stem);
        if (entries.size() > k_most_labels) continue;
        for (const auto entry : entries) shared[entry] += weight(stem);
    }
    std::vector<Bound> out;
    for (const auto& [entry, matched] : shared) {
        long own = 0;
        std::size_t count = 0;
        const auto& [index, stems, around] = m_entries[entry];
        for (const auto& stem : stems) {
            own += weight(stem);
            count += said.contains(stem) ? 1U : 0U;
        }
        for (const auto& stem : around)
            if (said.contains(stem) && std::find(stems.begin(), stems.end(), stem) == stems.end())
                own += weight(stem);
        if (count == 0 && !stems.empty()) continue;
        out.push_back(
            {index, matched * 1000 / (own + all - matched), count == stems.size(), count});
    }
    std::stable_sort(out.begin(), out.end(), [](const Bound& left, const Bound& right) {
        return left.score > right.score;
    });
    if (out.size() > k_most_bound) out.resize(k_most_bound);
    return out;
}

IndexedTable index_table(reading::Table table, const reading::Stemmer& stemmer)
{
    IndexedTable out;
    for (std::size_t r = 0; r < table.rows.size(); ++r)
        out.rows.add(r, label_stems(table.rows[r].label, stemmer),
                     label_stems(table.rows[r].section, stemmer));
    for (std::size_t c = 1; c < table.columns.size(); ++c) {
        const auto& column = table.columns[c];
        out.columns.add(c, label_stems(column.head, stemmer));
        const bool has_number =
            std::any_of(table.rows.begin(), table.rows.end(), [&](const reading::TableRow& row) {
                return row.cells[c].kind == reading::CellKind::number;
            });
        if (!has_number) continue;
        out.numeric_columns.push_back(c);
        if (column.year) out.year_columns.push_back(c);
    }
    out.table = std::move(table);
    return out;
}

} // namespace verify::tables
