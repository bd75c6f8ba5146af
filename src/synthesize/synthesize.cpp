#include "synthesize/synthesize.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "synthesize/artifact.hpp"
#include "synthesize/brief/brief.hpp"
#include "synthesize/written.hpp"

#include <algorithm>

namespace synthesize {

namespace json = base::json;

namespace {

// What a writer is shown at most, in tokens, and never more than half of the context.
constexpr std::size_t k_most_shown = 9'000;

} // namespace

json::Ref synthesize(const Order& order, llm::Consultation* consultation)
{
    const Map map = make_map(order);
    auto out = artifact_json(map, "synthesis/3");
    if (consultation == nullptr) return out;
    llm::Interview interview{*consultation};
    const auto context = static_cast<std::size_t>(consultation->settings().context_tokens);
    const auto material = material_of(map, std::min(k_most_shown, context / 2));
    const auto account = account::write(material, interview);
    llm::tell_engine(interview, json::object(), json_object_get(out.get(), "engine"));
    if (!account) return out;
    json::set(out.get(), "account", account_json(map, *account, interview));
    add_sourcing(map, *account, json_object_get(out.get(), "sourcing_map"));
    if (auto answer = written_answer_json(map, *account))
        json::set(out.get(), "answer", std::move(answer));
    return out;
}

Beside read_beside(const Order& order)
{
    const Map map = make_map(order);
    return {findings_json(map), sources_json(map)};
}

base::json::Ref run(const catalog::Product& product, const json_t* request,
                    const json_t* pages_view, const Progress& progress,
                    llm::Consultation* consultation)
{
    constexpr std::size_t k_steps = 2;
    progress("synthesis", 0, k_steps);
    const Order order{std::string{json::text_member(request, "query").value_or("")},
                      sources::materials_of(request, pages_view)};
    if (product.variant == "synthesis") return synthesize(order, consultation);
    if (product.variant == "brief") return brief::write_brief(order);
    throw base::Fault{base::concat("no engine makes ", product.key)};
}

} // namespace synthesize
