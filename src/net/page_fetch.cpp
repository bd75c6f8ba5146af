#include "net/page_fetch.hpp"

#include "base/fault.hpp"
#include "net/page_journey.hpp"

#include <algorithm>
#include <map>

namespace net {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// What a page receives between two looks: its socket's buffer, and what libcurl reads at a time.
constexpr std::size_t k_unseen = std::size_t{512} << 10U;
constexpr milliseconds k_look_period{100};

// The state of all pages of one host, redirects included.
struct Host {
    std::size_t under_way = 0;
    std::size_t waiting = 0;
    int silences = 0;
};

struct Departure {
    Journey* journey;
    VettedHost address;
    Host* host;
};

// Every journey's next connection, so many at once.
class Round {
public:
    Round(const PageDoor& door, const PageLimits& limits, steady_clock::time_point deadline,
          const std::vector<Journey>& journeys)
        : m_door{door}, m_limits{limits}, m_deadline{deadline}, m_journeys{journeys}
    {
        if (!m_multi) throw base::Fault{"no libcurl handle"};
    }

    void travel(std::vector<Departure> departures)
    {
        m_waiting = std::move(departures);
        m_pages_waiting = m_waiting.size();
        for (const Departure& each : m_waiting) ++each.host->waiting;
        for (;;) {
            depart_all();
            if (m_under_way.empty()) return; // then none waits: there is room for one at least
            int running = 0;
            if (curl_multi_perform(m_multi.get(), &running) != CURLM_OK)
                throw base::Fault{"libcurl cannot go on"};
            take_arrivals();
            stop_some();
            if (!m_under_way.empty() &&
                curl_multi_poll(m_multi.get(), nullptr, 0, static_cast<int>(k_look_period.count()),
                                nullptr) != CURLM_OK)
                throw base::Fault{"libcurl cannot wait"};
        }
    }

private:
    void depart_all()
    {
        std::erase_if(m_waiting, [&](const Departure& each) {
            const bool is_left = each.host->silences >= m_limits.silences_of_host;
            if (!is_left && (m_under_way.size() >= m_limits.at_once ||
                             each.host->under_way >= m_limits.at_once_of_host))
                return false;
            if (is_left)
                each.journey->end(PageRefusal::not_in_time);
            else
                depart(each);
            --each.host->waiting;
            --m_pages_waiting;
            return true;
        });
    }

    // A page's own time, or its part of what is left for all that wait.
    milliseconds limit_of(const Departure& departure) const
    {
        const auto turns = [](std::size_t pages, std::size_t at_once) {
            return static_cast<std::int64_t>((pages + at_once - 1) / at_once);
        };
        const auto left = std::chrono::floor<milliseconds>(m_deadline - steady_clock::now());
        return std::min(departure.journey->left,
                        left / std::max(turns(m_pages_waiting, m_limits.at_once),
                                        turns(departure.host->waiting, m_limits.at_once_of_host)));
    }

    void depart(const Departure& departure)
    {
        Journey& journey = *departure.journey;
        journey.begun = steady_clock::now();
        const milliseconds limit = limit_of(departure);
        if (limit <= milliseconds{0}) return journey.end(PageRefusal::not_in_time);
        journey.prepare(departure.address, m_door, m_limits, limit);
        if (curl_multi_add_handle(m_multi.get(), journey.handle.get()) != CURLM_OK)
            throw base::Fault{"libcurl takes no more transfers"};
        m_under_way.push_back(departure);
        ++departure.host->under_way;
    }

    void take_arrivals()
    {
        int left = 0;
        while (const CURLMsg* message = curl_multi_info_read(m_multi.get(), &left)) {
            if (message->msg != CURLMSG_DONE) continue;
            const CURLcode code = message->data.result;
            const auto arrived = std::ranges::find_if(m_under_way, [&](const Departure& each) {
                return each.journey->handle.get() == message->easy_handle;
            });
            const Departure departure = *arrived;
            if (code == CURLE_OPERATION_TIMEDOUT && is_silent(*departure.journey, m_limits.connect))
                ++departure.host->silences;
            curl_multi_remove_handle(m_multi.get(), message->easy_handle);
            departure.journey->arrive(code, m_limits);
            leave(departure);
            m_under_way.erase(arrived);
        }
    }

