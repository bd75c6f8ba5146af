#include "verify/tables/tables.hpp"
#include "verify/law/precision.hpp"
#include "verify/law/walk.hpp"
#include "verify/tables/checks.hpp"

#include "verify/law/judge.hpp"
#include "verify/tables/facts.hpp"
#include "verify/tables/scene.hpp"

#include <algorithm>

namespace verify::tables {

namespace json = base::json;

const Check k_table_statement{
    .id = "table.statement",
    .category = Category::consistency,
    .nature = Nature::relation,
    .proof =
        {"what prose states of the rows and columns of a table beside it (the cell, the first row, "
         "which of two rows has more, how many rows there are of a kind, a sum, a mean, the "
         "distance of two cells, a change in percent) is not what the table gives",
         "ratios, labels said in other words"},
    .planted = k_planted_statements};

namespace {

constexpr std::size_t k_most_cells = 40; // that a finding or a pass shows

Mark mark_cell(const Document& document, const reading::TableCell& cell)
{
    return mark_view(document, cell.place.begin, cell.place.end, "operand");
}

std::vector<Mark> marks_with(std::vector<Mark> said,
                             const std::vector<const reading::TableCell*>& cells,
                             const Document& document)
{
    for (const auto* cell : cells)
        if (said.size() <= k_most_cells) said.push_back(mark_cell(document, *cell));
    return said;
}

// The nearest table above, else the nearest below.
const reading::Table* nearest_table(const std::vector<reading::Table>& tables, std::uint32_t begin)
{
    const reading::Table* out = nullptr;
    for (const auto& each : tables) {
        if (each.begin <= begin && begin < each.end) return nullptr;
        if (each.begin > begin && out != nullptr) break;
        out = &each;
        if (each.begin > begin) break;
    }
    return out;
}

// Whether the sentence stands under the same heading as the table, and not far from it.
bool is_beside(const Document& document, const reading::Table& table, std::uint32_t sentence)
{
    constexpr std::uint32_t k_far = 3'000; // bytes
    const std::uint32_t from = std::min(table.end, sentence);
    const std::uint32_t to = std::max(table.begin, sentence);
    if (to - from > k_far + (table.end - table.begin)) return false;
    return std::none_of(document.blocks.begin(), document.blocks.end(), [&](const auto& block) {
        return block.kind == BlockKind::heading && from < block.begin && block.begin < to;
    });
}

} // namespace

Found found(const Told& told)
{
    auto out = verify::found(k_table_statement, "The table says otherwise", told.document,
                             Certainty::strong);
    auto operands = json::array();
    for (const auto* cell : told.cells) {
        if (json_array_size(operands.get()) == k_most_cells) break;
        json::append(operands.get(),
                     cell->kind == reading::CellKind::number
                         ? reading::exact_json(cell->number.value)
                         : json::value(reading::text_of(told.document, cell->place)));
    }
    out.marks(marks_with({told.stated}, told.cells, told.document))
        .shows("operands", std::move(operands));
    return out;
}

void pass(const Document& document, std::vector<Mark> said,
          const std::vector<const reading::TableCell*>& cells, Review& review)
{
    review.passes.push_back({k_table_statement, marks_with(std::move(said), cells, document)});
}

Interval interval_of(const reading::Table& table, std::size_t column,
                     const reading::TableCell& cell)
{
    const auto& number = cell.number;
    const bool is_scaled = table.measure.scale || table.columns[column].measure.scale;
    if (number.place >= 0 && !is_scaled) return Interval::point(number.value);
    const Rational half = reading::power_of_ten(number.place) / 2;
    return {number.value - half, number.value + half};
}

namespace {

void check_table_statements(const Document& document, Review& review)
{
    const auto tables = reading::read_tables(document);
    if (tables.empty()) return;
    const reading::Stemmer stemmer;
    std::vector<CellTexts> texts;
    std::vector<Axes> axes;
    texts.reserve(tables.size());
    axes.reserve(tables.size());
    for (const auto& table : tables) {
        texts.push_back(read_cell_texts(document, table, stemmer));
        axes.emplace_back(document, table, stemmer);
    }
    std::optional<Statement> before;
    std::size_t block = 0;
    each_sentence(document, Reads::prose, review, [&](std::size_t i) {
        const reading::Table* table = nearest_table(tables, document.sentences[i].begin);
        if (table == nullptr || is_disowned(Passage::sentence(document, i))) return;
        Statement statement = read_statement(document, i, stemmer);
        const bool goes_on = before && block == document.sentences[i].block;
        const auto index = static_cast<std::size_t>(table - tables.data());
        const std::size_t said = review.findings.size() + review.passes.size();
        check_facts({document, *table, texts[index],
                     read_phrases(document, texts[index], statement, i, stemmer)},
                    review);
        const bool is_open = review.findings.size() + review.passes.size() == said;
        if (is_open && is_beside(document, *table, document.sentences[i].begin)) {
            const Scene scene{document, axes[index], statement, goes_on ? &*before : nullptr};
            check_derived(scene, review);
        }
        block = document.sentences[i].block;
        before.emplace(std::move(statement));
    });
}

constexpr const Check* k_statements_checks[] = {&k_table_statement};

} // namespace

const Family k_statements{Voice::skeptic, k_statements_checks, check_table_statements};

} // namespace verify::tables
