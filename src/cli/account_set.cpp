#include "cli/account_set.hpp"

#include "base/concat.hpp"
#include "catalog/products.hpp"
#include "cli/model_review.hpp"
#include "request/fields.hpp"
#include "request/sources.hpp"
#include "value/digest.hpp"

#include <algorithm>

namespace cli {

namespace json = base::json;
using base::concat;

namespace {

// What is told of a source besides is not taken: an author or a URL would not be shown to who
// judges.
base::Result<json::Ref, std::string> source_in(const json_t* source_view)
{
    const auto text = json::text_member(source_view, "text");
    if (!text) return base::refuse(std::string{"a source has no text"});
    if (request::looks_like_url(*text))
        return base::refuse(std::string{"a source is a page, and none is fetched here"});
    auto out = json::object("text", *text);
    for (const char* key : {"title", "published"}) {
        const json_t* member_view = json::member(source_view, key);
        if (member_view != nullptr) json::set(out.get(), key, json::share(member_view));
    }
    return out;
}

// As a buyer would order it.
base::Result<json::Ref, std::string> topic_in(std::string_view line)
{
    const auto row = json::parse(line);
    if (!row) return base::refuse(concat("it is no JSON: ", row.error().detail));
    const json_t* sources_view = json::array_member(row->get(), "sources");
    auto sources = json::array();
    for (std::size_t i = 0; i < json_array_size(sources_view); ++i) {
        auto source = source_in(json_array_get(sources_view, i));
        if (!source) return base::refuse(source.error());
        json::append(sources.get(), std::move(*source));
    }
    if (json_array_size(sources.get()) == 0) return base::refuse(std::string{"it has no sources"});
    const json_t* query_view = json::member(row->get(), "query");
    if (query_view == nullptr) return base::refuse(std::string{"it has no query"});
    auto out = json::object("query", json::share(query_view), "sources", std::move(sources));
    const auto checked =
        request::check_request(*catalog::find_product(k_accounting), json::dump(out.get()));
    if (checked) return out;
    return base::refuse(
        std::string{json::text_member(json_array_get(checked.error().get(), 0), "msg")
                        .value_or("it cannot be ordered")});
}

} // namespace

std::string AccountSet::sha256() const
{
    std::string all;
    for (const auto& each : topics) all += json::dump(each.get()) + '\n';
    return value::Digest{base::sha256(base::bytes_of(all))}.text();
}

base::Result<std::size_t, std::string> add_topics(std::string_view file, AccountSet& out)
{
    const auto before = out.topics.size();
    for (int number = 1; !file.empty(); ++number) {
        const auto end = std::min(file.find('\n'), file.size());
        const auto line = file.substr(0, end);
        file.remove_prefix(std::min(end + 1, file.size()));
        if (line.empty()) continue;
        auto topic = topic_in(line);
        if (!topic) return base::refuse(concat("line ", number, " is no topic: ", topic.error()));
        // The same sentences judged twice would count as more than they are.
        const bool is_known = std::ranges::any_of(out.topics, [&](const json::Ref& each) {
            return json_equal(each.get(), topic->get()) == 1;
        });
        if (is_known) return base::refuse(concat("line ", number, " was given before"));
        out.topics.push_back(std::move(*topic));
    }
    if (out.topics.size() == before) return base::refuse(std::string{"it has no topic"});
    return out.topics.size() - before;
}

} // namespace cli
