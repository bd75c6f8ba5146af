// An anchorer with everything real but the chain and the clock.
#pragma once

#include "support/fake_anchor_chain.hpp"
#include "support/temp_database.hpp"

#include "base/concat.hpp"
#include "work/anchorer.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <string>

namespace work_test {

inline constexpr std::uint64_t k_fee_limit_wei = 1'000'000'000;

struct AnchorWorld : support::StoreWorld {
    store::Anchors anchors{at};
    store::AnchorRecords records{at};
    store::AnchorWishes wishes{at};
    support::FakeAnchorChain chain;
    const chain::SigningKey key =
        chain::SigningKey::parse(
            "0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a")
            .value();
    work::AnchorSettings settings{
        .method = job::AnchorMethod::eas,
        .network = value::EvmNetwork::parse("eip155:8453").value(),
        .contract = value::EvmAddress::parse("0x4200000000000000000000000000000000000021").value(),
        .batch_interval = std::chrono::seconds{2},
        .batch_max = 4,
        .max_fee_wei = k_fee_limit_wei,
        .bump_after = std::chrono::seconds{20}};
    std::optional<work::Anchorer> anchorer;
    unsigned orders = 0;

    AnchorWorld() { restart(); }

    // As a new process, which remembers nothing.
    void restart() { anchorer.emplace(at, chain, key, settings); }
    void round()
    {
        anchorer->round([] { return true; });
    }
    // `rounds` seconds and as many rounds.
    void pass(int rounds)
    {
        for (int i = 0; i < rounds; ++i) {
            clock.advance(std::chrono::seconds{1});
            round();
        }
    }
    // Blocks come, every two seconds, and are followed.
    void live(int blocks)
    {
        for (int i = 0; i < blocks; ++i) {
            pass(2);
            chain.mine();
        }
        pass(1);
    }
    // A job that is complete; the hash of its result.
    value::Digest complete()
    {
        beat();
        const auto claimed = start(support::reservation_order(++orders), support::k_worker);
        const auto result =
            support::result_of(base::concat(R"({"number":)", orders, '}'), "pending");
        lanes.complete(claimed.job, support::k_worker, result, clock.now());
        return result.hash;
    }
    std::vector<value::Digest> complete(int count)
    {
        std::vector<value::Digest> out;
        for (int i = 0; i < count; ++i) out.push_back(complete());
        return out;
    }
    // "3 mined, 1 pending"
    std::string outbox()
    {
        std::string out;
        auto row = database.query("SELECT status, count(*) FROM anchor_outbox GROUP BY status");
        while (row.step())
            out += base::concat(out.empty() ? "" : ", ", row.integer(1), ' ', row.text(0));
        return out;
    }
    [[nodiscard]] bool is_troubled_by(work::AnchorTrouble trouble) const
    {
        return anchorer->troubles().contains(trouble);
    }
};

// What the suites of the anchorer begin with.
struct AnchorerFixture : CppUnit::TestFixture {
    AnchorWorld world;

    void expect(const char* outbox) { CPPUNIT_ASSERT_EQUAL(std::string{outbox}, world.outbox()); }
    void held_once(const std::vector<value::Digest>& hashes) const
    {
        for (const auto& hash : hashes)
            CPPUNIT_ASSERT_EQUAL(std::size_t{1}, world.chain.times_held(hash));
    }
};

} // namespace work_test
