#include "config/credentials.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace config {

namespace {

using Read = base::Result<std::string, std::string>;

// systemd gives a service user a file by an access list, whose mask shows as group bits in the
// mode. There the mode says nothing, and systemd keeps the folder private.
enum class Modes { checked, vouched_by_systemd };

Read read_file_of(const std::string& path, Modes modes)
{
    const base::Fd file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    struct stat status = {}; // the caller has seen the file: its path is not a secret
    if (!file.is_open() || ::fstat(file.get(), &status) != 0)
        return base::refuse(
            base::concat("credential ", path, " cannot be read: ", std::strerror(errno)));
    if (!S_ISREG(status.st_mode))
        return base::refuse(base::concat("credential ", path, " is not a file"));
    if (modes == Modes::checked && (status.st_mode & 07777U & ~0600U) != 0)
        return base::refuse(
            base::concat("credential ", path, " is open to others: chmod 0600 ", path));

    std::string content(k_credential_max_bytes + 1, '\0');
    std::size_t size = 0;
    while (size < content.size()) {
        const ssize_t got = ::read(file.get(), content.data() + size, content.size() - size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0)
            return base::refuse(
                base::concat("credential ", path, " cannot be read: ", std::strerror(errno)));
        if (got == 0) break;
        size += static_cast<std::size_t>(got);
    }
    content.resize(size);
    if (content.ends_with('\n')) content.pop_back();
    if (content.empty()) return base::refuse(base::concat("credential ", path, " is empty"));
    if (content.size() >= k_credential_max_bytes)
        return base::refuse(base::concat("credential ", path, " is longer than ",
                                         k_credential_max_bytes, " bytes"));
    return content;
}

} // namespace

Read read_credential(const CredentialName& credential, const std::string& credentials_dir)
{
    const auto exists = [](const std::string& path) { return ::access(path.c_str(), F_OK) == 0; };
    const char* from_systemd = std::getenv("CREDENTIALS_DIRECTORY");
    if (from_systemd != nullptr) {
        const auto path = base::concat(from_systemd, '/', credential.name);
        if (exists(path)) return read_file_of(path, Modes::vouched_by_systemd);
    }
    constexpr std::string_view k_by_systemd = "LoadCredential=NAME:FILE in the systemd unit";
    if (credentials_dir.empty())
        return base::refuse(base::concat(credential.key,
                                         " names a credential that is in no folder: set "
                                         "service.credentials_dir, or ",
                                         k_by_systemd));
    const auto path = base::concat(credentials_dir, '/', credential.name);
    if (exists(path)) return read_file_of(path, Modes::checked);
    return base::refuse(base::concat(
        credential.key, " names a credential that cannot be read in ", credentials_dir, " (",
        std::strerror(errno), "): put a file of that name there (mode 0600), or ", k_by_systemd,
        "; the key takes the name of a file, never the secret"));
}

Read read_anchor_credential(const Config& config)
{
    auto text = read_credential({"anchor.key_credential", config.anchor.key_credential},
                                config.service.credentials_dir);
    if (text) return text;
    return base::refuse(base::concat(text.error(), "; without a key set anchor.mode = \"off\""));
}

namespace {

// Empty where none is named.
Read read_if_named(const CredentialName& credential, const Config& config)
{
    if (credential.name.empty()) return std::string{};
    return read_credential(credential, config.service.credentials_dir);
}

} // namespace

Read read_llm_credential(const Config& config)
{
    return read_if_named({"llm.auth_credential", config.llm.auth_credential}, config);
}

Read read_store_credential(const Config& config)
{
    return read_if_named({"store.auth_credential", config.store.auth_credential}, config);
}

} // namespace config
