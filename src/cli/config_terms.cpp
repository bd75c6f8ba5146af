// Checks of what is sold, and where: the token, the origin, the time of an account.
#include "cli/config_checks.hpp"

#include "base/concat.hpp"
#include "catalog/known_tokens.hpp"
#include "catalog/lanes.hpp"
#include "config/values.hpp"
#include "llm/account_record.hpp"
#include "net/special_ranges.hpp"

#include <algorithm>

namespace cli {

using base::concat;

namespace {

// nullptr: a chain of which nothing is known, such as one of the operator's own.
const catalog::KnownToken* token_of(const config::Payment& payment)
{
    const auto tokens = catalog::known_tokens();
    const auto found = std::find_if(tokens.begin(), tokens.end(), [&](const auto& each) {
        return each.network == payment.network.text();
    });
    return found == tokens.end() ? nullptr : &*found;
}

Findings find_other_text(const config::Payment& payment, const std::string& configured,
                         std::string_view catalog::KnownToken::*text)
{
    const auto* token = token_of(payment);
    if (token == nullptr || !token->is_at(payment.asset) || token->*text == configured) return {};
    return {concat("is \"", configured, "\", and the USDC of ", token->network, " says \"",
                   token->*text, "\": no signature of a buyer would fit; put that here")};
}

} // namespace

Findings find_strange_origin(const config::Config& config)
{
    const auto url = config::split_url(config.service.base_url);
    if (!url || config.service.mode != config::Mode::production) return {};
    if (url->origin.ends_with(":443"))
        return {"ends with :443, which browsers and agents leave out: leave it out here, too"};
    std::string_view host = url->host;
    if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
    const auto address = net::IpAddress::parse(host);
    if (config::is_loopback(url->host) || (address && !net::is_global(*address)) ||
        (!address && host.find('.') == std::string_view::npos) || host.ends_with(".localhost"))
        return {concat("names ", url->host,
                       ", which buyers cannot reach: put the public name of the service, or set "
                       "service.mode to \"development\"")};
    return {};
}

Findings find_foreign_asset(const config::Config& config)
{
    const auto& payment = config.payment;
    const auto* own = token_of(payment);
    if (own == nullptr) return {};
    for (const auto& token : catalog::known_tokens())
        if (&token != own && token.is_at(payment.asset))
            return {concat("is the USDC of ", token.network, ", and payment.network is ",
                           own->network, ", whose USDC is ", own->address,
                           ": put that here, or change payment.network")};
    return {};
}

Findings find_wrong_asset_name(const config::Config& config)
{
    return find_other_text(config.payment, config.payment.asset_name, &catalog::KnownToken::name);
}

Findings find_wrong_asset_version(const config::Config& config)
{
    return find_other_text(config.payment, config.payment.asset_version,
                           &catalog::KnownToken::version);
}

// Half of the accounts that a shop sells would be cut off, and their buyers get a map.
Findings find_short_time(const config::Config& config)
{
    if (!config.llm.is_set()) return {};
    const auto standing = llm::account_standing_of(config.llm);
    if (!standing.is_sold()) return {};
    const std::chrono::milliseconds median{standing.record->median_ms};
    for (const auto& product : catalog::products()) {
        const auto sla = config.slas.find(product.key);
        if (product.model_part != catalog::ModelPart::writes || sla == config.slas.end()) continue;
        const auto asking = catalog::asked_time(product.model_part, sla->second, config.llm).asking;
        if (asking >= median) continue;
        return {concat("and the sla of ", product.key, " leave a model ", asking.count(),
                       " s to write an account, and half of those of ", standing.record->date,
                       " took longer than ",
                       std::chrono::floor<std::chrono::seconds>(median).count(),
                       " s: raise llm.job_time (", config.llm.job_time.count(), " s) or sla.",
                       product.key, " (", sla->second.count(), " s), or remove ",
                       config.llm.account_record, " and sell the map alone")};
    }
    return {};
}

} // namespace cli
