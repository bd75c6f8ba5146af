// The last committed table of `make accuracy` as a page.
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "documents/html.hpp"
#include "documents/site.hpp"
#include "embedded/files.hpp"

#include <algorithm>

namespace documents {

using namespace base;

namespace {

std::string escaped_member(const json_t* view, const char* name)
{
    return escaped(json::text_member(view, name).value_or(""));
}

long number(const json_t* view, const char* name)
{
    return static_cast<long>(json_integer_value(json_object_get(view, name)));
}

// "12 of 40 (30 %)"
std::string share(long part, long whole)
{
    if (whole == 0) return "-";
    return concat(part, " of ", whole, " (", (100 * part + whole / 2) / whole, " %)");
}

std::string rows_html(const json_t* rows_view)
{
    std::string out;
    for (std::size_t i = 0; i < json_array_size(rows_view); ++i) {
        const json_t* row_view = json_array_get(rows_view, i);
        out += concat("<tr><th scope=\"row\">", escaped_member(row_view, "kind"), "</th><td>",
                      share(number(row_view, "found"), number(row_view, "wrong")), "</td><td>",
                      share(number(row_view, "quiet"), number(row_view, "right")), "</td></tr>\n");
    }
    return out;
}

// "verify found 104 of 400 (26 %) ..., and left 392 of 400 (98 %) alone"
std::string told(const json_t* counts_view)
{
    return concat("found ", share(number(counts_view, "found"), number(counts_view, "wrong")),
                  " of the errors and called ",
                  share(number(counts_view, "quiet"), number(counts_view, "right")),
                  " of the same texts without the error right");
}

std::string cell(const json_t* counts_view, const char* part, const char* whole)
{
    return concat("<td>", share(number(counts_view, part), number(counts_view, whole)), "</td>");
}

// A row for each tier sold: alone, and with the sources of the texts that have some.
std::string tiers_html(const json_t* tiers_view)
{
    std::string out;
    for (std::size_t i = 0; i < json_array_size(tiers_view); ++i) {
        const json_t* tier_view = json_array_get(tiers_view, i);
        const json_t* alone_view = json_object_get(tier_view, "alone");
        const json_t* sourced_view = json_object_get(tier_view, "with_sources");
        out += concat("<tr><th scope=\"row\">", escaped_member(tier_view, "tier"), "</th>",
                      cell(alone_view, "found", "wrong"), cell(alone_view, "quiet", "right"),
                      cell(sourced_view, "found", "wrong"), cell(sourced_view, "quiet", "right"),
                      "</tr>\n");
    }
    return out;
}

// What it says about documents that were not written as tests: each finding was judged by a person.
std::string documents_html(const json_t* documents_view)
{
    std::string out;
    for (std::size_t i = 0; i < json_array_size(documents_view); ++i) {
        const json_t* row_view = json_array_get(documents_view, i);
        out +=
            concat("<tr><th scope=\"row\">", escaped_member(row_view, "documents"), "</th><td>",
                   number(row_view, "texts"), "</td><td>", number(row_view, "words"), "</td><td>",
                   number(row_view, "findings"), "</td>", cell(row_view, "right", "findings"),
                   "<td>", escaped_member(row_view, "judged_on"), "</td></tr>\n");
    }
    return out;
}

std::string published_html(const json_t* published_view)
{
    std::string out;
    for (std::size_t i = 0; i < json_array_size(published_view); ++i) {
        const json_t* each_view = json_array_get(published_view, i);
        out += concat("<li>", escaped_member(each_view, "who"), ": ",
                      escaped_member(each_view, "figure"), " (", escaped_member(each_view, "where"),
                      ")</li>\n");
    }
    return out.empty() ? out : concat("<p>Published by others:</p>\n<ul>\n", out, "</ul>\n");
}

std::string set_html(const json_t* set_view)
{
    const json_t* first_view = json_object_get(set_view, "first");
    const auto first =
        first_view == nullptr
            ? std::string{}
            : concat(" Measured first, and blind, on ", escaped_member(first_view, "measured_on"),
                     ": found ", escaped_member(first_view, "found"), ", quiet ",
                     escaped_member(first_view, "quiet"), '.');
    auto name = escaped_member(set_view, "set");
    std::ranges::replace(name, '_', ' ');
    return concat("<section>\n<h2>", name, " (", escaped_member(set_view, "half"), ")</h2>\n<p>",
                  escaped_member(set_view, "about"), first, "</p>\n<div class=\"scroll\"><table>\n",
                  "<thead><tr><th scope=\"col\">Error</th><th scope=\"col\">Found</th>"
                  "<th scope=\"col\">Quiet</th></tr></thead>\n<tbody>\n",
                  rows_html(json_object_get(set_view, "rows")), "</tbody></table></div>\n",
                  published_html(json_object_get(set_view, "published")), "</section>\n");
}

json::Ref accuracy_table()
{
    auto table = json::parse(embedded::file("accuracy.json"));
    if (!table) throw Fault{"accuracy.json is no JSON"};
    return std::move(*table);
}

} // namespace

FirstMeasured first_measured()
{
    const json::Ref table = accuracy_table();
    const json_t* first_view = json_object_get(table.get(), "first");
    return {told(json_object_get(first_view, "alone")),
            told(json_object_get(first_view, "with_sources"))};
}

std::string accuracy_main(const catalog::Catalog& /*catalog*/)
{
    const json::Ref table = accuracy_table();
    const json_t* sets_view = json_object_get(table.get(), "sets");
    std::string sets;
    for (std::size_t i = 0; i < json_array_size(sets_view); ++i)
        sets += set_html(json_array_get(sets_view, i));
    const auto first = first_measured();
    const std::pair<std::string_view, std::string> values[] = {
        {"measured_on", escaped_member(table.get(), "measured_on")},
        {"ruleset", escaped_member(table.get(), "ruleset")},
        {"alone", first.alone},
        {"with_sources", first.with_sources},
        {"tiers", tiers_html(json_object_get(table.get(), "tiers"))},
        {"documents", documents_html(json_object_get(table.get(), "documents"))},
        {"sets", std::move(sets)},
    };
    return fill(embedded::file("pages/accuracy.html"), values);
}

} // namespace documents
