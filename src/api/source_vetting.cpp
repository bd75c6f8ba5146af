#include "api/source_vetting.hpp"

#include "base/fault.hpp"
#include "request/fields.hpp"
#include "request/sources.hpp"

#include <algorithm>

namespace api {

namespace json = base::json;

namespace {

json::Ref told(json::Ref problems)
{
    return json_array_size(problems.get()) == 0 ? nullptr : std::move(problems);
}

std::string_view field_of(const catalog::Product& product)
{
    const catalog::Field* field = catalog::sources_field(product);
    if (field == nullptr) throw base::Fault{"pages of a product that takes none"};
    return field->name;
}

} // namespace

std::vector<NamedPage> pages_of(const catalog::Product& product, std::string_view checked)
{
    if (catalog::sources_field(product) == nullptr) return {};
    const auto request = json::parse(checked);
    if (!request) throw base::Fault{"a checked request does not parse"};
    const json_t* sources_view =
        json::member(request->get(), std::string{field_of(product)}.c_str());
    if (sources_view == nullptr) return {};
    const auto sources = request::read_sources(sources_view);
    if (!sources) throw base::Fault{"a checked request has sources that cannot be read"};
    std::vector<NamedPage> out;
    for (std::size_t i = 0; i < sources->size(); ++i)
        if ((*sources)[i].is_fetched())
            out.push_back({i, (*sources)[i].url, net::parse_page_url((*sources)[i].url)});
    return out;
}

json::Ref misspelt_sources(const catalog::Product& product, std::span<const NamedPage> pages)
{
    auto problems = json::array();
    for (const NamedPage& page : pages)
        if (!page.parsed)
            json::append(problems.get(),
                         request::element_problem(field_of(product), page.source,
                                                  net::explain(page.parsed.error()),
                                                  net::word(page.parsed.error()), page.url));
    return told(std::move(problems));
}

json::Ref unfit_sources(const catalog::Product& product, std::span<const NamedPage> pages,
                        const Vet& vet)
{
    std::vector<std::string> hosts;
    for (const NamedPage& page : pages)
        if (page.parsed && std::ranges::find(hosts, page.parsed->host.text) == hosts.end())
            hosts.push_back(page.parsed->host.text);
    if (hosts.empty()) return nullptr;
    auto problems = json::array();
    const auto verdicts = vet(hosts);
    for (const NamedPage& page : pages) {
        if (!page.parsed) continue;
        const auto place = std::ranges::find(hosts, page.parsed->host.text) - hosts.begin();
        const auto& verdict = verdicts.at(static_cast<std::size_t>(place));
        if (!verdict)
            json::append(problems.get(),
                         request::element_problem(field_of(product), page.source,
                                                  net::explain(verdict.error()),
                                                  net::word(verdict.error()), page.url));
    }
    return told(std::move(problems));
}

json::Ref unread_sources(const catalog::Product& product, const std::function<int()>& credits_left)
{
    if (!product.needs_a_source)
        return json::object("credits_left_today", 0, "detail",
                            "When no source can be read, the text is reviewed without them, and "
                            "the price is no credit, unless the network cannot be seen from "
                            "here.");
    const int left = credits_left();
    return json::object("credits_left_today", left, "detail",
                        left > 0
                            ? "When no source can be read, the price is a credit."
                            : "When no source can be read, the price is no credit any more today: "
                              "what is bought is what can be said without them.");
}

} // namespace api
