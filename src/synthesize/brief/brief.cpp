#include "synthesize/brief/brief.hpp"

#include "base/concat.hpp"
#include "synthesize/artifact.hpp"
#include "synthesize/brief/section.hpp"
#include "synthesize/model/panel.hpp"

namespace synthesize::brief {

namespace json = base::json;
using base::concat;

namespace {

json::Ref item_json(const Study& study, const Item& item)
{
    auto citations = json::array();
    for (const auto& [statement, words] : item.cited)
        json::append(citations.get(), words ? citation_json(study, statement, *words)
                                            : citation_json(study, statement));
    return json::object("text", item.text, "claim_id",
                        item.claim ? claim_id(*item.claim) : json::value(nullptr), "citations",
                        std::move(citations), "confidence",
                        item.confidence ? short_number(*item.confidence) : json::value(nullptr));
}

json::Ref section_json(const Study& study, const Section& section)
{
    auto items = json::array();
    for (const auto& item : section.items) json::append(items.get(), item_json(study, item));
    return json::object("id", section.id, "title", section.title, "items", std::move(items), "note",
                        section.items.empty() ? json::value(section.note_when_empty)
                                              : json::value(nullptr));
}

} // namespace

json::Ref write_brief(const Order& order, llm::Consultation* consultation)
{
    const Study found = study(order);
    auto out = artifact_json(found, "brief/2");
    json_t* sourcing_view = json_object_get(out.get(), "sourcing_map");
    auto sections = json::array();
    for (const auto& section : sections_of(found)) {
        for (std::size_t i = 0; i < section.items.size(); ++i)
            if (const auto claim = section.items[i].claim)
                json::append(
                    sourcing_view,
                    sourcing_json(found, concat("sections.", section.id, ".items.", i), *claim));
        json::append(sections.get(), section_json(found, section));
    }
    json::set(out.get(), "sections", std::move(sections));
    model::add_opinions(found, consultation, out.get());
    return out;
}

} // namespace synthesize::brief
