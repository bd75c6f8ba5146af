// The check ntp without a network: what a reply may look like, whom to believe, what that means.
#include "forensics/ntp/reply.hpp"
#include "forensics/ntp/selection.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace forensics = forensics;
using forensics::NtpCandidate;
using forensics::NtpRefusal;
using forensics::Verdict;

constexpr std::int64_t k_now_ns = 1'795'000'000'000'000'000; // in November 2026
constexpr forensics::NtpCookie k_cookie{1, 2, 3, 4, 5, 6, 7, 8};

using Packet = std::array<std::uint8_t, forensics::k_ntp_packet_size>;

void put_time(Packet& packet, std::size_t at, std::int64_t ns)
{
    const auto seconds = static_cast<std::uint64_t>(ns / 1'000'000'000 + 2'208'988'800);
    const auto fraction = (static_cast<std::uint64_t>(ns % 1'000'000'000) << 32U) / 1'000'000'000U;
    for (unsigned i = 0; i < 4; ++i) {
        packet.at(at + i) = static_cast<std::uint8_t>(seconds >> (24U - 8 * i));
        packet.at(at + 4 + i) = static_cast<std::uint8_t>(fraction >> (24U - 8 * i));
    }
}

// A server whose clock is `ahead_ns` ahead of ours, 20 ms away in each direction.
Packet reply(std::int64_t ahead_ns)
{
    Packet out{};
    out[0] = 0x24;
    out[1] = 2;
    out[6] = 0x20;  // root delay 1/8 s
    out[10] = 0x10; // root dispersion 1/16 s
    std::copy(k_cookie.begin(), k_cookie.end(), out.begin() + 24);
    put_time(out, 32, k_now_ns + 20'000'000 + ahead_ns);
    put_time(out, 40, k_now_ns + 21'000'000 + ahead_ns);
    return out;
}

base::Result<forensics::NtpSample, NtpRefusal> read(std::span<const std::uint8_t> packet,
                                                    std::int64_t trip_ns = 41'000'000)
{
    return forensics::read_ntp_reply(packet, k_cookie, k_now_ns, k_now_ns + trip_ns);
}

NtpRefusal refusal(std::size_t at, std::uint8_t byte)
{
    Packet packet = reply(0);
    packet.at(at) = byte;
    const auto sample = read(packet);
    CPPUNIT_ASSERT(!sample);
    return sample.error();
}

class NtpTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(NtpTest);
    CPPUNIT_TEST(replies_that_are_none);
    CPPUNIT_TEST(garbage_is_refused_at_every_length);
    CPPUNIT_TEST(a_reply_tells_offset_and_delay);
    CPPUNIT_TEST(eras_wrap_around);
    CPPUNIT_TEST(requests_tell_nothing_but_the_cookie);
    CPPUNIT_TEST(too_few_or_divided_servers_are_no_majority);
    CPPUNIT_TEST(verdicts);
    CPPUNIT_TEST(leap_seconds_excuse_a_second);
    CPPUNIT_TEST(causes);
    CPPUNIT_TEST(https_dates_need_three_hosts);
    CPPUNIT_TEST_SUITE_END();

    static constexpr forensics::NtpThresholds k_thresholds{0.128, 1};

    static std::vector<NtpCandidate> servers(std::initializer_list<double> offsets)
    {
        std::vector<NtpCandidate> out;
        for (const double offset : offsets)
            out.push_back({"operator " + std::to_string(out.size()), offset, 0.03});
        return out;
    }

public:
    void replies_that_are_none()
    {
        CPPUNIT_ASSERT(refusal(0, 0x23) == NtpRefusal::malformed); // mode client
        CPPUNIT_ASSERT(refusal(24, 0xFF) == NtpRefusal::wrong_origin);
        CPPUNIT_ASSERT(refusal(1, 0) == NtpRefusal::kiss_of_death);
        CPPUNIT_ASSERT(refusal(1, 16) == NtpRefusal::unsynchronized);
        CPPUNIT_ASSERT(refusal(0, 0xE4) == NtpRefusal::unsynchronized);
        CPPUNIT_ASSERT(refusal(5, 4) == NtpRefusal::far_away);
        Packet silent = reply(0);
        std::fill(silent.begin() + 40, silent.end(), std::uint8_t{0});
        CPPUNIT_ASSERT(read(silent).error() == NtpRefusal::unsynchronized);
        CPPUNIT_ASSERT(read(reply(0), 3'000'000'000).error() == NtpRefusal::far_away);
        CPPUNIT_ASSERT(read(reply(0), -1).error() == NtpRefusal::far_away);
    }

    void garbage_is_refused_at_every_length()
    {
        const Packet whole = reply(0);
        for (std::size_t size = 0; size < whole.size(); ++size)
            CPPUNIT_ASSERT(read(std::span{whole}.first(size)).error() == NtpRefusal::malformed);
        for (unsigned byte = 0; byte < 256; ++byte) {
            Packet filled{};
            filled.fill(static_cast<std::uint8_t>(byte));
            CPPUNIT_ASSERT(!read(filled));
        }
        std::vector<std::uint8_t> longer{whole.begin(), whole.end()};
        longer.resize(200, 0xFF); // extension fields
        CPPUNIT_ASSERT(read(longer));
    }

    void a_reply_tells_offset_and_delay()
    {
        for (const std::int64_t ahead_ms : {0, 5000, -5000, 300, 86'400'000}) {
            const auto sample = read(reply(ahead_ms * 1'000'000));
            CPPUNIT_ASSERT_DOUBLES_EQUAL(static_cast<double>(ahead_ms) / 1000, sample->offset_sec,
                                         1e-6);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(0.04, sample->delay_sec, 1e-6);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(0.02 + 0.0625 + 0.0625 + 0.001, sample->error_sec(), 1e-6);
        }
    }

    void eras_wrap_around()
    {
        constexpr std::int64_t k_wrap_ns = 2'085'978'496'000'000'000; // 7 February 2036
        Packet packet = reply(0);
        put_time(packet, 32, k_wrap_ns + 10'000'000);
        put_time(packet, 40, k_wrap_ns + 10'000'000);
        const auto sample = forensics::read_ntp_reply(packet, k_cookie, k_wrap_ns - 5'000'000,
                                                      k_wrap_ns + 15'000'000);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.005, sample->offset_sec, 1e-6);
    }

    void requests_tell_nothing_but_the_cookie()
    {
        const auto request = forensics::ntp_request(k_cookie);
        CPPUNIT_ASSERT_EQUAL(0x23, static_cast<int>(request[0]));
        CPPUNIT_ASSERT(std::equal(k_cookie.begin(), k_cookie.end(), request.begin() + 40));
        CPPUNIT_ASSERT(std::all_of(request.begin() + 1, request.begin() + 40,
                                   [](std::uint8_t byte) { return byte == 0; }));
    }

    void too_few_or_divided_servers_are_no_majority()
    {
        CPPUNIT_ASSERT(!forensics::find_majority({}));
        CPPUNIT_ASSERT(!forensics::find_majority(servers({0, 0})));
        CPPUNIT_ASSERT(!forensics::find_majority(servers({0, 0, 5, 5})));
        CPPUNIT_ASSERT(!forensics::find_majority(servers({0, 1, 2, 3, 4})));
        CPPUNIT_ASSERT(!forensics::find_majority(servers({0, 0, 0, 5, 5, 5})));
        auto one_operator = servers({0, 0, 0});
        for (auto& each : one_operator) each.operator_name = "same";
        CPPUNIT_ASSERT(!forensics::find_majority(one_operator));
        const auto majority = forensics::find_majority(servers({0.01, 0, 0.02, 9, 0.01}));
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.01, majority->offset_sec, 1e-9);
        CPPUNIT_ASSERT(majority->is_member == (std::vector<bool>{true, true, true, false, true}));
    }

    void verdicts()
    {
        struct Row {
            std::vector<NtpCandidate> candidates;
            Verdict verdict;
            std::string_view reason;
        };
        const Row rows[] = {
            {{}, Verdict::inconclusive, "ntp_unreachable"},
            {servers({9, 9}), Verdict::inconclusive, "ntp_unreachable"},
            {servers({0, 3, 6}), Verdict::warn, "servers_disagree"},
            {servers({0, 0.01, -0.01, 0}), Verdict::ok, ""},
            {servers({0.1, 0.1, 0.1, 0.1}), Verdict::ok, ""},
            {servers({0.15, 0.15, 0.15}), Verdict::ok, ""}, // within its error
            {servers({0.3, 0.3, 0.31}), Verdict::warn, "drift"},
            {servers({-0.3, -0.3, -0.31}), Verdict::warn, "drift"},
            {servers({1.02, 1.02, 1.02}), Verdict::warn, "drift"},
            {servers({5, 5.01, 5}), Verdict::critical, "drift"},
            {servers({-5, -5.01, -5}), Verdict::critical, "drift"},
            {servers({0, 0, 0, 30}), Verdict::warn, "falseticker"},
            {servers({0, 0, 0, 0.15}), Verdict::ok, ""}, // apart, but by less than a step
            {servers({5, 5, 5, 0}), Verdict::critical, "drift"},
        };
        for (const Row& row : rows) {
            const auto judgement = forensics::judge_clock(row.candidates, 4, k_thresholds);
            CPPUNIT_ASSERT_EQUAL(std::string{row.reason}, std::string{judgement.reason});
            CPPUNIT_ASSERT(judgement.verdict == row.verdict);
            const double confidence = confidence_of(judgement.verdict, judgement.support);
            CPPUNIT_ASSERT(confidence >= 0 && confidence <= 1);
        }
    }

    void leap_seconds_excuse_a_second()
    {
        auto candidates = servers({0, 0, 0, 1});
        CPPUNIT_ASSERT(forensics::judge_clock(candidates, 4, k_thresholds).verdict ==
                       Verdict::warn);
        candidates[1].announces_leap = true;
        CPPUNIT_ASSERT(forensics::judge_clock(candidates, 4, k_thresholds).verdict == Verdict::ok);
    }

    void causes()
    {
        using forensics::cause_of_offset;
        CPPUNIT_ASSERT_EQUAL(std::string_view{"unknown"}, cause_of_offset(5, std::nullopt).code());
        CPPUNIT_ASSERT_EQUAL(std::string_view{"local_clock"}, cause_of_offset(5, -4.6).code());
        CPPUNIT_ASSERT_EQUAL(std::string_view{"ntp_path"}, cause_of_offset(5, 0.4).code());
        CPPUNIT_ASSERT_EQUAL(std::string_view{"unknown"}, cause_of_offset(5, 60).code());
        CPPUNIT_ASSERT_EQUAL(std::string_view{"unknown"}, cause_of_offset(0.3, 0).code());
    }

    void https_dates_need_three_hosts()
    {
        std::vector<forensics::HttpsDate> dates(2);
        CPPUNIT_ASSERT(!forensics::ahead_by_https(dates));
        dates.resize(3);
        dates[0].local_ahead_sec = 7;
        dates[1].local_ahead_sec = -900;
        dates[2].local_ahead_sec = 6;
        CPPUNIT_ASSERT_EQUAL(6.0, *forensics::ahead_by_https(dates));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(NtpTest);

} // namespace
