#include "work/errand.hpp"

#include "base/fault.hpp"

#include <utility>

namespace work {

namespace json = base::json;

Errand make_errand(const std::string& stored_request, Additions additions)
{
    constexpr const char* k_pins = "_pins";
    const auto request = json::parse(stored_request);
    if (!request || !json_is_object(request->get()))
        throw base::Fault{"a stored request is not a JSON object"};
    auto envelope = json::object("deadline_ms", additions.deadline.count());
    if (!additions.vantage.empty())
        json::set(envelope.get(), "vantage", json::value(additions.vantage));
    if (additions.pages) json::set(envelope.get(), "pages", std::move(additions.pages));
    if (additions.model != nullptr)
        json::set(envelope.get(), "model", llm::settings_json(*additions.model));
    if (const json_t* pins_view = json::member(request->get(), k_pins)) {
        json::set(envelope.get(), "pins", json::share(pins_view));
        json_object_del(request->get(), k_pins);
    }
    return {json::dump(request->get()), json::dump(envelope.get())};
}

} // namespace work
