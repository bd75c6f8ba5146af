#include "synthesize/synthesize.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "synthesize/artifact.hpp"
#include "synthesize/brief/brief.hpp"

namespace synthesize {

namespace json = base::json;

json::Ref synthesize(const Order& order)
{
    return artifact_json(make_map(order), "synthesis/3");
}

Beside read_beside(const Order& order)
{
    const Map map = make_map(order);
    return {findings_json(map), sources_json(map)};
}

base::json::Ref run(const catalog::Product& product, const json_t* request,
                    const json_t* pages_view, const Progress& progress)
{
    constexpr std::size_t k_steps = 2;
    progress("synthesis", 0, k_steps);
    const Order order{std::string{json::text_member(request, "query").value_or("")},
                      sources::materials_of(request, pages_view)};
    if (product.variant == "synthesis") return synthesize(order);
    if (product.variant == "brief") return brief::write_brief(order);
    throw base::Fault{base::concat("no engine makes ", product.key)};
}

} // namespace synthesize
