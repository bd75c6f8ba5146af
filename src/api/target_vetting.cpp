#include "api/target_vetting.hpp"

#include "base/fault.hpp"
#include "net/ares_resolver.hpp"
#include "net/buyer_egress.hpp"
#include "net/url.hpp"
#include "request/fields.hpp"

namespace api {

namespace {

namespace json = base::json;

// Together with the wait for a place to look this holds a thread for at most two seconds
// (DESIGN.md, 5 (f)).
constexpr std::chrono::seconds k_lookup_limit{1};

json::Ref parsed(std::string_view checked)
{
    auto request = json::parse(checked);
    if (!request) throw base::Fault{"a checked request does not parse"};
    return std::move(*request);
}

std::vector<std::string> hosts_of(const catalog::Field& field, const json_t* request_view)
{
    std::vector<std::string> out;
    const json_t* hosts_view = json::member(request_view, std::string{field.name}.c_str());
    for (std::size_t i = 0; i < json_array_size(hosts_view); ++i)
        out.emplace_back(json::text_of(json_array_get(hosts_view, i)));
    return out;
}

json::Ref pin(const net::VettedHost& host)
{
    auto addresses = json::array();
    for (const auto& address : host.addresses)
        json::append(addresses.get(), json::value(address.text()));
    return json::object("host", host.host, "addresses", std::move(addresses));
}

} // namespace

Vet vet_by_resolvers(const std::string& base_url)
{
    return [own_host = net::host_of(base_url)](std::span<const std::string> texts) {
        const auto own_networks = net::networks_of_this_host();
        const net::BuyerEgress egress{net::resolvers_of_this_host(), own_networks};
        net::AresResolver resolver{egress};
        return net::vet_hosts(texts, resolver, {own_networks, own_host}, k_lookup_limit);
    };
}

base::Result<std::string, json::Ref> pin_targets(const catalog::Product& product,
                                                 std::string_view checked, const Vet& vet)
{
    const catalog::Field* field = catalog::hosts_field(product);
    const auto request = parsed(checked);
    const auto texts = hosts_of(*field, request.get());
    auto problems = json::array();
    auto pins = json::array();
    const auto hosts = vet(texts);
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        if (hosts[i])
            json::append(pins.get(), pin(*hosts[i]));
        else
            json::append(problems.get(),
                         request::element_problem(field->name, i, net::explain(hosts[i].error()),
                                                  net::word(hosts[i].error()), texts[i]));
    }
    if (json_array_size(problems.get()) != 0) return base::refuse(std::move(problems));
    json::set(request.get(), "_pins", std::move(pins));
    return json::dump(request.get());
}

json::Ref misspelt_targets(const catalog::Product& product, std::string_view checked)
{
    const catalog::Field* field = catalog::hosts_field(product);
    if (field == nullptr) return nullptr;
    auto problems = json::array();
    const auto texts = hosts_of(*field, parsed(checked).get());
    const auto told = net::judge_texts(texts);
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (told[i])
            json::append(problems.get(),
                         request::element_problem(field->name, i, net::explain(*told[i]),
                                                  net::word(*told[i]), texts[i]));
    return json_array_size(problems.get()) == 0 ? nullptr : std::move(problems);
}

} // namespace api
