// `assay doctor`: each thing that keeps an installation from selling is told, with what to do.
#include "cli/doctor.hpp"

#include "base/concat.hpp"
#include "documents/documents.hpp"
#include "support/quiet_output.hpp"
#include "support/sample_config.hpp"
#include "support/scripted_http.hpp"
#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <functional>

namespace {

using cli::Exit;

class DoctorTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(DoctorTest);
    CPPUNIT_TEST(a_site_that_does_not_answer_is_one_line);
    CPPUNIT_TEST(a_route_that_leads_nowhere_is_wrong);
    CPPUNIT_TEST(documents_of_another_configuration_are_wrong);
    CPPUNIT_TEST(a_site_in_order_is_good);
    CPPUNIT_TEST(a_clock_that_differs_from_the_chain_is_wrong);
    CPPUNIT_TEST(a_dead_worker_is_wrong);
    CPPUNIT_TEST(an_alarm_comes_with_its_remedy);
    CPPUNIT_TEST(programs_read_each_look_as_an_object);
    CPPUNIT_TEST_SUITE_END();

    config::Config m_config = support::sample_config();
    support::ScriptedHttp m_http;
    support::StoreWorld m_world;
    store::Bulletin m_bulletin{m_world.at};
    std::string m_told;

    using Form = cli::OnlineReport::Form;

    Exit look(const std::function<void(cli::OnlineReport&)>& examine, Form form = Form::sentences)
    {
        const support::QuietOutput quiet;
        cli::OnlineReport report{form};
        examine(report);
        m_told = quiet.out() + quiet.err();
        return report.exit();
    }

    Exit site(Form form = Form::sentences)
    {
        const catalog::Catalog catalog{m_config};
        return look([&](auto& report) { cli::examine_site(catalog, m_http, report); }, form);
    }

    Exit clock()
    {
        return look([&](auto& report) {
            cli::examine_clock(m_config.payment, m_http, m_world.clock.now(), report);
        });
    }

    Exit worker()
    {
        return look(
            [&](auto& report) { cli::examine_worker(m_bulletin, m_world.clock.now(), report); });
    }

    [[nodiscard]] bool tells(std::string_view part) const
    {
        return m_told.find(part) != std::string::npos;
    }

    void newest_block_at(std::int64_t seconds)
    {
        m_http.result("eth_chainId", "0x2105");
        m_http.result_json("eth_getBlockByNumber",
                           base::concat(R"({"number":"0x10","timestamp":"0x)",
                                        [&] {
                                            std::string hex;
                                            for (auto rest = seconds; rest > 0; rest /= 16)
                                                hex.insert(hex.begin(),
                                                           "0123456789abcdef"[rest % 16]);
                                            return hex;
                                        }(),
                                        R"(","hash":"0x)", std::string(64, 'b'), R"("})"));
    }

public:
    void setUp() override
    {
        m_http.answers["/health"] = {200, "{}"};
        m_http.answers["/llms.txt"] = {200, documents::llms_text(catalog::Catalog{m_config})};
        m_http.answers["/v1/"] = {402, "{}"};
        m_http.answers["/v2/"] = {402, "{}"};
    }

    void a_site_that_does_not_answer_is_one_line()
    {
        m_http.answers.clear();
        CPPUNIT_ASSERT(site() == Exit::unreachable);
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{1}, std::count(m_told.begin(), m_told.end(), '\n'));
        CPPUNIT_ASSERT_MESSAGE(m_told, tells("nginx -t"));
    }

    void a_route_that_leads_nowhere_is_wrong()
    {
        m_http.answers["/v2/"] = {502, ""};
        CPPUNIT_ASSERT(site() == Exit::usage);
        CPPUNIT_ASSERT_MESSAGE(m_told, tells("POST /v2/verify/basic: 502: nginx reaches no pool"));
        m_http.answers["/v2/"] = {404, ""};
        CPPUNIT_ASSERT(site() == Exit::usage);
        CPPUNIT_ASSERT_MESSAGE(m_told, tells("does not hand it to a pool"));
        m_http.answers["/health"] = {502, ""};
        CPPUNIT_ASSERT(site() == Exit::usage);
        CPPUNIT_ASSERT_MESSAGE(m_told, tells("GET /health: 502"));
    }

    void documents_of_another_configuration_are_wrong()
    {
        m_http.answers["/llms.txt"].body += "x";
        CPPUNIT_ASSERT(site() == Exit::usage);
        CPPUNIT_ASSERT_MESSAGE(m_told, tells("not what this configuration says"));
    }

    void a_site_in_order_is_good()
    {
        CPPUNIT_ASSERT(site() == Exit::ok);
        CPPUNIT_ASSERT_MESSAGE(m_told, tells("ok: POST /v2/verify/basic: 402"));
    }

    void a_clock_that_differs_from_the_chain_is_wrong()
    {
        const auto now = base::to_ms(m_world.clock.now()) / 1000;
        m_config.payment.rpc_urls = {"https://rpc.example.org/"};
        CPPUNIT_ASSERT(clock() == Exit::unreachable);
        for (const auto& [seconds, exit] :
             {std::pair{now - 20, Exit::ok}, {now - 300, Exit::usage}, {now + 300, Exit::usage}}) {
            newest_block_at(seconds);
            CPPUNIT_ASSERT_MESSAGE(m_told, clock() == exit);
        }
        CPPUNIT_ASSERT_MESSAGE(m_told, tells("300 s ahead of our clock"));
    }

    void a_dead_worker_is_wrong()
    {
        m_world.clock.advance(std::chrono::minutes{1});
        CPPUNIT_ASSERT(worker() == Exit::usage);
        CPPUNIT_ASSERT_MESSAGE(m_told, tells("systemctl status assay-worker"));
        m_bulletin.beat({m_world.clock.now(), m_world.clock.now(), "1", "w"});
        CPPUNIT_ASSERT(worker() == Exit::ok);
        m_world.clock.advance(std::chrono::minutes{1});
        CPPUNIT_ASSERT(worker() == Exit::usage);
    }

    void an_alarm_comes_with_its_remedy()
    {
        m_bulletin.beat({m_world.clock.now(), m_world.clock.now(), "1", "w"});
        m_bulletin.raise_alarm("rpc_silent", "endpoint 1: timeout");
        CPPUNIT_ASSERT(worker() == Exit::usage);
        CPPUNIT_ASSERT_MESSAGE(m_told, tells("alarm rpc_silent: since "));
        CPPUNIT_ASSERT_MESSAGE(m_told, tells("endpoint 1: timeout: `assay config check --online`"));
    }

    void programs_read_each_look_as_an_object()
    {
        m_http.answers["/health"] = {502, ""};
        CPPUNIT_ASSERT(site(Form::json) == Exit::usage);
        CPPUNIT_ASSERT(m_told.starts_with(
            R"({"name":"GET /health","state":"wrong","detail":"502","mend":"nginx does not)"));
        const std::string good =
            R"({"name":"POST /v2/verify/basic","state":"ok","detail":"402","mend":null})";
        CPPUNIT_ASSERT_MESSAGE(m_told, tells(good + '\n'));
        m_http.answers.clear();
        CPPUNIT_ASSERT(site(Form::json) == Exit::unreachable);
        CPPUNIT_ASSERT_MESSAGE(m_told, tells(R"("state":"no answer")"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(DoctorTest);

} // namespace
