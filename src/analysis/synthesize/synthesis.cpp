#include "analysis/synthesize/synthesis.hpp"

#include "analysis/synthesize/artifact.hpp"

namespace analysis::synthesize {

base::json::Ref synthesize(const Order& order)
{
    return artifact_json(study(order), "synthesis/1");
}

} // namespace analysis::synthesize
