#include "analysis/registry.hpp"

#include "analysis/forensics/forensics.hpp"
#include "analysis/synthesize/synthesize.hpp"
#include "analysis/verify/verify.hpp"

namespace analysis {

namespace {

using Made = base::Result<base::json::Ref, base::json::Ref>;

Made verify_text(const catalog::Product& product, const json_t* request,
                 const Surroundings& surroundings)
{
    return verify::run(product, request, surroundings.progress);
}

Made bring_together(const catalog::Product& product, const json_t* request,
                    const Surroundings& surroundings)
{
    return synthesize::run(product, request, surroundings.pages_view, surroundings.progress);
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
