// `assay synthesize`: sources of one's own, merged as a buyer's would be.
#include "base/fault.hpp"
#include "cli/arguments.hpp"
#include "cli/own_analysis.hpp"
#include "cli/own_sources.hpp"
#include "cli/synthesis_report.hpp"
#include "request/sources.hpp"

#include <unistd.h>

#include <iostream>

namespace cli {

namespace json = base::json;

namespace {

// A URL is not read from here: only files are.
base::Result<json::Ref, std::string> request_of(const std::string& query,
                                                const std::vector<std::string>& paths)
{
    auto sources = json::array();
    for (const std::string& path : paths) {
        auto source = own_source(path);
        if (!source) return base::refuse(source.error());
        json::append(sources.get(), std::move(*source));
    }
    return json::object("query", query, "sources", std::move(sources));
}

} // namespace

Exit run_synthesize(Words words)
{
    constexpr AcceptedOption k_options[] = {{"--query", true}, {"--brief"}};
    const Verb& verb = verb_named("synthesize");
    const auto arguments = Arguments::parse(words, k_options, request::k_most_sources);
    if (!arguments) return complain_usage(verb, arguments.error());
    if (arguments->words().empty()) return complain_usage(verb, "FILE is missing");
    const auto query = arguments->value("--query");
    if (!query) return complain_usage(verb, "--query says what the account is about");
    const auto request = request_of(*query, arguments->words());
    const Told told = request ? make_artifact(
                                    arguments->has("--brief") ? "brief" : "synthesis",
                                    [&]() -> base::Result<json::Ref, std::string> {
                                        return json::share(request->get());
                                    },
                                    arguments->words())
                              : Told{Exit::usage, request.error()};
    if (told.exit != Exit::ok) {
        complain(verb.name, told.text);
        return told.exit;
    }
    const auto artifact = json::parse(told.text);
    const auto exit = artifact ? exit_of_synthesis(artifact->get()) : std::nullopt;
    if (!exit) throw base::Fault{"the synthesis came to no verdict"};
    if (::isatty(STDOUT_FILENO) == 1)
        std::cout << synthesis_report(artifact->get());
    else
        std::cout << told.text << '\n';
    return *exit;
}

} // namespace cli
