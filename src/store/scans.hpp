// How far the chain was searched, and what the search showed and is undecided yet. The rules
// of every store hold (store/access.hpp).
#pragma once

#include "store/access.hpp"

#include "value/evm.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace store {

// The place where the scanner goes on.
struct ScanCursor {
    std::uint64_t next_block = 0;
    std::int64_t read_to_s = 0; // chain time of the last block read
    // Chain time of the newest head seen: what comes later is newer. As written it falls back only
    // where it is still to come by our clock: some endpoint has lied then.
    std::int64_t head_s = 0;
    std::uint64_t head_block = 0; // its number
};

// What the scan showed and is undecided yet.
struct Undecided {
    value::TxHash tx_hash;
    base::Instant since;
};

class Scans {
public:
    explicit Scans(const Access& at) : m_at{at} {}

    std::optional<ScanCursor> cursor(const value::EvmNetwork& network);
    void move_cursor(const value::EvmNetwork& network, const ScanCursor& cursor);
    // Whether that log, in that block, is on record: it need not be judged again.
    bool has_fate(const value::EvmNetwork& network, const value::TxHash& tx_hash,
                  std::uint64_t log_index, std::uint64_t block_number);
    // Whether any log of the transaction is, wherever it stood and whatever became of it.
    bool is_on_record(const value::EvmNetwork& network, const value::TxHash& tx_hash);
    // Transactions that the scan showed and are undecided; the least lately looked at first,
    // and not before a quarter of the time has passed again that it has been so (2 s to a minute).
    std::vector<Undecided> undecided(const value::EvmNetwork& network, int limit);
    bool is_undecided(const value::EvmNetwork& network, const value::TxHash& tx_hash);
    // Looked at now, to be looked at again.
    void remember_undecided(const value::EvmNetwork& network, const value::TxHash& tx_hash);
    void forget_undecided(const value::EvmNetwork& network, const value::TxHash& tx_hash);
    // Whether any has been so since `since` or later. Not one that is on record and only waits for
    // its name to count: the order it pays for is revived then.
    bool has_undecided(const value::EvmNetwork& network, base::Instant since);
    // How many have been so since before `since`.
    int count_undecided(base::Instant since);

private:
    Access m_at;
};

} // namespace store
