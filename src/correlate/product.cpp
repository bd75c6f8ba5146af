#include "correlate/product.hpp"

#include "base/concat.hpp"
#include "base/utf8.hpp"
#include "correlate/request.hpp"
#include "reading/engine.hpp"
#include "reading/view.hpp"
#include "request/stream_sources.hpp"

#include <algorithm>

namespace correlate {

namespace json = base::json;

namespace {

// A page that goes on behind its text is not a stream: its last number may be a part of one.
std::vector<request::StreamText> texts_of(const std::vector<sources::Material>& materials)
{
    std::vector<request::StreamText> out;
    out.reserve(materials.size());
    for (const sources::Material& material : materials)
        out.push_back({material.is_cut ? std::string_view{} : material.text,
                       material.title.empty() ? material.id : material.title});
    return out;
}

// " S2, record 3: ..." of each source that looks like a stream and is not one; nothing of their
// text.
std::string why_unread(const std::vector<sources::Material>& materials)
{
    std::string out;
    for (const request::UnreadText& each : request::unread_tables(texts_of(materials))) {
        const request::Problem& first = each.problems.front();
        out += base::concat(" ", materials[each.at].id);
        if (!first.place.empty() && std::holds_alternative<std::size_t>(first.place.back()))
            out += base::concat(", record ", std::get<std::size_t>(first.place.back()));
        // What a parser of JSON says has a part of the text in it.
        out += base::concat(": ", first.type == "json_invalid" ? "This is no JSON" : first.message,
                            ".");
    }
    return out;
}

// "value" says no more of a column than that it is one.
bool says_nothing(std::string_view name)
{
    return name == "value" || name == "Value" || name == "values";
}

// What a page calls its stream is not repeated in our words.
request::Stream renamed(request::Stream stream, const sources::Material& material,
                        std::string_view column)
{
    if (material.is_page) {
        stream.name = base::concat(material.id, column);
        stream.unit.clear();
    } else if (says_nothing(stream.name)) {
        const std::string& source = material.title.empty() ? material.id : material.title;
        stream.name = base::concat(base::whole_characters(source, request::k_longest_name), column);
    }
    return stream;
}

json::Ref unstudied_json(const sources::Material& material)
{
    return sources::source_json(material, material.status, material.text,
                                reading::Positions{material.text}.codepoints());
}

json::Ref unstudied_json(const std::vector<sources::Material>& materials)
{
    auto out = json::array();
    for (const sources::Material& material : materials)
        json::append(out.get(), unstudied_json(material));
    return out;
}

// "POSITIVE": what the conclusion says, as the verdict of a job.
std::string verdict_of(const json_t* artifact_view)
{
    std::string out{json::text_member(json::object_member(artifact_view, "conclusion"), "relation")
                        .value_or("")};
    std::ranges::transform(out, out.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; });
    return out;
}

void name_source(json_t* artifact, const char* stream, const sources::Material& material)
{
    json_t* streams_view = json_object_get(artifact, "streams");
    json::set(json_object_get(streams_view, stream), "source", json::value(material.id));
}

// Sets `context` and `sources`; `of_streams` are the places of the sources that are streams.
void add_sources(const std::string& query, std::vector<sources::Material> materials,
                 const std::vector<std::size_t>& of_streams, const MakeContext& make_context,
                 json_t* artifact)
{
    std::vector<sources::Material> others;
    std::vector<json::Ref> told;
    for (std::size_t i = 0; i < materials.size(); ++i) {
        const bool is_stream = std::ranges::find(of_streams, i) != of_streams.end();
        told.push_back(is_stream ? unstudied_json(materials[i]) : nullptr);
        if (!is_stream) others.push_back(std::move(materials[i]));
    }
    Context context{json::value(nullptr), nullptr};
    if (!others.empty()) context = make_context(query, std::move(others));
    auto sources = json::array();
    std::size_t next = 0;
    for (auto& each : told)
        json::append(sources.get(),
                     each ? std::move(each)
                          : json::share(json_array_get(context.sources.get(), next++)));
    json::set_all(artifact, "context", std::move(context.findings), "sources", std::move(sources));
}

} // namespace

json::Ref make_artifact(const json_t* request, std::vector<sources::Material> materials,
                        const MakeContext& make_context)
{
    Order order = order_of(request);
    std::vector<std::size_t> of_streams;
    if (json::member(request, "streams") == nullptr) {
        auto found = request::find_streams(texts_of(materials));
        if (!found) {
            auto out = compare_nothing(order.query, why_unread(materials));
            json::set_all(out.get(), "verdict", "INSUFFICIENT", "engine",
                          reading::engine_with_words_json(), "context", nullptr, "sources",
                          unstudied_json(materials));
            return out;
        }
        const bool in_one = found->a == found->b;
        order.streams = {
            renamed(std::move(found->streams.a), materials[found->a], in_one ? " column 2" : ""),
            renamed(std::move(found->streams.b), materials[found->b], in_one ? " column 3" : "")};
        of_streams = {found->a, found->b};
    }
    auto out = correlate(order);
    json::set_all(out.get(), "verdict", verdict_of(out.get()), "engine",
                  reading::engine_with_words_json());
    if (!of_streams.empty()) {
        name_source(out.get(), "a", materials[of_streams.front()]);
        name_source(out.get(), "b", materials[of_streams.back()]);
    }
    add_sources(order.query, std::move(materials), of_streams, make_context, out.get());
    return out;
}

} // namespace correlate
