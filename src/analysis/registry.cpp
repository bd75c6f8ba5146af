#include "analysis/registry.hpp"

#include "analysis/forensics/forensics.hpp"
#include "analysis/verify/verify.hpp"

namespace analysis {

namespace {

base::json::Ref verify_text(const catalog::Product& product, const json_t* request,
                            const Surroundings& surroundings)
{
    return verify::run(product, request, surroundings.progress);
}

base::json::Ref scan_network(const catalog::Product&, const json_t*,
                             const Surroundings& surroundings)
{
    return forensics::run(surroundings.basket_path, {}, surroundings.progress);
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
        {"forensics", scan_network},
    };
    for (const auto& row : k_rows)
        if (row.family == product.family) return row.engine;
    return nullptr;
}

} // namespace analysis
