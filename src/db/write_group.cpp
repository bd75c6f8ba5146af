#include "db/write_group.hpp"

#include "base/concat.hpp"
#include "db/connection.hpp"

#include <utility>

namespace db {

namespace {

// So long the gate stays closed to other processes, and so many may fail together.
constexpr std::size_t k_most_at_once = 32;

} // namespace

void WriteGroup::Signal::reset()
{
    const std::lock_guard lock{m_mutex};
    m_is_given = false;
}

void WriteGroup::Signal::give()
{
    {
        const std::lock_guard lock{m_mutex};
        m_is_given = true;
    }
    m_given.notify_all();
}

void WriteGroup::Signal::wait()
{
    std::unique_lock lock{m_mutex};
    m_given.wait(lock, [this] { return m_is_given; });
}

bool WriteGroup::Signal::wait_for(std::chrono::milliseconds patience)
{
    std::unique_lock lock{m_mutex};
    return m_given.wait_for(lock, patience, [this] { return m_is_given; });
}

WriteGroup::WriteGroup(Connection& writer) : m_writer{writer} {}

void WriteGroup::enter(Turn& turn)
{
    take_turn(turn);
    try {
        begin();
    } catch (...) {
        // A transaction that could not be ended would stop every later one: opened anew, it is
        // gone.
        m_is_broken = true;
        // Others of the batch have done nothing wrong: it ends without the caller.
        if (m_batch && m_batch->kept != 0) {
            static_cast<void>(finish());
        } else {
            m_batch.reset();
            m_hold.reset();
            end_turn();
        }
        throw;
    }
}

void WriteGroup::take_turn(Turn& turn)
{
    {
        const std::lock_guard lock{m_mutex};
        if (!m_is_taken) {
            m_is_taken = true;
            return;
        }
        turn.m_called->reset();
        m_waiting.push_back(turn.m_called);
    }
    if (turn.m_called->wait_for(m_writer.m_options.patience)) return;
    {
        const std::lock_guard lock{m_mutex};
        if (std::erase(m_waiting, turn.m_called) != 0)
            throw base::Fault{
                base::concat("other threads write to ", m_writer.path(), " all the time")};
    }
    turn.m_called->wait(); // it came in the last moment
}

void WriteGroup::begin()
{
    if (m_batch) {
        m_writer.run("SAVEPOINT of_group");
        return;
    }
    if (m_is_broken) m_writer.reopen();
    m_is_broken = false;
    m_hold.emplace(m_writer.own_gate());
    m_writer.run("BEGIN IMMEDIATE");
    m_batch = std::make_shared<Batch>();
}

void WriteGroup::commit()
{
    try {
        // The next one runs on the same connection, in another thread.
        if (m_writer.m_in_use != 0)
            throw base::Fault{base::concat("a statement is still in use at a commit: ",
                                           m_writer.busy_statement().value_or("not stepped"))};
        if (m_batch->kept != 0) m_writer.run("RELEASE of_group");
    } catch (const base::Fault&) {
        roll_back(true);
        throw;
    }
    ++m_batch->kept;
    if (const auto fault = finish()) std::rethrow_exception(fault);
}

void WriteGroup::roll_back(bool is_fault) noexcept
{
    m_is_broken = m_is_broken || is_fault;
    if (m_batch->kept != 0 && m_writer.has_transaction()) {
        try {
            m_writer.run("ROLLBACK TO of_group");
            m_writer.run("RELEASE of_group");
        } catch (const base::Fault&) {
            m_is_broken = true;
            m_batch->fault = std::current_exception();
        }
    }
    static_cast<void>(finish());
}

std::exception_ptr WriteGroup::finish() noexcept
{
    const std::shared_ptr<Batch> mine = m_batch;
    note_rollback();
    const bool may_grow = mine->kept != 0 && mine->kept < k_most_at_once && !mine->fault;
    if (may_grow && call_next()) {
        mine->over.wait();
        return mine->fault;
    }
    mine->fault = end_batch();
    mine->over.give();
    end_turn();
    return mine->fault;
}

std::exception_ptr WriteGroup::end_batch() noexcept
{
    std::exception_ptr fault = m_batch->fault;
    if (m_batch->kept != 0 && !fault) {
        try {
            m_writer.run("COMMIT");
        } catch (const base::Fault&) {
            fault = std::current_exception();
        }
    }
    m_writer.roll_back();
    m_is_broken = m_is_broken || fault;
    m_batch.reset();
    m_hold.reset();
    return fault;
}

std::size_t WriteGroup::members()
{
    const std::lock_guard lock{m_mutex};
    return m_waiting.size() + (m_is_taken ? 1 : 0);
}

void WriteGroup::end_turn()
{
    std::shared_ptr<Signal> next;
    {
        const std::lock_guard lock{m_mutex};
        next = take_next();
        m_is_taken = next != nullptr;
    }
    if (next) next->give();
}

bool WriteGroup::call_next()
{
    std::shared_ptr<Signal> next;
    {
        const std::lock_guard lock{m_mutex};
        next = take_next();
    }
    if (next) next->give();
    return next != nullptr;
}

std::shared_ptr<WriteGroup::Signal> WriteGroup::take_next()
{
    if (m_waiting.empty()) return nullptr;
    auto next = std::move(m_waiting.front());
    m_waiting.pop_front();
    return next;
}

void WriteGroup::note_rollback() noexcept
{
    if (m_writer.has_transaction() || m_batch->fault) return;
    try {
        sqlite3* const handle = m_writer.m_handle.get();
        throw_error(handle, sqlite3_extended_errcode(handle), "rolled back with others");
    } catch (const base::Fault&) {
        m_batch->fault = std::current_exception();
    }
}

} // namespace db
