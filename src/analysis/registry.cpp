#include "analysis/registry.hpp"

#include "analysis/forensics/forensics.hpp"
#include "correlate/product.hpp"
#include "synthesize/synthesize.hpp"
#include "verify/verify.hpp"

namespace analysis {

namespace {

using Made = base::Result<base::json::Ref, base::json::Ref>;

Made verify_text(const catalog::Product& product, const json_t* request,
                 const Surroundings& surroundings)
{
    return verify::run(product, request, surroundings.pages_view, surroundings.progress,
                       surroundings.consultation);
}

Made bring_together(const catalog::Product& product, const json_t* request,
                    const Surroundings& surroundings)
{
    if (product.variant != "correlation")
        return synthesize::run(product, request, surroundings.pages_view, surroundings.progress,
                               surroundings.consultation);
    constexpr std::size_t k_steps = 2;
    surroundings.progress("comparing", 0, k_steps);
    return correlate::make_artifact(request,
                                    sources::materials_of(request, surroundings.pages_view));
}

Made scan_network(const catalog::Product&, const json_t* request, const Surroundings& surroundings)
{
    return forensics::carry_out({surroundings.basket_path, request, surroundings.pins_view,
                                 surroundings.vantage, surroundings.progress,
                                 surroundings.deadline});
}

} // namespace

Engine find_engine(const catalog::Product& product)
{
    struct Row {
        std::string_view family;
        Engine engine;
    };
    constexpr Row k_rows[] = {
        {"verify", verify_text},
        {"synthesize", bring_together},
        {"forensics", scan_network},
    };
    for (const auto& row : k_rows)
        if (row.family == product.family) return row.engine;
    return nullptr;
}

} // namespace analysis
