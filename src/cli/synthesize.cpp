// `assay synthesize`: sources of one's own, merged as a buyer's would be.
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "cli/arguments.hpp"
#include "cli/own_analysis.hpp"
#include "cli/synthesis_report.hpp"
#include "request/sources.hpp"

#include <unistd.h>

#include <filesystem>
#include <iostream>

namespace cli {

namespace json = base::json;

namespace {

// What a file is called is its title. A URL is not read from here: only files are.
json::Ref sources_in(const std::vector<std::string>& paths)
{
    auto out = json::array();
    for (const std::string& path : paths)
        json::append(out.get(),
                     json::object("title", std::filesystem::path{path}.filename().string(), "text",
                                  base::read_file(path, request::k_longest_source)));
    return out;
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
    const auto request = json::object("query", *query, "sources", sources_in(arguments->words()));
    const Told told = make_artifact(
        arguments->has("--brief") ? "brief" : "synthesis",
        [&]() -> base::Result<json::Ref, std::string> { return json::share(request.get()); });
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
