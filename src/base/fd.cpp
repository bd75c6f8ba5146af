#include "base/fd.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace base {

Fd& Fd::operator=(Fd&& other) noexcept
{
    if (this != &other) {
        close();
        m_descriptor = std::exchange(other.m_descriptor, -1);
    }
    return *this;
}

Fd::~Fd()
{
    close();
}

void Fd::close()
{
    if (m_descriptor >= 0) static_cast<void>(::close(m_descriptor));
    m_descriptor = -1;
}

std::string read_file(const std::string& path, std::size_t limit)
{
    const Fd file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    if (!file.is_open()) throw Fault::from_errno(concat("cannot open ", path));
    std::string out;
    char block[16384];
    for (;;) {
        const ssize_t got = ::read(file.get(), block, sizeof block);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw Fault::from_errno(concat("cannot read ", path));
        if (got == 0) return out;
        out.append(block, static_cast<std::size_t>(got));
        if (out.size() > limit) throw Fault{concat(path, " is longer than ", limit, " bytes")};
    }
}

namespace {

// A file that gets another name, or goes: what failed for want of room takes none.
class Draft {
public:
    explicit Draft(std::string path) : m_path{std::move(path)} {}
    ~Draft()
    {
        if (!m_path.empty()) ::unlink(m_path.c_str());
    }
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;

    void become(const std::string& path)
    {
        if (std::rename(m_path.c_str(), path.c_str()) != 0)
            throw Fault::from_errno(concat("cannot replace ", path));
        m_path.clear();
    }

private:
    std::string m_path;
};

} // namespace

void replace_file(const std::string& path, std::string_view content, unsigned mode)
{
    const std::string draft = concat(path, ".new.", ::getpid());
    Fd file{::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)};
    if (!file.is_open()) throw Fault::from_errno(concat("cannot create ", draft));
    Draft made{draft};
    // The umask of the caller must not decide who can read a document.
    if (::fchmod(file.get(), mode) != 0) throw Fault::from_errno(concat("cannot chmod ", draft));
    while (!content.empty()) {
        const ssize_t put = ::write(file.get(), content.data(), content.size());
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) throw Fault::from_errno(concat("cannot write ", draft));
        content.remove_prefix(static_cast<std::size_t>(put));
    }
    if (::fsync(file.get()) != 0) throw Fault::from_errno(concat("cannot sync ", draft));
    file.close();
    made.become(path);
}

} // namespace base
