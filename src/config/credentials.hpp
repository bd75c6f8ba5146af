// Secrets: files named by the configuration, never values in it.
#pragma once

#include "base/result.hpp"
#include "config/config.hpp"

#include <string>
#include <string_view>

namespace config {

// Longest credential taken.
inline constexpr std::size_t k_credential_max_bytes = std::size_t{16} * 1024;

// A credential as the configuration names it. `key` ("facilitator.auth_credential") says which key
// did: it stands in errors where `name` may be a secret that was pasted there.
struct CredentialName {
    std::string_view key;
    std::string_view name;
};

// The content of the credential without one newline at its end: from $CREDENTIALS_DIRECTORY
// (systemd LoadCredential) or else from `credentials_dir` (empty: none), where the file must be
// regular and of mode 0600 or stricter. The error is one sentence that says the fix; it holds the
// name only when a file has that name.
base::Result<std::string, std::string> read_credential(const CredentialName& credential,
                                                       const std::string& credentials_dir);

// The key of [anchor], for a mode that needs one; the error also says how to do without.
base::Result<std::string, std::string> read_anchor_credential(const Config& config);

// The token that the model's server wants; empty where [llm] names none.
base::Result<std::string, std::string> read_llm_credential(const Config& config);

// The password of the store's server; empty where [store] names none.
base::Result<std::string, std::string> read_store_credential(const Config& config);

} // namespace config
