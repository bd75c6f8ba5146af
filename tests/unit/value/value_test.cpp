// Only well-formed values exist: each parse() refuses what the spec does not allow.
#include "value/atomic_usd.hpp"
#include "value/evm.hpp"
#include "value/job_id.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <set>

namespace {

using value::AtomicUsd;

class ValueTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ValueTest);
    CPPUNIT_TEST(amounts_refuse_what_is_not_a_plain_count);
    CPPUNIT_TEST(decimal_amounts_round_trip);
    CPPUNIT_TEST(addition_stops_at_the_bound);
    CPPUNIT_TEST(job_ids_refuse_other_shapes);
    CPPUNIT_TEST(job_ids_sort_by_time_and_differ);
    CPPUNIT_TEST(addresses_compare_without_case);
    CPPUNIT_TEST(networks_are_caip2_of_evm);
    CPPUNIT_TEST_SUITE_END();

public:
    void amounts_refuse_what_is_not_a_plain_count()
    {
        for (const char* text : {"", "-1", "+1", "01", "1.0", "1e3", " 1", "1 ", "0x1",
                                 "1000000000000001", "99999999999999999999999"})
            CPPUNIT_ASSERT_MESSAGE(text, !AtomicUsd::parse_atoms(text));
        for (const char* text :
             {"", ".", ".5", "5.", "-1", "1.0000001", "1,5", "1e3", "1000000000.01"})
            CPPUNIT_ASSERT_MESSAGE(text, !AtomicUsd::parse_decimal(text));
    }

    void decimal_amounts_round_trip()
    {
        CPPUNIT_ASSERT_EQUAL(std::int64_t{500'000}, AtomicUsd::parse_decimal("0.50")->atoms());
        CPPUNIT_ASSERT_EQUAL(std::string{"0.50"}, AtomicUsd::parse_decimal("0.5")->decimal_text());
        CPPUNIT_ASSERT_EQUAL(std::string{"4.00"},
                             AtomicUsd::parse_atoms("4000000")->decimal_text());
        CPPUNIT_ASSERT_EQUAL(std::string{"0.000001"}, AtomicUsd::parse_atoms("1")->decimal_text());
        CPPUNIT_ASSERT_EQUAL(std::string{"0"}, AtomicUsd::parse_atoms("0")->atoms_text());
    }

    void addition_stops_at_the_bound()
    {
        constexpr auto most = AtomicUsd::from_atoms(AtomicUsd::k_max_atoms);
        CPPUNIT_ASSERT(!most.plus(AtomicUsd::from_atoms(1)));
        CPPUNIT_ASSERT(most.plus(AtomicUsd{}) == most);
    }

    void job_ids_refuse_other_shapes()
    {
        for (const char* text :
             {"", "job_", "job_01arz3ndektsv4rrffq69g5fa", "job_01arz3ndektsv4rrffq69g5favv",
              "job_01ARZ3NDEKTSV4RRFFQ69G5FAV", "job_01arz3ndektsv4rrffq69g5fai",
              "xob_01arz3ndektsv4rrffq69g5fav"})
            CPPUNIT_ASSERT_MESSAGE(text, !value::JobId::parse(text));
        CPPUNIT_ASSERT(value::JobId::parse("job_01arz3ndektsv4rrffq69g5fav"));
    }

    void job_ids_sort_by_time_and_differ()
    {
        const auto early = value::JobId::make(base::instant_from_ms(1'790'000'000'000));
        const auto late = value::JobId::make(base::instant_from_ms(1'790'000'000'001));
        CPPUNIT_ASSERT(early < late);
        std::set<value::JobId> many;
        for (int i = 0; i < 1000; ++i) many.insert(value::JobId::make(base::instant_from_ms(1)));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1000}, many.size());
        CPPUNIT_ASSERT(value::JobId::parse(early.text()) == early);
    }

    void addresses_compare_without_case()
    {
        const auto mixed = value::EvmAddress::parse("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
        const auto lower = value::EvmAddress::parse("0x833589fcd6edb6e08f4c7c32d4f71b54bda02913");
        CPPUNIT_ASSERT(mixed && mixed == lower);
        for (const char* text : {"", "0x", "833589fcd6edb6e08f4c7c32d4f71b54bda02913",
                                 "0x833589fcd6edb6e08f4c7c32d4f71b54bda0291",
                                 "0x833589fcd6edb6e08f4c7c32d4f71b54bda0291g"})
            CPPUNIT_ASSERT_MESSAGE(text, !value::EvmAddress::parse(text));
    }

    void networks_are_caip2_of_evm()
    {
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{8453},
                             value::EvmNetwork::parse("eip155:8453")->chain_id());
        for (const char* text :
             {"", "base", "eip155:", "eip155:0", "eip155:08453", "eip155:-1", "solana:1",
              "eip155:99999999999999999999", "eip155:9007199254740992"})
            CPPUNIT_ASSERT_MESSAGE(text, !value::EvmNetwork::parse(text));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ValueTest);

} // namespace
