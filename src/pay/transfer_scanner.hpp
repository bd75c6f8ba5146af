// Finds transfers to us without being told of them (DESIGN.md, 6): a missed webhook, a crashed
// buyer or an endpoint's outage lose nothing. Reads the chain from a persisted cursor to its head
// and has each new transfer judged. What cannot be decided yet is kept by name and looked at again,
// ever less often, so that one transfer that too few endpoints tell of holds no other up.
//
// Below a cent nothing is sold: such a transfer costs no look, and is written as its log tells it,
// once its block counts as read. What its calldata says is read when it is claimed.
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

    // Judges what came in since the last scan, a few transfers of it at most. The next one begins
    // where this one did not go on.
    enum class Scanned {
        to_the_head,
        in_part, // more waits to be judged: others have their turn first
        not_yet, // too few endpoints could be read, or `keep_going` ended it
    };
    Scanned scan(const TransferJudge::KeepGoing& keep_going);

private:
    Scanned read_on(const chain::ChainHead& head, const TransferJudge::KeepGoing& keep_going);
    void take_dust(const chain::TransferSearch& search, const chain::ChainHead& head,
                   std::uint64_t read_to);
    // to_the_head: all of them.
    Scanned judge(const std::vector<chain::TransferHint>& hints,
                  std::optional<std::uint64_t> read_to, const TransferJudge::KeepGoing& keep_going);
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
    value::AtomicUsd m_single_source_max;
    std::uint64_t m_confirmations;
    std::optional<chain::ChainHead> m_earlier_head; // not read to yet
    std::uint64_t m_scan_blocks = k_scan_blocks;    // at once
    std::optional<base::Instant> m_alone_since;     // only one of several endpoints answers
    std::optional<base::Instant> m_stuck_since;     // at a block that no endpoint can tell whole
    // Too large to be read, and their blocks: of those that are read again.
    std::map<value::TxHash, std::uint64_t> m_given_up;
};

} // namespace pay
