// Counts are shared by those who open the same file, and nothing depends on them.
#include "base/shared_counts.hpp"

#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <thread>
#include <vector>

namespace {

using Use = base::SharedCounts::Use;

class SharedCountsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SharedCountsTest);
    CPPUNIT_TEST(what_cannot_be_mapped_counts_nothing);
    CPPUNIT_TEST(an_index_beyond_the_end_counts_nothing);
    CPPUNIT_TEST(threads_and_processes_count_together);
    CPPUNIT_TEST(another_layout_counts_apart);
    CPPUNIT_TEST(who_only_looks_makes_no_file);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir folder;
    std::string path = folder.file("counts");

public:
    void what_cannot_be_mapped_counts_nothing()
    {
        base::SharedCounts counts{Use::count, folder.file("no folder/counts"), "a", 2};
        counts.add(0);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, counts.value(0));
    }

    void an_index_beyond_the_end_counts_nothing()
    {
        base::SharedCounts counts{Use::count, path, "a", 2};
        counts.add(2);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, counts.value(2));
    }

    void threads_and_processes_count_together()
    {
        constexpr int k_times = 1'000;
        const pid_t child = ::fork();
        if (child == 0) {
            base::SharedCounts theirs{Use::count, path, "a", 2};
            for (int i = 0; i < k_times; ++i) theirs.add(1);
            ::_exit(0);
        }
        base::SharedCounts ours{Use::count, path, "a", 2};
        {
            std::vector<std::jthread> threads;
            for (int t = 0; t < 4; ++t)
                threads.emplace_back([&] {
                    for (int i = 0; i < k_times; ++i) ours.add(1, 2);
                });
        }
        int status = 0;
        CPPUNIT_ASSERT(::waitpid(child, &status, 0) == child && status == 0);
        const base::SharedCounts later{Use::count, path, "a", 2};
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{9 * k_times}, later.value(1));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, later.value(0));
    }

    // An operator's root among them, whose file the services could not open.
    void who_only_looks_makes_no_file()
    {
        {
            base::SharedCounts early{Use::look, path, "a", 2};
            early.add(0);
            CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, early.value(0));
        }
        CPPUNIT_ASSERT(std::filesystem::is_empty(folder.path()));
        base::SharedCounts counts{Use::count, path, "a", 2};
        counts.add(1, 3);
        base::SharedCounts later{Use::look, path, "a", 2};
        later.add(1);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{3}, later.value(1));
    }

    void another_layout_counts_apart()
    {
        base::SharedCounts ours{Use::count, path, "a", 2};
        ours.add(0);
        const base::SharedCounts renamed{Use::count, path, "b", 2};
        const base::SharedCounts longer{Use::count, path, "a", 3};
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, renamed.value(0) + longer.value(0));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SharedCountsTest);

} // namespace
