#include "verify/model/pointers.hpp"

#include "llm/shapes.hpp"

#include <algorithm>

namespace verify::model {

namespace json = base::json;

namespace {

constexpr std::size_t k_most_pointers = 40;
constexpr std::size_t k_most_quotes = 3;
constexpr std::size_t k_most_operands = 12;

// As the model is asked for them, and as artifacts name them.
struct KindRow {
    Kind kind;
    std::string_view word;
    std::string_view name;
};
constexpr KindRow k_kinds[] = {
    {Kind::calculation, "calculation", "calculation"},
    {Kind::contradiction, "contradiction", "contradiction"},
    {Kind::unsupported, "unsupported", "unsupported"},
    {Kind::fallacy, "fallacy", "fallacy"},
    {Kind::doubtful, "doubtful", "world.doubtful"},
};

struct OperationRow {
    Operation operation;
    std::string_view word;
};
constexpr OperationRow k_operations[] = {
    {Operation::none, "none"},
    {Operation::sum, "sum"},
    {Operation::difference, "difference"},
    {Operation::product, "product"},
    {Operation::quotient, "quotient"},
    {Operation::share, "share"},
    {Operation::change, "change"},
    {Operation::mean, "mean"},
};

std::optional<Kind> kind_named(std::string_view word)
{
    for (const auto& row : k_kinds)
        if (row.word == word) return row.kind;
    return std::nullopt;
}

std::optional<Operation> operation_named(std::string_view word)
{
    for (const auto& row : k_operations)
        if (row.word == word) return row.operation;
    return std::nullopt;
}

template <typename Rows> json::Ref one_of(const Rows& rows)
{
    auto words = json::array();
    for (const auto& row : rows) json::append(words.get(), json::value(row.word));
    return json::object("type", "string", "enum", std::move(words));
}

// One pointer as the schema has it, before anything is looked up.
struct Raw {
    Kind kind;
    std::vector<std::int64_t> sentences;
    std::vector<std::string_view> quotes;
    Operation operation;
    std::vector<std::int64_t> operands;
    std::int64_t result;
};

std::optional<Raw> read_raw(const json_t* view)
{
    constexpr std::size_t k_members = 7;
    if (!json_is_object(view) || json_object_size(view) != k_members) return std::nullopt;
    const auto kind = kind_named(json::text_member(view, "kind").value_or(""));
    const auto operation = operation_named(json::text_member(view, "operation").value_or(""));
    auto sentences = llm::read_numbers(json::array_member(view, "sentences"), k_most_quotes);
    auto quotes = llm::read_quotes(json::array_member(view, "quotes"), k_most_quotes);
    auto operands = llm::read_numbers(json::array_member(view, "operands"), k_most_operands);
    const auto result = json::integer_member(view, "result");
    const bool has_why = json::text_member(view, "why").has_value();
    if (!kind || !operation || !sentences || !quotes || !operands || !result || !has_why)
        return std::nullopt;
    return Raw{*kind,      std::move(*sentences), std::move(*quotes),
               *operation, std::move(*operands),  *result};
}

class Reader {
public:
    Reader(const Document& document, const Sheet& sheet, Tally& tally)
        : m_document{document}, m_sheet{sheet}, m_tally{tally}
    {
    }

    void take(const Raw& raw)
    {
        if (std::any_of(raw.sentences.begin(), raw.sentences.end(),
                        [&](std::int64_t each) { return is_ours(each); })) {
            meet_canary(raw);
            return;
        }
        ++m_tally.pointed;
        Pointer out;
        out.kind = raw.kind;
        out.operation = raw.operation;
        if (!find_rows(raw, out) || !find_numbers(raw, out)) {
            ++m_tally.dropped_out_of_range;
            return;
        }
        if (!find_quotes(raw, out)) {
            ++m_tally.dropped_bad_quote;
            return;
        }
        m_pointers.push_back(std::move(out));
    }

    Reply reply() { return {std::move(m_pointers), m_meets_wrong && !m_meets_right}; }

private:
    [[nodiscard]] bool is_row(std::int64_t number) const
    {
        return number >= 1 && static_cast<std::size_t>(number) <= m_sheet.rows.size();
    }

    [[nodiscard]] bool is_ours(std::int64_t number) const
    {
        return is_row(number) && !m_sheet.rows[static_cast<std::size_t>(number) - 1].sentence;
    }

