#include "synthesize/synthesize.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "synthesize/brief/brief.hpp"
#include "synthesize/synthesis.hpp"

namespace synthesize {

namespace json = base::json;

namespace {

std::string text_in(const json_t* view, const char* name)
{
    return std::string{json::text_member(view, name).value_or("")};
}

} // namespace

base::json::Ref run(const catalog::Product& product, const json_t* request,
                    const json_t* pages_view, const Progress& progress,
                    llm::Consultation* consultation)
{
    constexpr std::size_t k_steps = 2;
    progress("synthesis", 0, k_steps);
    const Order order{text_in(request, "query"), sources::materials_of(request, pages_view)};
    if (product.variant == "synthesis") return synthesize(order, consultation);
    if (product.variant == "brief") return brief::write_brief(order, consultation);
    throw base::Fault{base::concat("no engine makes ", product.key)};
}

} // namespace synthesize
