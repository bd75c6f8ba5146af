// An operator's first hour as the manual tells it: its file, its commands, word for word, against a
// server on this host.
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "base/process.hpp"
#include "support/http_server.hpp"
#include "support/scripted_model.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <fcntl.h>
#include <sys/wait.h>

#include <filesystem>
#include <vector>

namespace {

namespace json = base::json;
using base::concat;
using support::HttpServer;

constexpr std::string_view k_key = "not-a-secret";

// The fenced blocks under that heading of the manual.
std::vector<std::string> blocks_under(std::string_view heading)
{
    const std::string page = base::read_file("src/llm/OPERATORS.md", 100'000);
    const auto begin = page.find(concat("\n## ", heading, "\n"));
    CPPUNIT_ASSERT(begin != std::string::npos);
    const std::string chapter = page.substr(begin, page.find("\n## ", begin + 1) - begin);
    std::vector<std::string> out;
    for (std::size_t at = chapter.find("\n```"); at != std::string::npos;
         at = chapter.find("\n```", at)) {
        const auto first = chapter.find('\n', at + 1) + 1;
        const auto last = chapter.find("\n```", first - 1);
        CPPUNIT_ASSERT(last != std::string::npos);
        out.push_back(chapter.substr(first, last + 1 - first));
        at = last + 1;
    }
    return out;
}

std::string said_to(const std::string& request)
{
    const auto body = json::parse(request.substr(request.find("\r\n\r\n") + 4));
    const json_t* messages_view = json::array_member(body ? body->get() : nullptr, "messages");
    const std::string material{
        json::text_member(json_array_get(messages_view, 1), "content").value_or("")};
    return tests::answer_text(material);
}

class FirstHourTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(FirstHourTest);
    CPPUNIT_TEST(a_credential_that_is_not_there_is_told);
    CPPUNIT_TEST(a_file_without_a_model_is_told);
    CPPUNIT_TEST(what_stands_in_the_file_is_checked_all_the_same);
    CPPUNIT_TEST(the_steps_of_the_manual_end_well);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir m_folder;
    const std::filesystem::path m_root{m_folder.path()};
    const std::vector<std::string> m_blocks = blocks_under("The first hour");

    void write(const char* name, std::string_view text, mode_t mode = 0600) const
    {
        base::replace_file(m_root / name, text, mode);
    }

    // The manual's file, of a server at that URL.
    void write_manual_file(const std::string& url) const
    {
        std::string file = m_blocks.at(0);
        const auto begin = file.find("http://");
        file.replace(begin, file.find('"', begin) - begin, url);
        write("assay.toml", file);
    }

    struct Ran {
        std::string status;
        std::string told; // on both outputs
    };
    // A line of a shell in the folder, with our programs and the sets of texts at hand.
    [[nodiscard]] Ran run(const std::string& line) const
    {
        const auto programs = std::filesystem::read_symlink("/proc/self/exe").parent_path();
        const base::Fd out{
            ::open((m_root / "told").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)};
        const pid_t child = base::spawn(
            {.command = {"bash", "-c",
                         concat("cd '", m_root.string(), "' && PATH='", programs.string(),
                                "':$PATH && unset ASSAY_CONFIG CREDENTIALS_DIRECTORY && ", line)},
             .environment = {},
             .descriptors = {-1, out.get(), out.get()}});
        int status = 0;
        CPPUNIT_ASSERT_EQUAL(child, ::waitpid(child, &status, 0));
        return {base::describe_wait_status(status), base::read_file(m_root / "told", 1U << 20U)};
    }

    void assert_refused(std::string_view words) const
    {
        const auto ran = run("assay llm check --config assay.toml");
        CPPUNIT_ASSERT_EQUAL_MESSAGE(ran.told, std::string{"exit 2"}, ran.status);
        CPPUNIT_ASSERT_MESSAGE(ran.told, ran.told.find(words) != std::string::npos);
    }

public:
    void a_credential_that_is_not_there_is_told()
    {
        write_manual_file("http://127.0.0.1:1/v1");
        assert_refused("llm.auth_credential names a credential that cannot be read");
        write("llm-key", k_key, 0644);
        assert_refused("is open to others: chmod 0600");
    }

    void a_file_without_a_model_is_told()
    {
        write("assay.toml", "");
        assert_refused("no model is configured: set llm.url and llm.model");
        write("assay.toml", "[llm]\nurl = \"http://127.0.0.1:1/v1\"\n");
        assert_refused("llm.model is required");
    }

    // A shop's keys may be missing; those that are there have to be right.
    void what_stands_in_the_file_is_checked_all_the_same()
    {
        write("assay.toml",
              "[service]\nmode = \"prodaction\"\n[llm]\nurl = \"x\"\nmodell = \"m\"\n");
        for (const std::string_view words : {"service.mode", "llm.url", "unknown key llm.modell"})
            assert_refused(words);
    }

    void the_steps_of_the_manual_end_well()
    {
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, m_blocks.size());
        HttpServer server{[](HttpServer::Peer& peer, const std::string& request) {
            return peer.write(support::http_answer(200, tests::completion(said_to(request))));
        }};
        write_manual_file(server.url("/v1"));
        write("llm-key", k_key);
        write("text.txt",
              "Sales rose from 1,250 in March to 1,410 in April, by 12.8%. The total of "
              "1,250 and 1,410 is 2,660.\n");
        std::filesystem::create_directory_symlink(std::filesystem::absolute("tests"),
                                                  m_root / "tests");
        std::size_t at = 0;
        for (std::size_t end = 0; (end = m_blocks[1].find('\n', at)) != std::string::npos;
             at = end + 1) {
            const auto ran = run(m_blocks[1].substr(at, end - at));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(concat(m_blocks[1].substr(at, end - at), ran.told),
                                         std::string{"exit 0"}, ran.status);
        }
        for (const auto& request : server.requests())
            CPPUNIT_ASSERT(request.find(concat("Bearer ", k_key)) != std::string::npos);
        CPPUNIT_ASSERT(!server.requests().empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(FirstHourTest);

} // namespace
