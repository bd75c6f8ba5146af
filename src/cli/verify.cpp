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
#include "cli/own_pages.hpp"
#include "cli/verbs.hpp"
#include "cli/verify_report.hpp"
#include "request/sources.hpp"

#include <unistd.h>

#include <filesystem>
#include <iostream>

namespace cli {

namespace json = base::json;

namespace {

// A file's text under its name, or a page to be read.
json::Ref source_in(const std::string& given)
{
    if (request::looks_like_url(given)) return json::object("url", given);
    return json::object("title", std::filesystem::path{given}.filename().string(), "text",
                        base::read_file(given, request::k_longest_source));
}

} // namespace

Exit run_verify(Words words)
{
    constexpr AcceptedOption k_options[] = {{"--tier", true}, {"--source", true, true}};
    const Verb& verb = verb_named("verify");
    const auto arguments = Arguments::parse(words, k_options, 1);
    if (!arguments) return complain_usage(verb, arguments.error());
    if (arguments->words().empty()) return complain_usage(verb, "FILE is missing");
    const auto given = arguments->values("--source");
    const auto tier = arguments->value("--tier").value_or(given.empty() ? "basic" : "standard");
    const auto key = base::concat("verify_", tier);
    const auto* product = catalog::find_product(key);
    if (product == nullptr || product->family != "verify")
        return complain_usage(verb, "--tier names no tier of verify");
    if (!given.empty() && catalog::sources_field(*product) == nullptr)
        return complain_usage(verb, "--source is for the tiers standard and deep");
    const std::string& file = arguments->words().front();
    const std::string text =
        file == "-" ? analysis::read_input(STDIN_FILENO, catalog::k_verify_body_max_bytes)
                    : base::read_file(file, catalog::k_verify_body_max_bytes);
    auto request = json::object("payload", text);
    auto sources = json::array();
    std::vector<std::string> urls;
    for (const auto& each : given) {
        json::append(sources.get(), source_in(each));
        urls.push_back(request::looks_like_url(each) ? each : std::string{});
    }
    if (!given.empty()) json::set(request.get(), "sources", std::move(sources));
    const auto pages = read_pages(urls);
    const Told told = pages ? make_artifact(
                                  key,
                                  [&]() -> base::Result<json::Ref, std::string> {
                                      return json::share(request.get());
                                  },
                                  pages->get())
                            : pages.error();
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
