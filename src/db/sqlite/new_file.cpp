#include "db/sqlite/new_file.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

namespace db::sqlite {

using base::Fault;

void make_if_absent(const std::string& path, mode_t mode)
{
    if (::access(path.c_str(), F_OK) == 0) return;
    std::string draft = path + ".XXXXXX";
    base::Fd file{::mkostemp(draft.data(), O_CLOEXEC)};
    if (!file.is_open()) throw Fault::from_errno(base::concat("cannot create ", path));
    const bool moded = ::fchmod(file.get(), mode) == 0;
    file.close();
    const bool made = moded && (::link(draft.c_str(), path.c_str()) == 0 || errno == EEXIST);
    const int reason = errno;
    static_cast<void>(::unlink(draft.c_str()));
    errno = reason;
    if (!made) throw Fault::from_errno(base::concat("cannot create ", path));
}

void sync_file(const std::string& path)
{
    const std::string directory = std::filesystem::path{path}.parent_path().string();
    for (const std::string& name : {path, directory.empty() ? std::string{"."} : directory}) {
        const base::Fd file{::open(name.c_str(), O_RDONLY | O_CLOEXEC)};
        if (!file.is_open() || ::fsync(file.get()) != 0)
            throw Fault::from_errno(base::concat("cannot sync ", name));
    }
}

} // namespace db::sqlite
