#include "synthesize/model/pointers.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace synthesize::model {

namespace json = base::json;

namespace {

constexpr std::size_t k_most_pointers = 40;
constexpr std::size_t k_most_sentences = 2;
constexpr std::size_t k_longest_quote = 300; // characters
constexpr std::size_t k_most_bytes = 4;      // of one
constexpr std::size_t k_longest_why = 400;

struct KindRow {
    Kind kind;
    std::string_view word;
    std::size_t sentences;
};
constexpr KindRow k_kinds[] = {
    {Kind::answers, "answers", 1}, {Kind::opposed, "opposed", 2}, {Kind::same, "same", 2}};

// One pointer as the schema has it, before anything is looked up.
struct Raw {
    const KindRow* kind = nullptr;
    std::vector<std::int64_t> sentences;
    std::vector<std::string> quotes;
};

std::optional<Raw> read_raw(const json_t* item_view)
{
    constexpr std::size_t k_members = 4;
    Raw out;
    const auto word = json::text_member(item_view, "kind").value_or("");
    const auto* row = std::ranges::find(k_kinds, word, &KindRow::word);
    const json_t* sentences_view = json::array_member(item_view, "sentences");
    const json_t* quotes_view = json::array_member(item_view, "quotes");
    if (json_object_size(item_view) != k_members || row == std::end(k_kinds) ||
        !json::text_member(item_view, "why") || sentences_view == nullptr ||
        quotes_view == nullptr || json_array_size(sentences_view) > k_most_sentences ||
        json_array_size(quotes_view) > k_most_sentences)
        return std::nullopt;
    out.kind = row;
    for (std::size_t i = 0; i < json_array_size(sentences_view); ++i) {
        const json_t* each_view = json_array_get(sentences_view, i);
        if (!json_is_integer(each_view)) return std::nullopt;
        out.sentences.push_back(json_integer_value(each_view));
    }
    for (std::size_t i = 0; i < json_array_size(quotes_view); ++i) {
        const json_t* each_view = json_array_get(quotes_view, i);
        if (!json_is_string(each_view) ||
            json::text_of(each_view).size() > k_longest_quote * k_most_bytes)
            return std::nullopt;
        out.quotes.emplace_back(json::text_of(each_view));
    }
    return out;
}

class Reader {
public:
    Reader(const Sheet& sheet, Tally& tally) : m_sheet{sheet}, m_tally{tally} {}

    void take(const Raw& raw)
    {
        const auto rows = rows_of(raw);
        if (std::ranges::any_of(rows, [&](std::size_t row) { return is_ours(row); })) {
            note_ours(raw.kind->kind, rows);
            return;
        }
        ++m_tally.pointed;
        if (rows.size() != raw.kind->sentences || raw.quotes.size() != rows.size()) {
            ++m_tally.dropped_out_of_range;
            return;
        }
        Pointer pointer{raw.kind->kind, {}};
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

json::Ref array_of(json::Ref items)
{
    return json::object("type", "array", "maxItems", k_most_sentences, "items", std::move(items));
}

} // namespace

std::string_view name_of(Kind kind)
{
    return std::ranges::find(k_kinds, kind, &KindRow::kind)->word;
}

json::Ref relating_schema()
{
    auto kinds = json::array();
    for (const auto& row : k_kinds) json::append(kinds.get(), json::value(row.word));
    // "why" first: what decides is better when it is written after a reason (arXiv 2408.02442).
    auto members = json::object(
        "why", json::object("type", "string", "maxLength", k_longest_why), "kind",
        json::object("type", "string", "enum", std::move(kinds)), "sentences",
        array_of(json::object("type", "integer", "minimum", 0, "maximum", 9'999)), "quotes",
        array_of(json::object("type", "string", "maxLength", k_longest_quote)));
    auto item = json::object("type", "object", "properties", std::move(members), "required",
                             json::array("why", "kind", "sentences", "quotes"),
                             "additionalProperties", false);
    return json::object(
        "type", "object", "properties",
        json::object("relations", json::object("type", "array", "maxItems", k_most_pointers,
                                               "items", std::move(item))),
        "required", json::array("relations"), "additionalProperties", false);
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
