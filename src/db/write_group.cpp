#include "db/write_group.hpp"

#include "base/concat.hpp"
#include "db/connection.hpp"

#include <algorithm>
#include <utility>

namespace db {

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

WriteGroup::WriteGroup(Connection& writer) : m_writer{writer} {}

bool WriteGroup::run(Place& place, const Body& body, CommitNotice* told)
{
    Member& me = *place.m_member;
    me.body = &body;
    me.told = told;
    me.is_over = false;
    me.is_kept = false;
    me.fault = nullptr;
    if (take_turn(place.m_member)) {
        begin();
        try {
            run_begun(me);
        } catch (...) {
            me.fault = std::current_exception();
        }
        const auto fault = finish();
        if (!me.fault && me.is_kept) me.fault = fault;
    }
    if (me.fault) std::rethrow_exception(std::exchange(me.fault, nullptr));
    return me.is_kept;
}

void WriteGroup::enter(Place& place)
{
    place.m_member->body = nullptr;
    static_cast<void>(take_turn(place.m_member));
    begin();
}

bool WriteGroup::take_turn(const std::shared_ptr<Member>& member)
{
    {
        const std::lock_guard lock{m_mutex};
        if (!m_is_taken) {
            m_is_taken = true;
            return true;
        }
        member->called.reset();
        m_waiting.push_back(member);
    }
    if (!member->called.wait_for(m_writer.m_options.patience)) {
        {
            const std::lock_guard lock{m_mutex};
            if (std::erase(m_waiting, member) != 0)
                throw base::Fault{
                    base::concat("other threads write to ", m_writer.path(), " all the time")};
        }
        member->called.wait(); // somebody has just begun with it
    }
    return !member->is_over;
}

void WriteGroup::begin()
{
    m_kept = 0;
    m_told.clear();
    m_fault = nullptr;
    try {
        if (m_is_broken) m_writer.reopen();
        m_is_broken = false;
        m_hold.emplace(m_writer.own_gate());
        m_writer.run("BEGIN IMMEDIATE");
    } catch (...) {
        // A transaction that could not be ended would stop every later one: opened anew, it is
        // gone.
        m_is_broken = true;
        m_hold.reset();
        end_turn();
        throw;
    }
}

void WriteGroup::commit()
{
    try {
        keep();
    } catch (const base::Fault&) {
        roll_back(true);
        throw;
    }
    if (const auto fault = finish()) std::rethrow_exception(fault);
}

void WriteGroup::roll_back(bool is_fault) noexcept
{
    drop(is_fault);
    static_cast<void>(finish());
}

void WriteGroup::run_begun(Member& member)
{
    try {
        if ((*member.body)()) {
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
    if (m_writer.m_in_use != 0)
        throw base::Fault{base::concat("a statement is still in use at a commit: ",
                                       m_writer.busy_statement().value_or("not stepped"))};
    if (m_kept != 0) m_writer.run("RELEASE of_group");
    ++m_kept;
}

void WriteGroup::drop(bool is_fault) noexcept
{
    m_is_broken = m_is_broken || is_fault;
    if (m_kept == 0 || !m_writer.has_transaction()) return;
    try {
        m_writer.run("ROLLBACK TO of_group");
        m_writer.run("RELEASE of_group");
    } catch (const base::Fault&) {
        m_is_broken = true;
        m_fault = std::current_exception();
    }
}

std::exception_ptr WriteGroup::finish() noexcept
{
    std::vector<std::shared_ptr<Member>> guests;
    note_rollback();
    // Whoever comes after a fault gets a new connection.
    while (m_kept != 0 && guests.size() < k_most_guests && !m_is_broken && !m_fault) {
        auto guest = take_guest();
        if (!guest) break;
        run_guest(*guest);
        guests.push_back(std::move(guest));
    }
    auto fault = end_batch();
    const auto told = std::exchange(m_told, {});
    end_turn();
    if (!fault)
        for (CommitNotice* const each : told) each->notify();
    for (const auto& guest : guests) {
        if (fault && guest->is_kept) guest->fault = fault;
        guest->is_over = true;
        guest->called.give();
    }
    return fault;
}

void WriteGroup::run_guest(Member& guest) noexcept
{
    try {
        m_writer.run("SAVEPOINT of_group");
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
            m_writer.run("COMMIT");
        } catch (const base::Fault&) {
            m_fault = std::current_exception();
        }
    }
    m_writer.roll_back();
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
    std::shared_ptr<Member> next;
    {
        const std::lock_guard lock{m_mutex};
        m_is_taken = !m_waiting.empty();
        if (!m_is_taken) return;
        next = std::move(m_waiting.front());
        m_waiting.pop_front();
    }
    next->called.give();
}

std::shared_ptr<WriteGroup::Member> WriteGroup::take_guest()
{
    const std::lock_guard lock{m_mutex};
    if (m_waiting.empty() || m_waiting.front()->body == nullptr) return nullptr;
    auto guest = std::move(m_waiting.front());
    m_waiting.pop_front();
    return guest;
}

void WriteGroup::note_rollback() noexcept
{
    if (m_writer.has_transaction() || m_fault) return;
    try {
        sqlite3* const handle = m_writer.m_handle.get();
        throw_error(handle, sqlite3_extended_errcode(handle), "rolled back with others");
    } catch (const base::Fault&) {
        m_fault = std::current_exception();
    }
}

} // namespace db
