// How much work is sold at once: no more than ends in time.
#include "catalog/catalog.hpp"
#include "catalog/lanes.hpp"
#include "support/sample_config.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using catalog::Lane;

class LanesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(LanesTest);
    CPPUNIT_TEST(what_is_small_takes_one_place);
    CPPUNIT_TEST(no_more_large_requests_are_sold_than_end_in_time);
    CPPUNIT_TEST_SUITE_END();

    const config::Config config = support::sample_config();
    const catalog::Catalog catalog{config};

    void what_is_small_takes_one_place()
    {
        for (const auto& offer : catalog.offers())
            for (const Lane lane : catalog::lanes_of(offer))
                for (const std::size_t bytes : {0UL, 1UL, 100'000UL, 1'000'000UL})
                    CPPUNIT_ASSERT_EQUAL(1, catalog::places_of(offer, lane, bytes, config));
    }

    void no_more_large_requests_are_sold_than_end_in_time()
    {
        constexpr std::int64_t k_mib = 1 << 20;
        for (const auto& offer : catalog.offers()) {
            const Lane lane = catalog::lane_of(offer, /*names_pages=*/false);
            const std::size_t bytes = offer.product->body_max_bytes;
            const int sold = catalog::lane_capacity(offer, lane, config) /
                             catalog::places_of(offer, lane, bytes, config);
            const auto work =
                offer.product->time_per_mib * static_cast<std::int64_t>(bytes) / k_mib;
            const int at_once = catalog::row_of(lane).threads(config);
            CPPUNIT_ASSERT(sold >= 1 && sold / at_once * work <= offer.sla);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(LanesTest);

} // namespace
