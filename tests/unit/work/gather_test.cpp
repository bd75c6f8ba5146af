// Pages of a request: each source keeps its place whatever becomes of the others.
#include "work/gather.hpp"

#include "base/fd.hpp"
#include "base/json.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace json = base::json;
using work::ChildEnd;

class GatherTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(GatherTest);
    CPPUNIT_TEST(what_names_no_page_stays_as_it_is);
    CPPUNIT_TEST(a_fetcher_that_dies_is_another_attempt);
    CPPUNIT_TEST(a_fetcher_that_is_kept_busy_uses_no_attempt_up);
    CPPUNIT_TEST(every_source_keeps_its_place);
    CPPUNIT_TEST(a_page_that_ends_its_reader_is_unsupported);
    CPPUNIT_TEST(more_than_all_may_have_is_left_out);
    CPPUNIT_TEST(a_stop_ends_it);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir folder;
    std::vector<std::string> stages;
    bool goes_on = true;

    work::Places reading{2};
    std::chrono::milliseconds fetch_deadline{55'000};

    base::Result<work::Gathered, work::ChildOutcome> gather(const std::string& request,
                                                            const std::string& script)
    {
        const work::Programs programs{folder.file("assay-run"), folder.file("assay-scan")};
        for (const std::string& each : {programs.texts, programs.scans})
            base::replace_file(each, "#!/bin/bash\n" + script, 0700);
        return work::gather(request, {.programs = programs,
                                      .own_host = "assay.example",
                                      .reading = reading,
                                      .keep_going = [this] { return goes_on; },
                                      .on_progress =
                                          [this](const job::Progress& progress) {
                                              stages.push_back(progress.stage);
                                          },
                                      .fetch_deadline = fetch_deadline});
    }

    // What became of each source: "used TEXT", "unreachable WHY", "-".
    static std::string told(const work::Gathered& gathered)
    {
        const json_t* pages_view = gathered.pages.get();
        std::string out;
        for (std::size_t i = 0; i < json_array_size(pages_view); ++i) {
            const json_t* page_view = json_array_get(pages_view, i);
            if (json_is_null(page_view)) {
                out += "-;";
                continue;
            }
            out += std::string{*json::text_member(page_view, "status")} + " ";
            out += json::text_member(page_view, "reason").value_or("");
            out += json::text_member(page_view, "text").value_or("").substr(0, 20);
            out += ";";
        }
        return out;
    }

public:
    void what_names_no_page_stays_as_it_is()
    {
        for (const std::string request :
             {R"({"payload":"x"})", R"({"query":"?","sources":[]})",
              R"({"sources":["a text",{"text":"x","url":"https://a.example"}]})"})
            CPPUNIT_ASSERT(!gather(request, "exit 1")->pages);
        CPPUNIT_ASSERT(stages.empty());
    }

    void a_fetcher_that_dies_is_another_attempt()
    {
        const std::string request = R"({"sources":["https://a.example"]})";
        const auto died = gather(request, "kill -9 $$");
        CPPUNIT_ASSERT(!died && died.error().end == ChildEnd::crashed);
        const auto babbled = gather(request, "echo '[]'");
        CPPUNIT_ASSERT(!babbled && babbled.error().end == ChildEnd::crashed);
        CPPUNIT_ASSERT_THROW(static_cast<void>(gather(request, R"(echo '{"pages":[]}')")),
                             std::exception);
    }

    // Or a page that keeps it busy would be a credit without limit.
    void a_fetcher_that_is_kept_busy_uses_no_attempt_up()
    {
        fetch_deadline = std::chrono::milliseconds{50};
        const auto late = gather(R"({"sources":["https://a.example","a text"]})", "exec sleep 60");
        CPPUNIT_ASSERT(late.has_value());
        CPPUNIT_ASSERT_EQUAL(std::string{"unreachable not_in_time;-;"}, told(*late));
    }

    void every_source_keeps_its_place()
    {
        const auto request =
            gather(R"({"sources":["https://a.example","a text",{"url":"http://b.example"}]})",
                   R"(cat > "$0.$1"; case $1 in
               fetch) echo '{"pages":[{"status":"unreachable","reason":"not_in_time"},
                             {"status":"read","url":"http://b.example/x","body":"aGk="}]}' ;;
               extract) echo '{"status":"used","text":"hi","title":"T"}' ;; esac)");
        CPPUNIT_ASSERT(request.has_value());
        CPPUNIT_ASSERT_EQUAL(std::string{"unreachable not_in_time;-;used hi;"}, told(*request));
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"urls":["https://a.example","http://b.example"],)"
                                         R"("own_host":"assay.example"})"},
                             base::read_file(folder.file("assay-scan.fetch"), 1000));
        CPPUNIT_ASSERT_EQUAL(
            std::string{R"({"status":"read","url":"http://b.example/x","body":"aGk="})"},
            base::read_file(folder.file("assay-run.extract"), 1000));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"http://b.example/x"},
            std::string{*json::text_member(json_array_get(request->pages.get(), 2), "url")});
        CPPUNIT_ASSERT_EQUAL(std::string{"fetching"}, stages.front());
        CPPUNIT_ASSERT_EQUAL(std::string{"reading"}, stages.back());
    }

    void a_page_that_ends_its_reader_is_unsupported()
    {
        const auto request =
            gather(R"({"sources":["https://a.example","https://b.example","https://c.example"]})",
                   R"(input=$(cat); case $1 in
               fetch) echo '{"pages":[{"status":"read","body":"QQ=="},
                             {"status":"read","body":"Qg=="},{"status":"read","body":"Qw=="}]}' ;;
               extract) case $input in *QQ==*) kill -11 $$ ;; *Qg==*) sleep 60 ;;
                        *) echo '{"status":"used","text":"C"}' ;; esac ;; esac)");
        CPPUNIT_ASSERT(request.has_value());
        CPPUNIT_ASSERT_EQUAL(
            std::string{"unsupported not_readable;unsupported not_readable;used C;"},
            told(*request));
    }

    // The longest, and no page after it.
    void more_than_all_may_have_is_left_out()
    {
        std::string sources = R"("https://a.example")";
        for (int i = 0; i < 10; ++i) sources += ",\"" + std::string(190'000, 'x') + '"';
        sources += R"(,"https://b.example","https://c.example")";
        const auto request = gather(R"({"sources":[)" + sources + "]}",
                                    R"(input=$(cat); case $1 in
               fetch) echo '{"pages":[{"status":"read","body":"QQ=="},
                             {"status":"read","body":"Qg=="},{"status":"read","body":"Qw=="}]}' ;;
               extract) length=40000; case $input in *QQ==*) length=190000 ;; esac
                        head -c $length /dev/zero | tr '\0' y |
                        sed 's/^/{"status":"used","text":"/; s/$/"}/' ;; esac)");
        CPPUNIT_ASSERT(request.has_value());
        const auto all = told(*request);
        CPPUNIT_ASSERT_MESSAGE(all, all.starts_with("unsupported too_large;-;"));
        CPPUNIT_ASSERT_MESSAGE(all, all.ends_with(";used yyyyyyyyyyyyyyyyyyyy;used "
                                                  "yyyyyyyyyyyyyyyyyyyy;"));
    }

    void a_stop_ends_it()
    {
        goes_on = false;
        const auto stopped = gather(R"({"sources":["https://a.example"]})", "sleep 60");
        CPPUNIT_ASSERT(!stopped && stopped.error().end == ChildEnd::stopped);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(GatherTest);

} // namespace
