#include "cases.hpp"

#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "support/artifact_schema.hpp"
#include "synthesize/brief/brief.hpp"
#include "synthesize/synthesize.hpp"

#include <cppunit/TestAssert.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <stdexcept>

namespace tests {

namespace json = base::json;
using base::concat;
using synthesize::Material;
using synthesize::Order;
using synthesize::SourceStatus;

namespace {

std::string lower(std::string_view text)
{
    std::string out{text};
    for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return out;
}

// The parts of `line` between separators, "-" as an empty one.
std::vector<std::string> parts_of(std::string_view line, std::string_view separator)
{
    std::vector<std::string> out;
    for (;;) {
        const std::size_t at = line.find(separator);
        const auto part = line.substr(0, at);
        out.emplace_back(part == "-" ? "" : part);
        if (at == std::string_view::npos) return out;
        line.remove_prefix(at + separator.size());
    }
}

SourceStatus status_named(std::string_view name)
{
    for (const auto status : {SourceStatus::unreachable, SourceStatus::refused,
                              SourceStatus::unsupported, SourceStatus::empty})
        if (name_of(status) == name) return status;
    throw std::logic_error{concat("no status of a source: ", name)};
}

bool holds_all(const json_t* value_view, const std::vector<std::string>& words)
{
    const auto all = lower(json::dump(value_view));
    for (const auto& word : words)
        if (all.find(lower(word)) == std::string::npos) return false;
    return true;
}

bool any_holds_all(const json_t* array_view, const std::vector<std::string>& words)
{
    for (std::size_t i = 0; i < json_array_size(array_view); ++i)
        if (holds_all(json_array_get(array_view, i), words)) return true;
    return false;
}

// The most independent sources that the answer, or a value, with these words has.
std::int64_t most_support(const json_t* artifact_view, const std::string& words)
{
    std::int64_t out = 0;
    const auto note = [&](const json_t* view, const char* count) {
        if (view != nullptr && holds_all(view, {words}))
            out = std::max(out, json::integer_member(view, count).value_or(0));
    };
    note(json::object_member(artifact_view, "answer"), "witnesses");
    const json_t* values_view = json::array_member(artifact_view, "values");
    for (std::size_t i = 0; i < json_array_size(values_view); ++i) {
        const json_t* rows_view = json::array_member(json_array_get(values_view, i), "values");
        for (std::size_t k = 0; k < json_array_size(rows_view); ++k)
            note(json_array_get(rows_view, k), "groups");
    }
    return out;
}

// The differences that are updates, or those that are not.
json::Ref differences(const json_t* artifact_view, bool is_update)
{
    auto out = json::array();
    const json_t* all_view = json::array_member(artifact_view, "differs");
    for (std::size_t i = 0; i < json_array_size(all_view); ++i) {
        const json_t* each_view = json_array_get(all_view, i);
        if (json_is_true(json::member(each_view, "is_update")) == is_update)
            json::append(out.get(), json::share(each_view));
    }
    return out;
}

const json_t* source_at(const json_t* artifact_view, const std::string& number)
{
    return json_array_get(json::array_member(artifact_view, "sources"),
                          static_cast<std::size_t>(std::stoul(number)) - 1);
}

bool is_flagged(const json_t* source_view)
{
    const auto flags = json::dump(json::array_member(source_view, "flags"));
    return flags.find("inject.") != std::string::npos || flags.find("exfil.") != std::string::npos;
}

// "S1 S2", sorted; empty for no list.
std::string ids_in(const json_t* list_view)
{
    std::set<std::string> ids;
    for (std::size_t i = 0; i < json_array_size(list_view); ++i)
        ids.insert(json_string_value(json_array_get(list_view, i)));
    std::string out;
    for (const auto& id : ids) out += concat(out.empty() ? "" : " ", id);
    return out;
}

// "S1 S2", from which a source copies, where they are several; else empty.
std::string sources_copied(const json_t* artifact_view, const std::string& id)
{
    const json_t* copies_view = json::array_member(artifact_view, "copies");
    for (std::size_t i = 0; i < json_array_size(copies_view); ++i) {
        const json_t* each_view = json_array_get(copies_view, i);
        const json_t* of_view = json::array_member(each_view, "of");
        if (json::text_member(each_view, "source") == id && json_array_size(of_view) > 1)
            return ids_in(of_view);
    }
    return {};
}

bool is_met(std::string_view expectation, const json_t* artifact_view)
{
    const std::size_t blank = expectation.find(' ');
    const auto kind = expectation.substr(0, blank);
    const std::string rest{blank == std::string_view::npos ? "" : expectation.substr(blank + 1)};
    if (kind == "quiet") return json_array_size(differences(artifact_view, false).get()) == 0;
    if (kind == "conflict")
        return any_holds_all(differences(artifact_view, false).get(), parts_of(rest, " / "));
    if (kind == "update")
        return any_holds_all(differences(artifact_view, true).get(), parts_of(rest, " / "));
    if (kind == "shown")
        return holds_all(json::array_member(artifact_view, "ballot"), parts_of(rest, " / "));
    if (kind == "first") return holds_all(json::object_member(artifact_view, "answer"), {rest});
    if (kind == "verdict") return json::text_member(artifact_view, "verdict") == rest;
    if (kind == "unquoted")
        return !holds_all(json::array_member(artifact_view, "ballot"), {rest}) &&
               !holds_all(json::object_member(artifact_view, "answer"), {rest});
    if (kind == "flagged") return is_flagged(source_at(artifact_view, rest));
    if (kind == "unflagged") return !is_flagged(source_at(artifact_view, rest));
    if (kind == "agree") {
        const auto parts = parts_of(rest, " | ");
        return most_support(artifact_view, parts.at(1)) == std::stol(parts.at(0));
    }
    if (kind == "copies" || kind == "apart") {
        const auto parts = parts_of(rest, " ");
        const bool one =
            json::text_member(source_at(artifact_view, parts.at(0)), "independent_group") ==
            json::text_member(source_at(artifact_view, parts.at(1)), "independent_group");
        return one == (kind == "copies");
    }
    if (kind == "several") {
        const auto parts = parts_of(rest, " | ");
        return sources_copied(artifact_view, concat('S', parts.at(0))) == parts.at(1);
    }
    throw std::logic_error{concat("no expectation is named ", kind)};
}

// The bytes of code points [start, end).
std::string_view code_points(std::string_view text, std::int64_t start, std::int64_t end)
{
    std::int64_t count = -1;
    std::size_t from = text.size();
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i < text.size() && (static_cast<unsigned char>(text[i]) & 0xc0U) == 0x80U) continue;
        ++count;
        if (count == start) from = i;
        if (count == end) return text.substr(from, i - from);
    }
    return {};
}

