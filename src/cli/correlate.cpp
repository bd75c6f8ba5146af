// `assay correlate`: two streams of one's own, compared as a buyer's would be.
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "catalog/limits.hpp"
#include "cli/arguments.hpp"
#include "cli/correlate_report.hpp"
#include "cli/own_analysis.hpp"
#include "cli/show.hpp"
#include "request/signal_text.hpp"

#include <charconv>
#include <filesystem>

namespace cli {

namespace json = base::json;

namespace {

struct File {
    std::string path;
    std::string text;
};

json::Ref points_of(const request::Stream& stream)
{
    auto out = json::array();
    for (const request::Point& point : stream.points)
        json::append(out.get(), json::array(point.time.text(), point.number));
    return out;
}

json::Ref events_of(const request::Stream& stream)
{
    auto out = json::array();
    for (const request::Event& event : stream.events)
        json::append(out.get(), json::object("t", event.time.text(), "weight", event.weight));
    return out;
}

// As a buyer writes it; a stream without a name of its own has the file's.
base::Result<json::Ref, std::string> stream_in(const File& file)
{
    const auto stream = request::read_stream_text(file.text);
    if (!stream) {
        std::string out;
        for (const auto& problem : stream.error()) {
            out += base::concat(out.empty() ? "" : "\n", file.path, ": ");
            for (const auto& step : problem.place)
                std::visit([&](const auto& name) { out += base::concat(name, ' '); }, step);
            out += problem.message;
        }
        return base::refuse(out);
    }
    auto out =
        json::object("name", stream->name.empty() ? std::filesystem::path{file.path}.stem().string()
                                                  : stream->name);
    if (!stream->unit.empty()) json::set(out.get(), "unit", json::value(stream->unit));
    if (stream->of_events)
        json::set(out.get(), "events", events_of(*stream));
    else
        json::set(out.get(), "points", points_of(*stream));
    return out;
}

json::Ref frame_of(const std::string& text)
{
    const auto parsed = json::parse(text);
    if (parsed && json_is_object(parsed->get())) return json::share(parsed->get());
    return json::value(text);
}

json::Ref options_of(const Arguments& arguments)
{
    auto out = json::object();
    for (const char* name : {"aggregate", "detrend"})
        if (const auto word = arguments.value(base::concat("--", name)))
            json::set(out.get(), name, json::value(*word));
    if (const auto word = arguments.value("--alpha")) {
        double alpha = 0; // refused like any other that is not a probability
        std::from_chars(word->data(), word->data() + word->size(), alpha);
        json::set(out.get(), "alpha", json::value(alpha));
    }
    return out;
}

base::Result<json::Ref, std::string> correlate_request(const Arguments& arguments,
                                                       const std::vector<File>& files)
{
    auto streams = json::array();
    for (const File& file : files) {
        auto stream = stream_in(file);
        if (!stream) return base::refuse(stream.error());
        json::append(streams.get(), json::share(stream->get()));
    }
    auto out = json::object(
        "query", arguments.value("--query").value_or("Do the two streams move together?"),
        "streams", std::move(streams), "options", options_of(arguments));
    if (const auto frame = arguments.value("--timeframe"))
        json::set(out.get(), "timeframe", frame_of(*frame));
    return out;
}

} // namespace

Exit run_correlate(Words words)
{
    constexpr AcceptedOption k_options[] = {{"--query", true},
                                            {"--timeframe", true},
                                            {"--aggregate", true},
                                            {"--detrend", true},
                                            {"--alpha", true}};
    const Verb& verb = verb_named("correlate");
    const auto arguments = Arguments::parse(words, k_options, 2);
    if (!arguments) return complain_usage(verb, arguments.error());
    if (arguments->words().size() != 2) return complain_usage(verb, "two FILEs are needed");
    std::vector<File> files;
    for (const std::string& path : arguments->words())
        files.push_back({path, base::read_file(path, catalog::k_sources_body_max_bytes)});
    const Told told =
        make_artifact("correlation", [&] { return correlate_request(*arguments, files); });
    return show(verb, told, {exit_of_relation, correlate_report});
}

} // namespace cli
