#include "base/clock.hpp"
#include "base/concat.hpp"
#include "cli/arguments.hpp"
#include "cli/reference_check.hpp"
#include "cli/reference_update.hpp"
#include "cli/verbs.hpp"
#include "config/suggest.hpp"
#include "forensics/ct/log_list_signature.hpp"
#include "net/curl_http_client.hpp"
#include "startup/load_config.hpp"

#include <unistd.h>

#include <chrono>
#include <iostream>
#include <optional>
#include <thread>

namespace cli {

namespace {

constexpr AcceptedOption k_to_option{"--to", true};
// While there is no list no scan is sold: the unit does not wait a day for the next try.
constexpr AcceptedOption k_patient_option{"--patient", false};
constexpr AcceptedOption k_basket_option{"--basket", true};
// The path at which the shipped basket looks for it.
constexpr const char* k_usual_path = "/var/lib/assay/reference/ct_log_list.json";

Exit exit_of(ReferenceUpdate outcome)
{
    switch (outcome) {
    case ReferenceUpdate::replaced:
    case ReferenceUpdate::unchanged: return Exit::ok;
    case ReferenceUpdate::no_answer: return Exit::unreachable;
    case ReferenceUpdate::bad_signature:
    case ReferenceUpdate::unreadable:
    case ReferenceUpdate::too_few_operators:
    case ReferenceUpdate::older: return Exit::error;
    }
    __builtin_unreachable();
}

Exit update(const Arguments& arguments)
{
    const std::string path = arguments.value(k_to_option.name).value_or(k_usual_path);
    const ReferenceSource source{.list_url = std::string{forensics::k_log_list_url},
                                 .signature_url = std::string{forensics::k_log_list_signature_url},
                                 .key_pem = std::string{forensics::log_list_key_pem()}};
    const std::vector<std::string> urls{source.list_url, source.signature_url};
    const net::OperatorEgress egress{urls};
    net::CurlHttpClient http{egress};
    const auto try_once = [&] {
        const ReferenceUpdate outcome = update_log_list(http, source, path);
        (exit_of(outcome) == Exit::ok ? std::cout : std::cerr)
            << path << ": " << to_text(outcome) << std::endl;
        return outcome;
    };
    if (!arguments.has(k_patient_option.name)) return exit_of(try_once());
    return exit_of(update_until_there(
        try_once, [&path] { return ::access(path.c_str(), R_OK) == 0; },
        [](std::chrono::minutes pause) { std::this_thread::sleep_for(pause); }));
}

// The one that is named, or that the service's scans are made with.
std::optional<std::string> basket_of(const Arguments& arguments)
{
    if (auto named = arguments.value(k_basket_option.name)) return named;
    const auto loaded = startup::load_config(arguments.value(k_config_option.name));
    if (!loaded) return std::nullopt;
    return loaded->config.forensics.basket;
}

Exit fail(std::string_view what)
{
    std::cerr << "assay reference: " << config::printable(what) << '\n';
    return Exit::error;
}

Exit check_reference(const Arguments& arguments)
{
    const auto path = basket_of(arguments);
    if (!path) return Exit::usage;
    const auto basket = forensics::read_basket(*path);
    if (!basket) return fail(base::concat(*path, ": ", basket.error().detail));
    if (!basket->health_json)
        return fail(base::concat(*path, ": health_json: missing, so nothing can be remembered"));
    const auto artifact = test_basket(*path);
    if (!artifact) return fail(artifact.error());
    const auto today = std::chrono::floor<std::chrono::days>(base::SystemClock{}.now());
    const BasketNight night = count_basket_night(*basket, artifact->get(), today);
    for (const std::string& line : night_news(night))
        std::cerr << "assay reference: " << line << '\n';
    if (::isatty(STDOUT_FILENO) == 1)
        std::cout << night_table(night);
    else
        std::cout << night_json(night) << '\n';
    return exit_of_night(night);
}

} // namespace

Exit run_reference(Words words)
{
    constexpr AcceptedOption k_options[] = {k_to_option, k_patient_option, k_basket_option,
                                            k_config_option};
    const Verb& verb = verb_named("reference");
    const auto arguments = Arguments::parse(words, k_options, 1);
    if (!arguments) return complain_usage(verb, arguments.error());
    const bool has_basket =
        arguments->has(k_basket_option.name) || arguments->has(k_config_option.name);
    if (arguments->words() == std::vector<std::string>{"update"} && !has_basket)
        return update(*arguments);
    if (arguments->words() == std::vector<std::string>{"check"} &&
        !arguments->has(k_to_option.name) && !arguments->has(k_patient_option.name))
        return check_reference(*arguments);
    return complain_usage(verb, "say what: update or check, with its own options");
}

} // namespace cli
