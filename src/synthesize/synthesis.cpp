#include "synthesize/synthesis.hpp"

#include "synthesize/artifact.hpp"

namespace synthesize {

base::json::Ref synthesize(const Order& order)
{
    return artifact_json(study(order), "synthesis/2");
}

} // namespace synthesize
