// A pool tells the worker when it was started with another configuration.
#include "api/configuration.hpp"

#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

class PoolConfigurationTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(PoolConfigurationTest);
    CPPUNIT_TEST(only_another_one_is_told);
    CPPUNIT_TEST_SUITE_END();

public:
    void only_another_one_is_told()
    {
        support::StoreWorld world;
        api::Configuration mine{world.at, "0xold", api::Pool::slow};
        const auto told = [&] {
            mine.compare();
            return world.bulletin.observation(store::k_other_pool);
        };
        CPPUNIT_ASSERT(!told()); // no worker has said anything
        world.bulletin.observe({std::string{store::k_documents}, "0xold", "", world.clock.now()});
        CPPUNIT_ASSERT(!told());
        world.bulletin.observe({std::string{store::k_documents}, "0xnew", "", world.clock.now()});
        const auto word = told();
        CPPUNIT_ASSERT(word && word->status == "0xold" && word->detail == "slow");
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PoolConfigurationTest);

} // namespace
