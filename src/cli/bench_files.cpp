#include "cli/bench_files.hpp"

#include "base/clock.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <filesystem>

namespace cli {

using base::concat;

base::Result<BenchLog, std::string> open_log(const std::string& partial, const Course& course,
                                             const BenchHead& head)
{
    if (!course.replayed) return BenchLog::resume(partial, head, course.is_anew);
    if (!std::filesystem::is_regular_file(*course.replayed))
        return base::refuse(concat(*course.replayed, " is no file"));
    return BenchLog::replay(*course.replayed, head);
}

base::Fd hold_beside(const std::string& path)
{
    const std::string lock = path + ".lock";
    base::Fd out{::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)};
    if (!out.is_open()) throw base::Fault::from_errno(concat("cannot be written: ", lock));
    return ::flock(out.get(), LOCK_EX | LOCK_NB) == 0 ? std::move(out) : base::Fd{};
}

bool can_be_file(const std::string& path)
{
    const auto whole = std::filesystem::absolute(path);
    return std::filesystem::is_directory(whole.parent_path()) &&
           !std::filesystem::is_directory(whole);
}

std::string today()
{
    constexpr std::size_t k_date = 10;
    return base::to_rfc3339(base::SystemClock{}.now()).substr(0, k_date);
}

std::string name_of_sets(const std::vector<std::string>& files)
{
    std::string out;
    for (const auto& file : files)
        out += concat(out.empty() ? "" : "+", std::filesystem::path{file}.stem().string());
    return out;
}

} // namespace cli
