#include "pay/orphans.hpp"

#include "base/fault.hpp"
#include "base/log.hpp"
#include "pay/transfer_scanner.hpp"

#include <algorithm>
#include <span>

namespace pay {

namespace {

using chain::TransactionSighting;
using store::Orphan;

// In one call, which others wait for. A search of so many transfers is a small one.
constexpr int k_at_once = 200;
constexpr int k_searches = 8;
constexpr int k_looks = 10;

enum class Place { there, gone, unknown };

Place look(chain::TransactionReader& reader, const value::TxHash& tx_hash,
           const chain::Recipients& recipients)
{
    const auto sighting = reader.transaction(tx_hash, recipients);
    if (!sighting) return Place::unknown;
    const bool is_sure = sighting->sources >= std::min<std::size_t>(2, reader.endpoint_count());
    switch (sighting->state) {
    case TransactionSighting::State::included:
        // Not found by the search: it went to an address that is no longer looked for.
        if (sighting->transaction.value().succeeded) return Place::there;
        return is_sure ? Place::gone : Place::unknown;
    case TransactionSighting::State::unseen:
        return is_sure && sighting->head.is_fresh ? Place::gone : Place::unknown;
    case TransactionSighting::State::in_mempool:
    case TransactionSighting::State::shallow: break;
    }
    return Place::unknown;
}

value::TxHash hash_of(const Orphan& orphan)
{
    const auto tx_hash = value::TxHash::parse(orphan.tx_hash);
    if (!tx_hash) throw base::Fault{"corrupt row: tx_hash"};
    return *tx_hash;
}

// The first of them that one search can show.
std::span<const Orphan> searchable(std::span<const Orphan> orphans)
{
    std::size_t count = 1;
    std::uint64_t first = orphans.front().block_number;
    std::uint64_t last = first;
    for (; count < orphans.size(); ++count) {
        first = std::min(first, orphans[count].block_number);
        last = std::max(last, orphans[count].block_number);
        if (last - first >= k_scan_blocks) break;
    }
    return orphans.first(count);
}

class Searcher {
public:
    Searcher(store::WaitingTransfers& waiting, chain::TransactionReader& reader,
             const OrphanQuestion& question)
        : m_waiting{waiting}, m_reader{reader}, m_question{question}
    {
    }

    // Those that the chain has; nullopt: it cannot be read.
    std::optional<std::vector<Orphan>> still_there(std::span<const Orphan> orphans)
    {
        const auto [first, last] = std::ranges::minmax(orphans, {}, &Orphan::block_number);
        const auto search =
            m_reader.transfers(first.block_number, last.block_number, m_question.recipients);
        if (!search) return std::nullopt;
        std::vector<Orphan> out;
        for (const Orphan& each : orphans) {
            // So many transfers stand before it that its turn comes in a later call.
            if (each.block_number > search->told_to) continue;
            const bool is_shown = std::ranges::any_of(search->hints, [&](const auto& hint) {
                return hint.log_index == each.log_index && hint.block_number == each.block_number &&
                       hint.tx_hash == hash_of(each);
            });
            if (is_shown || is_there(each)) out.push_back(each);
        }
        return out;
    }

private:
    bool is_there(const Orphan& orphan)
    {
        if (m_looks++ >= k_looks) return false;
        const Place place = look(m_reader, hash_of(orphan), m_question.recipients);
        if (place == Place::gone && m_waiting.drop_waiting(m_question.network, orphan.tx_hash) != 0)
            base::log::warning("transfer_gone", {{"tx_hash", orphan.tx_hash}});
        return place == Place::there;
    }

    store::WaitingTransfers& m_waiting;
    chain::TransactionReader& m_reader;
    const OrphanQuestion& m_question;
    int m_looks = 0;
};

} // namespace

int credit_orphans(store::WaitingTransfers& waiting, chain::TransactionReader& reader,
                   const OrphanQuestion& question)
{
    const auto due = waiting.orphans(question.network, question.before_s, k_at_once);
    Searcher searcher{waiting, reader, question};
    std::span<const Orphan> left{due};
    int credited = 0;
    for (int searches = 0; !left.empty() && searches < k_searches; ++searches) {
        const auto chunk = searchable(left);
        const auto there = searcher.still_there(chunk);
        if (!there) break;
        credited += waiting.credit_orphans(question.network, *there);
        left = left.subspan(chunk.size());
    }
    return credited;
}

} // namespace pay
