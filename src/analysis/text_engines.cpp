#include "analysis/registry.hpp"
#include "catalog/errands.hpp"
#include "correlate/product.hpp"
#include "sources/extract.hpp"
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

base::json::Ref read_page(const json_t* request, const std::string&)
{
    return request == nullptr ? nullptr : sources::extract(request);
}

} // namespace

const Engines& text_engines()
{
    static constexpr Engines::ProductRow k_products[] = {
        {"verify", {}, verify_text},
        {"synthesize", "correlation", compare_streams},
        {"synthesize", {}, merge_sources},
    };
    static constexpr Engines::ErrandRow k_errands[] = {{catalog::k_extract, read_page}};
    static constexpr Engines k_engines{k_products, k_errands, nullptr};
    return k_engines;
}

} // namespace analysis
