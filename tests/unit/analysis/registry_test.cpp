// What is sold is made by the one program that the worker starts for it.
#include "analysis/registry.hpp"

#include "catalog/errands.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

class RegistryTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(RegistryTest);
    CPPUNIT_TEST(each_product_is_of_the_program_that_is_started_for_it);
    CPPUNIT_TEST(so_is_each_errand);
    CPPUNIT_TEST_SUITE_END();

public:
    void each_product_is_of_the_program_that_is_started_for_it()
    {
        for (const auto& product : catalog::products()) {
            const bool scans = catalog::needs_sockets(product.key);
            const std::string key{product.key};
            CPPUNIT_ASSERT_EQUAL_MESSAGE(key, scans,
                                         analysis::scan_engines().engine_of(product) != nullptr);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(key, !scans,
                                         analysis::text_engines().engine_of(product) != nullptr);
        }
    }

    void so_is_each_errand()
    {
        for (const std::string_view key : {catalog::k_fetch, catalog::k_extract,
                                           catalog::k_vantage_test, catalog::k_basket_test}) {
            const bool scans = catalog::needs_sockets(key);
            CPPUNIT_ASSERT_EQUAL(scans, analysis::scan_engines().errand_of(key) != nullptr);
            CPPUNIT_ASSERT_EQUAL(!scans, analysis::text_engines().errand_of(key) != nullptr);
        }
        CPPUNIT_ASSERT(!catalog::needs_sockets("no such thing"));
        CPPUNIT_ASSERT(analysis::scan_engines().errand_of("no such thing") == nullptr);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RegistryTest);

} // namespace
