// What is made of answers to names: which differences are forgeries, and which are how the net is.
#include "forensics/dns/rules.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace forensics;
using Answer = DnsNameSeen::Answer;
using Addresses = std::vector<net::IpAddress>;

net::IpAddress address(const char* text)
{
    return *net::IpAddress::parse(text);
}

Answer with(std::vector<const char*> addresses, int rcode = 0)
{
    Answer answer{.rcode = rcode, .addresses = {}, .extended_error = {}};
    for (const char* each : addresses) answer.addresses.push_back(address(each));
    return answer;
}

// The controls know 8.8.8.8 and 8.8.4.4.
DnsNameSeen seen(std::vector<Answer> answers)
{
    DnsNameSeen out;
    out.name = "a.example";
    out.by_system = std::move(answers);
    out.by_control = {address("8.8.8.8"), address("8.8.4.4")};
    out.controls_with_addresses = 2;
    return out;
}

DnsNameSeen proof(TlsProof what)
{
    DnsNameSeen out = seen({with({"9.9.9.9"})});
    out.tls_proof = what;
    return out;
}

CheckResult judge(std::vector<DnsNameSeen> names)
{
    DnsSeen all;
    all.names = std::move(names);
    all.control_answers = true;
    return judge_dns(all);
}

class DnsRulesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(DnsRulesTest);
    CPPUNIT_TEST(each_name_by_the_first_rule_that_fits);
    CPPUNIT_TEST(private_names_are_no_bogons);
    CPPUNIT_TEST(a_second_answer_counts_when_it_contradicts);
    CPPUNIT_TEST(forgeries_are_critical);
    CPPUNIT_TEST(doubts_are_warnings);
    CPPUNIT_TEST(an_answer_from_nowhere);
    CPPUNIT_TEST(what_is_no_lie);
    CPPUNIT_TEST(names_that_nobody_has);
    CPPUNIT_TEST(where_wrong_answers_lead);
    CPPUNIT_TEST(differences_alone_are_fine);
    CPPUNIT_TEST(silence_is_no_observation);
    CPPUNIT_TEST_SUITE_END();

