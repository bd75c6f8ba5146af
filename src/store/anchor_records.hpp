// What is on record of anchoring: hashes that wait, transactions that carry them. The rules of
// every store hold (store/access.hpp).
#pragma once

#include "store/access.hpp"

#include "job/anchor.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace store {

class AnchorRecords {
public:
    explicit AnchorRecords(const Access& at) : m_at{at} {}

    // Oldest first, at most `limit`.
    std::vector<job::PendingAnchor> pending(int limit);
    // Sent or mined, by nonce.
    std::vector<job::AnchorTx> open(const value::EvmNetwork& network);
    // The attempts of an open transaction, oldest first.
    std::vector<job::AnchorAttempt> attempts(const job::AnchorTx& tx);
    // What it carries, in the order of its calldata.
    std::vector<value::Digest> hashes(const job::AnchorTx& tx);
    // The one after the highest on record; nullopt: none is.
    std::optional<std::uint64_t> next_nonce(const value::EvmNetwork& network,
                                            const value::EvmAddress& sender);
    job::AnchorQueue queue();
    // Those of the last `limit` sent transactions that are in the chain, newest first.
    std::vector<job::WrittenAnchor> written(int limit);
    // The newest one of all; nullopt: none was ever sent.
    std::optional<job::AnchorTx> last();

private:
    Access m_at;
};

} // namespace store
