#include "synthesize/synthesize.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "synthesize/artifact.hpp"
#include "synthesize/brief/brief.hpp"
#include "synthesize/written.hpp"

namespace synthesize {

namespace json = base::json;

json::Ref synthesize(const Order& order, llm::Consultation* consultation)
{
    const Map map = make_map(order);
    auto out = artifact_json(map, "synthesis/3");
    if (consultation != nullptr)
        write_account(map, account::Purpose::account, *consultation, out.get());
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
    if (product.variant == "brief") return brief::write_brief(order, consultation);
    throw base::Fault{base::concat("no engine makes ", product.key)};
}

} // namespace synthesize