void expect_exact_quote(const json_t* quoted_view, const Order& order, const std::string& id)
{
    const Material& cited = order.materials.at(std::stoul(id.substr(1)) - 1);
    CPPUNIT_ASSERT_EQUAL(
        std::string{*json::text_member(quoted_view, "quote")},
        std::string{code_points(cited.text, *json::integer_member(quoted_view, "start"),
                                *json::integer_member(quoted_view, "end"))});
}

// The lines of the ballot stand below their source's name.
void expect_exact_lines(const json_t* row_view, const Order& order, const std::string& id)
{
    const json_t* lines_view = json::array_member(row_view, "lines");
    for (std::size_t i = 0; i < json_array_size(lines_view); ++i)
        expect_exact_quote(json_array_get(lines_view, i), order, id);
}

void expect_exact(const json_t* value_view, const Order& order)
{
    if (json_is_array(value_view))
        for (std::size_t i = 0; i < json_array_size(value_view); ++i)
            expect_exact(json_array_get(value_view, i), order);
    if (!json_is_object(value_view)) return;
    json::for_each_member(value_view, [&](std::string_view, const json_t* member_view) {
        expect_exact(member_view, order);
    });
    const auto quote = json::text_member(value_view, "quote");
    const auto source = json::text_member(value_view, "source");
    if (json::member(value_view, "lines") != nullptr)
        expect_exact_lines(value_view, order, std::string{*source});
    if (!quote || !source) return;
    expect_exact_quote(value_view, order, std::string{*source});
}

