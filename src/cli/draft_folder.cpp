#include "cli/draft_folder.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace cli {

namespace {

constexpr mode_t k_private_mode = 0700;

} // namespace

DraftFolder::DraftFolder(const std::filesystem::path& parent) : m_path{parent / ".assay-copy.part"}
{
    if (::mkdir(m_path.c_str(), k_private_mode) != 0 && errno != EEXIST)
        throw base::Fault::from_errno(base::concat("cannot write in ", parent.string()));
    m_lock = base::Fd{::open(m_path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
    struct stat status {};
    if (!m_lock.is_open() || ::fstat(m_lock.get(), &status) != 0)
        throw base::Fault::from_errno(base::concat("cannot use ", m_path.string()));
    // In a folder like /tmp everybody could have made it.
    if (status.st_uid != ::geteuid())
        throw base::Fault{base::concat(m_path.string(), " belongs to another user")};
    if (::flock(m_lock.get(), LOCK_EX | LOCK_NB) != 0)
        throw base::Fault{base::concat("another process makes a copy in ", parent.string())};
    for (const auto& entry : std::filesystem::directory_iterator{m_path})
        std::filesystem::remove_all(entry.path());
}

DraftFolder::~DraftFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

std::filesystem::path parent_of(const std::filesystem::path& file)
{
    return file.has_parent_path() ? file.parent_path() : std::filesystem::path{"."};
}

void publish(const std::string& draft, const std::filesystem::path& target)
{
    if (::link(draft.c_str(), target.c_str()) != 0)
        throw base::Fault::from_errno(base::concat("cannot make ", target.string()));
    const base::Fd folder{::open(parent_of(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (!folder.is_open() || ::fsync(folder.get()) != 0)
        throw base::Fault::from_errno(base::concat("cannot sync ", parent_of(target).string()));
}

} // namespace cli
