#include "work/gather.hpp"

#include "base/fault.hpp"
#include "request/sources.hpp"

#include <algorithm>
#include <vector>

namespace work {

namespace json = base::json;

namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

// A page of two megabytes takes a tenth of a second; one that is made to take long costs this, or
// less, for its processor time has a bound too. All of a job have so much.
constexpr std::chrono::milliseconds k_extract_deadline = 6s;
constexpr std::chrono::milliseconds k_all_extracts = 12s;

class Gathering {
public:
    explicit Gathering(const GatherPlan& plan) : m_plan{plan} {}

    base::Result<json::Ref, ChildOutcome> pages_of(const std::vector<request::Source>& sources)
    {
        auto urls = json::array();
        for (const request::Source& source : sources)
            if (source.is_fetched()) json::append(urls.get(), json::value(source.url));
        const std::size_t count = json_array_size(urls.get());
        tell("fetching", 0, count);
        auto fetched = run(catalog::k_fetch,
                           json::object("urls", std::move(urls), "own_host", m_plan.own_host),
                           m_plan.fetch_deadline);
        // However pages keep the run from its end: that is their affair, and no attempt is used up.
        if (!fetched && fetched.error().end == ChildEnd::deadline) fetched = none_in_time(count);
        if (!fetched) return base::refuse(fetched.error());
        const json_t* pages_view = json::array_member(fetched->get(), "pages");
        if (pages_view == nullptr || json_array_size(pages_view) != count)
            throw base::Fault{"what was fetched is not what was asked for"};
        std::vector<json::Ref> pages;
        std::size_t next = 0;
        std::size_t in_all = 0;
        for (const request::Source& source : sources) {
            if (!source.is_fetched()) {
                pages.push_back(json::value(nullptr));
                in_all += source.text.size();
                continue;
            }
            auto page = text_of(json_array_get(pages_view, next++));
            if (!page) return base::refuse(page.error());
            pages.push_back(std::move(*page));
            tell("reading", next, count);
        }
        leave_out(pages, in_all);
        auto out = json::array();
        for (const json::Ref& page : pages) json::append(out.get(), json::share(page.get()));
        return out;
    }

private:
    void tell(const char* stage, std::size_t done, std::size_t count) const
    {
        m_plan.on_progress({.stage = stage,
                            .done = static_cast<std::int64_t>(done),
                            .total = static_cast<std::int64_t>(count) + 1});
    }

    // What a child of that name prints.
    base::Result<json::Ref, ChildOutcome> run(std::string_view errand, const json::Ref& request,
                                              std::chrono::milliseconds deadline)
    {
        auto outcome = run_child({.program = m_plan.programs.of(errand),
                                  .product = std::string{errand},
                                  .request = json::dump(request.get()),
                                  .deadline = deadline,
                                  .keep_going = m_plan.keep_going,
                                  .on_progress = [](const job::Progress&) {}});
        if (outcome.end != ChildEnd::artifact) return base::refuse(std::move(outcome));
        auto told = json::parse(outcome.output);
        if (told && json_is_object(told->get())) return std::move(*told);
        outcome.end = ChildEnd::crashed;
        return base::refuse(std::move(outcome));
    }

    static json::Ref none_in_time(std::size_t count)
    {
        auto pages = json::array();
        for (std::size_t i = 0; i < count; ++i)
            json::append(pages.get(),
                         json::object("status", "unreachable", "reason", "not_in_time"));
        return json::object("pages", std::move(pages));
    }

    static json::Ref unread(std::string_view reason)
    {
        return json::object("status", "unsupported", "reason", reason);
    }

    base::Result<json::Ref, ChildOutcome> text_of(const json_t* page_view)
    {
        if (json::text_member(page_view, "status") != "read") return json::share(page_view);
        if (m_spent >= k_all_extracts) return unread("not_readable");
        const auto place = m_plan.reading.take(m_spent.count(), m_plan.keep_going);
        if (!place) return base::refuse(stopped_before());
        const auto begun = steady_clock::now();
        auto read = run(catalog::k_extract, json::share(page_view), k_extract_deadline);
        m_spent +=
            std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now() - begun);
        // A page may be made to end who reads it: that is the page's own affair.
        if (!read && read.error().end != ChildEnd::stopped) return unread("not_readable");
        if (!read) return base::refuse(read.error());
        json::set(read->get(), "url",
                  json::value(json::text_member(page_view, "url").value_or("")));
        return read;
    }

    // Leaves out the longest of texts that are more than all may have, `in_all` bytes of others
    // counted.
    static void leave_out(std::vector<json::Ref>& pages, std::size_t in_all)
    {
        const auto size_of = [](const json::Ref& page) {
            return json::text_member(page.get(), "text").value_or("").size();
        };
        std::vector<json::Ref*> by_size;
        for (json::Ref& page : pages)
            if (size_of(page) > 0) by_size.push_back(&page);
        std::ranges::stable_sort(by_size, {},
                                 [&](const json::Ref* page) { return size_of(*page); });
        for (json::Ref* page : by_size) {
            in_all += size_of(*page);
            if (in_all > request::k_longest_of_all) *page = unread("too_large");
        }
    }

    const GatherPlan& m_plan;
    std::chrono::milliseconds m_spent{0}; // on reading
};

} // namespace

bool Gathered::has_read_any() const
{
    const std::size_t count = json_array_size(pages.get());
    for (std::size_t i = 0; i < count; ++i)
        if (json::text_member(json_array_get(pages.get(), i), "status") == "used") return true;
    return false;
}

base::Result<Gathered, ChildOutcome> gather(const std::string& request, const GatherPlan& plan)
{
    const auto begun = steady_clock::now();
    const auto parsed = json::parse(request);
    const json_t* sources_view = parsed ? json::member(parsed->get(), "sources") : nullptr;
    if (sources_view == nullptr) return Gathered{};
    const auto sources = request::read_sources(sources_view);
    if (!sources) throw base::Fault{"a stored request has sources that cannot be read"};
    if (std::none_of(sources->begin(), sources->end(),
                     [](const request::Source& each) { return each.is_fetched(); }))
        return Gathered{};
    auto pages = Gathering{plan}.pages_of(*sources);
    if (!pages) return base::refuse(pages.error());
    return Gathered{std::move(*pages), std::chrono::duration_cast<std::chrono::milliseconds>(
                                           steady_clock::now() - begun)};
}

} // namespace work
