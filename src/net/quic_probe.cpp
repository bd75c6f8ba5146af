#include "net/quic_probe.hpp"

#include "base/fault.hpp"
#include "base/random.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace net {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t k_id_size = 8;
constexpr std::size_t k_packet_size = 1200;
constexpr std::uint8_t k_long_header = 0xc0;
constexpr std::size_t k_quic_tries = 3;
constexpr milliseconds k_between{400};
// Form, version, length of the destination's id.
constexpr std::size_t k_head = 6;

struct Asked {
    base::Fd socket;
    std::array<std::uint8_t, k_id_size> id{};
    bool is_answered = false;
};

void send_question(const Asked& asked)
{
    const base::Bytes packet = make_quic_question(asked.id);
    // A refusal of an earlier one is told here; the next may pass.
    static_cast<void>(::send(asked.socket.get(), packet.data(), packet.size(), MSG_NOSIGNAL));
}

void take_answer_of(Asked& asked)
{
    std::array<std::uint8_t, 1500> packet{};
    const auto got = ::recv(asked.socket.get(), packet.data(), packet.size(), MSG_DONTWAIT);
    if (got > 0)
        asked.is_answered =
            answers_quic_question({packet.data(), static_cast<std::size_t>(got)}, asked.id);
}

// Until `end`, or all have answered.
void listen(std::vector<Asked>& all, steady_clock::time_point end)
{
    for (;;) {
        std::vector<pollfd> watched;
        std::vector<Asked*> waiting;
        for (Asked& each : all) {
            if (each.is_answered || !each.socket.is_open()) continue;
            watched.push_back({each.socket.get(), POLLIN, 0});
            waiting.push_back(&each);
        }
        const auto left = std::chrono::ceil<milliseconds>(end - steady_clock::now());
        if (waiting.empty() || left.count() <= 0) return;
        if (::poll(watched.data(), watched.size(), static_cast<int>(left.count())) < 0 &&
            errno != EINTR)
            throw base::Fault::from_errno("poll");
        for (std::size_t i = 0; i < waiting.size(); ++i)
            if (watched[i].revents != 0) take_answer_of(*waiting[i]);
    }
}

} // namespace

base::Bytes make_quic_question(base::ByteView source_id)
{
    std::array<std::uint8_t, k_id_size> destination{};
    base::fill_random(destination);
    base::Bytes packet{k_long_header, 0x1a, 0x2a, 0x3a, 0x4a};
    packet.push_back(static_cast<std::uint8_t>(destination.size()));
    packet.insert(packet.end(), destination.begin(), destination.end());
    packet.push_back(static_cast<std::uint8_t>(source_id.size()));
    packet.insert(packet.end(), source_id.begin(), source_id.end());
    packet.resize(k_packet_size);
    return packet;
}

bool answers_quic_question(base::ByteView packet, base::ByteView source_id)
{
    if (packet.size() < k_head + source_id.size() || (packet[0] & 0x80U) == 0) return false;
    const auto version = packet.subspan(1, 4);
    return std::all_of(version.begin(), version.end(),
                       [](std::uint8_t byte) { return byte == 0; }) &&
           packet[k_head - 1] == source_id.size() &&
           std::equal(source_id.begin(), source_id.end(),
                      packet.begin() + static_cast<std::ptrdiff_t>(k_head));
}

std::vector<bool> probe_quic(const DatagramDial& dial, std::span<const Endpoint> endpoints,
                             steady_clock::time_point deadline)
{
    std::vector<Asked> all(endpoints.size());
    for (std::size_t i = 0; i < endpoints.size(); ++i) {
        base::fill_random(all[i].id);
        if (auto socket = dial(endpoints[i])) all[i].socket = std::move(*socket);
    }
    for (std::size_t tries = 0; tries < k_quic_tries; ++tries) {
        for (const Asked& each : all)
            if (!each.is_answered && each.socket.is_open()) send_question(each);
        const bool is_last = tries + 1 == k_quic_tries;
        listen(all, is_last ? deadline : std::min(deadline, steady_clock::now() + k_between));
    }
    std::vector<bool> out(all.size());
    std::transform(all.begin(), all.end(), out.begin(),
                   [](const Asked& each) { return each.is_answered; });
    return out;
}

} // namespace net
