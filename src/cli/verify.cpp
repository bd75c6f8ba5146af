// `assay verify`: a text of one's own, as a buyer's would be verified. The text is read in a child
// that gives up what assay-run gives up.
#include "analysis/confinement.hpp"
#include "analysis/run.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "base/json.hpp"
#include "catalog/limits.hpp"
#include "catalog/products.hpp"
#include "cli/arguments.hpp"
#include "cli/child.hpp"
#include "cli/verbs.hpp"
#include "cli/verify_report.hpp"

#include <unistd.h>

#include <cstdlib>
#include <iostream>

namespace cli {

namespace {

namespace json = base::json;

// The refusals of a request, a line each.
std::string refusals(std::string_view body)
{
    std::string out;
    const auto parsed = json::parse(body);
    const json_t* detail_view = parsed ? json::array_member(parsed->get(), "detail") : nullptr;
    for (std::size_t i = 0; i < json_array_size(detail_view); ++i)
        out += base::concat(
            out.empty() ? "" : "\n",
            json::text_member(json_array_get(detail_view, i), "msg").value_or("refused"));
    return out;
}

// In the child.
Told verify(const std::string& key, const std::string& text)
{
    analysis::confine(analysis::Sockets::none);
    const auto request = json::object("payload", text);
    auto made = analysis::run_product(key, json::dump(request.get()), -1);
    if (made.exit_status == analysis::k_exit_artifact) return {Exit::ok, std::move(made.output)};
    return {Exit::usage, refusals(made.output)};
}

bool wants_colour()
{
    const char* none = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    return (none == nullptr || *none == '\0') &&
           (terminal == nullptr || std::string_view{terminal} != "dumb");
}

} // namespace

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
    const std::string text = file == "-" ? analysis::read_input(catalog::k_verify_body_max_bytes)
                                         : base::read_file(file, catalog::k_verify_body_max_bytes);
    const Told told = tell_from_child([&] { return verify(key, text); });
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
