#include "synthesize/model/pointers.hpp"

#include "llm/shapes.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace synthesize::model {

namespace json = base::json;

namespace {

constexpr std::size_t k_most_pointers = 40;
constexpr std::size_t k_most_sentences = 2;

struct KindRow {
    Kind kind;
    std::string_view word;
    std::size_t sentences;
};
constexpr KindRow k_kinds[] = {
    {Kind::answers, "answers", 1}, {Kind::opposed, "opposed", 2}, {Kind::same, "same", 2}};

// One pointer as the schema has it, before anything is looked up.
struct Raw {
    const KindRow& kind;
    std::vector<std::int64_t> sentences;
    std::vector<std::string_view> quotes;
};

std::optional<Raw> read_raw(const json_t* item_view)
{
    constexpr std::size_t k_members = 4;
    const auto word = json::text_member(item_view, "kind").value_or("");
    const auto* row = std::ranges::find(k_kinds, word, &KindRow::word);
    auto sentences =
        llm::read_numbers(json::array_member(item_view, "sentences"), k_most_sentences);
    auto quotes = llm::read_quotes(json::array_member(item_view, "quotes"), k_most_sentences);
    if (json_object_size(item_view) != k_members || row == std::end(k_kinds) || !sentences ||
        !quotes || !json::text_member(item_view, "why"))
        return std::nullopt;
    return Raw{*row, std::move(*sentences), std::move(*quotes)};
}

class Reader {
public:
    Reader(const Sheet& sheet, Tally& tally) : m_sheet{sheet}, m_tally{tally} {}

    void take(const Raw& raw)
    {
        const auto rows = rows_of(raw);
        if (std::ranges::any_of(rows, [&](std::size_t row) { return is_ours(row); })) {
            note_ours(raw.kind.kind, rows);
            return;
        }
        ++m_tally.pointed;
        if (rows.size() != raw.kind.sentences || raw.quotes.size() != rows.size()) {
            ++m_tally.dropped_out_of_range;
            return;
        }
        Pointer pointer{raw.kind.kind, {}};
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const Row& row = m_sheet.rows[rows[i]];
            // The quote shows that the number was meant; what is told is the whole sentence.
            if (raw.quotes[i].empty() || row.text.find(raw.quotes[i]) == std::string::npos) {
                ++m_tally.dropped_bad_quote;
                return;
            }
            pointer.statements.push_back(*row.statement);
        }
        std::ranges::sort(pointer.statements);
        if (m_known.emplace(pointer.kind, pointer.statements).second)
            m_reply.pointers.push_back(std::move(pointer));
        else
            ++m_tally.told_already;
    }

    Reply reply()
    {
        const auto said = [&](Kind kind, const std::array<std::size_t, 2>& rows) {
            return m_of_ours.contains({kind, std::minmax(rows[0], rows[1])});
        };
        m_reply.passed_canary =
            said(Kind::opposed, m_sheet.opposed) && !said(Kind::same, m_sheet.opposed) &&
            said(Kind::same, m_sheet.same) && !said(Kind::opposed, m_sheet.same);
        return std::move(m_reply);
    }

private:
    // Different rows that are there; empty where one is not.
    [[nodiscard]] std::vector<std::size_t> rows_of(const Raw& raw) const
    {
        std::vector<std::size_t> out;
        for (const auto number : raw.sentences) {
            const auto row = static_cast<std::size_t>(number - 1);
            if (number < 1 || row >= m_sheet.rows.size() ||
                std::ranges::find(out, row) != out.end())
                return {};
            out.push_back(row);
        }
        return out;
    }

    [[nodiscard]] bool is_ours(std::size_t row) const { return !m_sheet.rows[row].statement; }

    void note_ours(Kind kind, const std::vector<std::size_t>& rows)
    {
        if (rows.size() == 2) m_of_ours.emplace(kind, std::minmax(rows[0], rows[1]));
    }

    const Sheet& m_sheet;
    Tally& m_tally;
    Reply m_reply;
    std::set<std::pair<Kind, std::vector<std::size_t>>> m_known;
    std::set<std::pair<Kind, std::pair<std::size_t, std::size_t>>> m_of_ours;
};

} // namespace

std::string_view name_of(Kind kind)
{
    return std::ranges::find(k_kinds, kind, &KindRow::kind)->word;
}

json::Ref relating_schema()
{
    auto kinds = json::array();
    for (const auto& row : k_kinds) json::append(kinds.get(), json::value(row.word));
    auto members =
        json::object("why", llm::text_shape(llm::k_longest_why), "kind",
                     json::object("type", "string", "enum", std::move(kinds)), "sentences",
                     llm::list_shape(k_most_sentences, llm::number_shape()), "quotes",
                     llm::list_shape(k_most_sentences, llm::text_shape(llm::k_longest_quote)));
    auto item =
        llm::object_shape(std::move(members), json::array("why", "kind", "sentences", "quotes"));
    return llm::object_shape(
        json::object("relations", llm::list_shape(k_most_pointers, std::move(item))),
        json::array("relations"));
}

std::optional<Reply> read_pointers(const json_t* answer_view, const Sheet& sheet, Tally& tally)
{
    const json_t* list_view = json::array_member(answer_view, "relations");
    if (list_view == nullptr || json_object_size(answer_view) != 1 ||
        json_array_size(list_view) > k_most_pointers)
        return std::nullopt;
    std::vector<Raw> all;
    for (std::size_t i = 0; i < json_array_size(list_view); ++i) {
        auto raw = read_raw(json_array_get(list_view, i));
        if (!raw) return std::nullopt;
        all.push_back(std::move(*raw));
    }
    Reader reader{sheet, tally};
    for (const auto& raw : all) reader.take(raw);
    return reader.reply();
}

} // namespace synthesize::model
