// Which pool a process is, by what its unit says.
#include "api/pool.hpp"

#include "base/fault.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <cstdlib>

namespace {

class PoolTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(PoolTest);
    CPPUNIT_TEST(each_pool_is_known_by_its_word);
    CPPUNIT_TEST(what_no_unit_says_is_refused);
    CPPUNIT_TEST_SUITE_END();

    static void set(const char* pool, const char* threads)
    {
        ::setenv("ASSAY_POOL", pool, 1);
        ::setenv("ASSAY_THREADS", threads, 1);
    }

public:
    void tearDown() override
    {
        ::unsetenv("ASSAY_POOL");
        ::unsetenv("ASSAY_THREADS");
    }

    void each_pool_is_known_by_its_word()
    {
        for (const auto pool : {api::Pool::fast, api::Pool::slow, api::Pool::agents}) {
            set(std::string{api::word_of(pool)}.c_str(), "32");
            const auto settings = api::pool_from_environment();
            CPPUNIT_ASSERT(settings.pool == pool && settings.threads == 32);
        }
        CPPUNIT_ASSERT(!api::may_wait(api::Pool::fast));
        CPPUNIT_ASSERT(api::may_wait(api::Pool::slow) && api::may_wait(api::Pool::agents));
    }

    void what_no_unit_says_is_refused()
    {
        for (const char* pool : {"", "Slow", "slow ", "agent", "agents@1"}) {
            set(pool, "32");
            CPPUNIT_ASSERT_THROW_MESSAGE(pool, api::pool_from_environment(), base::Fault);
        }
        for (const char* threads : {"", "0", "-1", "257", "32x", "99999999999"}) {
            set("agents", threads);
            CPPUNIT_ASSERT_THROW_MESSAGE(threads, api::pool_from_environment(), base::Fault);
        }
        tearDown();
        CPPUNIT_ASSERT_THROW(api::pool_from_environment(), base::Fault);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PoolTest);

} // namespace
