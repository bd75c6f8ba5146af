#include "api/endpoints.hpp"

#include "base/fd.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace api {

namespace {

constexpr std::size_t k_proof_max_bytes = 4096; // DESIGN.md, 4

} // namespace

fcgi::Response ownership_proof(const Process& process)
{
    const std::string& path = process.config.discovery.proof_file;
    // Absent, unreadable, empty or too long is one answer: no token is set.
    std::string text(k_proof_max_bytes + 1, '\0');
    const base::Fd file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    const ssize_t got = file.is_open() ? ::read(file.get(), text.data(), text.size()) : 0;
    text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    if (text.ends_with('\n')) text.pop_back();
    if (text.empty() || text.size() > k_proof_max_bytes)
        return process.replies.problem(catalog::ProblemCode::not_found);
    fcgi::Response response = process.replies.json(200, std::move(text));
    response.headers[0].second = "text/plain; charset=utf-8";
    response.headers[1].second = "no-store";
    return response;
}

} // namespace api
