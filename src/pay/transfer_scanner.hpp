// Finds transfers to us without being told of them (DESIGN.md, 6): a missed webhook, a crashed
// buyer or an endpoint's outage lose nothing. Reads the chain from a persisted cursor to its head
// and has each new transfer judged. What cannot be decided yet is kept by name and looked at again,
// ever less often, so that one transfer that too few endpoints tell of holds no other up.
#pragma once

#include "pay/transfer_judge.hpp"

#include <map>

namespace pay {

// The most blocks that a scan asks for at once.
inline constexpr std::uint64_t k_scan_blocks = 2'000;

// Not thread-safe: one per thread, as its store and reader.
class TransferScanner {
public:
    // All references must outlive the object.
    TransferScanner(const store::Access& at, chain::TransactionReader& reader, TransferJudge& judge,
                    const JudgeSettings& settings);

    // Judges what came in since the last scan. False: the chain could not be read to its head, by
    // as many endpoints as it takes, or `keep_going` ended it; then the next scan begins where this
    // one could not go on.
    bool scan(const TransferJudge::KeepGoing& keep_going);

private:
    bool read_on(const chain::ChainHead& head, const TransferJudge::KeepGoing& keep_going);
    // False: `keep_going` ended it.
    bool judge(const std::vector<chain::TransferHint>& hints,
               const TransferJudge::KeepGoing& keep_going);
    bool look_at_undecided(const TransferJudge::KeepGoing& keep_going);
    TransferJudge::Judged look(const value::TxHash& tx_hash,
                               std::optional<base::Instant> undecided_since);
    bool is_stuck(bool is_too_much);
    void ask_for(std::uint64_t blocks);
    std::optional<std::uint64_t> counts_as_read(const chain::TransferSearch& search,
                                                const chain::ChainHead& head);
    std::optional<std::int64_t> time_read(const chain::ChainHead& head, std::uint64_t last);

    store::Scans m_scans;
    chain::TransactionReader& m_reader;
    TransferJudge& m_judge;
    const base::Clock& m_clock;
    value::EvmNetwork m_network;
    std::uint64_t m_confirmations;
    std::optional<chain::ChainHead> m_earlier_head; // not read to yet
    std::uint64_t m_scan_blocks = k_scan_blocks;    // at once
    std::optional<base::Instant> m_alone_since;     // only one of several endpoints answers
    std::optional<base::Instant> m_stuck_since;     // at a block that no endpoint can tell whole
    // Too large to be read, and their blocks: of those that are read again.
    std::map<value::TxHash, std::uint64_t> m_given_up;
};

} // namespace pay
