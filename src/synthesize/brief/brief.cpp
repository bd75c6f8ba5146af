#include "synthesize/brief/brief.hpp"

#include "base/concat.hpp"
#include "synthesize/brief/section.hpp"
#include "synthesize/written.hpp"

namespace synthesize::brief {

namespace json = base::json;
using base::concat;

namespace {

json::Ref item_json(const Map& map, const Item& item)
{
    auto quotes = json::array();
    for (const auto& place : item.cited) json::append(quotes.get(), citation_json(map, place));
    return json::object("text", item.text, "date",
                        item.date.empty() ? json::value(nullptr) : json::value(item.date), "quotes",
                        std::move(quotes));
}

json::Ref section_json(const Map& map, const Section& section)
{
    auto items = json::array();
    for (const auto& item : section.items) json::append(items.get(), item_json(map, item));
    return json::object("id", section.id, "title", section.title, "items", std::move(items), "note",
                        section.items.empty() ? json::value(section.note_when_empty)
                                              : json::value(nullptr));
}

} // namespace

json::Ref write_brief(const Order& order, llm::Consultation* consultation)
{
    const Map map = make_map(order);
    auto out = artifact_json(map, "brief/3");
    std::optional<account::Account> account;
    if (consultation != nullptr)
        account = write_account(map, account::Purpose::brief, *consultation, out.get());
    json_t* sourcing_view = json_object_get(out.get(), "sourcing_map");
    auto sections = json::array();
    for (const auto& section : sections_of(map, account ? &*account : nullptr)) {
        for (std::size_t i = 0; i < section.items.size(); ++i)
            for (const auto& place : section.items[i].cited)
                json::append(
                    sourcing_view,
                    sourcing_json(map, concat("sections.", section.id, ".items.", i), place));
        json::append(sections.get(), section_json(map, section));
    }
    json::set(out.get(), "sections", std::move(sections));
    return out;
}

} // namespace synthesize::brief
