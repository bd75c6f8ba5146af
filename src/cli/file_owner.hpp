// Whose a database is: a root that puts one in its place must not take it away from the service.
#pragma once

#include <sys/types.h>

#include <string>

namespace cli {

inline constexpr mode_t k_mode_of_new = 0640;
inline constexpr mode_t k_mode_of_lock = 0660;

struct FileOwner {
    uid_t user = 0;
    gid_t group = 0;
    mode_t mode = k_mode_of_new;
};

// The owner of the file, or of its folder while there is no such file. Throws Fault.
FileOwner owner_of(const std::string& file);
// Throws Fault.
void give(const std::string& path, const FileOwner& owner, mode_t mode);

} // namespace cli
