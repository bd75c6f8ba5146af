#include "documents/samples.hpp"

#include "base/concat.hpp"
#include "base/json.hpp"
#include "documents/html.hpp"
#include "embedded/files.hpp"

#include <algorithm>

namespace documents {

using namespace base;

namespace {

constexpr std::string_view k_folder = "samples/";

std::string member(const json_t* view, const char* name)
{
    return std::string{json::text_member(view, name).value_or("")};
}

// The byte at which the code point `index` of UTF-8 begins, counted from 0.
std::size_t byte_of(std::string_view text, std::int64_t index)
{
    const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; };
    std::size_t at = 0;
    for (std::int64_t count = 0; at < text.size(); ++at)
        if (begins(text[at]) && count++ == index) break;
    return at;
}

struct Mark {
    std::size_t begin;
    std::size_t end;
};

// The first place of each finding, in their order, none within another.
std::vector<Mark> marks_in(std::string_view text, const json_t* findings_view)
{
    std::vector<Mark> out;
    for (std::size_t i = 0; i < json_array_size(findings_view); ++i) {
        const json_t* spans_view = json_object_get(json_array_get(findings_view, i), "spans");
        const json_t* span_view = json_array_get(spans_view, 0);
        const auto at = [&](const char* name) {
            return byte_of(text, json_integer_value(json_object_get(span_view, name)));
        };
        if (span_view != nullptr) out.push_back({at("start"), at("end")});
    }
    std::ranges::sort(out, {}, &Mark::begin);
    std::size_t end = 0;
    std::erase_if(out, [&](const Mark& mark) {
        const bool is_within = mark.begin < end;
        end = std::max(end, mark.end);
        return is_within;
    });
    return out;
}

std::string marked(std::string_view text, const std::vector<Mark>& marks)
{
    std::string out;
    std::size_t at = 0;
    for (const Mark& mark : marks) {
        out += concat(escaped(text.substr(at, mark.begin - at)), "<mark>",
                      escaped(text.substr(mark.begin, mark.end - mark.begin)), "</mark>");
        at = mark.end;
    }
    return out + escaped(text.substr(at));
}

} // namespace

std::vector<Document> sample_documents()
{
    std::vector<Document> out;
    for (const auto& file : embedded::files())
        if (file.name.starts_with(k_folder))
            out.push_back({std::string{file.name}, std::string{file.content}});
    return out;
}

bool has_account_sample(std::string_view product_key)
{
    const auto name = concat(k_folder, product_key, "_account.json");
    return std::ranges::any_of(embedded::files(),
                               [&](const embedded::File& file) { return file.name == name; });
}

std::string sample_html(std::string_view product_key)
{
    const auto request = embedded::json_file(concat(k_folder, product_key, ".request.json"));
    const auto artifact = embedded::json_file(concat(k_folder, product_key, ".json"));
    const auto text = member(request.get(), "payload");
    const json_t* findings_view = json_object_get(artifact.get(), "findings");
    std::string findings;
    for (std::size_t i = 0; i < json_array_size(findings_view); ++i) {
        const json_t* each_view = json_array_get(findings_view, i);
        findings += concat("<li><strong>", escaped(member(each_view, "title")), ".</strong> ",
                           escaped(member(each_view, "reasoning")), ' ',
                           escaped(member(each_view, "suggestion")), "</li>\n");
    }
    const auto verdict = member(artifact.get(), "verdict");
    return concat("<figure class=\"panel\">\n<blockquote class=\"text\">",
                  marked(text, marks_in(text, findings_view)),
                  "</blockquote>\n<p><span class=\"chip\" data-verdict=\"", escaped(verdict), "\">",
                  escaped(verdict), "</span> score ",
                  json_integer_value(json_object_get(artifact.get(), "score")),
                  " of 100</p>\n<ul>\n", findings,
                  "</ul>\n<figcaption><a href=\"/ui/result#sample=", product_key,
                  "\">The whole result</a>, with the evidence of each "
                  "finding.</figcaption>\n</figure>");
}

} // namespace documents
