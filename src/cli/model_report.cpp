#include "cli/model_report.hpp"

#include "base/concat.hpp"
#include "base/json.hpp"
#include "cli/terminal_text.hpp"

namespace cli {

namespace json = base::json;
using base::concat;

std::string model_line(const json_t* artifact_view)
{
    const json_t* engine_view = json::object_member(artifact_view, "engine");
    const json_t* llm_view = json::object_member(engine_view, "llm");
    if (llm_view == nullptr) return {};
    const auto text_in = [](const json_t* view, const char* key) {
        return safe_on_terminal(json::text_member(view, key).value_or("?"));
    };
    const std::size_t count = json_array_size(json::array_member(artifact_view, "opinions"));
    std::string out = concat("\nThe model ", text_in(llm_view, "model"), " was asked: ", count,
                             count == 1 ? " opinion" : " opinions", ", which move no verdict.\n");
    if (json::boolean_member(engine_view, "degraded").value_or(false))
        out += concat("It did not answer all that it was asked: ",
                      text_in(engine_view, "degraded_reason"), ".\n");
    return out;
}

} // namespace cli
