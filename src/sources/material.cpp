#include "sources/material.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/hex.hpp"
#include "base/sha256.hpp"
#include "request/sources.hpp"

#include <array>

namespace sources {

namespace json = base::json;

namespace {

json::Ref text_or_null(std::string_view text)
{
    return text.empty() ? json::value(nullptr) : json::value(text);
}

std::string text_in(const json_t* view, const char* name)
{
    return std::string{json::text_member(view, name).value_or("")};
}

SourceStatus status_in(const json_t* page_view)
{
    constexpr std::array k_all = {SourceStatus::used, SourceStatus::unreachable,
                                  SourceStatus::refused, SourceStatus::unsupported,
                                  SourceStatus::empty};
    const auto word = json::text_member(page_view, "status");
    for (const SourceStatus status : k_all)
        if (word == name_of(status)) return status;
    return SourceStatus::unreachable;
}

// What the buyer says of a source counts before what its page says of itself.
Material material_of(request::Source source, const json_t* page_view)
{
    Material out{.id = {},
                 .title = std::move(source.title),
                 .url = std::move(source.url),
                 .published = std::move(source.published),
                 .author = std::move(source.author),
                 .text = std::move(source.text)};
    if (!out.text.empty()) return out;
    out.status = status_in(page_view);
    out.text = text_in(page_view, "text");
    out.reason = text_in(page_view, "reason");
    out.is_page = true;
    out.is_cut = json::boolean_member(page_view, "is_cut").value_or(false);
    if (out.title.empty()) {
        out.title = text_in(page_view, "title");
        out.titles_itself = true;
    }
    const auto published = text_in(page_view, "published");
    if (out.published.empty() && value::Instant::parse(published)) out.published = published;
    out.asked = out.url;
    if (const auto url = text_in(page_view, "url"); !url.empty()) out.url = url;
    return out;
}

} // namespace

std::optional<value::Instant> published_at(const Material& material)
{
    return value::Instant::parse(material.published);
}

std::string_view name_of(SourceStatus status)
{
    switch (status) {
    case SourceStatus::used: return "used";
    case SourceStatus::unreachable: return "unreachable";
    case SourceStatus::refused: return "refused";
    case SourceStatus::unsupported: return "unsupported";
    case SourceStatus::empty: return "empty";
    }
    throw base::Fault{"a source without a status"};
}

std::vector<Material> materials_of(const json_t* request, const json_t* pages_view)
{
    std::vector<Material> out;
    const json_t* sources_view = json::member(request, "sources");
    if (sources_view == nullptr) return out;
    auto sources = request::read_sources(sources_view);
    if (!sources) throw base::Fault{"a checked request has sources that cannot be read"};
    for (std::size_t i = 0; i < sources->size(); ++i) {
        out.push_back(material_of(std::move((*sources)[i]), json_array_get(pages_view, i)));
        out.back().id = base::concat("S", i + 1);
    }
    return out;
}

json::Ref source_json(const Material& material, SourceStatus status, std::string_view text,
                      std::size_t chars)
{
    const bool used = status == SourceStatus::used;
    return json::object("id", material.id, "title", text_or_null(material.title), "url",
                        text_or_null(material.url), "published", text_or_null(material.published),
                        "author", text_or_null(material.author), "status", name_of(status),
                        "reason", text_or_null(material.reason), "chars", chars, "sha256",
                        used ? json::value(base::to_hex_0x(base::sha256(base::bytes_of(text))))
                             : json::value(nullptr),
                        "independent_group", nullptr, "flags", json::array());
}

} // namespace sources
