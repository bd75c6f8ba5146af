// syntax.json, syntax.xml, syntax.csv: formats that a fence or the whole text names.
#include "verify/forms/formats.hpp"
#include "verify/forms/checks.hpp"
#include "verify/law/precision.hpp"

#include "base/closer.hpp"
#include "base/concat.hpp"
#include "base/json.hpp"
#include "reading/ascii.hpp"
#include "reading/fences.hpp"
#include "reading/grid.hpp"
#include "verify/law/judge.hpp"

#include <libxml/parser.h>

#include <algorithm>
#include <memory>

namespace verify::forms {

namespace json = base::json;

namespace {

constexpr Check format_check(std::string_view id, Precision real = {})
{
    return {.id = id,
            .category = Category::identifiers,
            .nature = Nature::form,
            .proof = {"JSON, XML, CSV and URLs that do not parse", "XML with a document type"},
            .planted = k_planted_syntax,
            .real = real};
}

} // namespace

const Check k_syntax_json = format_check("syntax.json");
const Check k_syntax_xml = format_check("syntax.xml");
const Check k_syntax_csv = format_check("syntax.csv");
const Check k_syntax_url = format_check("syntax.url", k_real_links);

namespace {

std::string_view text_of_piece(const Document& document, const Piece& piece)
{
    return std::string_view{document.source}.substr(piece.begin, piece.end - piece.begin);
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && reading::is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && reading::is_blank(text.back())) text.remove_suffix(1);
    return text;
}

// The text outside of double-quoted strings.
std::string outside_strings(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '"') {
            out += text[i];
            continue;
        }
        for (++i; i < text.size() && text[i] != '"' && text[i] != '\n'; ++i)
            if (text[i] == '\\') ++i;
    }
    return out;
}

// Comments, elisions and placeholders: shown to people, not meant for a parser.
bool is_sketch(std::string_view outside)
{
    constexpr std::string_view k_signs[] = {"...", "\u2026", "//", "/*", "<", "{{", "{%", "$", "#"};
    return std::any_of(std::begin(k_signs), std::end(k_signs), [&](std::string_view sign) {
        return outside.find(sign) != std::string_view::npos;
    });
}

