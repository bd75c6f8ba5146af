#include "api/source_vetting.hpp"

#include "base/fault.hpp"
#include "catalog/request_fields.hpp"
#include "net/page_url.hpp"
#include "value/sources.hpp"

#include <algorithm>

namespace api {

namespace {

namespace json = base::json;

struct Page {
    std::size_t source; // its place among the sources
    std::string url;
    base::Result<net::PageUrl, net::PageUrlRefusal> parsed;
};

std::vector<Page> pages_of(const catalog::Field& field, const std::string& checked)
{
    const auto request = json::parse(checked);
    if (!request) throw base::Fault{"a checked request does not parse"};
    const json_t* sources_view = json::member(request->get(), std::string{field.name}.c_str());
    if (sources_view == nullptr) return {};
    const auto sources = value::read_sources(sources_view);
    if (!sources) throw base::Fault{"a checked request has sources that cannot be read"};
    std::vector<Page> out;
    for (std::size_t i = 0; i < sources->size(); ++i)
        if ((*sources)[i].is_fetched())
            out.push_back({i, (*sources)[i].url, net::parse_page_url((*sources)[i].url)});
    return out;
}

json::Ref told(json::Ref problems)
{
    return json_array_size(problems.get()) == 0 ? nullptr : std::move(problems);
}

} // namespace

json::Ref misspelt_sources(const catalog::Product& product, const std::string& checked)
{
    const catalog::Field* field = catalog::sources_field(product);
    if (field == nullptr) return nullptr;
    auto problems = json::array();
    for (const Page& page : pages_of(*field, checked))
        if (!page.parsed)
            json::append(problems.get(),
                         catalog::element_problem(field->name, page.source,
                                                  net::explain(page.parsed.error()),
                                                  net::word(page.parsed.error()), page.url));
    return told(std::move(problems));
}

json::Ref unfit_sources(const catalog::Product& product, const std::string& checked, const Vet& vet)
{
    const catalog::Field* field = catalog::sources_field(product);
    if (field == nullptr) return nullptr;
    const auto pages = pages_of(*field, checked);
    std::vector<std::string> hosts;
    for (const Page& page : pages)
        if (page.parsed && std::ranges::find(hosts, page.parsed->host.text) == hosts.end())
            hosts.push_back(page.parsed->host.text);
    if (hosts.empty()) return nullptr;
    auto problems = json::array();
    const auto verdicts = vet(hosts);
    for (const Page& page : pages) {
        if (!page.parsed) continue;
        const auto place = std::ranges::find(hosts, page.parsed->host.text) - hosts.begin();
        const auto& verdict = verdicts.at(static_cast<std::size_t>(place));
        if (!verdict)
            json::append(problems.get(),
                         catalog::element_problem(field->name, page.source,
                                                  net::explain(verdict.error()),
                                                  net::word(verdict.error()), page.url));
    }
    return told(std::move(problems));
}

} // namespace api
