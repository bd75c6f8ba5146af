#include "db/sqlite/write_group.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "db/fault.hpp"
#include "db/sqlite/session.hpp"

#include <algorithm>
#include <utility>

namespace db::sqlite {

namespace {

// So long the gate stays closed to other processes, and so many may fail together.
constexpr std::size_t k_most_guests = 31;

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
    m_given.notify_one();
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

WriteGroup::WriteGroup(Session& session) : m_session{session} {}

bool WriteGroup::run(const Body& body, CommitNotice* told)
{
    Member me{.body = body, .told = told};
    if (take_turn(me)) {
        begin();
        try {
            run_begun(me);
        } catch (...) {
            me.fault = std::current_exception();
        }
        const auto fault = finish();
        if (!me.fault && me.is_kept) me.fault = fault;
    }
    if (me.fault) std::rethrow_exception(me.fault);
    return me.is_kept;
}

bool WriteGroup::take_turn(Member& member)
{
    {
        const std::lock_guard lock{m_mutex};
        if (!m_is_taken) {
            m_is_taken = true;
            return true;
        }
        member.called = take_signal();
        m_waiting.push_back(&member);
    }
    if (!member.called->wait_for(m_session.patience())) {
        {
            const std::lock_guard lock{m_mutex};
            if (std::erase(m_waiting, &member) != 0) {
                m_idle_signals.push_back(member.called);
                throw HeldFault{
                    base::concat("other threads write to ", m_session.path(), " all the time")};
            }
        }
        member.called->wait(); // another thread has just begun with it
    }
    const std::lock_guard lock{m_mutex};
    m_idle_signals.push_back(member.called);
    return !member.is_over;
}

WriteGroup::Signal* WriteGroup::take_signal()
{
    if (m_idle_signals.empty()) return &m_signals.emplace_back();
    Signal* const signal = m_idle_signals.back();
    m_idle_signals.pop_back();
    signal->reset();
    return signal;
}

void WriteGroup::begin()
{
    m_kept = 0;
    m_told.clear();
    m_fault = nullptr;
    try {
        if (m_is_broken) m_session.reopen();
        m_is_broken = false;
        m_hold.emplace(m_session.own_gate());
        m_session.run("BEGIN IMMEDIATE");
    } catch (...) {
        // A transaction that could not be ended would stop every later one: opened anew, it is
        // gone.
        m_is_broken = true;
        m_hold.reset();
        end_turn();
        throw;
    }
}

void WriteGroup::run_begun(Member& member)
{
    try {
        Turn turn{m_session};
        Writer writer{turn};
        if (member.body(writer)) {
            if (member.told != nullptr && !std::ranges::count(m_told, member.told))
                m_told.push_back(member.told);
            keep();
            member.is_kept = true;
            return;
        }
    } catch (...) {
        drop(true);
        throw;
    }
    drop(false);
}

void WriteGroup::keep()
{
    // The next one runs on the same connection.
    if (m_session.statements_in_use() != 0)
        throw base::Fault{base::concat("a statement is still in use at a commit: ",
                                       m_session.busy_statement().value_or("not stepped"))};
    if (m_kept != 0) m_session.run("RELEASE of_group");
    ++m_kept;
}

void WriteGroup::drop(bool is_fault) noexcept
{
    m_is_broken = m_is_broken || is_fault;
    if (m_kept == 0 || !m_session.has_transaction()) return;
    try {
        m_session.run("ROLLBACK TO of_group");
        m_session.run("RELEASE of_group");
    } catch (const base::Fault&) {
        m_is_broken = true;
        m_fault = std::current_exception();
    }
}

std::exception_ptr WriteGroup::finish() noexcept
{
    std::vector<Member*> guests;
    note_rollback();
    // What comes after a fault gets a new connection.
    while (m_kept != 0 && guests.size() < k_most_guests && !m_is_broken && !m_fault) {
        Member* const guest = take_guest();
        if (guest == nullptr) break;
        run_guest(*guest);
        guests.push_back(guest);
    }
    auto fault = end_batch();
    const auto told = std::exchange(m_told, {});
    end_turn();
    if (!fault)
        for (CommitNotice* const each : told) each->notify();
    for (Member* const guest : guests) {
        if (fault && guest->is_kept) guest->fault = fault;
        guest->is_over = true;
        guest->called->give();
    }
    return fault;
}

void WriteGroup::run_guest(Member& guest) noexcept
{
    try {
        m_session.run("SAVEPOINT of_group");
        run_begun(guest);
    } catch (...) {
        guest.fault = std::current_exception();
        m_is_broken = true;
    }
    note_rollback();
}

std::exception_ptr WriteGroup::end_batch() noexcept
{
    if (m_kept != 0 && !m_fault) {
        try {
            m_session.run("COMMIT");
        } catch (const base::Fault&) {
            m_fault = std::current_exception();
        }
    }
    m_session.roll_back();
    m_is_broken = m_is_broken || m_fault;
    m_hold.reset();
    return std::exchange(m_fault, nullptr);
}

std::size_t WriteGroup::members()
{
    const std::lock_guard lock{m_mutex};
    return m_waiting.size() + (m_is_taken ? 1 : 0);
}

void WriteGroup::end_turn()
{
    Member* next = nullptr;
    {
        const std::lock_guard lock{m_mutex};
        m_is_taken = !m_waiting.empty();
        if (!m_is_taken) return;
        next = m_waiting.front();
        m_waiting.pop_front();
    }
    next->called->give();
}

WriteGroup::Member* WriteGroup::take_guest()
{
    const std::lock_guard lock{m_mutex};
    if (m_waiting.empty()) return nullptr;
    Member* const guest = m_waiting.front();
    m_waiting.pop_front();
    return guest;
}

void WriteGroup::note_rollback() noexcept
{
    if (m_session.has_transaction() || m_fault) return;
    try {
        m_session.throw_last("rolled back with others");
    } catch (const base::Fault&) {
        m_fault = std::current_exception();
    }
}

} // namespace db::sqlite
