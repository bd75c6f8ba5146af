#include "cli/new_files.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"

#include <grp.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

namespace cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_edited_max_bytes = std::size_t{1} << 20U;
constexpr std::string_view k_copy = ".before";

bool is_edited(const NewFile& file)
{
    if (!fs::exists(file.path)) return false;
    const auto found = base::read_file(file.path, k_edited_max_bytes);
    return found != file.text && std::ranges::find(file.replaces, found) == file.replaces.end();
}

void write(const NewFile& file)
{
    const auto folder = fs::path{file.path}.parent_path();
    const bool is_secret = (file.mode & 077U) == 0;
    if (fs::create_directories(folder) && is_secret) fs::permissions(folder, fs::perms::owner_all);
    base::replace_file(file.path, file.text, file.mode);
    if (file.group.empty() || ::geteuid() != 0) return;
    const group* found = ::getgrnam(file.group.c_str());
    if (found != nullptr && ::chown(file.path.c_str(), 0, found->gr_gid) != 0)
        throw base::Fault::from_errno(base::concat("cannot give ", file.path, " to ", file.group));
}

} // namespace

base::Result<std::vector<std::string>, std::string> put_in_place(std::span<const NewFile> files,
                                                                 bool may_replace,
                                                                 const Deeds& deeds)
{
    std::vector<std::string> copies;
    for (const auto& file : files) {
        if (!is_edited(file)) continue;
        if (!may_replace)
            return base::refuse(base::concat(file.path,
                                             " is there, with other content, and is left as it is: "
                                             "--replace keeps it as ",
                                             file.path, k_copy));
        copies.push_back(base::concat(file.path, k_copy));
        deeds.run(
            [&] { fs::copy_file(file.path, copies.back(), fs::copy_options::overwrite_existing); });
    }
    for (const auto& file : files) deeds.run([&] { write(file); });
    return copies;
}

} // namespace cli
