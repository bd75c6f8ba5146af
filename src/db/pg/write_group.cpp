#include "db/pg/write_group.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "db/fault.hpp"
#include "db/pg/error.hpp"
#include "db/reader.hpp"

#include <random>
#include <thread>

namespace db::pg {

namespace {

constexpr int k_tries = 3;

// Those that met would meet again.
void pause_after(int tries)
{
    std::minstd_rand random{std::random_device{}()};
    std::uniform_int_distribution<int> spread{1, 10 * tries};
    std::this_thread::sleep_for(std::chrono::milliseconds{spread(random)});
}

} // namespace

class WriteGroup::Hold {
public:
    explicit Hold(WriteGroup& group) : m_group{group}
    {
        std::unique_lock lock{group.m_mutex};
        ++group.m_members;
        if (!group.m_freed.wait_for(lock, group.m_patience,
                                    [&] { return !group.m_free.empty(); })) {
            --group.m_members;
            throw HeldFault{"other threads write to the store all the time"};
        }
        m_place = group.m_free.back();
        group.m_free.pop_back();
    }
    ~Hold()
    {
        {
            const std::lock_guard lock{m_group.m_mutex};
            m_group.m_free.push_back(m_place);
            --m_group.m_members;
        }
        m_group.m_freed.notify_one();
    }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

    Place& place() { return *m_place; }

private:
    WriteGroup& m_group;
    Place* m_place = nullptr;
};

WriteGroup::WriteGroup(const Options& options) : m_patience{options.patience}, m_turn{options.turn}
{
    for (int i = 0; i < options.writers; ++i) m_free.push_back(&m_places.emplace_back(options));
}

bool WriteGroup::run(const Body& body, CommitNotice* told)
{
    bool is_kept = false;
    {
        Hold hold{*this};
        for (int tries = 1;; ++tries) {
            try {
                is_kept = try_once(hold.place(), body);
                break;
            } catch (const ConflictFault&) {
                if (tries == k_tries) throw;
            }
            pause_after(tries);
        }
    }
    if (is_kept && told != nullptr) told->notify();
    return is_kept;
}

bool WriteGroup::try_once(Place& place, const Body& body) const
{
    Session& session = place.session;
    session.open();
    place.token.enroll(session.connection());
    session.begin("BEGIN");
    try {
        if (!m_turn.empty()) session.alone_with(m_turn);
        Turn turn{session};
        Writer writer{turn};
        if (!body(writer)) {
            session.roll_back();
            return false;
        }
        // The same on every engine.
        if (session.statements_in_use() != 0)
            throw base::Fault{base::concat("a statement is still in use at a commit: ",
                                           session.busy_statement().value_or("not stepped"))};
        place.token.commit(session.connection());
        session.end();
        return true;
    } catch (...) {
        session.roll_back();
        throw;
    }
}

std::size_t WriteGroup::members()
{
    const std::lock_guard lock{m_mutex};
    return m_members;
}

std::vector<std::string> WriteGroup::prepared_statements() const
{
    std::vector<std::string> out;
    for (const Place& place : m_places)
        for (std::string& each : place.session.prepared_statements())
            out.push_back(std::move(each));
    return out;
}

} // namespace db::pg
