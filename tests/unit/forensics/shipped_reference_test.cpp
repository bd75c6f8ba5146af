// The reference data as it is shipped: it is read, and it is about more than one operator.
#include "base/fd.hpp"
#include "forensics/basket/basket.hpp"
#include "forensics/tls/interception_issuers.hpp"
#include "forensics/tls/pins.hpp"
#include "net/special_ranges.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <set>

namespace {

using namespace forensics;

class ShippedReferenceTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ShippedReferenceTest);
    CPPUNIT_TEST(the_basket_is_of_many_operators);
    CPPUNIT_TEST(its_addresses_are_global);
    CPPUNIT_TEST(hosts_speak_the_newest_tls);
    CPPUNIT_TEST(interceptors_are_known_by_their_words);
    CPPUNIT_TEST(garbage_is_no_list_of_interceptors);
    CPPUNIT_TEST_SUITE_END();

    // Tests run in the project's folder.
    static constexpr const char* k_basket = "src/forensics/reference/basket.json";
    static constexpr const char* k_issuers = "src/forensics/reference/interception_issuers.json";

    static Basket basket()
    {
        auto read = read_basket(k_basket);
        CPPUNIT_ASSERT_MESSAGE(read ? "" : read.error().detail, read);
        return *read;
    }

    template <typename Row> static std::size_t operators_of(const std::vector<Row>& rows)
    {
        std::set<std::string> names;
        for (const Row& each : rows) names.insert(each.operator_name);
        return names.size();
    }

public:
    void the_basket_is_of_many_operators()
    {
        const Basket all = basket();
        CPPUNIT_ASSERT(operators_of(all.tls->hosts) >= 5);
        CPPUNIT_ASSERT(operators_of(all.ntp->servers) >= 4);
        CPPUNIT_ASSERT(operators_of(all.portal->probes) >= 3);
        CPPUNIT_ASSERT(all.dns->control_doh.size() >= 3);
        CPPUNIT_ASSERT(all.route->targets.size() >= 3);
        CPPUNIT_ASSERT(all.trust_store_pem != all.public_roots_pem);
        CPPUNIT_ASSERT(all.health_json);
        for (const TlsHost& each : all.tls->hosts) CPPUNIT_ASSERT(each.expect_ct);
    }

    // Else the gate would never let a probe out.
    void its_addresses_are_global()
    {
        const Basket all = basket();
        for (const auto* addresses :
             {&all.dns->control_udp, &all.dns->non_resolvers, &all.route->targets})
            for (const net::IpAddress& each : *addresses)
                CPPUNIT_ASSERT_MESSAGE(each.text(), net::is_global(each));
        for (const ControlDoh& each : all.dns->control_doh)
            CPPUNIT_ASSERT(net::is_global(each.address));
    }

    void hosts_speak_the_newest_tls()
    {
        const Basket all = basket();
        const auto pins = Pins::parse(base::read_file(*all.pins_json, k_max_pins_bytes));
        CPPUNIT_ASSERT(pins);
        const auto then = *base::from_rfc3339("2027-12-31T00:00:00Z");
        for (const TlsHost& each : all.tls->hosts) {
            const Pin* const pin = pins->find(each.host, then);
            CPPUNIT_ASSERT_MESSAGE(each.host,
                                   pin != nullptr && pin->least_version == TlsVersion::tls_1_3);
        }
    }

    void interceptors_are_known_by_their_words()
    {
        const auto issuers = InterceptionIssuers::parse(base::read_file(k_issuers, 1U << 18U));
        CPPUNIT_ASSERT(issuers);
        const auto product_of = [&](const char* word) {
            const std::vector<std::string> words{word};
            const auto* found = issuers->find(words);
            return found != nullptr ? found->product : std::string{"(none)"};
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"mitmproxy"}, product_of("mitmproxy"));
        CPPUNIT_ASSERT_EQUAL(std::string{"Fortinet FortiGate"}, product_of("FORTINET"));
        CPPUNIT_ASSERT_EQUAL(std::string{"Fiddler"}, product_of("DO_NOT_TRUST_FiddlerRoot"));
        CPPUNIT_ASSERT_EQUAL(std::string{"ESET"}, product_of("ESET SSL Filter CA"));
        // Public authorities, and words of every day.
        for (const char* word :
             {"Let's Encrypt", "DigiCert Inc", "Google Trust Services", "Sectigo Limited",
              "GlobalSign nv-sa", "Amazon", "ISRG Root X1", "R11", "E8", "", "Kubernetes Ingress"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(word, std::string{"(none)"}, product_of(word));
        CPPUNIT_ASSERT(issuers->find({}) == nullptr);
    }

    void garbage_is_no_list_of_interceptors()
    {
        for (const char* text :
             {"", "[]", "{}", R"({"schema_version":2,"issuers":[]})",
              R"({"schema_version":1,"issuers":{}})", R"({"schema_version":"1","issuers":[]})"})
            CPPUNIT_ASSERT_MESSAGE(text, !InterceptionIssuers::parse(text));
        // A text that would fit everybody is passed over.
        const auto loose =
            InterceptionIssuers::parse(R"({"schema_version":1,"issuers":[7,{"product":"x"},)"
                                       R"({"product":"x","kind":"y","contains":["", "CA", 7]}]})");
        const std::vector<std::string> words{"Some CA 7"};
        CPPUNIT_ASSERT(loose && loose->find(words) == nullptr);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ShippedReferenceTest);

} // namespace
