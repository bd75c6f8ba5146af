#include "db/sqlite/gate.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "db/fault.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>

namespace db::sqlite {

namespace {

constexpr mode_t k_gate_mode = 0660;

bool is_unlinked(const base::Fd& file)
{
    struct stat status {};
    return ::fstat(file.get(), &status) != 0 || status.st_nlink == 0;
}

} // namespace

Gate::Gate(std::string path, std::chrono::milliseconds patience)
    : m_path{std::move(path)}, m_backoff{patience}
{
    open_file();
}

void Gate::open_file()
{
    m_file = base::Fd{::open(m_path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, k_gate_mode)};
    if (m_file.is_open()) {
        // The umask of the first opener must not lock the others out.
        static_cast<void>(::fchmod(m_file.get(), k_gate_mode));
        return;
    }
    m_file = base::Fd{::open(m_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, k_gate_mode)};
    if (!m_file.is_open())
        throw base::Fault::from_errno(base::concat("cannot open the database gate ", m_path));
}

void Gate::acquire()
{
    m_backoff.start();
    bool has_turn = false;
    for (;;) {
        if (!has_turn && take_turn()) {
            has_turn = true;
            m_backoff.hurry();
        }
        if (has_turn && ::flock(m_file.get(), LOCK_EX | LOCK_NB) == 0) {
            end_turn();
            if (!is_unlinked(m_file)) return;
            // The lock file was tidied away: those who come later lock another file.
            open_file();
            has_turn = false;
            continue;
        }
        if (errno != EWOULDBLOCK && errno != EACCES && errno != EINTR) {
            const auto fault =
                base::Fault::from_errno(base::concat("cannot lock the database gate ", m_path));
            end_turn();
            throw fault;
        }
        if (!m_backoff.pause()) {
            end_turn();
            throw HeldFault{base::concat("the database gate ", m_path, " is held by others")};
        }
    }
}

// Like the flock, it belongs to the open file and goes with it.
bool Gate::take_turn()
{
    struct flock first_byte {};
    first_byte.l_type = F_WRLCK;
    first_byte.l_whence = SEEK_SET;
    first_byte.l_len = 1;
    return ::fcntl(m_file.get(), F_OFD_SETLK, &first_byte) == 0;
}

void Gate::end_turn() noexcept
{
    struct flock first_byte {};
    first_byte.l_type = F_UNLCK;
    first_byte.l_whence = SEEK_SET;
    first_byte.l_len = 1;
    static_cast<void>(::fcntl(m_file.get(), F_OFD_SETLK, &first_byte));
}

void Gate::release() noexcept
{
    static_cast<void>(::flock(m_file.get(), LOCK_UN));
}

Gate::Hold::Hold(Gate& gate) : m_gate{gate}
{
    if (m_gate.m_depth == 0) m_gate.acquire();
    ++m_gate.m_depth;
}

Gate::Hold::~Hold()
{
    if (--m_gate.m_depth == 0) m_gate.release();
}

} // namespace db::sqlite
