#include "synthesize/synthesis.hpp"

#include "synthesize/artifact.hpp"
#include "synthesize/model/panel.hpp"

namespace synthesize {

base::json::Ref synthesize(const Order& order, llm::Consultation* consultation)
{
    const Study found = study(order);
    auto out = artifact_json(found, "synthesis/2");
    model::add_opinions(found, consultation, out.get());
    return out;
}

} // namespace synthesize
