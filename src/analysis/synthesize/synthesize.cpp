#include "analysis/synthesize/synthesize.hpp"

#include "analysis/synthesize/correlation/request.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"

namespace analysis::synthesize {

base::json::Ref run(const catalog::Product& product, const json_t* request,
                    const Progress& progress)
{
    if (product.variant != "correlation")
        throw base::Fault{base::concat("no engine makes ", product.key)};
    constexpr std::size_t k_steps = 3;
    progress("reading", 0, k_steps);
    const auto order = correlation::order_of(request);
    progress("comparing", 1, k_steps);
    auto artifact = correlation::correlate(order);
    progress("artifact", k_steps, k_steps);
    return artifact;
}

} // namespace analysis::synthesize