public:
    void each_name_by_the_first_rule_that_fits()
    {
        using enum DnsNameClass;
        CPPUNIT_ASSERT(classify(seen({})) == silent);
        CPPUNIT_ASSERT(classify(seen({with({"1.1.1.1", "8.8.4.4"})})) == same);
        CPPUNIT_ASSERT(classify(seen({with({"9.9.9.9"})})) == unproven);
        CPPUNIT_ASSERT(classify(proof(TlsProof::proven)) == proven);
        CPPUNIT_ASSERT(classify(proof(TlsProof::disproven)) == disproven);
        CPPUNIT_ASSERT(classify(proof(TlsProof::no_answer)) == unproven);
        for (const char* address : {"10.0.0.1", "127.0.0.1", "192.168.1.1", "100.64.0.1"})
            CPPUNIT_ASSERT_MESSAGE(address, classify(seen({with({"9.9.9.9", address})})) == bogon);
        for (const char* address : {"0.0.0.0", "::"})
            CPPUNIT_ASSERT(classify(seen({with({address})})) == filtered_by_policy);
        Answer blocked = with({}, 3);
        blocked.extended_error = 15;
        CPPUNIT_ASSERT(classify(seen({blocked})) == filtered_by_policy);
        blocked.extended_error = 18; // Prohibited: of the client, not of the name
        CPPUNIT_ASSERT(classify(seen({blocked})) == failed);
        // Servers are sometimes wrong once.
        DnsNameSeen missing = seen({with({}, 3)});
        CPPUNIT_ASSERT(classify(missing) == failed);
        missing.says_nxdomain_again = true;
        CPPUNIT_ASSERT(classify(missing) == nx_forged);
        CPPUNIT_ASSERT(classify(seen({with({}, 2)})) == failed);
        Answer cut = with({});
        cut.is_cut = true;
        CPPUNIT_ASSERT(classify(seen({cut})) == failed);
        DnsNameSeen alone = seen({with({"9.9.9.9"})});
        alone.by_control.clear();
        CPPUNIT_ASSERT(classify(alone) == no_reference);
        DnsNameSeen broken = seen({with({"8.8.8.8"})});
        broken.is_bogus = true;
        CPPUNIT_ASSERT(classify(broken) == bogus);
    }

    void private_names_are_no_bogons()
    {
        DnsNameSeen inside = seen({with({"10.0.0.1"})});
        inside.by_control = {address("10.0.0.1")};
        CPPUNIT_ASSERT(classify(inside) == DnsNameClass::same);
        inside.by_control = {address("10.0.0.2")};
        CPPUNIT_ASSERT(classify(inside) == DnsNameClass::unproven);
        // Without controls it is one: whom we ask for is public.
        inside.by_control.clear();
        CPPUNIT_ASSERT(classify(inside) == DnsNameClass::bogon);
    }

    void a_second_answer_counts_when_it_contradicts()
    {
        using enum DnsNameClass;
        CPPUNIT_ASSERT(classify(seen({with({"9.9.9.9"}), with({"8.8.8.8"})})) == doubled);
        CPPUNIT_ASSERT(classify(seen({with({"8.8.8.8"}), with({}, 3)})) == doubled);
        CPPUNIT_ASSERT(classify(seen({with({}, 3), with({"8.8.8.8"})})) == doubled);
        // The same again, or in another order.
        CPPUNIT_ASSERT(classify(seen({with({"8.8.8.8"}), with({"8.8.8.8"})})) == same);
        CPPUNIT_ASSERT(classify(seen({with({"8.8.8.8", "8.8.4.4"}), with({"8.8.4.4"})})) == same);
        DnsNameSeen right = proof(TlsProof::proven);
        right.by_system.push_back(with({"8.8.8.8"}));
        CPPUNIT_ASSERT(classify(right) == proven);
    }

    void forgeries_are_critical()
    {
        const auto good = seen({with({"8.8.8.8"})});
        const auto bogon = judge({good, seen({with({"10.0.0.1"})})});
        CPPUNIT_ASSERT(bogon.verdict == Verdict::critical);
        CPPUNIT_ASSERT_EQUAL(std::string{"bogon"}, std::string{bogon.reasons.front()});
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.7, bogon.confidence, 1e-9);
        const auto more = judge({seen({with({"10.0.0.1"})}), proof(TlsProof::disproven),
                                 seen({with({"9.9.9.9"}), with({"8.8.8.8"})})});
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.88, more.confidence, 1e-9);
        DnsNameSeen broken = good;
        broken.is_bogus = true;
        CPPUNIT_ASSERT(judge({broken}).verdict == Verdict::warn);
        broken.control_validates = true;
        CPPUNIT_ASSERT(judge({broken}).verdict == Verdict::critical);
    }

    void doubts_are_warnings()
    {
        const auto good = seen({with({"8.8.8.8"})});
        DnsNameSeen one_control = proof(TlsProof::disproven);
        one_control.controls_with_addresses = 1;
        DnsNameSeen missing = seen({with({}, 3)});
        missing.says_nxdomain_again = true;
        for (const auto& each :
             {one_control, missing, seen({with({"0.0.0.0"})}), seen({with({"9.9.9.9"})})})
            CPPUNIT_ASSERT(judge({good, each}).verdict == Verdict::warn);
    }

    void an_answer_from_nowhere()
    {
        DnsSeen all;
        all.names = {seen({with({"8.8.8.8"})})};
        all.silent_addresses = {{.has_answered = false}};
        CPPUNIT_ASSERT(judge_dns(all).verdict == Verdict::ok);
        all.silent_addresses.push_back({.has_answered = true, .agrees_with_control = true});
        CPPUNIT_ASSERT(judge_dns(all).verdict == Verdict::warn);
        CPPUNIT_ASSERT_EQUAL(std::string{"port53_intercepted"},
                             std::string{judge_dns(all).reasons.front()});
        // Where no name can be compared, it is as certain all the same.
        for (auto& each : all.names) each.by_control.clear();
        const auto alone = judge_dns(all);
        CPPUNIT_ASSERT(alone.verdict == Verdict::warn && alone.confidence > 0.3);
        all.silent_addresses.push_back({.has_answered = true, .agrees_with_control = false});
        CPPUNIT_ASSERT(judge_dns(all).verdict == Verdict::critical);
        CPPUNIT_ASSERT_EQUAL(std::string{"injection"}, std::string{judge_dns(all).reasons.front()});
    }

    void what_is_no_lie()
    {
        const Addresses control{address("8.8.8.8"), address("8.8.4.4")};
        const auto is_none = [&](const Answer& answer) {
            return agrees(answer, control, TlsProof::not_tried);
        };
        CPPUNIT_ASSERT(is_none(with({"9.9.9.9", "8.8.4.4"})));
        CPPUNIT_ASSERT(is_none(with({}, 2)) && is_none(with({}, 5))); // it refuses: no data
        CPPUNIT_ASSERT(is_none(with({"0.0.0.0"})));                   // it blocks, and says so
        CPPUNIT_ASSERT(!is_none(with({})) && !is_none(with({}, 3)));
        CPPUNIT_ASSERT(!is_none(with({"9.9.9.9"})) && !is_none(with({"10.0.0.1"})));
        for (const TlsProof proof : {TlsProof::disproven, TlsProof::no_answer})
            CPPUNIT_ASSERT(!agrees(with({"9.9.9.9"}), control, proof));
        CPPUNIT_ASSERT(agrees(with({"9.9.9.9"}), control, TlsProof::proven));
        CPPUNIT_ASSERT(agrees(with({"9.9.9.9"}), {}, TlsProof::not_tried));
    }

    void names_that_nobody_has()
    {
        DnsSeen all;
        all.names = {seen({with({"8.8.8.8"})})};
        const RandomNameSeen forged{{address("9.9.9.10")}, true};
        all.random_names = {forged, {{}, true}, {{address("9.9.9.10")}, false}};
        CPPUNIT_ASSERT(judge_dns(all).verdict == Verdict::ok);
        all.random_names.push_back(forged);
        CPPUNIT_ASSERT(judge_dns(all).verdict == Verdict::warn);
        CPPUNIT_ASSERT_EQUAL(std::string{"nxdomain_rewriting"},
                             std::string{judge_dns(all).reasons.front()});
        // The page with the advertisements stands where a real name leads, too.
        all.names.push_back(seen({with({"9.9.9.10"})}));
        CPPUNIT_ASSERT(judge_dns(all).verdict == Verdict::critical);
    }

    // The check portal may have been led to the same place.
    void where_wrong_answers_lead()
    {
        DnsSeen all;
        all.names = {seen({with({"8.8.8.8"})}), proof(TlsProof::proven), seen({with({}, 3)}),
                     seen({})};
        all.random_names = {{{}, true}, {{address("9.9.9.10")}, false}};
        CPPUNIT_ASSERT(judge_dns(all).landings.empty());
        all.names.push_back(seen({with({"9.9.9.11"})}));
        all.names.push_back(proof(TlsProof::disproven));
        all.random_names.push_back({{address("9.9.9.10")}, true});
        const Addresses wrong{address("9.9.9.11"), address("9.9.9.9"), address("9.9.9.10")};
        CPPUNIT_ASSERT(judge_dns(all).landings == wrong);
    }

    void differences_alone_are_fine()
    {
        const auto result = judge({seen({with({"8.8.8.8"})}), proof(TlsProof::proven),
                                   proof(TlsProof::proven), proof(TlsProof::proven)});
        CPPUNIT_ASSERT(result.verdict == Verdict::ok && result.reasons.empty());
        CPPUNIT_ASSERT_DOUBLES_EQUAL(1.0, result.confidence, 1e-9);
    }

    void silence_is_no_observation()
    {
        const auto reason = [](const DnsSeen& all) {
            const auto result = judge_dns(all);
            CPPUNIT_ASSERT(result.verdict == Verdict::inconclusive);
            return std::string{result.reasons.front()};
        };
        DnsSeen all;
        CPPUNIT_ASSERT_EQUAL(std::string{"unreachable"}, reason(all));
        all.names = {seen({}), seen({})};
        CPPUNIT_ASSERT_EQUAL(std::string{"unreachable"}, reason(all));
        all.control_answers = true;
        CPPUNIT_ASSERT_EQUAL(std::string{"resolver_down"}, reason(all));
        all.names = {seen({with({}, 2)}), seen({})};
        CPPUNIT_ASSERT_EQUAL(std::string{"resolver_fails"}, reason(all));
        all.control_answers = false;
        all.names = {seen({with({"8.8.8.8"})})};
        all.names[0].by_control.clear();
        CPPUNIT_ASSERT_EQUAL(std::string{"no_control"}, reason(all));
        all.control_answers = true;
        CPPUNIT_ASSERT_EQUAL(std::string{"too_few_names"}, reason(all));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(DnsRulesTest);

} // namespace
