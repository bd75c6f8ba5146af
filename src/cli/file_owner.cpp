#include "cli/file_owner.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace cli {

FileOwner owner_of(const std::string& file)
{
    struct stat status {};
    if (::stat(file.c_str(), &status) == 0)
        return {status.st_uid, status.st_gid, status.st_mode & 0777};
    const std::string folder = std::filesystem::path{file}.parent_path();
    if (::stat(folder.c_str(), &status) != 0)
        throw base::Fault::from_errno(base::concat("cannot look at ", folder));
    return {status.st_uid, status.st_gid, k_mode_of_new};
}

void give(const std::string& path, const FileOwner& owner, mode_t mode)
{
    if (::chmod(path.c_str(), mode) != 0)
        throw base::Fault::from_errno(base::concat("cannot chmod ", path));
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0 && status.st_uid == owner.user &&
        status.st_gid == owner.group)
        return;
    if (::chown(path.c_str(), owner.user, owner.group) != 0)
        throw base::Fault::from_errno(base::concat("cannot chown ", path));
}

} // namespace cli
