#include "job/wake.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace job {

namespace {

constexpr mode_t k_wake_mode = 0660;
// How often waiters re-read, and a watch that could not be set (the directory is gone, no instance
// is left) is tried again.
constexpr int k_unwatched_ms = 200;

base::Fd open_wake_file(const std::string& path)
{
    base::Fd file{::open(path.c_str(), O_WRONLY | O_CLOEXEC)};
    if (file.is_open() || errno != ENOENT) return file;
    file = base::Fd{::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, k_wake_mode)};
    // The umask of the process that comes first must not lock the others out.
    if (file.is_open()) static_cast<void>(::fchmod(file.get(), k_wake_mode));
    return file;
}

// Cheaper than to open it anew.
bool has_path(const base::Fd& file, const std::string& path)
{
    struct stat mine {};
    struct stat found {};
    return ::fstat(file.get(), &mine) == 0 && ::stat(path.c_str(), &found) == 0 &&
           mine.st_ino == found.st_ino && mine.st_dev == found.st_dev;
}

// Signals are for the main thread, whatever it has blocked so far.
class SignalsBlocked {
public:
    SignalsBlocked()
    {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &m_before);
    }
    ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }
    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;

private:
    sigset_t m_before{};
};

} // namespace

Waker::Waker(std::string path) : m_path{std::move(path)}, m_file{open_wake_file(m_path)}
{
    if (!m_file.is_open())
        throw base::Fault::from_errno(base::concat("cannot open the wake file ", m_path));
}

void Waker::notify() noexcept
{
    const std::lock_guard lock{m_mutex};
    if (!m_file.is_open() || !has_path(m_file, m_path)) m_file = open_wake_file(m_path);
    const char byte = '\n';
    // Always the first byte: the file never grows.
    if (m_file.is_open() && ::pwrite(m_file.get(), &byte, 1, 0) != 1) return;
}

WakeWatcher::WakeWatcher(std::string path)
    : m_path{std::move(path)}, m_stop_event{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)}
{
    if (!m_stop_event.is_open()) throw base::Fault::from_errno("cannot make an eventfd");
    if (!open_wake_file(m_path).is_open())
        throw base::Fault::from_errno(base::concat("cannot open the wake file ", m_path));
    m_is_watching = watch_file();
    const SignalsBlocked blocked;
    m_thread = std::thread{[this] { run(); }};
}

WakeWatcher::~WakeWatcher()
{
    stop();
    m_thread.join();
}

std::uint64_t WakeWatcher::ticket() const
{
    const std::lock_guard lock{m_mutex};
    return m_count;
}

void WakeWatcher::wait(std::uint64_t ticket, std::chrono::milliseconds limit)
{
    std::unique_lock lock{m_mutex};
    if (++m_waiting == 1) m_wanted.notify_one();
    m_changed.wait_for(lock, limit, [&] { return m_count != ticket || m_stopped; });
    --m_waiting;
}

void WakeWatcher::stop()
{
    {
        const std::lock_guard lock{m_mutex};
        m_stopped = true;
    }
    m_changed.notify_all();
    m_wanted.notify_one();
    const std::uint64_t one = 1;
    if (::write(m_stop_event.get(), &one, sizeof one) < 0) return; // full: it is readable already
}

bool WakeWatcher::is_stopped() const
{
    const std::lock_guard lock{m_mutex};
    return m_stopped;
}

// True: the file that now has the path is watched. The same file again changes nothing.
bool WakeWatcher::watch_file()
{
    if (!m_inotify.is_open()) m_inotify = base::Fd{::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)};
    if (!m_inotify.is_open() || !open_wake_file(m_path).is_open()) return false;
    constexpr std::uint32_t k_mask = IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF;
    return ::inotify_add_watch(m_inotify.get(), m_path.c_str(), k_mask) >= 0;
}

// Reads all events. True: one of them was more than a write, so the file may be another by now.
bool WakeWatcher::drain()
{
    alignas(inotify_event) std::array<char, 4096> buffer{};
    bool is_other = false;
    for (;;) {
        const ssize_t got = ::read(m_inotify.get(), buffer.data(), buffer.size());
        if (got <= 0) return is_other;
        for (std::size_t at = 0; at < static_cast<std::size_t>(got);) {
            inotify_event event{};
            std::memcpy(&event, buffer.data() + at, sizeof event);
            is_other = is_other || event.mask != IN_MODIFY;
            at += sizeof event + event.len;
        }
    }
}

void WakeWatcher::announce()
{
    {
        const std::lock_guard lock{m_mutex};
        ++m_count;
    }
    m_changed.notify_all();
}

// What happened before a thread waits is still there to be read. False: stopped.
bool WakeWatcher::await_waiters()
{
    std::unique_lock lock{m_mutex};
    m_wanted.wait(lock, [&] { return m_waiting != 0 || m_stopped; });
    return !m_stopped;
}

void WakeWatcher::run()
{
    while (await_waiters()) {
        pollfd sources[] = {{m_inotify.get(), POLLIN, 0}, {m_stop_event.get(), POLLIN, 0}};
        const int ready = ::poll(sources, std::size(sources), m_is_watching ? -1 : k_unwatched_ms);
        if (ready < 0 && errno != EINTR) break; // the waiters still re-read on their own
        if (drain() || !m_is_watching) m_is_watching = watch_file();
        announce();
    }
}

} // namespace job
