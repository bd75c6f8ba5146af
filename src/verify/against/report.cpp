#include "verify/against/report.hpp"

#include "base/concat.hpp"

#include <array>

namespace verify::against {

namespace json = base::json;

namespace {

json::Ref or_null(std::string_view text)
{
    return text.empty() ? json::value(nullptr) : json::value(text);
}

} // namespace

json::Ref sources_json(const Comparison& with)
{
    auto out = json::array();
    for (std::uint32_t i = 0; i < with.given.size(); ++i) {
        const auto& source = with.given.source(i);
        const auto& material = source.material;
        auto flags = json::array();
        for (const auto flag : source.flags) json::append(flags.get(), json::value(flag));
        const bool is_read = with.given.is_read(i);
        json::append(out.get(),
                     json::object("source", i, "title", or_null(material.title), "url",
                                  or_null(material.url), "published", or_null(material.published),
                                  "author", or_null(material.author), "origin",
                                  material.is_page ? "fetched" : "buyer_text", "status",
                                  sources::name_of(source.status), "reason",
                                  or_null(material.reason), "chars",
                                  source.document.positions.codepoints(), "sha256",
                                  is_read ? json::value(with.digests[i]) : json::value(nullptr),
                                  "flags", std::move(flags)));
    }
    return out;
}

json::Ref summary_json(std::span<const Row> rows)
{
    std::array<std::size_t, k_agreements> count{};
    for (const auto& row : rows) ++base::row_of(count, row.agreement);
    auto out = json::object();
    for (std::size_t i = 0; i < k_agreements; ++i)
        json::set(out.get(), name_of(static_cast<Agreement>(i)), json::value(count[i]));
    return out;
}

json::Ref map_json(const Comparison& with, std::span<const Row> rows,
                   std::span<const std::size_t> listed)
{
    auto out = json::array();
    for (const auto claim : listed) {
        if (claim >= rows.size()) break;
        for (const auto& cell : rows[claim].cells) {
            if (!cell.place || json_array_size(out.get()) >= k_max_listed_cells) continue;
            const auto& positions = with.given.source(cell.source).document.positions;
            auto told = json::object("claim_id", base::concat('C', claim + 1), "source",
                                     cell.source, "status", name_of(cell.agreement), "start",
                                     positions.at(cell.place->begin).codepoint, "end",
                                     positions.at(cell.place->end).codepoint);
            if (cell.is_of_a_model) json::set(told.get(), "read_by", json::value("model"));
            json::append(out.get(), std::move(told));
        }
    }
    return out;
}

} // namespace verify::against
