#include "net/dns_ask.hpp"

#include "net/dns_stream.hpp"

#include <algorithm>

namespace net {

namespace {

using Answer = DnsProbeResult::Answer;

// RFC 6891, section 7, and those that say that they do not do this (RFC 1035: not implemented).
constexpr int k_format_error = 1;
constexpr int k_not_implemented = 4;

bool refuses_edns(const Answer& answer)
{
    return answer.reply.rcode == k_format_error || answer.reply.rcode == k_not_implemented;
}

bool is_cut(const Answer& answer)
{
    return answer.reply.is_truncated;
}

// Probes of which an answer `is_lacking`, and where they stand in the whole list.
struct Lacking {
    std::vector<std::size_t> places{};
    std::vector<DnsProbe> probes{};
};

Lacking find_lacking(std::span<const DnsProbe> probes, const std::vector<DnsProbeResult>& results,
                     bool (*is_lacking)(const Answer&))
{
    Lacking out;
    for (std::size_t i = 0; i < probes.size(); ++i) {
        const auto& answers = results[i].answers;
        if (!std::any_of(answers.begin(), answers.end(), is_lacking)) continue;
        out.places.push_back(i);
        out.probes.push_back(probes[i]);
    }
    return out;
}

void replace(std::vector<Answer>& answers, bool (*is_lacking)(const Answer&),
             std::vector<Answer> better)
{
    std::erase_if(answers, is_lacking);
    answers.insert(answers.begin(), std::make_move_iterator(better.begin()),
                   std::make_move_iterator(better.end()));
}

} // namespace

std::vector<DnsProbeResult> ask_dns(const DnsLines& lines, std::span<const DnsProbe> probes,
                                    const DnsTiming& timing,
                                    std::chrono::steady_clock::time_point deadline)
{
    std::vector<DnsProbe> asked{probes.begin(), probes.end()};
    auto results = probe_dns(lines.datagrams, asked, timing, deadline);

    Lacking old = find_lacking(asked, results, refuses_edns);
    for (DnsProbe& each : old.probes) each.with_edns = false;
    auto plain = probe_dns(lines.datagrams, old.probes, timing, deadline);
    for (std::size_t i = 0; i < plain.size(); ++i) {
        if (plain[i].answers.empty()) continue;
        asked[old.places[i]].with_edns = false;
        results[old.places[i]].refuses_edns = true;
        replace(results[old.places[i]].answers, refuses_edns, std::move(plain[i].answers));
    }

    const Lacking cut = find_lacking(asked, results, is_cut);
    auto whole = probe_dns_streams(lines.connections, cut.probes, deadline);
    for (std::size_t i = 0; i < whole.size(); ++i)
        if (whole[i]) replace(results[cut.places[i]].answers, is_cut, {std::move(*whole[i])});
    return results;
}

} // namespace net
