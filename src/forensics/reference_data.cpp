#include "forensics/reference_data.hpp"

#include "base/fault.hpp"
#include "base/fd.hpp"
#include "base/hex.hpp"
#include "base/sha256.hpp"
#include "catalog/ct_policy.hpp"
#include "forensics/check/check.hpp"

#include <sys/stat.h>

namespace forensics {

namespace json = base::json;

namespace {

constexpr std::size_t k_file_limit = std::size_t{4} << 20U;
constexpr double k_ms_per_day = 86'400'000;

json::Ref file_json(const std::optional<std::string>& path, base::Instant now)
{
    if (!path) return json::value(nullptr);
    struct stat info {};
    if (stat(path->c_str(), &info) != 0) return json::value(nullptr);
    try {
        const std::string content = base::read_file(*path, k_file_limit);
        const auto age_ms = base::to_ms(now) - std::int64_t{info.st_mtim.tv_sec} * 1000;
        return json::object("sha256", base::to_hex_0x(base::sha256(base::bytes_of(content))),
                            "bytes", content.size(), "age_days",
                            rounded(static_cast<double>(age_ms) / k_ms_per_day, 1));
    } catch (const base::Fault&) { // the check that needs it says what is wrong with it
        return json::value(nullptr);
    }
}

json::Ref retired_json(const Basket& basket)
{
    auto entries = json::array();
    for (const RetiredEntry& each : basket.retired)
        json::append(entries.get(),
                     json::object("check", each.check, "entry", each.name, "since", each.since));
    auto out = json::object("count", basket.retired.size(), "entries", std::move(entries));
    if (!basket.health_problem.empty())
        json::set(out.get(), "problem", json::value(basket.health_problem));
    return out;
}

} // namespace

json::Ref reference_data(const Basket& basket, base::Instant now)
{
    return json::object("basket", json::object("sha256", base::to_hex_0x(basket.sha256)),
                        "trust_store", file_json(basket.trust_store_pem, now), "public_roots",
                        file_json(basket.public_roots_pem, now), "ct_log_list",
                        file_json(basket.ct_log_list_json, now), "ct_policy",
                        json::object("dated", catalog::CtPolicy::k_dated_text, "source",
                                     catalog::CtPolicy::k_source),
                        "pins", file_json(basket.pins_json, now), "interception_issuers",
                        file_json(basket.interception_issuers_json, now), "dnssec_trust_anchor",
                        file_json(basket.dnssec_trust_anchor, now), "retired",
                        retired_json(basket));
}

} // namespace forensics
