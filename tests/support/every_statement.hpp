// Runs every method of the stores that buyers and the worker use, so that each of their statements
// was prepared.
#pragma once

#include "db/write_check.hpp"
#include "store/anchor_records.hpp"
#include "store/anchor_wishes.hpp"
#include "store/anchors.hpp"
#include "store/settlements.hpp"
#include "store/waiting_transfers.hpp"
#include "support/temp_database.hpp"

namespace support {

// What checks each write would add its statements to the store's: not while this lives.
class Unchecked {
public:
    Unchecked() { db::check_writes_with(nullptr); }
    ~Unchecked() { db::check_writes_with(m_check); }
    Unchecked(const Unchecked&) = delete;
    Unchecked& operator=(const Unchecked&) = delete;

private:
    db::WriteCheck m_check = db::write_check();
};

class EveryStatement {
public:
    // Must outlive it.
    explicit EveryStatement(StoreSession& world) : m_world{world} {}

    void run();

private:
    void run_retention();
    void run_anchors();

    StoreSession& m_world;
    store::Settlements m_settlements{m_world.at};
    store::Anchors m_anchors{m_world.at};
    store::AnchorRecords m_records{m_world.at};
    store::AnchorWishes m_wishes{m_world.at};
    store::WaitingTransfers m_waiting{m_world.at};
};

} // namespace support
