#include "request/named_columns.hpp"

#include "request/columns.hpp"

#include <algorithm>

namespace request {

namespace json = base::json;

namespace {

constexpr std::size_t k_most_members = 20; // of an object, that are looked at

std::vector<Cell> cells_of(const json_t* objects_view, const std::string& name)
{
    std::vector<Cell> out;
    for (std::size_t i = 0; i < json_array_size(objects_view); ++i)
        out.push_back(cell_of(json::member(json_array_get(objects_view, i), name.c_str())));
    return out;
}

bool are_numbers(const std::vector<Cell>& cells)
{
    const auto fits = [](const Cell& cell) {
        return std::holds_alternative<NoValue>(cell) || may_be_number(cell);
    };
    return std::ranges::all_of(cells, fits) && std::ranges::any_of(cells, may_be_number);
}

// A number alone is a time when it is a year or the like, or so many seconds that they are not a
// usual measurement.
bool are_numeric_times(const std::vector<Cell>& cells)
{
    constexpr double k_in_1973 = 1e8;
    const auto read = read_times(cells);
    for (std::size_t i = 0; i < read.values.size(); ++i) {
        const auto* number = std::get_if<double>(&cells[i]);
        if (!read.values[i] ||
            (number != nullptr && *number < k_in_1973 && read.values[i]->seconds() == *number))
            return false;
    }
    return !read.refusal;
}

} // namespace

base::Result<NamedColumns, std::string> name_columns(const json_t* objects_view)
{
    const json_t* first_view = json_array_get(objects_view, 0);
    const NamedColumns usual{"t", {"v"}};
    const bool has_time = json::member(first_view, "t") != nullptr;
    const bool has_number = json::member(first_view, "v") != nullptr;
    if (!json_is_object(first_view) || (has_time && has_number)) return usual;
    std::vector<std::string> written_times;
    std::vector<std::string> numeric_times;
    std::vector<std::string> numbers;
    std::size_t seen = 0;
    json::for_each_member(first_view, [&](std::string_view head, const json_t*) {
        if (seen++ >= k_most_members) return;
        const std::string name{head};
        const auto cells = cells_of(objects_view, name);
        const bool is_number = are_numbers(cells);
        if (!is_number && std::ranges::all_of(cells, may_be_time)) written_times.push_back(name);
        if (is_number && are_numeric_times(cells)) numeric_times.push_back(name);
        if (is_number) numbers.push_back(name);
    });
    auto& times = written_times.empty() ? numeric_times : written_times;
    if (has_time) times = {usual.time};
    if (has_number) numbers = usual.numbers;
    if (times.size() == 1) std::erase(numbers, times.front());
    if ((has_time || has_number) && (times.size() != 1 || numbers.empty())) return usual;
    if (times.size() != 1)
        return base::refuse(std::string{
            "One member of the objects should read as a time: name the time 't' and the number "
            "'v'"});
    if (numbers.empty())
        return base::refuse(std::string{
            "A member of the objects should read as a number in all of them: name the time 't' "
            "and the number 'v'"});
    return NamedColumns{times.front(), numbers};
}

} // namespace request
