#include "pay/transfer_scanner.hpp"

#include "base/log.hpp"

#include <algorithm>
#include <set>

namespace pay {

namespace {

// The last blocks are read again: endpoints add logs late.
constexpr std::uint64_t k_reread_blocks = 20;
// So long a block is asked for whose transfers no answer has room for. No buyer's own fills one.
constexpr std::chrono::minutes k_block_patience{5};
// Looks of one scan, each several calls: claims wait for no more than these.
constexpr std::size_t k_looks_at_once = 8;
// Besides, the least lately looked at first.
constexpr int k_undecided_at_once = 4;
// So long no order expires that an undecided transfer may pay for. Past it an order that expired
// is revived when its payment is decided after all.
constexpr std::chrono::hours k_undecided_patience{1};

bool is_dust(const chain::TransferHint& hint)
{
    return hint.value < value::k_cent;
}

} // namespace

TransferScanner::TransferScanner(const store::Access& at, chain::TransactionReader& reader,
                                 TransferJudge& judge, const JudgeSettings& settings)
    : m_scans{at}, m_reader{reader}, m_judge{judge}, m_clock{at.clock}, m_network{settings.network},
      m_single_source_max{settings.single_source_max}, m_confirmations{settings.confirmations}
{
}

TransferScanner::Scanned TransferScanner::scan(const TransferJudge::KeepGoing& keep_going)
{
    const auto head = m_reader.head();
    if (!head) return Scanned::not_yet;
    const Scanned scanned = read_on(*head, keep_going);
    // Last, for one of them may cost an endpoint its turn.
    return look_at_undecided(keep_going) ? scanned : Scanned::not_yet;
}

TransferScanner::Scanned TransferScanner::read_on(const chain::ChainHead& head,
                                                  const TransferJudge::KeepGoing& keep_going)
{
    const auto known = m_scans.cursor(m_network);
    const std::uint64_t next = known ? known->next_block : head.number;
    // If fewer blocks must be asked for, fewer are read again too: there is always a new one.
    const std::uint64_t first = next - std::min({next, k_reread_blocks, m_scan_blocks - 1});
    // What is not deep enough yet could not be decided.
    const std::uint64_t deep = head.number - std::min(head.number, m_confirmations - 1);
    const std::uint64_t last = std::min(deep, next + m_scan_blocks);
    if (first > last) return Scanned::to_the_head; // the head fell back: nothing new
    // After the head: who has paid by then was told before whom.
    const auto search = m_reader.transfers(first, last, m_judge.recipients());
    if (!search) {
        ask_for(m_scan_blocks / 2);
        const bool is_too_much = search.error() == chain::ReadRefusal::too_large;
        if (is_stuck(is_too_much && first == next)) {
            base::log::error("block_passed_over", {{"block", next}});
            m_scans.move_cursor(m_network, {.next_block = next + 1,
                                            .read_to_s = known ? known->read_to_s : 0,
                                            .head_s = head.timestamp_s,
                                            .head_block = head.number});
        }
        return Scanned::not_yet;
    }
    m_stuck_since.reset();
    const auto read_to = counts_as_read(*search, head);
    // An endpoint may be a few blocks behind another.
    const bool is_near = read_to >= deep - std::min(deep, k_lone_depth);
    ask_for(is_near || read_to == last ? 2 * m_scan_blocks : m_scan_blocks / 2);
    std::erase_if(m_given_up, [&](const auto& each) { return each.second < first; });
    if (read_to) take_dust(*search, head, *read_to);
    const Scanned judged = judge(search->hints, read_to, keep_going);
    if (judged != Scanned::to_the_head) return judged;
    if (!read_to) return Scanned::not_yet;
    const bool holds_clocks =
        m_scans.has_undecided(m_network, m_clock.now() - k_undecided_patience);
    const auto read_to_s = holds_clocks ? std::nullopt : time_read(head, *read_to);
    m_scans.move_cursor(m_network, {.next_block = std::max(*read_to + 1, next),
                                    .read_to_s = read_to_s.value_or(known ? known->read_to_s : 0),
                                    .head_s = head.timestamp_s,
                                    .head_block = head.number});
    return last == deep && is_near ? Scanned::to_the_head : Scanned::not_yet;
}

// As many endpoints tell of it as tell that nothing was missed, if one may alone. What stands in a
// transaction that does more, or is on record at another place, is judged with all of it.
void TransferScanner::take_dust(const chain::TransferSearch& search, const chain::ChainHead& head,
                                std::uint64_t read_to)
{
    std::set<value::TxHash> judged;
    for (const chain::TransferHint& hint : search.hints)
        if (const bool is_told =
                search.agreed_to ? search.agreed.contains(hint) : hint.value <= m_single_source_max;
            !is_told || !is_dust(hint))
            judged.insert(hint.tx_hash);
    std::vector<chain::TransferHint> dust;
    for (const chain::TransferHint& hint : search.hints)
        if (hint.block_number <= read_to && !judged.contains(hint.tx_hash) &&
            !m_scans.is_on_record(m_network, hint.tx_hash))
            dust.push_back(hint);
    m_judge.note_dust(dust, head.timestamp_s);
}

// Blocks at once. So much may have come in that it must be fewer.
void TransferScanner::ask_for(std::uint64_t blocks)
{
    m_scan_blocks = std::clamp<std::uint64_t>(blocks, 1, k_scan_blocks);
}

TransferScanner::Scanned TransferScanner::judge(const std::vector<chain::TransferHint>& hints,
                                                std::optional<std::uint64_t> read_to,
                                                const TransferJudge::KeepGoing& keep_going)
{
    std::set<value::TxHash> looked;
    for (const chain::TransferHint& hint : hints) {
        if (!keep_going()) return Scanned::not_yet;
        // It comes again: the cursor has not passed it.
        if (is_dust(hint) && hint.block_number > read_to.value_or(0)) continue;
        if (m_scans.has_fate(m_network, hint.tx_hash, hint.log_index, hint.block_number)) continue;
        if (m_given_up.contains(hint.tx_hash) || looked.contains(hint.tx_hash)) continue;
        if (m_scans.is_undecided(m_network, hint.tx_hash)) continue; // it has a time of its own
        if (looked.size() == k_looks_at_once) return Scanned::in_part;
        looked.insert(hint.tx_hash);
        // What is not there as it was told (an endpoint may tell anything) is looked at once, too.
        const auto judged = look(hint.tx_hash, std::nullopt);
        const bool is_untrue =
            judged == TransferJudge::Judged::decided &&
            !m_scans.has_fate(m_network, hint.tx_hash, hint.log_index, hint.block_number);
        if (is_untrue || judged == TransferJudge::Judged::too_large)
            m_given_up.emplace(hint.tx_hash, hint.block_number);
    }
    return Scanned::to_the_head;
}

// The first block that is asked for, which is a new one, has held too much for minutes. What is in
// it is left to those who call the webhook, so that what comes after it is found.
bool TransferScanner::is_stuck(bool is_too_much)
{
    const base::Instant now = m_clock.now();
    if (!is_too_much) m_stuck_since.reset();
    if (!is_too_much) return false;
    if (!m_stuck_since || now < *m_stuck_since) m_stuck_since = now;
    if (now - *m_stuck_since < k_block_patience) return false;
    m_stuck_since.reset();
    return true;
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

bool TransferScanner::look_at_undecided(const TransferJudge::KeepGoing& keep_going)
{
    for (const auto& each : m_scans.undecided(m_network, k_undecided_at_once)) {
        if (!keep_going()) return false;
        // Then an endpoint rests: the others keep their turn, and come first in the next scan.
        if (look(each.tx_hash, each.since) == TransferJudge::Judged::unread) break;
    }
    return true;
}

TransferJudge::Judged TransferScanner::look(const value::TxHash& tx_hash,
                                            std::optional<base::Instant> undecided_since)
{
    using Judged = TransferJudge::Judged;
    const Judged judged = m_judge.judge_transfer(tx_hash);
    if (judged == Judged::too_large)
        base::log::error("transfer_unreadable", {{"tx_hash", tx_hash.text()}});
    const bool is_gone = judged == Judged::absent && undecided_since &&
                         *undecided_since < m_clock.now() - k_undecided_patience;
    if (judged != Judged::decided && judged != Judged::too_large && !is_gone)
        m_scans.remember_undecided(m_network, tx_hash);
    else if (undecided_since)
        m_scans.forget_undecided(m_network, tx_hash);
    return judged;
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
