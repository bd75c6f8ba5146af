#include "cli/own_pages.hpp"

#include "analysis/confinement.hpp"
#include "analysis/run.hpp"
#include "catalog/errands.hpp"

#include <algorithm>

namespace cli {

namespace json = base::json;

namespace {

// An errand of the worker's, done in a child that gives up all but what the errand needs.
Told run_errand(const analysis::Engines& engines, std::string_view errand, const json::Ref& request)
{
    return tell_from_child([&]() -> Told {
        std::vector<std::string> readable;
        if (engines.files != nullptr) readable = engines.files(errand, {});
        analysis::confine(analysis::sockets_of(errand), readable);
        auto made = analysis::run_product(engines, errand, json::dump(request.get()));
        const bool is_made = made.exit_status == analysis::k_exit_artifact;
        return {is_made ? Exit::ok : Exit::error, std::move(made.output)};
    });
}

json::Ref text_of_page(const json_t* page_view)
{
    if (json::text_member(page_view, "status") != "read") return json::share(page_view);
    const auto told =
        run_errand(analysis::text_engines(), catalog::k_extract, json::share(page_view));
    auto read = json::parse(told.text);
    if (told.exit != Exit::ok || !read)
        return json::object("status", "unsupported", "reason", "not_readable");
    json::set(read->get(), "url", json::value(json::text_member(page_view, "url").value_or("")));
    return std::move(*read);
}

} // namespace

base::Result<json::Ref, Told> read_pages(const std::vector<std::string>& urls)
{
    auto named = json::array();
    for (const auto& url : urls)
        if (!url.empty()) json::append(named.get(), json::value(url));
    auto out = json::array();
    json::Ref fetched = json::object("pages", json::array());
    if (json_array_size(named.get()) > 0) {
        const auto told = run_errand(analysis::scan_engines(), catalog::k_fetch,
                                     json::object("urls", std::move(named)));
        auto parsed = json::parse(told.text);
        if (told.exit != Exit::ok || !parsed) return base::refuse(told);
        fetched = std::move(*parsed);
    }
    std::size_t next = 0;
    for (const auto& url : urls)
        json::append(out.get(), url.empty()
                                    ? json::value(nullptr)
                                    : text_of_page(json_array_get(
                                          json::array_member(fetched.get(), "pages"), next++)));
    return out;
}

} // namespace cli
