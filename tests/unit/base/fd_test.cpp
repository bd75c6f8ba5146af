// Files as they are read and replaced.
#include "base/fd.hpp"

#include "base/fault.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <filesystem>

namespace {

class FdTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(FdTest);
    CPPUNIT_TEST(what_cannot_be_replaced_leaves_no_draft);
    CPPUNIT_TEST_SUITE_END();

public:
    void what_cannot_be_replaced_leaves_no_draft()
    {
        const support::TempDir folder;
        const std::string place = folder.file("place");
        base::replace_file(place, "first", 0600);
        base::replace_file(place, "second", 0600);
        CPPUNIT_ASSERT_EQUAL(std::string{"second"}, base::read_file(place, 100));
        const std::string taken = folder.file("taken");
        std::filesystem::create_directory(taken);
        CPPUNIT_ASSERT_THROW(base::replace_file(taken, "third", 0600), base::Fault);
        std::size_t left = 0;
        for (const auto& each : std::filesystem::directory_iterator{folder.path()})
            left += each.exists() ? 1U : 0U;
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, left);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(FdTest);

} // namespace
