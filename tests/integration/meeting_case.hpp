// Two processes on one store: the first waits at a named place with what it is about to commit, the
// second comes meanwhile.
#pragma once

#include "support/order_world.hpp"
#include "support/processes.hpp"
#include "support/sync_points.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <chrono>
#include <functional>
#include <string>
#include <thread>

namespace meeting {

using support::Child;
using support::OrderSession;

// What a process was told.
inline constexpr int k_yes = 1;
inline constexpr int k_no = 0;

class MeetingCase : public CppUnit::TestFixture {
protected:
    using Act = std::function<bool(OrderSession&)>;

    support::TempDir directory;
    support::SyncPoints points;

    // Nothing of SQLite may be open when a process is forked; so sessions are short.
    template <typename F> auto with_store(F body) const
    {
        OrderSession session{directory.path()};
        session.beat();
        return body(session);
    }
    Child start(const Act& act) const
    {
        return Child{[this, act] {
            OrderSession session{directory.path()};
            return act(session) ? k_yes : k_no;
        }};
    }

    // The first waits at `point`, where its change is about to be committed; the second comes; the
    // first goes on.
    void expect_meeting(const std::string& point, const Act& first, const Act& second,
                        int told) const
    {
        points.hold(point);
        Child one = start(first);
        points.await(point);
        Child other = start(second);
        // Until it waits for the first, or has ended: where it has not, it comes later.
        std::this_thread::sleep_for(std::chrono::milliseconds{300});
        points.release(point);
        CPPUNIT_ASSERT_EQUAL(k_yes, one.wait());
        CPPUNIT_ASSERT_EQUAL(told, other.wait());
    }
    void expect_first_wins(const std::string& point, const Act& first, const Act& second) const
    {
        expect_meeting(point, first, second, k_no);
    }
    void expect_both(const std::string& point, const Act& first, const Act& second) const
    {
        expect_meeting(point, first, second, k_yes);
    }
    // The same, but the first dies where it waits.
    void expect_second_wins(const std::string& point, const Act& first, const Act& second) const
    {
        points.hold(point);
        Child one = start(first);
        points.await(point);
        Child other = start(second);
        one.kill();
        points.release(point);
        CPPUNIT_ASSERT_EQUAL(k_yes, other.wait());
    }
};

} // namespace meeting
