#include "support/good_house.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"

#include <filesystem>
#include <sstream>

namespace support {

namespace {

std::string text_in(const std::string& folder)
{
    return base::concat(R"([service]
base_url = "https://assay.example"
mode = "production"
credentials_dir = ")",
                        folder, R"(/keys"
[payment]
network = "eip155:8453"
asset = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
asset_name = "USD Coin"
asset_version = "2"
pay_to = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
rpc_urls = ["https://rpc.assay.example"]
[facilitator]
urls = ["https://facilitator.assay.example"]
auth = "bearer"
auth_credential = "facilitator"
[anchor]
mode = "eas"
key_credential = "anchor-key"
address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
[llm]
url = "http://127.0.0.1:9/v1"
model = "small"
auth_credential = "llm-key"
[forensics]
basket = ")",
                        folder, R"(/basket.json"
[store]
url = "sqlite:)",
                        folder, R"(/assay.db"
request_retention = "7d"
result_retention = "365d"
[discovery]
document_root = ")",
                        folder, R"(/www"
proof_file = ")",
                        folder, R"(/proof-token"
[log]
level = "info"
[http]
listen = "127.0.0.1:8402"
[prices]
verify_basic = "0.50"
[sla]
verify_basic = "300s"
[limits]
ipv6_prefix = 64
[engine]
analysis_lanes = 2
)");
}

} // namespace

std::string with_line(std::string_view text, int line, std::string_view replacement)
{
    std::istringstream lines{std::string{text}};
    std::string out;
    std::string each;
    for (int number = 1; std::getline(lines, each); ++number)
        out += base::concat(number == line ? replacement : std::string_view{each}, '\n');
    return out;
}

GoodHouse::GoodHouse() : m_text{text_in(m_folder.path())}
{
    for (const char* folder : {"keys", "units", "www"})
        std::filesystem::create_directory(file(folder));
    base::replace_file(file("keys/anchor-key"), k_house_key, 0600);
    base::replace_file(file("keys/facilitator"), "a-token\n", 0600);
    base::replace_file(file("keys/llm-key"), "another-token\n", 0600);
    base::replace_file(file("basket.json"), R"({"schema_version":1})", 0644);
    write(m_text);
}

void GoodHouse::write(std::string_view configuration) const
{
    base::replace_file(config_file(), configuration, 0644);
}

cli::HouseRules GoodHouse::rules() const
{
    return {.unit_folders = {file("units")}, .user = "no-such-user", .sites = {file("site.conf")}};
}

} // namespace support
