#include "cli/correlate_report.hpp"

#include "base/concat.hpp"
#include "base/json.hpp"
#include "cli/columns.hpp"
#include "cli/terminal_text.hpp"

#include <array>
#include <cstdio>

namespace cli {

namespace json = base::json;
using base::concat;

namespace {

constexpr std::size_t k_name_width = 10;

// Three digits that count.
std::string coefficient_in(const json_t* view, const char* key)
{
    const json_t* number_view = json::member(view, key);
    if (!json_is_number(number_view)) return "none";
    std::array<char, 32> out{};
    std::snprintf(out.data(), out.size(), "%.3g", json_number_value(number_view));
    return out.data();
}

std::string coefficients(const json_t* association_view)
{
    struct Row {
        const char* method;
        const char* coefficient;
    };
    constexpr Row k_rows[] = {{"pearson", "r"}, {"spearman", "rho"}, {"kendall", "tau_b"}};
    std::string out;
    for (const auto& [method, coefficient] : k_rows) {
        const json_t* row_view = json::object_member(association_view, method);
        out += concat("  ", left(method, k_name_width), coefficient, " = ",
                      coefficient_in(row_view, coefficient),
                      ", p = ", coefficient_in(row_view, "p"), '\n');
    }
    const json_t* effective_view = json::object_member(association_view, "effective_n");
    return out + concat("  worth ", coefficient_in(effective_view, "n_eff"),
                        " independent pairs: p = ", coefficient_in(effective_view, "p_adjusted"),
                        '\n');
}

} // namespace

std::optional<Exit> exit_of_relation(const json_t* artifact_view)
{
    const json_t* conclusion_view = json::object_member(artifact_view, "conclusion");
    const auto relation = json::text_member(conclusion_view, "relation");
    if (!relation) return std::nullopt;
    return relation == "inconclusive" ? Exit::unreachable : Exit::ok;
}

std::string correlate_report(const json_t* artifact_view)
{
    const json_t* conclusion_view = json::object_member(artifact_view, "conclusion");
    std::string out =
        concat(text_in(conclusion_view, "relation"), ", ", text_in(conclusion_view, "strength"),
               ", confidence ", coefficient_in(conclusion_view, "confidence"), ". ",
               text_in(conclusion_view, "text"), '\n');
    const json_t* association_view = json::object_member(artifact_view, "association");
    if (json_is_object(association_view)) out += coefficients(association_view);
    const json_t* lags_view = json::object_member(artifact_view, "lags");
    if (json_is_object(lags_view))
        out += concat("  best of ", coefficient_in(lags_view, "max_lag"),
                      " shifts both ways: ", coefficient_in(lags_view, "best_lag"),
                      ", r = ", coefficient_in(lags_view, "best_r"),
                      ", p = ", coefficient_in(lags_view, "p_family"), '\n');
    const json_t* warnings_view = json::array_member(artifact_view, "warnings");
    for (std::size_t i = 0; i < json_array_size(warnings_view); ++i) {
        const json_t* warning_view = json_array_get(warnings_view, i);
        const auto stream = json::text_member(warning_view, "stream");
        out += concat("warning: ", text_in(warning_view, "code"),
                      stream ? concat(" (", *stream, ')') : std::string{}, ": ",
                      text_in(warning_view, "detail"), '\n');
    }
    return out;
}

} // namespace cli
