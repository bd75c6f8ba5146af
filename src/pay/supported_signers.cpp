#include "pay/supported_signers.hpp"

#include "base/concat.hpp"
#include "base/json.hpp"

#include <algorithm>

namespace pay {

namespace {

namespace json = base::json;
using std::chrono::seconds;
using std::chrono::steady_clock;

constexpr seconds k_signers_connect_timeout{2};
constexpr seconds k_total_timeout{4};
constexpr std::size_t k_signers_answer_max_bytes = std::size_t{256} * 1024;
// Accounts are added and taken away by people: ten minutes are soon. A settlement by an unknown one
// makes its buyer wait, so then sooner.
constexpr seconds k_told_for{600};
constexpr seconds k_ask_again{30};

} // namespace

std::optional<std::set<value::EvmAddress>> parse_supported_signers(std::string_view body)
{
    constexpr std::string_view k_evm = "eip155:";
    const auto document = json::parse(body);
    if (!document || !json_is_object(document->get())) return std::nullopt;
    std::set<value::EvmAddress> out;
    const json_t* signers_view = json::object_member(document->get(), "signers");
    if (signers_view == nullptr) return out;
    json::for_each_member(signers_view, [&](std::string_view network, const json_t* accounts_view) {
        if (!network.starts_with(k_evm)) return;
        for (std::size_t i = 0; i < json_array_size(accounts_view); ++i) {
            const json_t* account_view = json_array_get(accounts_view, i);
            if (!json_is_string(account_view)) continue;
            if (const auto account = value::EvmAddress::parse(json::text_of(account_view)))
                out.insert(*account);
        }
    });
    return out;
}

SupportedSigners::SupportedSigners(net::HttpClient& http, const FacilitatorSettings& settings,
                                   const base::Clock& clock)
    : m_http{http}, m_settings{settings}, m_clock{clock}, m_told(settings.urls.size())
{
}

bool SupportedSigners::has(const value::EvmAddress& account)
{
    ask_all(k_told_for);
    if (knows(account)) return true;
    ask_all(k_ask_again);
    return knows(account);
}

bool SupportedSigners::knows(const value::EvmAddress& account) const
{
    return std::ranges::any_of(m_told,
                               [&](const Told& each) { return each.signers.contains(account); });
}

void SupportedSigners::ask_all(seconds age)
{
    const auto now = steady_clock::now();
    for (std::size_t i = 0; i < m_told.size(); ++i)
        if (!m_told[i].asked || now - *m_told[i].asked > age) ask(m_settings.urls[i], m_told[i]);
}

void SupportedSigners::ask(const std::string& url, Told& told)
{
    told.asked = steady_clock::now();
    std::string_view base_url = url;
    while (base_url.ends_with('/')) base_url.remove_suffix(1);
    net::HttpRequest request{.method = net::HttpMethod::get,
                             .url = base::concat(base_url, "/supported"),
                             .headers = {{"Accept", "application/json"}},
                             .body = {},
                             .connect_timeout = k_signers_connect_timeout,
                             .total_timeout = k_total_timeout,
                             .response_limit = k_signers_answer_max_bytes};
    auto authorization = m_settings.auth.header(request.method, request.url, m_clock.now());
    if (!authorization.empty())
        request.headers.push_back({"Authorization", std::move(authorization)});
    const auto response = m_http.send(request);
    if (!response || response->status != 200) return;
    if (auto signers = parse_supported_signers(response->body)) told.signers = std::move(*signers);
}

} // namespace pay
