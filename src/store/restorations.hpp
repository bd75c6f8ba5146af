// What a database lacks that is an older copy of itself. The worker finds that, and has the chain
// read for what was paid meanwhile; until then nothing is sold (decisions 14). The rules of every
// store hold (store/access.hpp).
#pragma once

#include "store/access.hpp"

#include "job/job.hpp"
#include "store/stamp_file.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace store {

// So long after it was read it is told to an operator.
inline constexpr std::chrono::hours k_restoration_told{24};

struct Restoration {
    base::Instant copied; // what was sold from then until `found` is not in the database
    base::Instant found;
    std::uint64_t first_block = 0;
    std::optional<std::uint64_t> last_block; // nullopt: no head was seen yet
    bool is_read = false;
};

class Restorations {
public:
    explicit Restorations(const Access& at) : m_at{at} {}

    // How far this database has come.
    std::int64_t count();
    // One further.
    std::int64_t advance();
    // Opens one where the database is behind the file: an older copy. Of processes that look at the
    // same time one does. Each looks before it sells.
    void find(const StampFile& file, const value::EvmNetwork& network, bool reads_chain);
    // The database is an older copy: of one that had come as far as `count`. `reads_chain`: false
    // where no chain can be read, so that nothing is waited for.
    void open(const value::EvmNetwork& network, std::int64_t count, bool reads_chain);
    // What the database lacks of this authorization: it was used meanwhile, or that cannot be said
    // before the chain is read.
    enum class Lacked { nothing, perhaps, payment };
    Lacked lacked(const job::PaymentKey& key);
    // nullopt: there was none.
    std::optional<Restoration> last();
    // The transfers to us are on record before `next_block`, the next one that is read, and the
    // newest is `head_block`. What has come in meanwhile by an authorization that this database
    // does not know is owed to its payer then, at once; returns how many. nullopt: nothing waits
    // for that, or it goes on.
    std::optional<int> note_read(const value::EvmNetwork& network, std::uint64_t next_block,
                                 std::uint64_t head_block);

private:
    // In a transaction.
    void add(db::Writer& writer, const value::EvmNetwork& network, bool reads_chain);

    Access m_at;
};

namespace rows {

// All that there were, oldest first.
std::vector<Restoration> restorations(db::Reader reader);
// Whether a copy was put back, and the chain is not read yet for what it lacks.
bool is_restoring(db::Reader reader);
// Whether a job with this id, which the database does not know, may have been made meanwhile.
bool is_lost(db::Reader reader, const value::JobId& id);

} // namespace rows

} // namespace store