// One value in each line, or several values in a row.
bool is_sequence(std::string_view text)
{
    constexpr std::size_t k_most_lines = 100;
    std::size_t lines = 0;
    while (!text.empty() && lines < k_most_lines) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const auto line = trimmed(text.substr(0, end));
        if (!line.empty()) {
            if (line.front() != '{' && line.front() != '[') return false;
            if (!json::parse(line)) return false;
            ++lines;
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines > 1;
}

void judge_json(const Document& document, const Piece& piece, Review& review)
{
    const std::string_view text = text_of_piece(document, piece);
    const std::string_view inner = trimmed(text);
    if (inner.empty() || (inner.front() != '{' && inner.front() != '[')) return;
    const auto parsed = json::parse(text);
    if (parsed) return pass_piece(k_syntax_json, piece, review);
    const std::string_view detail = parsed.error().detail;
    // What Jansson or we cannot hold is still JSON.
    const bool is_syntax = detail == "not valid JSON" || detail == "the text ends too early" ||
                           detail == "duplicate object key" ||
                           detail.starts_with("a lone surrogate") ||
                           detail == "text after the end of the value";
    if (!is_syntax || is_sequence(text)) return;
    // Several values in a row are several examples; a bracket too many is a fault.
    const std::string outside = outside_strings(text);
    const auto count = [&](char c) { return std::count(outside.begin(), outside.end(), c); };
    if (is_sketch(outside)) return;
    const bool is_even = count('{') == count('}') && count('[') == count(']');
    if (is_even && detail == "text after the end of the value") return;
    report_fault(document, piece,
                 {k_syntax_json, "JSON", std::string{detail},
                  static_cast<std::size_t>(std::max(parsed.error().line, 1)),
                  static_cast<std::size_t>(std::max(parsed.error().column, 0)), Severity::major},
                 review);
}

// Whether the whole text was meant to be JSON: an object with a quoted key, or a list of such.
bool is_meant_as_json(std::string_view text)
{
    text = trimmed(text);
    if (text.empty() || (text.front() != '{' && text.front() != '[')) return false;
    std::string_view inner = trimmed(text.substr(1));
    if (text.front() == '[') {
        if (!inner.starts_with('{')) return false;
        inner = trimmed(inner.substr(1));
    }
    if (!inner.starts_with('"')) return false;
    const std::size_t close = inner.find('"', 1);
    return close != std::string_view::npos && trimmed(inner.substr(close + 1)).starts_with(':');
}

using ParserContext = std::unique_ptr<xmlParserCtxt, base::Closer<xmlFreeParserCtxt>>;
using XmlDocument = std::unique_ptr<xmlDoc, base::Closer<xmlFreeDoc>>;

// Faults of the text itself; limits of the parser and namespaces are not.
bool is_fault_of_text(int code)
{
    constexpr int k_codes[] = {XML_ERR_TAG_NAME_MISMATCH,
                               XML_ERR_TAG_NOT_FINISHED,
                               XML_ERR_ATTRIBUTE_REDEFINED,
                               XML_ERR_NAME_REQUIRED,
                               XML_ERR_LT_REQUIRED,
                               XML_ERR_GT_REQUIRED,
                               XML_ERR_ATTRIBUTE_NOT_STARTED,
                               XML_ERR_SPACE_REQUIRED,
                               XML_ERR_ATTRIBUTE_WITHOUT_VALUE,
                               XML_ERR_LT_IN_ATTRIBUTE,
                               XML_ERR_EQUAL_REQUIRED,
                               XML_ERR_ENTITYREF_SEMICOL_MISSING,
                               XML_ERR_UNDECLARED_ENTITY,
                               XML_ERR_ATTRIBUTE_NOT_FINISHED,
                               XML_ERR_COMMENT_NOT_FINISHED,
                               XML_ERR_CDATA_NOT_FINISHED,
                               XML_ERR_LTSLASH_REQUIRED,
                               XML_ERR_DOCUMENT_END};
    return std::find(std::begin(k_codes), std::end(k_codes), code) != std::end(k_codes);
}

std::string fault_name(int code)
{
    switch (code) {
    case XML_ERR_TAG_NAME_MISMATCH: return "an end tag does not match its start tag";
    case XML_ERR_TAG_NOT_FINISHED:
    case XML_ERR_LTSLASH_REQUIRED: return "an element is not closed";
    case XML_ERR_ATTRIBUTE_REDEFINED: return "an attribute is given twice";
    case XML_ERR_NAME_REQUIRED:
        return "a name is missing, as after a bare ampersand or angle bracket";
    case XML_ERR_UNDECLARED_ENTITY: return "an entity is not declared";
    case XML_ERR_ENTITYREF_SEMICOL_MISSING: return "an entity lacks its semicolon";
    default: return "it is not well formed";
    }
}

void judge_xml(const Document& document, const Piece& piece, Review& review)
{
    constexpr std::string_view k_open = "<r>";
    const std::string_view text = text_of_piece(document, piece);
    const std::string_view inner = trimmed(text);
    if (!inner.starts_with('<')) return;
    for (const std::string_view sign : {"<!DOCTYPE", "<!ENTITY", "<%", "{%", "{{", "<?php", "<..."})
        if (inner.find(sign) != std::string_view::npos) return;
    // Pieces of documents may have several roots, or none.
    const bool is_document = inner.starts_with("<?xml");
    const std::string wrapped =
        is_document ? std::string{inner} : base::concat(k_open, text, "</r>");
    const ParserContext context{xmlNewParserCtxt()};
    if (context == nullptr) return;
    const XmlDocument parsed{xmlCtxtReadMemory(
        context.get(), wrapped.data(), static_cast<int>(wrapped.size()), nullptr, "UTF-8",
        XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_COMPACT)};
    if (context->wellFormed == 1) return pass_piece(k_syntax_xml, piece, review);
    const xmlError* error = xmlCtxtGetLastError(context.get());
    if (error == nullptr || !is_fault_of_text(error->code) || error->line < 1) return;
    const auto skipped = static_cast<std::size_t>(
        is_document ? std::count(text.begin(), text.begin() + (inner.data() - text.data()), '\n')
                    : 0);
    report_fault(document, piece,
                 {k_syntax_xml, "XML", fault_name(error->code),
                  static_cast<std::size_t>(error->line) + skipped, 0, Severity::major},
                 review);
}

bool is_number(const Document& document, const reading::Cell& cell)
{
    return number_of(document, cell, DecimalMark::point).has_value();
}

// Whether lines with separators are meant as a table, although no fence says so: a row of names,
// then rows that mostly hold numbers and hardly any words.
bool is_meant_as_table(const Document& document, const reading::Grid& grid)
{
    if (grid.rows.size() < 4 || grid.columns() < 3) return false;
    std::size_t with_numbers = 0;
    for (const auto& row : grid.rows) {
        const auto text =
            std::string_view{document.view.text}.substr(row.begin, row.end - row.begin);
        const auto blanks = static_cast<std::size_t>(std::count(text.begin(), text.end(), ' '));
        if (row.cells.size() < 2 || blanks > row.cells.size()) return false;
        if (std::any_of(row.cells.begin(), row.cells.end(),
                        [&](const reading::Cell& cell) { return is_number(document, cell); }))
            ++with_numbers;
    }
    const auto& head = grid.rows.front().cells;
    const bool named = std::none_of(head.begin(), head.end(), [&](const reading::Cell& cell) {
        return is_number(document, cell);
    });
    return named && with_numbers + 1 >= grid.rows.size();
}

void judge_separated(const Document& document, const reading::Grid& grid, Review& review)
{
    const auto& origin = document.view.origin;
    if (!grid.is_ragged)
        return pass_piece(k_syntax_csv, {origin[grid.begin], origin[grid.end]}, review);
    for (std::size_t r = 1; r < grid.rows.size(); ++r) {
        const reading::Row& row = grid.rows[r];
        if (row.cells.size() == grid.columns()) continue;
        if (review.is_full()) return;
        found(k_syntax_csv, "A row has another number of cells than the header", document,
              Certainty::exact, Severity::minor)
            .stated(mark_view(document, row.begin, row.end))
            .evidence("row", r + 1, "reported", row.cells.size(), "recomputed", grid.columns())
            .says("Row ", r + 1, " has ", row.cells.size(), " cells; the header names ",
                  grid.columns(), ".")
            .raise(review, "Add the missing cell, or quote the cell that holds a separator.");
    }
}

} // namespace

