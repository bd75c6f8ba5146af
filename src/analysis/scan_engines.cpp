#include "analysis/fetch.hpp"
#include "analysis/registry.hpp"
#include "catalog/errands.hpp"
#include "forensics/forensics.hpp"

namespace analysis {

namespace {

namespace json = base::json;

base::Result<json::Ref, json::Ref> scan_network(const catalog::Product&, const json_t* request,
                                                const Surroundings& surroundings)
{
    return forensics::carry_out({surroundings.basket_path, request, surroundings.pins_view,
                                 surroundings.vantage, surroundings.progress,
                                 surroundings.deadline});
}

json::Ref fetch_pages(const json_t* request, const std::string&)
{
    return request == nullptr ? nullptr : fetch(request);
}

json::Ref look_out(const json_t*, const std::string& basket_path)
{
    return json::object("online", forensics::is_online(basket_path));
}

json::Ref try_basket(const json_t*, const std::string& basket_path)
{
    return forensics::run_on_whole(basket_path);
}

// The basket is the operator's, and names the files that must stay readable.
std::vector<std::string> files_of_scan(std::string_view key, const std::string& basket_path)
{
    if (key == catalog::k_fetch) return files_of_fetch();
    return basket_path.empty() ? std::vector<std::string>{} : forensics::files_of(basket_path);
}

} // namespace

const Engines& scan_engines()
{
    static constexpr Engines::ProductRow k_products[] = {{"forensics", {}, scan_network}};
    static constexpr Engines::ErrandRow k_errands[] = {{catalog::k_fetch, fetch_pages},
                                                       {catalog::k_vantage_test, look_out},
                                                       {catalog::k_basket_test, try_basket}};
    static constexpr Engines k_engines{k_products, k_errands, files_of_scan};
    return k_engines;
}

} // namespace analysis
