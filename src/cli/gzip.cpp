#include "cli/gzip.hpp"

#include "base/closer.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <memory>
#include <string_view>
#include <vector>

namespace cli {

namespace {

constexpr unsigned k_block_bytes = 256 * 1024;
constexpr mode_t k_mode = 0600;

[[noreturn]] void throw_unwritten(const std::string& path)
{
    throw base::Fault::from_errno(base::concat("cannot write ", path));
}

void write_all(const base::Fd& file, std::string_view text, const std::string& path)
{
    while (!text.empty()) {
        const ssize_t put = ::write(file.get(), text.data(), text.size());
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) throw_unwritten(path);
        text.remove_prefix(static_cast<std::size_t>(put));
    }
}

} // namespace

void compress(const std::string& from, const std::string& to)
{
    const base::Fd in{::open(from.c_str(), O_RDONLY | O_CLOEXEC)};
    if (!in.is_open()) throw base::Fault::from_errno(base::concat("cannot open ", from));
    std::unique_ptr<gzFile_s, base::Closer<gzclose_w>> zipped{gzopen(to.c_str(), "wbxe")};
    if (zipped == nullptr) throw base::Fault::from_errno(base::concat("cannot create ", to));
    std::vector<char> block(k_block_bytes);
    ssize_t got = 0;
    while ((got = ::read(in.get(), block.data(), block.size())) > 0)
        if (gzwrite(zipped.get(), block.data(), static_cast<unsigned>(got)) != got)
            throw_unwritten(to);
    if (got < 0) throw base::Fault::from_errno(base::concat("cannot read ", from));
    if (gzclose_w(zipped.release()) != Z_OK) throw_unwritten(to);
    const base::Fd out{::open(to.c_str(), O_RDONLY | O_CLOEXEC)};
    if (!out.is_open() || ::fchmod(out.get(), k_mode) != 0 || ::fsync(out.get()) != 0)
        throw_unwritten(to);
}

void expand(const std::string& from, const std::string& to)
{
    const std::unique_ptr<gzFile_s, base::Closer<gzclose_r>> zipped{gzopen(from.c_str(), "rbe")};
    if (zipped == nullptr) throw base::Fault::from_errno(base::concat("cannot open ", from));
    const base::Fd out{::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, k_mode)};
    if (!out.is_open()) throw base::Fault::from_errno(base::concat("cannot create ", to));
    std::vector<char> block(k_block_bytes);
    int got = 0;
    while ((got = gzread(zipped.get(), block.data(), k_block_bytes)) > 0)
        write_all(out, {block.data(), static_cast<std::size_t>(got)}, to);
    // The end of a file that is cut short is read like any other.
    int code = Z_OK;
    const char* const words = gzerror(zipped.get(), &code);
    if (code == Z_ERRNO) throw base::Fault::from_errno(base::concat("cannot read ", from));
    if (code != Z_OK && code != Z_STREAM_END)
        throw base::Fault{base::concat(from, " is not a whole backup: ", words)};
}

} // namespace cli
