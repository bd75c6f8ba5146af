// A full disk refuses, loses nothing, and is over when there is room again. Needs a small file
// system of its own: a tmpfs in a mount namespace, so only root runs it.
#include "store/reservations.hpp"

#include "base/concat.hpp"
#include "cli/verbs.hpp"
#include "db/fault.hpp"
#include "db/migrations.hpp"
#include "store/restorations.hpp"
#include "support/processes.hpp"
#include "support/quiet_output.hpp"
#include "support/sample_config.hpp"
#include "support/temp_database.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cppunit/extensions/HelperMacros.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

namespace {

using support::reservation_order;
using support::StoreSession;

constexpr int k_skipped = 77;
// More than what a sale leaves for the jobs before it.
constexpr const char* k_size = "size=40m";

constexpr std::uintmax_t k_room = std::uintmax_t{16} * 1024 * 1024;
constexpr std::chrono::seconds k_lease{60};

// Takes all the room that is left.
void fill_disk(const std::string& path)
{
    const base::Fd file{::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)};
    const std::string block(4096, 'x');
    while (::write(file.get(), block.data(), block.size()) > 0) continue;
}

std::string quick_check(db::Database& database)
{
    auto row = database.query("PRAGMA quick_check");
    return row.step() ? std::string{row.text(0)} : std::string{};
}

void require(bool truth, const char* claim)
{
    if (!truth) throw base::Fault{claim};
}

bool is_full_to(store::Reservations& reservations, unsigned number)
{
    const auto reserved = reservations.reserve(reservation_order(number));
    return !reserved && reserved.error() == store::ReserveRefusal::storage_full;
}

template <typename F> bool is_refused_as_full(F&& write)
{
    try {
        write();
        return false;
    } catch (const db::FullFault&) {
        return true;
    }
}

class DiskFullTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(DiskFullTest);
    CPPUNIT_TEST(a_full_disk_refuses_and_keeps_what_was_sold);
    CPPUNIT_TEST(what_was_sold_still_fits_when_nothing_more_is_sold);
    CPPUNIT_TEST(a_checkpoint_without_room_loses_nothing);
    CPPUNIT_TEST(a_migration_without_room_for_its_copy_changes_nothing);
    CPPUNIT_TEST(no_copy_is_made_or_put_back_without_room);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir directory;

    // Runs `body` in a child that has a small disk at the directory it is given.
    void on_small_disk(const std::function<void(const std::string&)>& body)
    {
        support::Child child{[&] {
            if (::unshare(CLONE_NEWNS) != 0 ||
                ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
                ::mount("tmpfs", directory.path().c_str(), "tmpfs", 0, k_size) != 0) {
                std::cerr << "skipped, no small disk can be mounted: " << std::strerror(errno)
                          << std::endl;
                return k_skipped;
            }
            body(directory.path());
            return 0;
        }};
        const int code = child.wait();
        CPPUNIT_ASSERT(code == 0 || code == k_skipped);
    }

