// A lane with a real store, and an engine that is a script.
#pragma once

#include "work/lane.hpp"

#include "base/fd.hpp"
#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace lane_test {

class LaneCase : public CppUnit::TestFixture {
protected:
    support::StoreWorld world;
    base::SystemClock clock;
    support::TempDir directory;
    job::WakeWatcher watcher{world.file("wake")};
    std::string engine = directory.file("engine");

    // A bash script that has read its standard input.
    void write_engine(const std::string& script) const
    {
        base::replace_file(engine, "#!/bin/bash\ncat >/dev/null\n" + script, 0700);
    }

    job::View wait_until(const value::JobId& id, const std::function<bool(job::State)>& is_there)
    {
        constexpr std::chrono::seconds k_patience{20};
        const auto ends = std::chrono::steady_clock::now() + k_patience;
        for (;;) {
            const auto ticket = watcher.ticket();
            auto view = world.reading.find(id, store::Reading::Artifact::fetch);
            if (view && is_there(view->job.state)) return std::move(*view);
            CPPUNIT_ASSERT_MESSAGE("the job did not get there",
                                   std::chrono::steady_clock::now() < ends);
            watcher.wait(ticket, std::chrono::milliseconds{50});
        }
    }
    job::View wait_until(const value::JobId& id, job::State state)
    {
        return wait_until(id, [&](job::State now) { return now == state; });
    }
};

} // namespace lane_test
