#include "api/endpoints.hpp"
#include "base/concat.hpp"
#include "catalog/rails.hpp"

namespace api {

namespace json = base::json;

fcgi::Response not_sold(catalog::ProblemCode code, const Process& process)
{
    ProblemExtras extras;
    extras.sold = json::array();
    std::string paths;
    for (const catalog::Rail rail : catalog::rails_on(process.catalog))
        for (const catalog::Family& family : catalog::families())
            for (const auto each : catalog::routes(process.catalog, family, rail)) {
                json::append(extras.sold.get(), json::value(each));
                paths += base::concat(paths.empty() ? "" : ", ", each);
            }
    if (!paths.empty())
        extras.detail = base::concat("Sold by POST are ", paths, "; see the catalog at /.");
    return process.replies.problem(code, std::move(extras));
}

} // namespace api
