#include "chain/rpc_endpoint.hpp"

#include "base/concat.hpp"
#include "base/random.hpp"
#include "chain/hex_quantity.hpp"
#include "chain/rpc_refusals.hpp"

#include <algorithm>
#include <array>

namespace chain {

namespace json = base::json;
using std::chrono::milliseconds;

namespace {

constexpr std::chrono::minutes k_chain_check_every{10};
// Sooner after a wrong answer: mending the configuration of a proxy should not need our restart.
constexpr std::chrono::minutes k_wrong_chain_check_every{1};

base::Refused<RpcFailure> not_asked(std::string why)
{
    return base::refuse(RpcFailure{TransportFault{std::move(why)}});
}

// If a contract may have chosen the words, the code must say it as well.
bool refuses_us(const RpcError& error, std::string_view method)
{
    return refusal_of(error) == RefusalOf::asker &&
           (has_words_of_its_own(method) || refusal_of({error.code, {}}) == RefusalOf::asker);
}

} // namespace

RpcEndpoint::RpcEndpoint(net::HttpClient& http, Settings settings, SteadyNow now)
    : m_settings{std::move(settings)}, m_now{std::move(now)}, m_client{http, m_settings.url}
{
}

RpcAnswer RpcEndpoint::call(std::string_view method, json::Ref parameters, Deadline deadline)
{
    if (!m_chain_check_due || m_now() >= *m_chain_check_due)
        if (auto failure = check_chain(deadline)) return base::refuse(std::move(*failure));
    if (m_serves_wrong_chain) return not_asked("serves another chain");
    return call_unchecked(method, std::move(parameters), deadline);
}

RpcAnswer RpcEndpoint::call_unchecked(std::string_view method, json::Ref parameters,
                                      Deadline deadline)
{
    const auto now = m_now();
    if (!m_health.may_be_asked(now)) return not_asked(m_failure);
    const auto left = std::chrono::floor<milliseconds>(deadline - now);
    if (left.count() <= 0) return not_asked("no time was left");
    auto answer = m_client.call(method, std::move(parameters), std::min(left, m_settings.timeout));
    if (const auto* error = answer ? nullptr : std::get_if<RpcError>(&answer.error());
        error != nullptr && refuses_us(*error, method))
        answer = base::refuse(
            RpcFailure{TransportFault{base::concat("error ", error->code, ": too many requests")}});
    if (const auto* fault = answer ? nullptr : std::get_if<TransportFault>(&answer.error()))
        rest(*fault);
    else
        m_health.answered();
    return answer;
}

std::optional<RpcFailure> RpcEndpoint::check_chain(Deadline deadline)
{
    const auto answer = call_unchecked("eth_chainId", json::array(), deadline);
    if (!answer && !std::holds_alternative<AnswerTooLarge>(answer.error())) return answer.error();
    const auto chain_id = answer && json_is_string(answer->get())
                              ? parse_quantity(json::text_of(answer->get()))
                              : std::nullopt;
    if (!chain_id) {
        gave_nonsense("an unreadable chain id");
        return TransportFault{m_failure};
    }
    m_serves_wrong_chain = *chain_id != Uint256{m_settings.chain_id};
    m_chain_check_due =
        m_now() + (m_serves_wrong_chain ? k_wrong_chain_check_every : k_chain_check_every);
    return std::nullopt;
}

void RpcEndpoint::gave_nonsense(std::string detail)
{
    rest({std::move(detail)});
}

void RpcEndpoint::rest(TransportFault fault)
{
    std::array<std::uint8_t, 1> dice{};
    base::fill_random(dice);
    m_health.failed(m_now(), fault.retry_after, dice[0]);
    m_failure = std::move(fault.detail);
}

} // namespace chain
