#include "pay/transfer_scanner.hpp"

#include <algorithm>

namespace pay {

namespace {

// The last blocks are read again: endpoints add logs late.
constexpr std::uint64_t k_reread_blocks = 20;
// In one scan, the least lately looked at first.
constexpr int k_undecided_at_once = 50;
// So long no order expires that an undecided transfer may pay for. Past it an order that expired
// is revived when its payment is decided after all.
constexpr std::chrono::hours k_undecided_patience{1};

} // namespace

TransferScanner::TransferScanner(job::TransferStore& store, chain::TransactionReader& reader,
                                 TransferJudge& judge, const base::Clock& clock,
                                 const JudgeSettings& settings)
    : m_store{store}, m_reader{reader}, m_judge{judge}, m_clock{clock}, m_network{settings.network},
      m_confirmations{settings.confirmations}
{
}

bool TransferScanner::scan(const TransferJudge::KeepGoing& keep_going)
{
    std::set<value::TxHash> looked;
    if (!look_at_undecided(keep_going, looked)) return false;
    const auto head = m_reader.head();
    if (!head) return false;
    const auto known = m_store.cursor(m_network);
    const std::uint64_t next = known ? known->next_block : head->number;
    const std::uint64_t first = next - std::min(next, k_reread_blocks);
    // What is not deep enough yet could not be decided.
    const std::uint64_t deep = head->number - std::min(head->number, m_confirmations - 1);
    const std::uint64_t last = std::min(deep, next + m_scan_blocks);
    if (first > last) return true; // the head fell back: nothing new
    // After the head: who has paid by then was told before whom.
    const auto search = m_reader.transfers(first, last, m_judge.recipients());
    const auto read_to = search ? counts_as_read(*search, *head) : std::nullopt;
    // So much may have come in that fewer blocks must be asked for.
    m_scan_blocks = read_to ? std::min(2 * m_scan_blocks, k_scan_blocks)
                            : std::max<std::uint64_t>(m_scan_blocks / 2, 1);
    if (!search) return false;

    for (const chain::TransferHint& hint : search->hints) {
        if (!keep_going()) return false;
        if (m_store.has_fate(m_network, hint.tx_hash, hint.log_index, hint.block_number)) continue;
        if (looked.insert(hint.tx_hash).second) look(hint.tx_hash, std::nullopt);
    }
    if (!read_to) return false;
    const bool holds_clocks =
        m_store.has_undecided(m_network, m_clock.now() - k_undecided_patience);
    const auto read_to_s = holds_clocks ? std::nullopt : time_read(*head, *read_to);
    m_store.move_cursor(m_network, {.next_block = std::max(*read_to + 1, next),
                                    .read_to_s = read_to_s.value_or(known ? known->read_to_s : 0),
                                    .head_s = head->timestamp_s});
    // An endpoint may be a few blocks behind another.
    return last == deep && *read_to + k_lone_depth >= deep;
}

// Up to where nothing can have been missed, as far as anybody can say: two endpoints have told all,
// or the only one there is. One alone of several counts as it does for the judge.
std::optional<std::uint64_t> TransferScanner::counts_as_read(const chain::TransferSearch& search,
                                                             const chain::ChainHead& head)
{
    if (m_reader.endpoint_count() == 1) return search.told_to;
    if (search.agreed_to) {
        m_alone_since.reset();
        return search.agreed_to;
    }
    const base::Instant now = m_clock.now();
    if (!m_alone_since || now < *m_alone_since) m_alone_since = now;
    if (now - *m_alone_since < k_lone_patience || head.number < k_lone_depth) return std::nullopt;
    return std::min(search.told_to, head.number + 1 - k_lone_depth);
}

bool TransferScanner::look_at_undecided(const TransferJudge::KeepGoing& keep_going,
                                        std::set<value::TxHash>& looked)
{
    for (const auto& each : m_store.undecided(m_network, k_undecided_at_once)) {
        if (!keep_going()) return false;
        looked.insert(each.tx_hash);
        look(each.tx_hash, each.since);
    }
    return true;
}

void TransferScanner::look(const value::TxHash& tx_hash,
                           std::optional<base::Instant> undecided_since)
{
    using Judged = TransferJudge::Judged;
    const Judged judged = m_judge.judge_transfer(tx_hash);
    const bool is_given_up = judged == Judged::absent && undecided_since &&
                             *undecided_since < m_clock.now() - k_undecided_patience;
    if (judged != Judged::decided && !is_given_up)
        m_store.remember_undecided(m_network, tx_hash);
    else if (undecided_since)
        m_store.forget_undecided(m_network, tx_hash);
}

// The chain time of the newest head that lies within what was read.
std::optional<std::int64_t> TransferScanner::time_read(const chain::ChainHead& head,
                                                       std::uint64_t last)
{
    if (head.number <= last) return head.timestamp_s;
    std::optional<std::int64_t> time;
    if (m_earlier_head && m_earlier_head->number <= last) time = m_earlier_head->timestamp_s;
    if (!m_earlier_head || time) m_earlier_head = head;
    return time;
}

} // namespace pay