// That no source tells something is more than the method can know. `text` in lower case.
bool is_denial(std::string_view text)
{
    constexpr std::string_view k_subjects[] = {"no source ", "no statement ", "no other statement ",
                                               "no sentence ", "no line "};
    constexpr std::string_view k_verbs[] = {"says",     "states", "names", "gives",   "tells",
                                            "mentions", "speaks", "has ",  "answers", "is made"};
    for (const auto subject : k_subjects)
        for (const auto verb : k_verbs)
            if (text.find(concat(subject, verb)) != std::string_view::npos) return true;
    constexpr std::string_view k_phrases[] = {"sources do not",      "nothing in the sources",
                                              "none of the sources", "none of the lines",
                                              "is not mentioned",    "not answered"};
    return std::ranges::any_of(k_phrases, [&](std::string_view phrase) {
        return text.find(phrase) != std::string_view::npos;
    });
}

json::Ref checked(const Order& order, json::Ref (*make)(const Order&))
{
    auto out = make(order);
    const auto text = json::dump(out.get());
    CPPUNIT_ASSERT_EQUAL(std::string{}, support::schema_errors(text, "synthesis_artifact.json"));
    expect_exact(out.get(), order);
    expect_no_denial(out.get());
    CPPUNIT_ASSERT_EQUAL(text, json::dump(make(order).get()));
    CPPUNIT_ASSERT(base::canonical_json(out.get()).has_value());
    return out;
}

} // namespace

void expect_no_denial(const json_t* value_view)
{
    if (json_is_string(value_view)) {
        const std::string text{json::text_of(value_view)};
        CPPUNIT_ASSERT_MESSAGE(text, !is_denial(lower(text)));
    }
    for (std::size_t i = 0; i < json_array_size(value_view); ++i)
        expect_no_denial(json_array_get(value_view, i));
    if (json_is_object(value_view))
        json::for_each_member(value_view, [](std::string_view, const json_t* member_view) {
            expect_no_denial(member_view);
        });
}

std::vector<PlantedCase> read_planted(const std::string& name)
{
    std::vector<PlantedCase> out;
    std::istringstream lines{
        base::read_file(concat("tests/unit/synthesize/cases/", name), 200'000)};
    for (std::string line; std::getline(lines, line);) {
        const auto after = [&](std::string_view keyword) { return line.substr(keyword.size()); };
        if (line.starts_with("case ")) out.push_back({after("case "), {}, {}});
        if (line.starts_with("query ")) out.back().order.query = after("query ");
        if (line.starts_with("expect ")) out.back().expectations.push_back(after("expect "));
        if (line.starts_with("author "))
            out.back().order.materials.back().author = after("author ");
        Material material;
        if (line.starts_with("source ")) {
            const auto parts = parts_of(after("source "), " | ");
            material.url = parts.at(0);
            material.published = parts.at(1);
            material.text = parts.at(2);
        } else if (line.starts_with("unread ")) {
            const auto parts = parts_of(after("unread "), " | ");
            material.url = parts.at(0);
            material.status = status_named(parts.at(1));
        } else {
            continue;
        }
        auto& materials = out.back().order.materials;
        material.id = concat('S', materials.size() + 1);
        materials.push_back(std::move(material));
    }
    return out;
}

std::string unmet(const PlantedCase& planted, const json_t* artifact_view)
{
    std::string out;
    for (const auto& expectation : planted.expectations)
        if (!is_met(expectation, artifact_view))
            out += concat(planted.name, ": ", expectation, '\n');
    return out;
}

json::Ref checked_synthesis(const Order& order)
{
    return checked(order, [](const Order& each) { return synthesize::synthesize(each); });
}

json::Ref checked_brief(const Order& order)
{
    return checked(order, [](const Order& each) { return synthesize::brief::write_brief(each); });
}

} // namespace tests
