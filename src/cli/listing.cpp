#include "cli/listing.hpp"

#include "cli/columns.hpp"
#include "cli/terminal_text.hpp"

#include <unistd.h>

#include <algorithm>
#include <iostream>

namespace cli {

namespace {

namespace json = base::json;

constexpr std::string_view k_between = "  ";

std::string text_of(const json_t* value)
{
    if (value == nullptr || json_is_null(value)) return "-";
    if (!json_is_string(value)) return json::dump(value);
    const auto text = safe_on_terminal(json::text_of(value));
    return text.empty() ? "-" : text;
}

std::string cell(const json_t* row, std::string_view member)
{
    const auto dot = member.find('.');
    const json_t* const value = json::member(row, std::string{member.substr(0, dot)}.c_str());
    return dot == std::string_view::npos ? text_of(value) : cell(value, member.substr(dot + 1));
}

using Pairs = std::vector<std::pair<std::string, std::string>>;

void flatten(const json_t* object_view, const std::string& before, Pairs& out)
{
    json::for_each_member(object_view, [&](std::string_view key, const json_t* value) {
        const auto name = before + std::string{key};
        if (json_is_object(value))
            flatten(value, name + '.', out);
        else
            out.emplace_back(name, text_of(value));
    });
}

} // namespace

bool is_for_people(const Arguments& arguments)
{
    return !arguments.has(k_json_option.name) && ::isatty(STDOUT_FILENO) == 1;
}

std::string table_text(std::span<const Column> columns, std::span<const json::Ref> rows,
                       std::string_view none)
{
    if (rows.empty()) return std::string{none} + '\n';
    std::vector<std::vector<std::string>> lines(rows.size() + 1);
    std::vector<std::size_t> widths;
    for (const Column& column : columns) {
        lines.front().emplace_back(column.title);
        for (std::size_t i = 0; i < rows.size(); ++i)
            lines[i + 1].push_back(cell(rows[i].get(), column.member));
        std::size_t width = 0;
        for (const auto& line : lines) width = std::max(width, line.back().size());
        widths.push_back(width);
    }
    std::string out;
    for (auto& line : lines) {
        std::string text;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (i != 0) text += k_between;
            text += columns[i].at == Column::At::right ? right(line[i], widths[i])
                                                       : left(std::move(line[i]), widths[i]);
        }
        out.append(text, 0, text.find_last_not_of(' ') + 1) += '\n';
    }
    return out;
}

void print_list(std::span<const Column> columns, std::span<const json::Ref> rows,
                std::string_view none, const Arguments& arguments)
{
    if (is_for_people(arguments)) {
        std::cout << table_text(columns, rows, none);
        return;
    }
    for (const json::Ref& row : rows) std::cout << json::dump(row.get()) << '\n';
}

std::string members_text(const json_t* object_view)
{
    Pairs pairs;
    flatten(object_view, {}, pairs);
    std::size_t width = 0;
    for (const auto& [name, value] : pairs) width = std::max(width, name.size());
    std::string out;
    for (const auto& [name, value] : pairs)
        (((out += left(name, width)) += k_between) += value) += '\n';
    return out;
}

void print_one(const json::Ref& object, const Arguments& arguments)
{
    if (is_for_people(arguments))
        std::cout << members_text(object.get());
    else
        std::cout << json::dump(object.get()) << '\n';
}

} // namespace cli
