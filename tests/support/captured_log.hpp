#pragma once

#include "base/fd.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>
#include <utility>

namespace support {

// While it lives, what is written to stderr goes to a file.
class CapturedLog {
public:
    explicit CapturedLog(std::string file) : path{std::move(file)}
    {
        base::Fd target{::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)};
        ::dup2(target.get(), STDERR_FILENO);
    }
    ~CapturedLog() { ::dup2(kept.get(), STDERR_FILENO); }
    CapturedLog(const CapturedLog&) = delete;
    CapturedLog& operator=(const CapturedLog&) = delete;

    [[nodiscard]] std::string text() const
    {
        std::ostringstream out;
        out << std::ifstream{path}.rdbuf();
        return out.str();
    }

private:
    std::string path;
    base::Fd kept{::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)};
};

} // namespace support
