#include "cli/own_model.hpp"

#include "base/config/credentials.hpp"
#include "base/fault.hpp"
#include "base/hex.hpp"
#include "base/process.hpp"
#include "base/random.hpp"
#include "cli/child.hpp"
#include "cli/installation.hpp"
#include "llm/courier/courier.hpp"
#include "llm/lines.hpp"

#include <sys/socket.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>

namespace cli {

namespace {

std::string random_hex()
{
    std::array<std::uint8_t, 16> bytes{};
    base::fill_random(bytes);
    return base::to_hex(bytes);
}

llm::courier::Options options_of(const base::config::Llm& llm, std::string token)
{
    return {.url = llm.url,
            .token = std::move(token),
            .settings = {.model = llm.model,
                         .expected = llm.expect_model,
                         .context_tokens = llm.context_tokens,
                         .max_output_tokens = llm.max_output_tokens,
                         .seed = llm::Settings{}.seed,
                         .nonce = random_hex()},
            .allowance = {.calls = llm.job_calls,
                          .tokens = llm.job_tokens,
                          .money = llm.job_cost.atoms(),
                          .price_in = llm.price_in.atoms(),
                          .price_out = llm.price_out.atoms(),
                          .time = llm.job_time},
            .call_timeout = llm.call_timeout};
}

} // namespace

base::Result<std::unique_ptr<OwnModel>, std::string> OwnModel::start(
    const base::config::Config& config)
{
    const auto& llm = config.llm;
    if (!llm.is_set())
        return base::refuse(std::string{"no model is configured: set llm.url and llm.model"});
    std::string token;
    if (!llm.auth_credential.empty()) {
        auto read = base::config::read_credential({"llm.auth_credential", llm.auth_credential},
                                                  config.service.credentials_dir);
        if (!read) return base::refuse(read.error());
        token = std::move(*read);
    }
    const auto options = options_of(llm, std::move(token));
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw base::Fault::from_errno("socketpair");
    base::Fd ours{ends[0]};
    const base::Fd theirs{ends[1]};
    Pipe told = open_pipe();
    const pid_t courier =
        base::spawn({.command = {program_directory() / "assay-llm"},
                     .environment = {},
                     .descriptors = {-1, -1, 2, theirs.get(), told.reader.get()}});
    auto out = std::make_unique<OwnModel>(std::move(ours), courier, options.settings, llm.job_time);
    // Less than a pipe holds, whose other end is open here, too: a courier that did not start is
    // seen when it is asked.
    static_cast<void>(llm::write_all(told.writer.get(),
                                     base::json::dump(llm::courier::options_json(options).get())));
    return out;
}

OwnModel::OwnModel(base::Fd line, pid_t courier, llm::Settings settings,
                   std::chrono::seconds patience)
    : m_line{std::move(line)}, m_courier{courier}, m_settings{std::move(settings)}, m_patience{
                                                                                        patience}
{
}

OwnModel::~OwnModel()
{
    m_line.close();
    ::kill(m_courier, SIGTERM);
    while (::waitpid(m_courier, nullptr, 0) < 0 && errno == EINTR) {}
}

} // namespace cli
