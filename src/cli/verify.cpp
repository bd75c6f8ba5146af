// `assay verify`: a text of one's own, as a buyer's would be verified.
#include "base/concat.hpp"
#include "base/json.hpp"
#include "catalog/limits.hpp"
#include "catalog/products.hpp"
#include "cli/arguments.hpp"
#include "cli/own_analysis.hpp"
#include "cli/own_pages.hpp"
#include "cli/own_sources.hpp"
#include "cli/show.hpp"
#include "cli/verbs.hpp"
#include "cli/verify_report.hpp"
#include "request/sources.hpp"

namespace cli {

namespace json = base::json;

namespace {

// What a file, the standard input or a page holds.
base::Result<std::string, Told> input_text(const std::string& named)
{
    if (request::looks_like_url(named)) {
        const auto pages = read_pages({named});
        if (!pages) return base::refuse(pages.error());
        const json_t* page_view = json_array_get(pages->get(), 0);
        if (const auto text = json::text_member(page_view, "text")) return std::string{*text};
        return base::refuse(
            Told{Exit::unreachable,
                 base::concat(named, " could not be read: ",
                              json::text_member(page_view, "reason").value_or("it has no text"))});
    }
    auto text = named == "-" ? standard_input_text(catalog::k_verify_body_max_bytes)
                             : own_text(named, catalog::k_verify_body_max_bytes);
    if (!text) return base::refuse(Told{Exit::usage, text.error()});
    return std::move(*text);
}

// Sources are a file's text under its name, or a page to be read.
base::Result<json::Ref, std::string> verify_request(const std::string& text,
                                                    const std::vector<std::string>& given)
{
    auto out = json::object("payload", text);
    auto sources = json::array();
    for (const auto& each : given) {
        auto source = request::looks_like_url(each) ? json::object("url", each) : own_source(each);
        if (!source) return base::refuse(source.error());
        json::append(sources.get(), std::move(*source));
    }
    if (!given.empty()) json::set(out.get(), "sources", std::move(sources));
    return out;
}

Told artifact_of(std::string_view key, const std::string& text,
                 const std::vector<std::string>& given, const OwnModel* model)
{
    const auto request = verify_request(text, given);
    if (!request) return {Exit::usage, request.error()};
    std::vector<std::string> urls;
    urls.reserve(given.size());
    for (const auto& each : given)
        urls.push_back(request::looks_like_url(each) ? each : std::string{});
    const auto pages = read_pages(urls);
    if (!pages) return pages.error();
    return make_artifact(
        key, [&]() -> base::Result<json::Ref, std::string> { return json::share(request->get()); },
        given, pages->get(), model);
}

} // namespace

Exit run_verify(Words words)
{
    constexpr AcceptedOption k_options[] = {{"--tier", true},
                                            {"--source", true, true},
                                            k_model_option,
                                            k_transcript_option,
                                            k_config_option};
    const Verb& verb = verb_named("verify");
    const auto arguments = Arguments::parse(words, k_options, 1);
    if (!arguments) return complain_usage(verb, arguments.error());
    if (arguments->words().empty()) return complain_usage(verb, "FILE or URL is missing");
    const auto given = arguments->values("--source");
    const bool asks = arguments->has(k_model_option.name);
    const auto tier =
        arguments->value("--tier").value_or(given.empty() && !asks ? "basic" : "standard");
    const auto key = base::concat("verify_", tier);
    const auto* product = catalog::find_product(key);
    if (product == nullptr || product->family != "verify")
        return complain_usage(verb, "--tier names no tier of verify");
    if (!given.empty() && catalog::sources_field(*product) == nullptr)
        return complain_usage(verb, "--source is for the tiers standard and deep");
    // Before any page is asked for.
    if (given.size() > request::k_most_sources)
        return complain_usage(
            verb, base::concat("--source is given more than ", request::k_most_sources, " times"));
    if (asks && product->scope.size() == 1)
        return complain_usage(verb, "--model is for the tiers standard and deep");
    const auto wished = wished_model(verb, *arguments);
    if (!wished) return wished.error();
    const std::string& file = arguments->words().front();
    const auto text = input_text(file);
    const Told told = text ? artifact_of(key, *text, given, wished->model.get()) : text.error();
    const auto report = [&](const json_t* artifact_view) {
        return verify_report(artifact_view, *text, file, wants_colour());
    };
    return show(verb, told, {exit_of_verdict, report}, *wished);
}

} // namespace cli