Piece line_of(const Document& document, const Piece& piece, std::size_t line)
{
    const std::string_view source = document.source;
    std::size_t begin = piece.begin;
    for (std::size_t at = 1; at < line; ++at) {
        const std::size_t end = source.find('\n', begin);
        if (end == std::string_view::npos || end + 1 >= piece.end) break;
        begin = end + 1;
    }
    std::size_t end = std::min<std::size_t>(source.find('\n', begin), piece.end);
    while (begin < end && reading::is_blank(source[begin])) ++begin;
    while (end > begin && reading::is_blank(source[end - 1])) --end;
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

void report_fault(const Document& document, const Piece& piece, const Fault& fault, Review& review)
{
    if (review.is_full()) return;
    const Piece line = line_of(document, piece, fault.line);
    found(fault.check, base::concat("This is not well-formed ", fault.format), document,
          Certainty::exact, fault.severity)
        .stated(Mark{line.begin, line.end})
        .evidence("format", fault.format, "fault", fault.detail, "line", fault.line, "column",
                  fault.column)
        .says("In line ", fault.line, " of it: ", fault.detail, ".")
        .raise(review, "Correct it, or do not call it ", fault.format, ".");
}

void pass_piece(CheckRef check, const Piece& piece, Review& review)
{
    review.passes.push_back({check, {{piece.begin, piece.end, "stated"}}});
}

void check_json(const Document& document, Review& review)
{
    const auto size = static_cast<std::uint32_t>(document.source.size());
    const bool is_whole =
        document.format == reading::Format::json || is_meant_as_json(document.source);
    if (is_whole) return judge_json(document, {0, size}, review);
    for (const auto& fence : find_fences(document))
        if (fence.closed && fence.language == "json")
            judge_json(document, {fence.begin, fence.end}, review);
}

void check_xml(const Document& document, Review& review)
{
    if (trimmed(document.source).starts_with("<?xml"))
        return judge_xml(document, {0, static_cast<std::uint32_t>(document.source.size())}, review);
    for (const auto& fence : find_fences(document))
        if (fence.closed && fence.language == "xml")
            judge_xml(document, {fence.begin, fence.end}, review);
}

void check_separated(const Document& document, Review& review)
{
    for (const auto& grid : find_grids(document))
        if (grid.is_separated) judge_separated(document, grid, review);
    if (document.format != reading::Format::prose) return;
    const auto grid = read_separated(document, 0, document.view.text.size());
    if (grid && grid->is_ragged && is_meant_as_table(document, *grid))
        judge_separated(document, *grid, review);
}

namespace {

void check_syntax(const Document& document, Review& review)
{
    check_json(document, review);
    check_xml(document, review);
    check_separated(document, review);
    check_links(document, review);
}

constexpr const Check* k_syntax_checks[] = {&k_syntax_json, &k_syntax_xml, &k_syntax_csv,
                                            &k_syntax_url};

} // namespace

const Family k_syntax{Voice::verifier, k_syntax_checks, check_syntax};

} // namespace verify::forms