    // Those that have received too much, or nothing for too long.
    void stop_some()
    {
        std::size_t in_all = 0;
        for (const Journey& each : m_journeys) in_all += each.wire.bytes();
        const bool is_all_too_large =
            in_all > less(m_limits.all_wire_bytes, m_limits.at_once * k_unseen);
        std::erase_if(m_under_way, [&](const Departure& each) {
            Journey& journey = *each.journey;
            const bool is_too_large =
                is_all_too_large || journey.wire.bytes() > less(m_limits.page_wire_bytes, k_unseen);
            const bool is_mute = is_silent(journey, m_limits.first_byte);
            if (!is_too_large && !is_mute) return false;
            if (is_mute) ++each.host->silences;
            curl_multi_remove_handle(m_multi.get(), journey.handle.get());
            journey.end(is_too_large ? PageRefusal::too_large : PageRefusal::not_in_time);
            leave(each);
            return true;
        });
        if (!is_all_too_large) return;
        for (const Departure& each : m_waiting) each.journey->end(PageRefusal::too_large);
        m_waiting.clear();
    }

    static void leave(const Departure& departure)
    {
        departure.journey->handle.reset();
        --departure.host->under_way;
    }

    static std::size_t less(std::size_t bytes, std::size_t part)
    {
        return bytes - std::min(bytes, part);
    }

    // Not a byte of an answer, although it had that long.
    static bool is_silent(const Journey& journey, milliseconds patience)
    {
        return journey.head_bytes == 0 && steady_clock::now() - journey.begun >= patience;
    }

    const PageDoor& m_door;
    const PageLimits& m_limits;
    steady_clock::time_point m_deadline;
    const std::vector<Journey>& m_journeys;
    MultiRef m_multi{curl_multi_init()};
    std::vector<Departure> m_waiting;
    std::size_t m_pages_waiting = 0; // with the one that departs
    std::vector<Departure> m_under_way;
};

// The journeys that go on: each host is looked up once, all at the same time.
std::vector<Departure> vetted(std::vector<Journey>& journeys, std::map<std::string, Host>& known,
                              const PageDoor& door)
{
    std::vector<std::string> hosts;
    for (const Journey& journey : journeys)
        if (journey.url && std::ranges::find(hosts, journey.url->host.text) == hosts.end())
            hosts.push_back(journey.url->host.text);
    if (hosts.empty()) return {};
    const auto verdicts = door.vet(hosts);
    std::vector<Departure> out;
    for (Journey& journey : journeys) {
        if (!journey.url) continue;
        const auto place = std::ranges::find(hosts, journey.url->host.text) - hosts.begin();
        const auto& verdict = verdicts.at(static_cast<std::size_t>(place));
        if (verdict)
            out.push_back({&journey, *verdict, &known[journey.url->host.text]});
        else
            journey.end(PageRefusal::host_not_usable);
    }
    return out;
}

} // namespace

std::string_view name_of(PageRefusal refusal)
{
    switch (refusal) {
    case PageRefusal::host_not_usable: return "host_not_usable";
    case PageRefusal::unreachable: return "unreachable";
    case PageRefusal::not_in_time: return "not_in_time";
    case PageRefusal::too_many_redirects: return "too_many_redirects";
    case PageRefusal::refused_by_server: return "refused_by_server";
    case PageRefusal::not_text: return "not_text";
    case PageRefusal::too_large: return "too_large";
    case PageRefusal::empty: return "empty";
    }
    __builtin_unreachable();
}

std::vector<PageResult> fetch_pages(std::span<const std::string> urls, const PageDoor& door,
                                    const PageLimits& limits)
{
    start_libcurl();
    const auto deadline = steady_clock::now() + limits.all;
    std::vector<Journey> journeys(urls.size());
    for (std::size_t i = 0; i < urls.size(); ++i) {
        journeys[i].left = limits.page;
        const auto url = parse_page_url(urls[i]);
        if (url)
            journeys[i].url = *url;
        else
            journeys[i].end(PageRefusal::host_not_usable);
    }
    // As often as the longest chain of redirects wants it.
    std::map<std::string, Host> hosts;
    for (;;) {
        auto departures = vetted(journeys, hosts, door);
        if (departures.empty()) break;
        Round{door, limits, deadline, journeys}.travel(std::move(departures));
    }
    std::vector<PageResult> out;
    std::size_t in_all = 0;
    for (Journey& journey : journeys) {
        PageResult& result = journey.result.value();
        if (result && in_all + result->body.size() > limits.all_bytes)
            result = base::refuse(PageRefusal::too_large);
        else if (result)
            in_all += result->body.size();
        out.push_back(std::move(result));
    }
    return out;
}

} // namespace net
