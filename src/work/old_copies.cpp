#include "work/old_copies.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "base/log.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <vector>

namespace work {

namespace {

constexpr std::size_t k_digits = 3;

// "assay.db.before-014", or the same with ".part" while it is made.
bool is_copy_of(std::string_view database, std::string_view name)
{
    const std::string beginning = base::concat(database, ".before-");
    if (!name.starts_with(beginning)) return false;
    const std::string_view rest = name.substr(beginning.size());
    const std::string_view digits = rest.substr(0, k_digits);
    const bool is_number = digits.size() == k_digits &&
                           std::all_of(digits.begin(), digits.end(),
                                       [](char digit) { return digit >= '0' && digit <= '9'; });
    const std::string_view end = rest.substr(digits.size());
    return is_number && (end.empty() || end == ".part");
}

base::Instant written_at(const struct stat& info)
{
    return base::instant_from_ms(std::int64_t{info.st_mtim.tv_sec} * 1000 +
                                 info.st_mtim.tv_nsec / 1'000'000);
}

} // namespace

void drop_old_copies(const std::string& path, base::Instant horizon)
{
    const std::filesystem::path database = std::filesystem::absolute(path);
    // Judged and deleted in one folder, whatever becomes of its name meanwhile.
    const base::Fd folder{
        ::open(database.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (!folder.is_open()) throw base::Fault::from_errno("the database's folder");
    std::vector<std::string> copies;
    for (const auto& entry : std::filesystem::directory_iterator{database.parent_path()})
        if (std::string name = entry.path().filename();
            is_copy_of(database.filename().native(), name))
            copies.push_back(std::move(name));
    for (const std::string& name : copies) {
        struct stat info {};
        const bool is_there =
            ::fstatat(folder.get(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0;
        if (!is_there || !S_ISREG(info.st_mode) || written_at(info) > horizon) continue;
        if (::unlinkat(folder.get(), name.c_str(), 0) == 0)
            base::log::info("copy_given_up",
                            {{"file", name}, {"of", base::to_rfc3339(written_at(info))}});
        else
            base::log::warning("copy_not_given_up",
                               {{"file", name}, {"why", std::strerror(errno)}});
    }
}

} // namespace work
