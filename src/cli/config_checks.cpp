// The table, and the checks that look at files.
#include "cli/config_checks.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "chain/anchor_key.hpp"
#include "config/credentials.hpp"
#include "config/places.hpp"
#include "db/migrations.hpp"
#include "forensics/basket/basket.hpp"
#include "pay/facilitator_auth.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace cli {

using base::concat;

namespace {

namespace fs = std::filesystem;

// Why these rights (of access()) are not given; nullopt: they are.
std::optional<std::string> find_denial(const std::string& path, int rights)
{
    if (::access(path.c_str(), rights) == 0) return std::nullopt;
    return std::strerror(errno);
}

bool exists(const std::string& path)
{
    std::error_code denied;
    return fs::exists(path, denied) || denied;
}

std::string folder_of(const std::string& path)
{
    return fs::path{path}.parent_path();
}

// A file that may be missing.
Findings find_unreadable(const std::string& path)
{
    const auto denial = find_denial(path, R_OK);
    if (!denial || !exists(path)) return {};
    return {concat("names ", path, ", which cannot be read (", *denial,
                   "): give it to the user of the services")};
}

Findings find_closed_folder(const std::string& folder, std::string_view mend)
{
    const auto denial = find_denial(folder, W_OK | X_OK);
    if (!denial) return {};
    return {concat("needs the folder ", folder, ", which cannot be written to (", *denial,
                   "): ", mend)};
}

Findings find_anchor_key(const config::Config& config)
{
    if (config.anchor.mode == config::AnchorMode::off) return {};
    const auto key = chain::read_anchor_key(config);
    return key ? Findings{} : Findings{key.error()};
}

Findings find_model_token(const config::Config& config)
{
    const auto token = config::read_llm_credential(config);
    return token ? Findings{} : Findings{token.error()};
}

Findings find_facilitator_secret(const config::Config& config)
{
    if (config.facilitator.urls.empty()) return {};
    const auto auth = pay::FacilitatorAuth::from(config);
    return auth ? Findings{} : Findings{auth.error()};
}

Findings find_bad_basket(const config::Config& config)
{
    const auto& path = config.forensics.basket;
    if (path.empty()) return {"is empty, and no scan is sold: name a basket"};
    if (const auto denial = find_denial(path, R_OK))
        return {concat("names ", path, ", which cannot be read (", *denial,
                       "), and no scan is sold: `make install` puts one into share/assay")};
    const auto basket = forensics::read_basket(path);
    if (!basket)
        return {concat("names ", path, ", which is no basket (", basket.error().detail,
                       "), and no scan is sold: mend it, or take the one that is installed")};
    Findings out;
    for (const auto* file :
         {&basket->trust_store_pem, &basket->public_roots_pem, &basket->pins_json,
          &basket->interception_issuers_json, &basket->dnssec_trust_anchor}) {
        const auto denial = *file ? find_denial(**file, R_OK) : std::nullopt;
        if (denial)
            out.push_back(concat("names a basket with ", **file, ", which cannot be read (",
                                 *denial,
                                 "), and a part of each scan would tell nothing: put the "
                                 "file there"));
    }
    return out;
}

Findings find_missing_log_list(const config::Config& config)
{
    const auto& path = config.forensics.basket;
    if (path.empty() || find_denial(path, R_OK)) return {}; // find_bad_basket() tells
    const auto basket = forensics::read_basket(path);
    if (!basket || !basket->ct_log_list_json) return {};
    const auto& logs = *basket->ct_log_list_json;
    const auto denial = find_denial(logs, R_OK);
    if (!denial) return {};
    return {concat("names a basket with the list of certificate logs ", logs,
                   ", which cannot be read (", *denial,
                   "), and no scan is sold: systemctl start --no-block assay-reference, or `assay "
                   "reference update`")};
}

Findings find_bad_store(const config::Config& config)
{
    // What a server says is for `config check --online`.
    if (!config.store.is_file()) {
        try {
            const db::Database database{{.path = {}, .url = config.store.url}};
        } catch (const base::Fault& fault) {
            return {concat("cannot be used: ", fault.said())};
        }
        return {};
    }
    const auto& path = config.store.path;
    auto out =
        find_closed_folder(folder_of(path), "make it, and give it to the user of the services");
    if (!out.empty() || !exists(path)) return out;
    if (const auto denial = find_denial(path, R_OK | W_OK))
        return {concat("names ", path, ", which cannot be written to (", *denial,
                       "): give it to the user of the services")};
    try {
        db::Database database{{.path = path}};
        static_cast<void>(db::schema_version(database));
    } catch (const base::Fault& fault) {
        return {concat("names a database that does not open: ", fault.said())};
    }
    return {};
}

Findings find_store_password(const config::Config& config)
{
    const auto password = config::read_store_credential(config);
    return password ? Findings{} : Findings{password.error()};
}

Findings find_closed_stamp(const config::Config& config)
{
    if (config.store.is_file()) return {};
    return find_closed_folder(folder_of(config.store.server_stamp),
                              "make it, and give it to the user of the services");
}

Findings find_bad_document_root(const config::Config& config)
{
    const auto& root = config.discovery.document_root;
    std::string folder = root;
    while (!exists(folder)) folder = folder_of(folder); // `assay render` makes them
    return find_closed_folder(folder, "give it to whom `assay render` runs as");
}

Findings find_unreadable_proof(const config::Config& config)
{
    return find_unreadable(config.discovery.proof_file);
}

Findings find_unreadable_record(const config::Config& config)
{
    return config.llm.record.empty() ? Findings{} : find_unreadable(config.llm.record);
}

Findings find_unreadable_account_record(const config::Config& config)
{
    return config.llm.account_record.empty() ? Findings{}
                                             : find_unreadable(config.llm.account_record);
}

constexpr std::string_view k_worker = "assay-worker.service";
constexpr std::string_view k_slow = "assay-slow@.service";
constexpr std::string_view k_agents = "assay-agents@.service";
constexpr std::string_view k_fast = "assay-fast@.service";

std::string& anchor_key(config::Config& config)
{
    return config.anchor.key_credential;
}

std::string& facilitator_secret(config::Config& config)
{
    return config.facilitator.auth_credential;
}

std::string& store_password(config::Config& config)
{
    return config.store.auth_credential;
}

std::string& model_token(config::Config& config)
{
    return config.llm.auth_credential;
}

const ConfigCheck k_checks[] = {
    {.at = "service.base_url", .reads = {"service.mode"}, .find = find_strange_origin},
    {.at = "payment.asset", .reads = {"payment.network"}, .find = find_foreign_asset},
    {.at = "payment.asset_name",
     .reads = {"payment.network", "payment.asset"},
     .find = find_wrong_asset_name},
    {.at = "payment.asset_version",
     .reads = {"payment.network", "payment.asset"},
     .find = find_wrong_asset_version},
    {.at = "facilitator.auth_credential",
     .reads = {"facilitator.auth", "facilitator.urls", "facilitator.cdp_key_id",
               "service.credentials_dir"},
     .stops = k_stops_slow,
     .eyes = Eyes::service_user,
     .handed_to = {k_slow, facilitator_secret},
     .find = find_facilitator_secret},
    {.at = "facilitator.auth_credential",
     .reads = {"facilitator.auth", "facilitator.urls", "facilitator.cdp_key_id",
               "service.credentials_dir"},
     .stops = k_stops_agents,
     .eyes = Eyes::service_user,
     .handed_to = {k_agents, facilitator_secret},
     .find = find_facilitator_secret},
    // It settles what was left open; a worker that cannot starts all the same, and says so.
    {.at = "facilitator.auth_credential",
     .reads = {"facilitator.auth", "facilitator.urls", "facilitator.cdp_key_id",
               "service.credentials_dir"},
     .eyes = Eyes::service_user,
     .handed_to = {k_worker, facilitator_secret},
     .find = find_facilitator_secret},
    {.at = "anchor.key_credential",
     .reads = {"anchor.mode", "anchor.address", "payment.pay_to", "service.credentials_dir"},
     .stops = k_stops_worker,
     .eyes = Eyes::service_user,
     .handed_to = {k_worker, anchor_key},
     .find = find_anchor_key},
    {.at = "llm.auth_credential",
     .reads = {"service.credentials_dir"},
     .stops = k_stops_worker,
     .eyes = Eyes::service_user,
     .handed_to = {k_worker, model_token},
     .find = find_model_token},
    {.at = "llm.job_time", .reads = {"llm.url", "llm.account_record"}, .find = find_short_time},
    {.at = "llm.record", .eyes = Eyes::service_user, .find = find_unreadable_record},
    {.at = "llm.account_record",
     .eyes = Eyes::service_user,
     .find = find_unreadable_account_record},
    {.at = "forensics.basket", .eyes = Eyes::service_user, .find = find_bad_basket},
    {.at = "forensics.basket",
     .eyes = Eyes::service_user,
     .is_fetched = true,
     .find = find_missing_log_list},
    {.at = "store.url", .stops = k_stops_all, .eyes = Eyes::service_user, .find = find_bad_store},
    {.at = "store.auth_credential",
     .reads = {"service.credentials_dir"},
     .stops = k_stops_worker,
     .eyes = Eyes::service_user,
     .handed_to = {k_worker, store_password},
     .find = find_store_password},
    {.at = "store.auth_credential",
     .reads = {"service.credentials_dir"},
     .stops = k_stops_slow,
     .eyes = Eyes::service_user,
     .handed_to = {k_slow, store_password},
     .find = find_store_password},
    {.at = "store.auth_credential",
     .reads = {"service.credentials_dir"},
     .stops = k_stops_agents,
     .eyes = Eyes::service_user,
     .handed_to = {k_agents, store_password},
     .find = find_store_password},
    {.at = "store.auth_credential",
     .reads = {"service.credentials_dir"},
     .stops = k_stops_fast,
     .eyes = Eyes::service_user,
     .handed_to = {k_fast, store_password},
     .find = find_store_password},
    {.at = "store.stamp",
     .reads = {"store.url"},
     .eyes = Eyes::service_user,
     .find = find_closed_stamp},
    {.at = "discovery.proof_file", .eyes = Eyes::service_user, .find = find_unreadable_proof},
    {.at = "discovery.document_root", .eyes = Eyes::renderer, .find = find_bad_document_root},
};

} // namespace

std::span<const ConfigCheck> config_checks()
{
    return k_checks;
}

Findings find_closed_run_directory()
{
    const auto places = config::places();
    auto out = find_closed_folder(places.run_dir, "systemd-tmpfiles --create makes it");
    for (const auto& file : {places.wake_file(), places.worker_lock()}) {
        const auto denial = find_denial(file, W_OK);
        if (denial && exists(file))
            out.push_back(concat("the file ", file, " cannot be written to (", *denial,
                                 "): give it to the user of the services"));
    }
    return out;
}

} // namespace cli
