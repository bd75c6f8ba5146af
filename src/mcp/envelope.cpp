#include "mcp/envelope.hpp"

#include <optional>

namespace mcp {

namespace json = base::json;

namespace {

// The id as JSON; nullopt: this cannot be one.
std::optional<std::string> id_of(const json_t* id_view)
{
    const bool is_id = json_is_integer(id_view) ||
                       (json_is_string(id_view) && json::text_of(id_view).size() <= k_id_max_bytes);
    if (!is_id) return std::nullopt;
    return json::dump(id_view);
}

} // namespace

base::Result<Message, Refused> parse(std::string_view body, const Bounds& bounds)
{
    if (body.size() > bounds.bytes) return base::refuse(Refused{Refusal::too_large});
    const auto parsed = json::parse_within(body, bounds.structure);
    if (!parsed) return base::refuse(Refused{Refusal::not_json});
    const json_t* view = parsed->get();
    if (json_is_array(view)) return base::refuse(Refused{Refusal::batch});
    if (!json_is_object(view)) return base::refuse(Refused{Refusal::not_an_object});

    const json_t* id_view = json::member(view, "id");
    const auto id = id_of(id_view);
    const auto refused = [&](Refusal refusal) {
        return base::refuse(Refused{refusal, id.value_or("")});
    };
    if (json::text_member(view, "jsonrpc") != "2.0") return refused(Refusal::wrong_version);
    const json_t* method_view = json::member(view, "method");
    const bool is_answer =
        json::member(view, "result") != nullptr || json::member(view, "error") != nullptr;
    if (method_view == nullptr && is_answer) return Message{ClientAnswer{}};
    if (id_view != nullptr && !id) return refused(Refusal::wrong_id);
    if (!json_is_string(method_view)) return refused(Refusal::wrong_method);
    if (id_view == nullptr) return Message{Notification{}};

    Request out{.id = *id, .method = std::string{json::text_of(method_view)}, .params = {}};
    if (const json_t* params_view = json::member(view, "params"))
        out.params = json::share(params_view);
    return Message{std::move(out)};
}

} // namespace mcp
