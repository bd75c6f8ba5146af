// A reply to an NTP request as anybody may send it, and what becomes of the clock by several of
// them. The first two bytes say how long it was under way, then packets of 48 bytes and the rest.
#include "forensics/ntp/reply.hpp"
#include "forensics/ntp/selection.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace {

using namespace forensics;

constexpr std::int64_t k_sent_ns = 1'795'000'000'000'000'000; // in November 2026
constexpr std::size_t k_origin_at = 24;

void require(bool holds)
{
    if (!holds) std::abort();
}

// The cookie that makes the packet an answer to us, as the fuzzer would rarely guess one.
NtpCookie cookie_in(std::span<const std::uint8_t> packet)
{
    NtpCookie out{};
    if (packet.size() >= k_ntp_packet_size)
        std::copy_n(packet.begin() + k_origin_at, out.size(), out.begin());
    return out;
}

void judge(std::span<const NtpCandidate> candidates, std::size_t planned)
{
    const auto judgement = judge_clock(candidates, planned, {.warn_sec = 0.128, .critical_sec = 1});
    const double confidence = confidence_of(judgement.verdict, judgement.support);
    require(confidence >= 0 && confidence <= 1);
    if (!judgement.majority) return;
    require(judgement.majority->is_member.size() == candidates.size());
    require(std::isfinite(judgement.majority->offset_sec));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2) return 0;
    const std::int64_t trip_ns = (data[0] * 256 + data[1]) * std::int64_t{100'000};
    std::span<const std::uint8_t> rest{data + 2, size - 2};
    std::vector<NtpCandidate> candidates;
    std::size_t planned = 0;
    for (; planned < 16 && !rest.empty(); ++planned) {
        const auto packet = rest.first(std::min(rest.size(), k_ntp_packet_size));
        rest = rest.subspan(packet.size());
        const auto sample =
            read_ntp_reply(packet, cookie_in(packet), k_sent_ns, k_sent_ns + trip_ns);
        if (!sample) continue;
        require(sample->delay_sec >= 0 && sample->delay_sec < 2);
        require(sample->stratum >= 1 && sample->stratum <= 15);
        require(std::isfinite(sample->offset_sec) && sample->error_sec() > 0);
        for (const char c : ntp_reference_text(*sample)) require(c > ' ' && c <= '~');
        candidates.push_back({std::string(1, static_cast<char>('a' + planned)), sample->offset_sec,
                              sample->error_sec(), sample->announces_leap});
    }
    judge(candidates, planned);
    return 0;
}
