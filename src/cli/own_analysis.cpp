#include "cli/own_analysis.hpp"

#include "analysis/confinement.hpp"
#include "analysis/run.hpp"
#include "base/concat.hpp"

#include <cstdlib>

namespace cli {

namespace json = base::json;

namespace {

// The problems of a 422 body, a line each.
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

} // namespace

Told make_artifact(std::string_view key, const MakeRequest& make_request, const json_t* pages_view)
{
    return tell_from_child([&]() -> Told {
        analysis::confine(analysis::Sockets::none);
        const auto request = make_request();
        if (!request) return {Exit::usage, request.error()};
        analysis::Envelope envelope;
        if (pages_view != nullptr)
            json::set(envelope.members.get(), "pages", json::share(pages_view));
        auto made = analysis::run_product(key, json::dump(request->get()), -1, {}, envelope);
        if (made.exit_status == analysis::k_exit_artifact)
            return {Exit::ok, std::move(made.output)};
        return {Exit::usage, refusals(made.output)};
    });
}

bool wants_colour()
{
    const char* none = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    return (none == nullptr || *none == '\0') &&
           (terminal == nullptr || std::string_view{terminal} != "dumb");
}

} // namespace cli
