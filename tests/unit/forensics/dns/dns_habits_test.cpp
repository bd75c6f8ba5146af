// The check dns against resolvers with habits: cut answers, no EDNS, no signatures, no HTTPS
// records.
#include "unit/forensics/dns/dns_world.hpp"

namespace {

using namespace forensics;
using namespace dns_case;

class DnsHabitsTest : public DnsWorld {
    CPPUNIT_TEST_SUITE(DnsHabitsTest);
    CPPUNIT_TEST(signatures_that_only_the_controls_hand_on);
    CPPUNIT_TEST(an_https_record_that_is_taken_away);
    CPPUNIT_TEST(a_cut_answer_is_had_whole);
    CPPUNIT_TEST(a_server_that_ends_each_connection_loses_no_question);
    CPPUNIT_TEST(a_cut_answer_that_stays_cut_says_nothing);
    CPPUNIT_TEST(a_lie_beside_a_cut_answer_is_found);
    CPPUNIT_TEST(who_does_not_know_edns_is_asked_without);
    CPPUNIT_TEST_SUITE_END();

public:
    void signatures_that_only_the_controls_hand_on()
    {
        using enum net::DnssecState;
        m_basket.dns->dnssec_signed_names = {"a.example", "b.example"};
        m_dnssec = {{"a.example", bogus}, {"b.example", bogus}};
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::warn);
        CPPUNIT_ASSERT_EQUAL(std::string{"signatures_removed"},
                             std::string{result.reasons.front()});
        CPPUNIT_ASSERT_EQUAL(std::string{"same"}, class_of(result, "a.example"));
        // Signatures travel with EDNS: who does not know it hides none.
        m_say = without_edns();
        CPPUNIT_ASSERT(look().verdict == Verdict::ok);
        m_dnssec = {{"a.example", unknown}, {"b.example", unknown}};
        CPPUNIT_ASSERT(look().verdict == Verdict::ok);
    }

    void an_https_record_that_is_taken_away()
    {
        m_truth["https"] = {};
        m_targets = {{"a.example", {ip("8.8.8.8")}}};
        // One control is no proof: it may be the one that is wrong.
        CPPUNIT_ASSERT(look().verdict == Verdict::ok);
        serve_control(ip("192.0.2.3"), "other.example");
        m_basket.dns->control_doh.push_back(
            {"https://other.example/dns-query", ip("192.0.2.3"), "other.example", ""});
        const auto removed = look();
        CPPUNIT_ASSERT(removed.verdict == Verdict::warn);
        CPPUNIT_ASSERT_EQUAL(std::string{"https_record_removed"},
                             std::string{removed.reasons.front()});
        m_lies["https"] = {};
        CPPUNIT_ASSERT(look().verdict == Verdict::ok);
        // A resolver that only fails at such questions takes nothing away.
        m_lies.erase("https");
        m_say = [this](base::ByteView query) {
            const bool is_service = support::dns_question_of(query).type == 65;
            return std::vector<base::Bytes>{is_service ? support::dns_response(query, {}, 2)
                                                       : by_zone(m_lies, query)};
        };
        CPPUNIT_ASSERT(look().verdict == Verdict::ok);
        m_targets = {};
        CPPUNIT_ASSERT(look().verdict == Verdict::ok);
    }

    void a_cut_answer_is_had_whole()
    {
        m_say = [](base::ByteView query) { return std::vector<base::Bytes>{cut(query)}; };
        const auto result = look();
        CPPUNIT_ASSERT_EQUAL_MESSAGE(json::dump(result.evidence.get()), std::string{"OK"},
                                     std::string{name_of(result.verdict)});
        CPPUNIT_ASSERT_EQUAL(std::string{"same"}, class_of(result, "a.example"));
        m_lies["b.example"] = {ip("192.168.7.7")};
        CPPUNIT_ASSERT_EQUAL(std::string{"bogon"}, class_of(look(), "b.example"));
    }

    void a_server_that_ends_each_connection_loses_no_question()
    {
        m_say = [](base::ByteView query) { return std::vector<base::Bytes>{cut(query)}; };
        for (const char* name : {"c.example", "d.example", "e.example", "f.example", "g.example"}) {
            m_truth[name] = m_lies[name] = {ip("8.8.8.8")};
            m_basket.dns->names.emplace_back(name);
        }
        const auto result = look();
        const json_t* names_view = json::array_member(result.evidence.get(), "names");
        for (std::size_t i = 0; i < json_array_size(names_view); ++i) {
            const json_t* first_view =
                json_array_get(json::array_member(json_array_get(names_view, i), "answers"), 0);
            CPPUNIT_ASSERT(json::boolean_member(first_view, "over_tcp") == true);
        }
    }

    void a_cut_answer_that_stays_cut_says_nothing()
    {
        m_say = [](base::ByteView query) { return std::vector<base::Bytes>{cut(query)}; };
        for (const base::Bytes& garbage : {base::Bytes{}, base::Bytes(40, 0xff)}) {
            m_say_whole = [&](base::ByteView) { return std::vector<base::Bytes>{garbage}; };
            const auto result = look();
            CPPUNIT_ASSERT(result.verdict == Verdict::inconclusive);
            CPPUNIT_ASSERT_EQUAL(std::string{"resolver_fails"},
                                 std::string{result.reasons.front()});
            CPPUNIT_ASSERT_EQUAL(std::string{"failed"}, class_of(result, "a.example"));
        }
    }

    void a_lie_beside_a_cut_answer_is_found()
    {
        m_say = [](base::ByteView query) {
            return std::vector<base::Bytes>{support::dns_response(query, {ip("9.9.9.9")}),
                                            cut(query)};
        };
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::critical);
        CPPUNIT_ASSERT_EQUAL(std::string{"double"}, class_of(result, "b.example"));
    }

    void who_does_not_know_edns_is_asked_without()
    {
        m_say = without_edns();
        const auto result = look();
        CPPUNIT_ASSERT_EQUAL_MESSAGE(json::dump(result.evidence.get()), std::string{"OK"},
                                     std::string{name_of(result.verdict)});
        CPPUNIT_ASSERT_EQUAL(std::string{"same"}, class_of(result, "a.example"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(DnsHabitsTest);

} // namespace
