// The check dns against a resolver that lies in each of the known ways, with a control over HTTPS
// that does not.
#include "unit/forensics/dns/dns_world.hpp"

namespace {

using namespace forensics;
using namespace dns_case;

class DnsCheckTest : public DnsWorld {
    CPPUNIT_TEST_SUITE(DnsCheckTest);
    CPPUNIT_TEST(without_controls_there_is_no_verdict);
    CPPUNIT_TEST(an_honest_resolver_is_fine);
    CPPUNIT_TEST(a_private_address_is_a_forgery);
    CPPUNIT_TEST(other_addresses_are_proven_or_disproven);
    CPPUNIT_TEST(a_second_answer_is_heard);
    CPPUNIT_TEST(a_name_that_is_denied);
    CPPUNIT_TEST(names_that_nobody_has_are_found);
    CPPUNIT_TEST(who_answers_where_nobody_is);
    CPPUNIT_TEST(a_forger_with_an_eye_on_one_name);
    CPPUNIT_TEST(a_silent_resolver_is_no_forger);
    CPPUNIT_TEST(no_packet_at_all);
    CPPUNIT_TEST(the_second_resolver_stands_in);
    CPPUNIT_TEST(bogus_counts_where_others_are_secure);
    CPPUNIT_TEST_SUITE_END();

public:
    void without_controls_there_is_no_verdict()
    {
        m_basket.dns->control_doh.clear();
        CPPUNIT_ASSERT_EQUAL(std::string{"not_configured"}, std::string{look().reasons.front()});
        m_basket.dns.reset();
        CPPUNIT_ASSERT_EQUAL(std::string{"not_configured"}, std::string{look().reasons.front()});
    }

    void an_honest_resolver_is_fine()
    {
        const auto result = look();
        CPPUNIT_ASSERT_EQUAL_MESSAGE(json::dump(result.evidence.get()), std::string{"OK"},
                                     std::string{name_of(result.verdict)});
        CPPUNIT_ASSERT(result.reasons.empty());
        CPPUNIT_ASSERT_EQUAL(std::string{"same"}, class_of(result, "a.example"));
        const auto names = m_board.names.so_far();
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, names.size());
        CPPUNIT_ASSERT(!names[0].is_forged && names[0].by_system == Addresses{ip("8.8.8.8")});
    }

    void a_private_address_is_a_forgery()
    {
        m_lies["b.example"] = {ip("192.168.7.7")};
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::critical);
        CPPUNIT_ASSERT_EQUAL(std::string{"bogon"}, class_of(result, "b.example"));
        // Our own network stays ours.
        CPPUNIT_ASSERT(json::dump(result.evidence.get()).find("192.168.7.7") == std::string::npos);
        CPPUNIT_ASSERT(m_board.names.so_far()[1].is_forged);
    }

    void other_addresses_are_proven_or_disproven()
    {
        m_lies["a.example"] = {ip("9.9.9.1")};
        m_lies["b.example"] = {ip("9.9.9.2")};
        serve(ip("9.9.9.1"), "a.example");
        const auto doubt = look();
        CPPUNIT_ASSERT_EQUAL(std::string{"proven"}, class_of(doubt, "a.example"));
        CPPUNIT_ASSERT_EQUAL(std::string{"unproven"}, class_of(doubt, "b.example"));
        CPPUNIT_ASSERT(doubt.verdict == Verdict::warn);
        serve(ip("9.9.9.2"), "b.example");
        CPPUNIT_ASSERT(look().verdict == Verdict::ok);
        serve(ip("9.9.9.2"), "other.example");
        CPPUNIT_ASSERT_EQUAL(std::string{"disproven"}, class_of(look(), "b.example"));
    }

    void a_second_answer_is_heard()
    {
        m_say = [this](base::ByteView query) {
            const auto forged = support::dns_response(query, {ip("9.9.9.9")});
            return std::vector<base::Bytes>{forged, by_zone(m_truth, query)};
        };
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::critical);
        CPPUNIT_ASSERT_EQUAL(std::string{"double"}, class_of(result, "a.example"));
    }

    void a_name_that_is_denied()
    {
        m_lies.erase("b.example");
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::warn);
        CPPUNIT_ASSERT_EQUAL(std::string{"nx_forged"}, class_of(result, "b.example"));
    }

    void names_that_nobody_has_are_found()
    {
        m_say = [this](base::ByteView query) {
            const bool is_known = m_truth.contains(support::dns_question_of(query).name);
            return std::vector<base::Bytes>{
                is_known ? by_zone(m_truth, query) : support::dns_response(query, {ip("9.9.9.9")})};
        };
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::warn);
        CPPUNIT_ASSERT_EQUAL(std::string{"nxdomain_rewriting"},
                             std::string{result.reasons.front()});
    }

    void who_answers_where_nobody_is()
    {
        m_is_intercepted = true;
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::warn);
        CPPUNIT_ASSERT_EQUAL(std::string{"port53_intercepted"},
                             std::string{result.reasons.front()});
    }

    void a_forger_with_an_eye_on_one_name()
    {
        m_is_intercepted = true;
        m_forged = {{"b.example", {ip("9.9.9.9")}}, {"a.example", {ip("8.8.8.8")}}};
        const auto forged = look();
        CPPUNIT_ASSERT(forged.verdict == Verdict::critical);
        CPPUNIT_ASSERT_EQUAL(std::string{"injection"}, std::string{forged.reasons.front()});
        // A resolver on the way that is led to another of the site's servers tells no lie.
        serve(ip("9.9.9.9"), "b.example");
        const auto led = look();
        CPPUNIT_ASSERT(led.verdict == Verdict::warn);
        CPPUNIT_ASSERT_EQUAL(std::string{"port53_intercepted"}, std::string{led.reasons.front()});
    }

    void a_silent_resolver_is_no_forger()
    {
        m_say = [](base::ByteView) { return std::vector<base::Bytes>{}; };
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::inconclusive);
        CPPUNIT_ASSERT_EQUAL(std::string{"resolver_down"}, std::string{result.reasons.front()});
        CPPUNIT_ASSERT(!result.is_silent); // the control was there
    }

    void no_packet_at_all()
    {
        m_say = [](base::ByteView) { return std::vector<base::Bytes>{}; };
        m_loopback = {};
        const auto result = look();
        CPPUNIT_ASSERT_EQUAL(std::string{"unreachable"}, std::string{result.reasons.front()});
        CPPUNIT_ASSERT(result.is_silent);
    }

    void the_second_resolver_stands_in()
    {
        m_resolvers = {ip("127.0.0.54"), m_resolver_ip};
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::ok);
        CPPUNIT_ASSERT_EQUAL(std::string{"same"}, class_of(result, "b.example"));
    }

    void bogus_counts_where_others_are_secure()
    {
        using enum net::DnssecState;
        m_basket.dns->dnssec_signed_names = {"a.example", "b.example"};
        m_dnssec = {{"a.example", bogus}, {"b.example", bogus}};
        m_dnssec["b.example"] = secure;
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::critical);
        CPPUNIT_ASSERT_EQUAL(std::string{"bogus"}, class_of(result, "a.example"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(DnsCheckTest);

} // namespace