    void meet_canary(const Raw& raw)
    {
        for (const auto number : raw.sentences) {
            if (!is_ours(number)) continue;
            const auto row = static_cast<std::size_t>(number) - 1;
            if (row == m_sheet.right_row) m_meets_right = true;
            if (row == m_sheet.wrong_row && raw.kind == Kind::calculation) m_meets_wrong = true;
        }
    }

    bool find_rows(const Raw& raw, Pointer& out) const
    {
        if (raw.sentences.empty() || raw.sentences.size() != raw.quotes.size()) return false;
        for (const auto number : raw.sentences) {
            if (!is_row(number)) return false;
            const auto row = static_cast<std::size_t>(number) - 1;
            if (std::any_of(out.quotes.begin(), out.quotes.end(),
                            [&](const Quoted& each) { return each.row == row; }))
                return false;
            out.quotes.push_back({row, 0, 0});
        }
        // Two sentences that cannot both be right are two.
        return raw.kind != Kind::contradiction || out.quotes.size() == 2;
    }

    bool find_quotes(const Raw& raw, Pointer& out) const
    {
        for (std::size_t i = 0; i < out.quotes.size(); ++i) {
            const Row& row = m_sheet.rows[out.quotes[i].row];
            const auto at = row.text.find(raw.quotes[i]);
            if (raw.quotes[i].empty() || at == std::string::npos) return false;
            const auto begin = m_document.sentences[*row.sentence].begin;
            out.quotes[i].begin = begin + static_cast<std::uint32_t>(at);
            out.quotes[i].end =
                out.quotes[i].begin + static_cast<std::uint32_t>(raw.quotes[i].size());
        }
        return true;
    }

    // The number, without a term where there is no such number, or it is ours.
    [[nodiscard]] Number number(std::int64_t index) const
    {
        if (index < 1 || static_cast<std::size_t>(index) > m_sheet.numbers.size()) return {};
        return m_sheet.numbers[static_cast<std::size_t>(index) - 1];
    }

    bool find_numbers(const Raw& raw, Pointer& out) const
    {
        if (raw.kind != Kind::calculation) return true;
        out.stated = number(raw.result);
        if (out.stated.term == nullptr || raw.operands.empty()) return false;
        for (const auto index : raw.operands) {
            const Number operand = number(index);
            const auto is_same = [&](const Number& each) { return each.term == operand.term; };
            if (operand.term == nullptr || is_same(out.stated) ||
                std::any_of(out.operands.begin(), out.operands.end(), is_same))
                return false;
            out.operands.push_back(operand);
        }
        return true;
    }

    const Document& m_document;
    const Sheet& m_sheet;
    Tally& m_tally;
    std::vector<Pointer> m_pointers;
    bool m_meets_wrong = false;
    bool m_meets_right = false;
};

} // namespace

std::string_view name_of(Kind kind)
{
    for (const auto& row : k_kinds)
        if (row.kind == kind) return row.name;
    __builtin_unreachable();
}

std::string_view name_of(Operation operation)
{
    for (const auto& row : k_operations)
        if (row.operation == operation) return row.word;
    __builtin_unreachable();
}

json::Ref pointing_schema()
{
    const auto numbers = [](std::size_t most) {
        return llm::list_shape(most, llm::number_shape());
    };
    auto members = json::object(
        "why", llm::text_shape(llm::k_longest_why), "kind", one_of(k_kinds), "sentences",
        numbers(k_most_quotes), "quotes",
        llm::list_shape(k_most_quotes, llm::text_shape(llm::k_longest_quote)), "operation",
        one_of(k_operations), "operands", numbers(k_most_operands), "result", llm::number_shape());
    auto required =
        json::array("why", "kind", "sentences", "quotes", "operation", "operands", "result");
    auto item = llm::object_shape(std::move(members), std::move(required));
    return llm::object_shape(
        json::object("findings", llm::list_shape(k_most_pointers, std::move(item))),
        json::array("findings"));
}

std::optional<Reply> read_pointers(const json_t* answer_view, const Document& document,
                                   const Sheet& sheet, Tally& tally)
{
    const json_t* list_view = json::array_member(answer_view, "findings");
    if (list_view == nullptr || json_object_size(answer_view) != 1 ||
        json_array_size(list_view) > k_most_pointers)
        return std::nullopt;
    std::vector<Raw> all;
    for (std::size_t i = 0; i < json_array_size(list_view); ++i) {
        auto raw = read_raw(json_array_get(list_view, i));
        if (!raw) return std::nullopt;
        all.push_back(std::move(*raw));
    }
    Reader reader{document, sheet, tally};
    for (const auto& raw : all) reader.take(raw);
    return reader.reply();
}

} // namespace verify::model
