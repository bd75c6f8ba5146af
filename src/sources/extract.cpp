#include "sources/extract.hpp"

#include "base/base64.hpp"
#include "sources/page_text.hpp"

namespace sources {

namespace json = base::json;

json::Ref extract(const json_t* request)
{
    const auto body = base::from_base64(json::text_member(request, "body").value_or(""));
    if (!body) return nullptr;
    const auto page = page_text(*body, json::text_member(request, "media_type").value_or(""),
                                json::text_member(request, "charset").value_or(""));
    if (!page) return json::object("status", "empty");
    return json::object("status", "used", "text", page->text, "is_cut", page->is_cut, "title",
                        page->title, "published", page->published);
}

} // namespace sources
