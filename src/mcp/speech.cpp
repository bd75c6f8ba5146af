#include "mcp/speech.hpp"

#include <algorithm>

namespace mcp {

namespace json = base::json;

namespace {

json::Ref capabilities(bool is_modern)
{
    auto out = json::object("tools", json::object(),     //
                            "resources", json::object(), //
                            "prompts", json::object());
    if (is_modern)
        json::set(out.get(), "extensions", json::object(k_tasks_extension, json::object()));
    return out;
}

json::Ref all_versions()
{
    auto out = json::array(k_modern_version);
    for (const auto version : k_legacy_versions) json::append(out.get(), json::value(version));
    return out;
}

} // namespace

Speech::Speech(const Identity& identity)
    : m_identity{identity},
      m_server_info{
          json::dump(json::object("name", identity.name, "version", identity.version).get())}
{
}

std::string Speech::initialized(const json_t* params_view) const
{
    const auto asked = json::text_member(params_view, "protocolVersion");
    const bool is_served =
        asked && std::ranges::find(k_legacy_versions, *asked) != std::end(k_legacy_versions);
    const auto out = json::object("protocolVersion", is_served ? *asked : k_legacy_versions[0], //
                                  "capabilities", capabilities(/*is_modern=*/false),            //
                                  "serverInfo",
                                  json::object("name", m_identity.name,       //
                                               "title", m_identity.title,     //
                                               "version", m_identity.version, //
                                               "websiteUrl", m_identity.website),
                                  "instructions", m_identity.instructions);
    return json::dump(out.get());
}

std::string Speech::discovered() const
{
    json::ObjectText out;
    out.json("supportedVersions", json::dump(all_versions().get()))
        .json("capabilities", json::dump(capabilities(/*is_modern=*/true).get()))
        .text("instructions", m_identity.instructions);
    return result({true, k_modern_version}, std::move(out), Keeping::an_hour);
}

std::string Speech::result(const Era& era, json::ObjectText members, Keeping keeping,
                           std::span<const Meta> meta, std::string_view type) const
{
    json::ObjectText all;
    for (const auto& each : meta) all.json(each.key, each.json);
    if (era.is_modern) {
        members.text("resultType", type);
        if (keeping == Keeping::an_hour)
            members.json("ttlMs", "3600000").text("cacheScope", "public");
        all.json("io.modelcontextprotocol/serverInfo", m_server_info);
    }
    if (era.is_modern || !meta.empty()) members.json("_meta", all.take());
    return members.take();
}

std::string Speech::nothing(const Era& era) const
{
    return result(era, {});
}

} // namespace mcp
