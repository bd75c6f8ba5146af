// A hundred wrong configurations, each told at its line.
#include "cli/config_check.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"
#include "support/good_house.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <filesystem>

namespace {

// The line of the good file that is replaced, by what (empty: taken out), where the complaint
// points to, and a piece of it.
struct WrongLine {
    int line;
    std::string_view text;
    int told_at;
    std::string_view said;
};

constexpr WrongLine k_lines[] = {
    {1, "[servce]", 1, "did you mean service?"},
    {2, "", 1, "service.base_url is required"},
    {2, "base_url = 3", 2, "must be a string in quotes"},
    {2, "base_url = \"assay.example\"", 2, "service.base_url must be an origin"},
    {2, "base_url = \"https://assay.example/\"", 2, "no slash at the end"},
    {2, "base_url = \"https://assay.example/shop\"", 2, "no path"},
    {2, "base_url = \"https://ASSAY.example\"", 2, "lower-case host"},
    {2, "base_url = \"http://assay.example\"", 2, "must be https:// in mode production"},
    {2, "base_url = \"https://assay.example:443\"", 2, "ends with :443"},
    {2, "base_url = \"https://assay.example:0\"", 2, "service.base_url must be an origin"},
    {2, "base_url = \"https://127.0.0.1\"", 2, "which buyers cannot reach"},
    {2, "base_url = \"https://localhost:8402\"", 2, "which buyers cannot reach"},
    {2, "base_url = \"https://[::1]\"", 2, "which buyers cannot reach"},
    {2, "base_url = \"https://10.1.2.3\"", 2, "which buyers cannot reach"},
    {2, "base_url = \"https://[fd00::1]\"", 2, "which buyers cannot reach"},
    {2, "base_url = \"https://shop\"", 2, "which buyers cannot reach"},
    {2, "baseurl = \"https://assay.example\"", 2, "did you mean service.base_url?"},
    {3, "mode = \"live\"", 3, "must be one of \"production\", \"development\""},
    {3, "mode = true", 3, "must be a string in quotes"},
    {3, "contact = \"me\"", 3, "must be \"mailto:NAME@HOST\""},
    {3, "name = \"\"", 3, "must have 1 to 32 bytes"},
    {4, "credentials_dir = \"keys\"", 4, "must be an absolute path"},
    {4, "", 15, "is in no folder"},
    {4, "credentials_dir = \"/nonexistent/keys\"", 15, "cannot be read in /nonexistent/keys"},
    {5, "[paymnt]", 5, "did you mean payment?"},
    {6, "network = \"base\"", 6, "must be a CAIP-2 name"},
    {6, "network = 8453", 6, "must be a string in quotes"},
    {6, "network = \"eip155:84532\"", 7, "is the USDC of eip155:8453"},
    {6, "network = \"eip155:1\"", 7, "whose USDC is 0xA0b8"},
    {7, "asset = \"0x8335\"", 7, "0x and 40 hexadecimal digits"},
    {7, "asset = \"0x833589FCD6eDb6E08f4c7C32D4f71b54bdA02913\"", 7, "payment.asset is mistyped"},
    {7, "asset = \"0x0000000000000000000000000000000000000000\"", 7,
     "must not be the zero address"},
    {7, "asset = \"0x036CbD53842c5426634e7929541eC2318f3dCF7e\"", 7, "USDC of eip155:84532"},
    {8, "asset_name = \"USDC\"", 8, "the USDC of eip155:8453 says \"USD Coin\""},
    {8, "asset_name = \"\"", 8, "must have 1 to 200 bytes"},
    {9, "asset_version = \"1\"", 9, "says \"2\""},
    {9, "asset_version = 2", 9, "must be a string in quotes"},
    {10, "", 5, "payment.pay_to is required"},
    {10, "pay_to = \"\"", 10, "0x and 40 hexadecimal digits"},
    {10, "pay_to = \"vitalik.eth\"", 10, "0x and 40 hexadecimal digits"},
    {10, "pay_to = \"0x3c44CdDdB6a900fa2b585dd299e03d12FA4293BC\"", 10, "pay_to is mistyped"},
    {10, "pay_to = \"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266\"", 18, "key of payment.pay_to"},
    {11, "", 5, "payment.rpc_urls is required"},
    {11, "rpc_urls = []", 11, "must have 1 to 8 members"},
    {11, "rpc_urls = \"https://rpc.assay.example\"", 11, "must be an array of strings"},
    {11, "rpc_urls = [\"rpc.assay.example\"]", 11, "must hold http:// or https:// URLs"},
    {11, "rpc_urls = [\"wss://rpc.assay.example\"]", 11, "must hold http:// or https:// URLs"},
    {11, "rpc_urls = [1]", 11, "must be an array of strings"},
    {11, "rpc_urls = [\"https://a.example\"]\nsingle_source_max = \"0\"", 11, "name two endpoints"},
    {11, "rpc_urls = [\"https://a.example\"]\nconfirmations = 0", 12, "from 1 to 64"},
    {11, "rpc_urls = [\"https://a.example\"]\nrpc_timeout = 6", 12, "such as \"6s\""},
    {11, "rpc_urls = [\"https://a.example\"]\nmax_timeout = \"1s\"", 12, "between 60s and 3600s"},
    {13, "urls = [\"ftp://x.example\"]", 13, "must hold http:// or https:// URLs"},
    {13, "urls = [\"http://far.example\"]", 13, "would travel in clear text"},
    {13, "url = [\"https://facilitator.assay.example\"]", 13, "did you mean facilitator.urls?"},
    {14, "auth = \"token\"", 14, "must be one of \"none\", \"bearer\", \"cdp\""},
    {14, "auth = \"cdp\"\ncdp_key_id = \"id\"", 16, "credential facilitator "},
    {14, "auth = \"none\"\ncdp_key_id = \"id\"", 15, "is only for facilitator.auth = \"cdp\""},
    {15, "", 12, "facilitator.auth_credential is required"},
    {15, "auth_credential = \"../key\"", 15, "must be the name of a credential file"},
    {15, "auth_credential = \"elsewhere\"", 15, "cannot be read in"},
    {17, "mode = \"on\"", 17, "must be one of \"eas\", \"selfsend\", \"off\""},
    {17, "mode = \"eas\"\nbatch_max = 0", 18, "from 1 to 500"},
    {17, "mode = \"eas\"\nmax_fee_gwei = 1.0", 18, "must be a string in quotes"},
    {17, "mode = \"eas\"\nbump_after = \"4s\"", 18, "between 5s and 3600s"},
    {17, "mode = \"eas\"\ncontract = \"0x42\"", 18, "0x and 40 hexadecimal digits"},
    {18, "key_credential = \"\"", 18, "must be the name of a credential file"},
    {18, "key_credential = \"other\"", 18, "cannot be read in"},
    {18, "key_credential = \"llm-key\"", 18, "is not a key: 0x and 64 hexadecimal digits"},
    {19, "address = \"0x42\"", 19, "0x and 40 hexadecimal digits"},
    {19, "address = \"0xaf88d065e77c8cC2239327C5EDb3A432268e5831\"", 18, "is another account"},
    {21, "url = \"127.0.0.1\"", 21, "must be an http:// or https:// URL"},
    {21, "url = \"http://far.example\"", 21, "would travel in clear text"},
    {22, "", 20, "llm.model is required"},
    {23, "auth_credential = \"none-such\"", 23, "cannot be read in"},
    {23, "context_tokens = \"many\"", 23, "must be a whole number"},
    {25, "basket = \"basket.json\"", 25, "must be an absolute path"},
    {25, "basket = \"/nonexistent/basket.json\"", 25, "and no scan is sold"},
    {25, "basket = \"\"", 25, "name a basket"},
    {25, "deadline = \"60s\"", 25, "between 6s and 22s"},
    {27, "url = \"mysql://x\"", 27, "must be sqlite: and an absolute path"},
    {27, "url = \"postgresql://me:secret@db/assay\"", 27, "must hold no password"},
    {27, "url = \"postgresql://db/assay?password=secret\"", 27, "must hold no password"},
    {27, "url = \"postgresql://db/a b\"", 27, "must be a URL as libpq takes it"},
    {27, "url = \"postgresql://db/assay?no_such=1\"", 27, "cannot be used"},
    {27, "may_lose = \"perhaps\"", 27, "must be one of \"no\", \"yes\""},
    {27, "auth_credential = \"none-such\"", 27, "cannot be read in"},
    {27, "url = \"sqlite:/nonexistent/assay.db\"", 27, "needs the folder /nonexistent"},
    {28, "request_retention = \"1h\"", 28, "must be a duration"},
    {29, "result_retention = \"2d\"", 28, "must not be longer than store.result_retention"},
    {31, "document_root = \"www\"", 31, "must be an absolute path"},
    {32, "proof_path = \"/proof.txt\"", 32, "must be /.well-known/ and a file name"},
    {32, "ownership_proof = \"0x12\"", 32, "is no signature of https://assay.example"},
    {34, "level = \"loud\"", 34, "must be one of \"debug\""},
    {34, "levle = \"info\"", 34, "did you mean log.level?"},
    {36, "listen = \"8402\"", 36, "must be HOST:PORT"},
    {36, "fast_threads = 0", 36, "from 1 to 256"},
    {38, "verify_basic = \"0\"", 38, "between \"0.01\" and"},
    {38, "verify_basic = 0.5", 38, "must be a string in quotes"},
    {38, "verify_basik = \"0.50\"", 38, "did you mean prices.verify_basic?"},
    {40, "verify_basic = \"5\"", 40, "must be a duration"},
    {42, "ipv6_prefix = 129", 42, "from 32 to 128"},
    {42, "unbound_networks = [\"192.0.2.1/24\"]", 42, "without bits beyond their prefix"},
    {44, "analysis_lanes = \"2\"", 44, "must be a whole number from 1 to 64"},
    {44, "analysis_lanes = 2\nanalysis_lanes = 3", 45, "cannot redefine"},
    {44, "analysis_lanes 2", 44, "Error while parsing"},
};

// What is wrong outside the file.
struct WrongFile {
    std::string_view file; // below the house
    std::string_view content;
    unsigned mode;
    int told_at;
    std::string_view said;
};

constexpr WrongFile k_files[] = {
    {"keys/anchor-key", "", 0600, 18, "is empty"},
    {"keys/anchor-key", "0x12", 0600, 18, "is not a key"},
    {"keys/anchor-key", support::k_house_key, 0644, 18, "is open to others: chmod 0600"},
    {"keys/anchor-key", "0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a", 0600,
     18, "is the key of payment.pay_to"},
    {"keys/anchor-key", "0x0000000000000000000000000000000000000000000000000000000000000007", 0600,
     18, "and anchor.address is another account"},
    {"keys/facilitator", "two words", 0600, 15, "that no header can carry"},
    {"keys/llm-key", "", 0600, 23, "is empty"},
    {"basket.json", "{", 0644, 25, "which is no basket"},
    {"basket.json", R"({"schema_version":1,"pins_json":"absent.json"})", 0644, 25, "absent.json"},
    {"basket.json", R"({"schema_version":1,"ct_log_list_json":"absent.json"})", 0644, 25,
     "systemctl start --no-block assay-reference"},
    {"assay.db", "this is no database at all, whatever it is called", 0644, 27, "does not open"},
};

class ConfigTableTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ConfigTableTest);
    CPPUNIT_TEST(a_hundred_wrong_lines_are_each_told_at_their_place);
    CPPUNIT_TEST(wrong_files_are_told_at_the_line_that_names_them);
    CPPUNIT_TEST(what_units_fetch_may_be_missing_where_none_was_started);
    CPPUNIT_TEST(five_mistakes_are_five_lines_in_order);
    CPPUNIT_TEST(garbage_is_refused_clearly);
    CPPUNIT_TEST(the_good_file_is_good);
    CPPUNIT_TEST_SUITE_END();

    static std::vector<config::Problem> problems_of(const support::GoodHouse& house)
    {
        return cli::check_config_file(house.config_file(), house.rules()).problems;
    }

    static std::string text_of(const std::vector<config::Problem>& problems)
    {
        std::string out;
        for (const auto& problem : problems) out += problem.text() + '\n';
        return out;
    }

    // Empty: it is told there. Else all that is told.
    static std::string untold(const support::GoodHouse& house, int line, std::string_view said)
    {
        const auto problems = problems_of(house);
        for (const auto& problem : problems)
            if (problem.line == line && problem.column > 0 &&
                problem.message.find(said) != std::string::npos)
                return {};
        return base::concat("not told at ", line, " \"", said, "\": ", text_of(problems), '\n');
    }

