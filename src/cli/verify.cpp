// `assay verify`: a text of one's own, as a buyer's would be verified.
#include "analysis/run.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "base/json.hpp"
#include "catalog/limits.hpp"
#include "catalog/products.hpp"
#include "cli/arguments.hpp"
#include "cli/own_analysis.hpp"
#include "cli/verbs.hpp"
#include "cli/verify_report.hpp"

#include <unistd.h>

#include <iostream>

namespace cli {

namespace json = base::json;

Exit run_verify(Words words)
{
    constexpr AcceptedOption k_options[] = {{"--tier", true}};
    const Verb& verb = verb_named("verify");
    const auto arguments = Arguments::parse(words, k_options, 1);
    if (!arguments) return complain_usage(verb, arguments.error());
    if (arguments->words().empty()) return complain_usage(verb, "FILE is missing");
    const auto key = base::concat("verify_", arguments->value("--tier").value_or("basic"));
    const auto* product = catalog::find_product(key);
    if (product == nullptr || product->family != "verify")
        return complain_usage(verb, "--tier names no tier of verify");
    const std::string& file = arguments->words().front();
    const std::string text =
        file == "-" ? analysis::read_input(STDIN_FILENO, catalog::k_verify_body_max_bytes)
                    : base::read_file(file, catalog::k_verify_body_max_bytes);
    const Told told = make_artifact(key, [&]() -> base::Result<json::Ref, std::string> {
        return json::object("payload", text);
    });
    if (told.exit != Exit::ok) {
        complain(verb.name, told.text);
        return told.exit;
    }
    const auto artifact = json::parse(told.text);
    const auto exit = artifact ? exit_of_verdict(artifact->get()) : std::nullopt;
    if (!exit) throw base::Fault{"the critics gave no verdict"};
    if (::isatty(STDOUT_FILENO) == 1)
        std::cout << verify_report(artifact->get(), text, file, wants_colour());
    else
        std::cout << told.text << '\n';
    return *exit;
}

} // namespace cli