public:
    void a_full_disk_refuses_and_keeps_what_was_sold()
    {
        on_small_disk([](const std::string& mount_point) {
            StoreSession disk{mount_point};
            disk.beat();
            const std::string filler = mount_point + "/filler";
            std::vector<value::JobId> sold;
            for (unsigned i = 0; i < 20; ++i)
                sold.push_back(disk.reservations.reserve(reservation_order(i))->job_id);
            fill_disk(filler);
            for (unsigned i = 100; i < 110; ++i)
                require(is_full_to(disk.reservations, i), "a full disk took a reservation");
            // Small changes may fit into pages that are there already, in the end none does.
            require(is_refused_as_full([&] {
                        for (int i = 0; i < 1000; ++i) {
                            disk.clock.advance(std::chrono::milliseconds{1});
                            disk.beat();
                        }
                    }),
                    "a full disk took 1000 beats");
            for (const value::JobId& id : sold)
                require(disk.reading.find(id, store::Reading::Artifact::leave).has_value(),
                        "a job was lost");
            require(!disk.database.busy_statement(), "a statement stayed open");

            std::filesystem::remove(filler);
            require(disk.reservations.reserve(reservation_order(9000)).has_value(),
                    "room, and no sale");
            require(quick_check(disk.database) == "ok", "the database is damaged");
            StoreSession again{mount_point};
            for (const value::JobId& id : sold)
                require(again.reading.find(id, store::Reading::Artifact::leave).has_value(),
                        "lost after all");
        });
    }

    void what_was_sold_still_fits_when_nothing_more_is_sold()
    {
        on_small_disk([](const std::string& mount_point) {
            StoreSession disk{mount_point};
            disk.beat();
            const std::string filler = mount_point + "/filler";
            std::vector<value::JobId> sold;
            for (unsigned i = 0; i < 20; ++i)
                sold.push_back(disk.queue(reservation_order(i)).job_id);
            fill_disk(filler);
            std::filesystem::resize_file(filler, std::filesystem::file_size(filler) - k_room);
            require(is_full_to(disk.reservations, 100), "sold into the room of those before");
            const std::string artifact(std::size_t{256} * 1024, 'a');
            while (const auto claimed = disk.lanes.claim_next(
                       {.lane = std::string{support::k_lane}}, "w", k_lease)) {
                require(disk.lanes.complete(claimed->job, "w", support::result_of(artifact),
                                            disk.clock.now()),
                        "a result was not taken");
                disk.database.checkpoint(db::CheckpointMode::passive);
            }
            for (const value::JobId& id : sold)
                require(disk.state(id) == job::State::complete, "a job did not complete");
        });
    }

    void a_checkpoint_without_room_loses_nothing()
    {
        on_small_disk([](const std::string& mount_point) {
            StoreSession disk{mount_point};
            disk.beat();
            const std::string filler = mount_point + "/filler";
            std::vector<value::JobId> sold;
            for (unsigned i = 0; i < 60; ++i)
                sold.push_back(disk.reservations.reserve(reservation_order(i))->job_id);
            fill_disk(filler);
            require(
                is_refused_as_full([&] { disk.database.checkpoint(db::CheckpointMode::truncate); }),
                "a checkpoint made the file longer on a full disk");
            for (const value::JobId& id : sold)
                require(disk.reading.find(id, store::Reading::Artifact::leave).has_value(),
                        "a job was lost");
            std::filesystem::remove(filler);
            require(disk.database.checkpoint(db::CheckpointMode::truncate).complete,
                    "room, and no checkpoint");
            for (const value::JobId& id : sold)
                require(disk.reading.find(id, store::Reading::Artifact::leave).has_value(),
                        "lost after all");
            require(quick_check(disk.database) == "ok", "the database is damaged");
        });
    }

    void a_migration_without_room_for_its_copy_changes_nothing()
    {
        on_small_disk([](const std::string& mount_point) {
            static constexpr db::Migration k_steps[] = {
                {1, "001_a",
                 "CREATE TABLE a (x ANY) STRICT; INSERT INTO a VALUES (zeroblob(600000));"},
                {2, "002_b", "CREATE TABLE b (x ANY) STRICT"},
            };
            const std::span<const db::Migration> steps{k_steps};
            db::Database database{{.path = mount_point + "/jobs.db"}};
            db::migrate(database, steps.first(1));
            fill_disk(mount_point + "/filler");
            require(is_refused_as_full([&] { db::migrate(database, steps); }),
                    "a copy was made without room");
            db::require_current_schema(database, steps.first(1));
            std::filesystem::remove(mount_point + "/filler");
            require(db::migrate(database, steps) == 1, "room, and no migration");
        });
    }

    // At whichever step the room ends.
    void no_copy_is_made_or_put_back_without_room()
    {
        on_small_disk([](const std::string& mount_point) {
            {
                StoreSession disk{mount_point};
                disk.beat();
                disk.queue(reservation_order(1));
            }
            const std::string file = mount_point + "/assay.toml";
            base::replace_file(file,
                               base::concat(support::k_sample_toml, "[store]\nurl = \"sqlite:",
                                            mount_point, "/jobs.db\"\n"),
                               0600);
            ::setenv("ASSAY_CONFIG", file.c_str(), 1);
            ::setenv("ASSAY_RUN_DIR", mount_point.c_str(), 1);
            const std::string filler = mount_point + "/filler";
            const std::string copy = mount_point + "/copy.db.gz";
            const auto fails = [&](std::string_view verb) {
                const support::QuietOutput quiet;
                try {
                    static_cast<void>(cli::run(std::vector<std::string_view>{"db", verb, copy}));
                    return false;
                } catch (const base::Fault&) {
                    return !std::filesystem::exists(mount_point + "/.assay-copy.part");
                }
            };
            const auto leave = [&](std::uintmax_t room) {
                std::filesystem::remove(filler);
                fill_disk(filler);
                std::filesystem::resize_file(filler, std::filesystem::file_size(filler) - room);
            };
            const auto size = std::filesystem::file_size(mount_point + "/jobs.db");
            for (const std::uintmax_t room : {std::uintmax_t{0}, size / 2, size + 4096}) {
                leave(room);
                require(fails("backup"), "a backup was made without room");
                require(!std::filesystem::exists(copy), "half a backup was left");
            }
            std::filesystem::remove(filler);
            require(!fails("backup"), "room, and no backup");
            for (const std::uintmax_t room : {std::uintmax_t{0}, size / 2}) {
                leave(room);
                require(fails("restore"), "a copy was put back without room");
            }
            std::filesystem::remove(filler);
            StoreSession disk{mount_point};
            require(quick_check(disk.database) == "ok", "the database is damaged");
            require(!store::rows::is_restoring(disk.database), "it was put back after all");
        });
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(DiskFullTest);

} // namespace