public:
    void a_hundred_wrong_lines_are_each_told_at_their_place()
    {
        CPPUNIT_ASSERT(std::size(k_lines) >= 100);
        std::string missed;
        for (const auto& row : k_lines) {
            const support::GoodHouse house;
            house.write(house.with_line(row.line, row.text));
            missed += untold(house, row.told_at, row.said);
        }
        CPPUNIT_ASSERT_EQUAL(std::string{}, missed);
    }

    void wrong_files_are_told_at_the_line_that_names_them()
    {
        std::string missed;
        for (const auto& row : k_files) {
            const support::GoodHouse house;
            base::replace_file(house.file(row.file), row.content, row.mode);
            missed += untold(house, row.told_at, row.said);
        }
        CPPUNIT_ASSERT_EQUAL(std::string{}, missed);
    }

    // `assay setup` has just written the file, and the list comes with the first start.
    void what_units_fetch_may_be_missing_where_none_was_started()
    {
        const support::GoodHouse house;
        base::replace_file(house.file("basket.json"),
                           R"({"schema_version":1,"ct_log_list_json":"absent.json"})", 0644);
        auto rules = house.rules();
        CPPUNIT_ASSERT(!cli::check_config_file(house.config_file(), rules).problems.empty());
        rules.is_new = true;
        CPPUNIT_ASSERT(cli::check_config_file(house.config_file(), rules).problems.empty());
    }

    void five_mistakes_are_five_lines_in_order()
    {
        const support::GoodHouse house;
        std::filesystem::remove(house.file("keys/anchor-key"));
        std::filesystem::remove(house.file("basket.json"));
        auto text = house.with_line(42, "ipv6_prefix = 129");
        text = support::with_line(text, 34, "levle = \"info\"");
        text = support::with_line(text, 2, "base_url = \"https://127.0.0.1\"");
        house.write(text);
        const auto problems = problems_of(house);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(text_of(problems), std::size_t{5}, problems.size());
        const int lines[] = {2, 18, 25, 34, 42};
        for (std::size_t i = 0; i < problems.size(); ++i)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(text_of(problems), lines[i], problems[i].line);
    }

    void garbage_is_refused_clearly()
    {
        const struct {
            std::string text;
            std::string_view said;
        } k_rows[] = {
            {"", "is required"},
            {std::string(1'000, '\0'), ":1:1: "},
            {"\x7f"
             "ELF\x02\x01\x01",
             ":1:"},
            {std::string(1'000'000, '#'), "longer than 262144 bytes"},
            {"x = " + std::string(10'000, '['), ":1:"},
            {"\xff\xfe[\0s", ":1:"},
        };
        for (const auto& [text, said] : k_rows) {
            const support::GoodHouse house;
            house.write(text);
            const auto told = text_of(problems_of(house));
            CPPUNIT_ASSERT_MESSAGE(told, told.find(said) != std::string::npos);
            CPPUNIT_ASSERT_MESSAGE(told, told.size() < 2'000);
        }
    }

    void the_good_file_is_good()
    {
        const support::GoodHouse house;
        CPPUNIT_ASSERT_EQUAL(std::string{}, text_of(problems_of(house)));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ConfigTableTest);

} // namespace
