#include "cli/llm_sets.hpp"

#include "base/concat.hpp"
#include "base/json.hpp"

namespace cli {

namespace json = base::json;

namespace {

std::string member(const json_t* row_view, const char* key)
{
    return std::string{json::text_member(row_view, key).value_or("")};
}

// False: the row is not a case.
bool add_cases(const json_t* row_view, std::vector<BenchCase>& out)
{
    const auto id = member(row_view, "id");
    const auto kind = member(row_view, "kind");
    const auto quote = member(row_view, "quote");
    if (id.empty() || kind.empty()) return false;
    // What is given with the text a model does not see.
    if (json::member(row_view, "sources") != nullptr) return true;
    if (const auto wrong = member(row_view, "wrong"); !wrong.empty()) {
        if (wrong.find(quote) == std::string::npos) return false;
        out.push_back({id + 'w', kind, wrong, quote, true});
        out.push_back({id + 'r', kind, member(row_view, "right"), {}, false});
        return !out.back().text.empty();
    }
    const bool is_wrong = json::boolean_member(row_view, "flag").value_or(false);
    out.push_back({id, kind, member(row_view, "text"), is_wrong ? quote : std::string{}, is_wrong});
    return !out.back().text.empty();
}

} // namespace

base::Result<std::vector<BenchCase>, std::string> read_set(std::string_view file)
{
    std::vector<BenchCase> out;
    for (int number = 1; !file.empty(); ++number) {
        const auto end = std::min(file.find('\n'), file.size());
        const auto line = file.substr(0, end);
        file.remove_prefix(std::min(end + 1, file.size()));
        if (line.empty()) continue;
        const auto row = json::parse(line);
        const bool is_good = row && (number == 1 ? json::text_member(row->get(), "set").has_value()
                                                 : add_cases(row->get(), out));
        if (!is_good)
            return base::refuse(base::concat(
                "line ", number, number == 1 ? " does not name the set" : " is no case"));
    }
    return out;
}

} // namespace cli
