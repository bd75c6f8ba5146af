// A configuration as an operator would write it, for tests of what is made from one.
#pragma once

#include "config/load.hpp"

#include <string>
#include <string_view>

namespace support {

// The least that loads: documents made from it are the golden ones.
inline constexpr std::string_view k_sample_toml = R"([service]
base_url = "https://assay.example"
[payment]
pay_to = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
rpc_urls = ["https://rpc.assay.example"]
[facilitator]
urls = ["https://facilitator.assay.example"]
)";

// Addresses in tests are spelled with the right checksum already.
std::string address_text(const value::EvmAddress& address);

config::LoadResult try_config(std::string_view toml);
// k_sample_toml followed by `more`, which must load.
config::Config sample_config(std::string_view more = "");

} // namespace support
