// table.statement: what prose says of a table that stands in the same text.
//
// The words of a sentence bind rows and columns by the words of their labels and heads, its cue
// words say how the cells are read, and the value is recomputed in exact rationals. Where it is
// open what is meant, nothing is said.
#include "base/concat.hpp"
#include "verify/law/found.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/precision.hpp"
#include "verify/law/walk.hpp"
#include "verify/tables/checks.hpp"
#include "verify/tables/question.hpp"

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

constexpr std::size_t k_most_told_cells = 40; // that a finding or a pass shows

Mark mark_cell(const Document& document, const reading::TableCell& cell)
{
    return mark_view(document, cell.place.begin, cell.place.end, "operand");
}

std::vector<Mark> marks_with(std::vector<Mark> said,
                             const std::vector<const reading::TableCell*>& cells,
                             const Document& document)
{
    for (const auto* cell : cells)
        if (said.size() <= k_most_told_cells) said.push_back(mark_cell(document, *cell));
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

json::Ref operands_of(const Said& said, const Answer& wrong)
{
    auto out = json::array();
    for (const auto* cell : wrong.cells) {
        if (json_array_size(out.get()) == k_most_told_cells) break;
        json::append(out.get(), cell->kind == reading::CellKind::number
                                    ? reading::exact_json(cell->number.value)
                                    : json::value(reading::text_of(said.document, cell->place)));
    }
    return out;
}

void tell_wrong(const Said& said, const Answer& wrong, Review& review)
{
    if (review.is_full()) return;
    const Phrase& told = *wrong.told;
    found(k_table_statement, "The table says otherwise", said.document, Certainty::strong)
        .marks(marks_with({said.mark(told)}, wrong.cells, said.document))
        .shows("operands", operands_of(said, wrong), "reported",
               told.value && wrong.exact ? reading::exact_json(*told.value)
                                         : json::value(told.text),
               "recomputed",
               wrong.exact ? reading::exact_json(*wrong.exact) : json::value(wrong.better),
               "formula", wrong.formula)
        .gives(base::concat("In the table, ", wrong.formula), wrong.better, Marked{0})
        .correct(review, quote_of(said.document, said.mark(told)), wrong.better, "the table");
}

// The first reading that holds, else the first that is wrong beyond doubt.
void check_said(const Said& said, Review& review)
{
    constexpr std::size_t k_most_phrases = 60;
    constexpr std::size_t k_most_unknown = 2;
    if (said.phrases.size() > k_most_phrases || said.count(Part::unknown) > k_most_unknown) return;
    std::optional<Answer> wrong;
    for (const auto& question : questions_of(said)) {
        auto meant = answer(said, question);
        if (meant && meant->holds) {
            review.passes.push_back(
                {k_table_statement, marks_with(said.marks(), meant->cells, said.document)});
            return;
        }
        if (meant && meant->is_sure && !wrong) wrong = std::move(meant);
    }
    if (wrong && said.is_explained()) tell_wrong(said, *wrong, review);
}

void check_table_statements(const Document& document, Review& review)
{
    const auto tables = reading::read_tables(document);
    if (tables.empty()) return;
    const reading::Stemmer stemmer;
    std::vector<CellTexts> texts;
    texts.reserve(tables.size());
    for (const auto& table : tables) texts.push_back(read_cell_texts(document, table, stemmer));
    each_sentence(document, Reads::prose, review, [&](std::size_t i) {
        const reading::Table* table = nearest_table(tables, document.sentences[i].begin);
        if (table == nullptr || is_disowned(Passage::sentence(document, i))) return;
        const auto& cells = texts[static_cast<std::size_t>(table - tables.data())];
        check_said({document, *table, cells, read_phrases(document, cells, i, stemmer)}, review);
    });
}

constexpr const Check* k_statements_checks[] = {&k_table_statement};

} // namespace

const Family k_statements{Voice::skeptic, k_statements_checks, check_table_statements};

} // namespace verify::tables
