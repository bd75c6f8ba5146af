#include "base/shared_counts.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "base/hex.hpp"
#include "base/log.hpp"
#include "base/sha256.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

namespace base {

namespace {

constexpr mode_t k_mode = 0660; // of the services' user and group
constexpr std::size_t k_name_digits = 16;

std::span<std::uint64_t> map_file(SharedCounts::Use use, const std::string& path, std::size_t count)
{
    const bool counts = use == SharedCounts::Use::count;
    const int how = (counts ? O_RDWR | O_CREAT : O_RDONLY) | O_CLOEXEC | O_NOFOLLOW;
    const Fd file{::open(path.c_str(), how, k_mode)};
    if (!file.is_open() && !counts && errno == ENOENT) return {};
    if (!file.is_open()) throw Fault::from_errno(concat("cannot open ", path));
    const std::size_t bytes = count * sizeof(std::uint64_t);
    if (counts && ::ftruncate(file.get(), static_cast<off_t>(bytes)) != 0)
        throw Fault::from_errno(concat("no room for ", path));
    struct stat status {};
    // A process that reads behind the end of a file is ended.
    if (::fstat(file.get(), &status) != 0 || status.st_size != static_cast<off_t>(bytes)) return {};
    void* const mapped = ::mmap(nullptr, bytes, counts ? PROT_READ | PROT_WRITE : PROT_READ,
                                MAP_SHARED, file.get(), 0);
    if (mapped == MAP_FAILED) throw Fault::from_errno(concat("cannot map ", path));
    return {static_cast<std::uint64_t*>(mapped), count};
}

} // namespace

SharedCounts::SharedCounts(Use use, const std::string& path, std::string_view layout,
                           std::size_t count)
    : m_use{use}
{
    const auto name = to_hex(sha256(bytes_of(concat(layout, ' ', count)))).substr(0, k_name_digits);
    try {
        m_counts = map_file(use, concat(path, '-', name), count);
    } catch (const Fault& fault) {
        log::warning("nothing_is_counted", {{"detail", fault.what()}});
    }
}

SharedCounts::~SharedCounts()
{
    if (!m_counts.empty()) ::munmap(m_counts.data(), m_counts.size_bytes());
}

void SharedCounts::add(std::size_t index, std::uint64_t by) noexcept
{
    if (m_use == Use::look || index >= m_counts.size()) return;
    std::atomic_ref{m_counts[index]}.fetch_add(by, std::memory_order_relaxed);
}

std::uint64_t SharedCounts::value(std::size_t index) const noexcept
{
    if (index >= m_counts.size()) return 0;
    return std::atomic_ref{m_counts[index]}.load(std::memory_order_relaxed);
}

} // namespace base
