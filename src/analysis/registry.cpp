#include "analysis/registry.hpp"

#include "correlate/product.hpp"
#include "forensics/forensics.hpp"
#include "synthesize/synthesize.hpp"
#include "verify/outcome/verify.hpp"

namespace analysis {

namespace {

using Made = base::Result<base::json::Ref, base::json::Ref>;

Made verify_text(const catalog::Product& product, const json_t* request,
                 const Surroundings& surroundings)
{
    return verify::outcome::run(product, request, surroundings.pages_view, surroundings.progress,
                                surroundings.consultation);
}

Made merge_sources(const catalog::Product& product, const json_t* request,
                   const Surroundings& surroundings)
{
    return synthesize::run(product, request, surroundings.pages_view, surroundings.progress,
                           surroundings.consultation);
}

Made compare_streams(const catalog::Product&, const json_t* request,
                     const Surroundings& surroundings)
{
    constexpr std::size_t k_steps = 2;
    surroundings.progress("comparing", 0, k_steps);
    const auto beside = [](const std::string& query, std::vector<sources::Material> materials) {
        auto told = synthesize::read_beside({query, std::move(materials)});
        return correlate::Context{std::move(told.findings), std::move(told.sources)};
    };
    return correlate::make_artifact(
        request, sources::materials_of(request, surroundings.pages_view), beside);
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
        std::string_view variant; // empty: all that have no row of their own
        Engine engine;
    };
    constexpr Row k_rows[] = {
        {"verify", {}, verify_text},
        {"synthesize", "correlation", compare_streams},
        {"synthesize", {}, merge_sources},
        {"forensics", {}, scan_network},
    };
    for (const auto& row : k_rows)
        if (row.family == product.family && (row.variant.empty() || row.variant == product.variant))
            return row.engine;
    return nullptr;
}

} // namespace analysis
