#include "cli/own_analysis.hpp"

#include "analysis/confinement.hpp"
#include "analysis/run.hpp"
#include "base/concat.hpp"
#include "llm/line.hpp"

#include <csignal>
#include <cstdlib>

namespace cli {

namespace json = base::json;

namespace {

// "report.txt: " of a problem with one of the sources, else nothing.
std::string place_of(const json_t* problem_view, std::span<const std::string> source_names)
{
    const json_t* loc_view = json::array_member(problem_view, "loc");
    const json_t* list_view = json_array_get(loc_view, 1);
    const json_t* index_view = json_array_get(loc_view, 2);
    if (!json_is_string(list_view) || json::text_of(list_view) != "sources") return {};
    if (!json_is_integer(index_view)) return {};
    const auto index = static_cast<std::size_t>(json_integer_value(index_view));
    return index < source_names.size() ? base::concat(source_names[index], ": ") : std::string{};
}

// The problems of a 422 body, a line each.
std::string refusals(std::string_view body, std::span<const std::string> source_names)
{
    std::string out;
    const auto parsed = json::parse(body);
    const json_t* detail_view = parsed ? json::array_member(parsed->get(), "detail") : nullptr;
    for (std::size_t i = 0; i < json_array_size(detail_view); ++i) {
        const json_t* problem_view = json_array_get(detail_view, i);
        out += base::concat(out.empty() ? "" : "\n", place_of(problem_view, source_names),
                            json::text_member(problem_view, "msg").value_or("refused"));
    }
    return out;
}

} // namespace

Told make_artifact(std::string_view key, const MakeRequest& make_request,
                   std::span<const std::string> source_names, const json_t* pages_view,
                   const OwnModel* model)
{
    const auto work = [&]() -> Told {
        analysis::confine(analysis::Sockets::none);
        const auto request = make_request();
        if (!request) return {Exit::usage, request.error()};
        analysis::Envelope envelope;
        if (pages_view != nullptr)
            json::set(envelope.members.get(), "pages", json::share(pages_view));
        ::signal(SIGPIPE, SIG_IGN); // a courier may be gone
        llm::Line line{k_line_of_child};
        if (model != nullptr)
            json::set(envelope.members.get(), "model", llm::settings_json(model->settings()));
        auto made = analysis::run_product(
            analysis::text_engines(), key, json::dump(request->get()),
            {.envelope = std::move(envelope), .model = model != nullptr ? &line : nullptr});
        if (made.exit_status == analysis::k_exit_artifact)
            return {Exit::ok, std::move(made.output)};
        return {Exit::usage, refusals(made.output, source_names)};
    };
    if (model == nullptr) return tell_from_child(work);
    return tell_from_child(work, {model->line(), model->patience() + k_patience});
}

bool wants_colour()
{
    const char* none = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    return (none == nullptr || *none == '\0') &&
           (terminal == nullptr || std::string_view{terminal} != "dumb");
}

} // namespace cli
