#include "analysis/forensics/log_list_signature.hpp"
#include "cli/arguments.hpp"
#include "cli/reference_update.hpp"
#include "cli/verbs.hpp"
#include "net/curl_http_client.hpp"

#include <iostream>

namespace cli {

namespace {

constexpr AcceptedOption k_to_option{"--to", true};
// Where the shipped basket looks for it.
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

} // namespace

Exit run_reference(Words words)
{
    const auto arguments = Arguments::parse(words, std::span{&k_to_option, 1}, 1);
    if (!arguments) return complain_usage(verb_named("reference"), arguments.error());
    if (arguments->words() != std::vector<std::string>{"update"})
        return complain_usage(verb_named("reference"), "say what: update");
    const std::string path = arguments->value(k_to_option.name).value_or(k_usual_path);
    const ReferenceSource source{.list_url = std::string{analysis::forensics::k_log_list_url},
                                 .signature_url =
                                     std::string{analysis::forensics::k_log_list_signature_url},
                                 .key_pem = std::string{analysis::forensics::log_list_key_pem()}};
    const std::vector<std::string> urls{source.list_url, source.signature_url};
    const net::OperatorEgress egress{urls};
    net::CurlHttpClient http{egress};
    const ReferenceUpdate outcome = update_log_list(http, source, path);
    const Exit exit = exit_of(outcome);
    (exit == Exit::ok ? std::cout : std::cerr) << path << ": " << to_text(outcome) << '\n';
    return exit;
}

} // namespace cli
