// `assay synthesize`: sources of one's own, merged as a buyer's would be.
#include "cli/arguments.hpp"
#include "cli/own_analysis.hpp"
#include "cli/own_sources.hpp"
#include "cli/show.hpp"
#include "cli/synthesis_report.hpp"
#include "cli/wished_model.hpp"
#include "request/sources.hpp"

namespace cli {

namespace json = base::json;

namespace {

// A URL is not read from here: only files are.
base::Result<json::Ref, std::string> synthesize_request(const std::string& query,
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
    constexpr AcceptedOption k_options[] = {
        {"--query", true}, {"--brief"}, k_model_option, k_transcript_option, k_config_option};
    const Verb& verb = verb_named("synthesize");
    const auto arguments = Arguments::parse(words, k_options, request::k_most_sources);
    if (!arguments) return complain_usage(verb, arguments.error());
    if (arguments->words().empty()) return complain_usage(verb, "FILE is missing");
    const auto query = arguments->value("--query");
    if (!query) return complain_usage(verb, "--query is the question");
    const bool is_brief = arguments->has("--brief");
    const auto wished = wished_model(verb, *arguments);
    if (!wished) return wished.error();
    const auto request = synthesize_request(*query, arguments->words());
    const Told told = request ? make_artifact(
                                    is_brief ? "brief" : "synthesis",
                                    [&]() -> base::Result<json::Ref, std::string> {
                                        return json::share(request->get());
                                    },
                                    arguments->words(), nullptr, wished->model.get())
                              : Told{Exit::usage, request.error()};
    return show(verb, told, {exit_of_synthesis, synthesis_report}, *wished);
}

} // namespace cli
