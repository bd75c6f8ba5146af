#include "base/clock.hpp"
#include "base/concat.hpp"
#include "chain/eas.hpp"
#include "chain/keccak.hpp"
#include "chain/rpc_reading.hpp"
#include "cli/artifact_witnesses.hpp"
#include "net/url.hpp"

#include <algorithm>

namespace cli {

namespace {

using base::concat;
using base::refuse;
using std::chrono::steady_clock;

constexpr std::string_view k_chain_step = "chain";
constexpr std::chrono::seconds k_call_timeout{10};
constexpr std::chrono::seconds k_chain_timeout{30};
constexpr std::int64_t k_latest_time_s = 253'402'300'799; // the year 9999 is the last

std::string time_text(std::int64_t seconds)
{
    return base::to_rfc3339(base::instant_from_ms(seconds * 1000));
}

class Witness {
public:
    Witness(const ChainQuestion& question, net::HttpClient& http, ProofReport& report)
        : m_question{question}, m_report{report}, m_deadline{steady_clock::now() + k_chain_timeout},
          m_endpoint{http,
                     {.url = question.rpc_url,
                      .ordinal = 1,
                      .chain_id = question.chain_id,
                      .timeout = k_call_timeout},
                     [] { return steady_clock::now(); }},
          m_reading{m_endpoint, m_deadline}
    {
        const auto parts = net::parse_url(question.rpc_url);
        m_who = concat("the endpoint ", parts ? parts->origin : "?");
    }

    void ask()
    {
        const auto head = m_reading.head();
        if (!head) return add(Finding::no_answer, head.error().detail);
        const auto stamped = stamped_at_s(head->number);
        if (!stamped) return add(Finding::no_answer, stamped.error().detail);
        if (*stamped != 0)
            add(Finding::agrees,
                concat("stamped at ", time_text(*stamped), " by ",
                       chain::eip55_text(m_question.contract), " on chain ", m_question.chain_id));
        const bool is_carried = m_question.tx_hash && ask_transaction(*m_question.tx_hash);
        // Anyone may stamp any hash, and the stamp does not keep who did.
        if (*stamped != 0 && !is_carried && m_question.published)
            add(Finding::unproven,
                "no transaction of the service's is shown to have put the hash there");
        if (*stamped == 0 && !is_carried)
            add(Finding::not_yet,
                concat("the hash is not on chain ", m_question.chain_id, " as of block ",
                       head->number, " of ", time_text(head->timestamp_s)));
    }

private:
    void add(Finding finding, std::string detail)
    {
        m_report.add({k_chain_step, finding, std::move(detail), m_who});
    }

    // After the block `at`, seconds since 1970; 0 when the hash was never stamped, or no such
    // contract is there.
    chain::Told<std::int64_t> stamped_at_s(std::uint64_t at)
    {
        const auto text =
            m_reading.returned(m_question.contract, chain::eas::get_timestamp(m_question.hash), at);
        if (!text) return refuse(text.error());
        if (*text == "0x") {
            add(Finding::note,
                concat("no contract is at ", chain::eip55_text(m_question.contract)));
            return 0;
        }
        const auto word = value::Digest::parse(*text);
        const auto seconds =
            word ? chain::Uint256::from_bytes(word->bytes()).to_int64() : std::nullopt;
        if (!seconds || *seconds > k_latest_time_s) return m_reading.nonsense("eth_call");
        return *seconds;
    }

    // True when the transaction is in the chain, succeeded, and its calldata holds the hash.
    bool ask_transaction(const value::TxHash& tx_hash)
    {
        const auto receipt = m_reading.receipt(tx_hash);
        const auto call = m_reading.transaction(tx_hash);
        if (!receipt || !call) {
            add(Finding::no_answer, receipt ? call.error().detail : receipt.error().detail);
            return false;
        }
        const auto name = concat("transaction ", tx_hash.text());
        const Finding absent = m_question.is_tx_asked_for ? Finding::not_yet : Finding::note;
        if (!*receipt || !*call) {
            add(absent, concat(name, " is in no block that it knows"));
            return false;
        }
        if (!holds_hash((*call)->input)) {
            add(Finding::differs, concat(name, " does not carry the hash"));
            return false;
        }
        // A receipt alone may be of a block that the chain has dropped or not sealed.
        const auto block = m_reading.block((*receipt)->block_number);
        if (!block) {
            add(Finding::no_answer, block.error().detail);
            return false;
        }
        if (!*block || (*block)->hash != (*receipt)->block_hash || (*receipt)->succeeded != true) {
            add(absent, concat(name, " failed, or its block is not in the chain"));
            return false;
        }
        const auto& from = (*call)->from;
        add(Finding::agrees,
            concat(name, " carries the hash: sent by ", from ? chain::eip55_text(*from) : "?",
                   ", in block ", (*block)->number, " of ", time_text((*block)->timestamp_s)));
        if (m_question.published) compare_sender(from);
        return true;
    }

    // An anchor keeps its sender, and services change their keys; but anyone can send a
    // transaction with the hash of what they forged: another sender leaves it undecided.
    void compare_sender(const std::optional<value::EvmAddress>& from)
    {
        if (from == m_question.published)
            add(Finding::agrees, "its sender is the account that the service publishes");
        else
            add(Finding::unproven,
                concat("its sender is not the account that the service publishes, ",
                       chain::eip55_text(*m_question.published)));
    }

    [[nodiscard]] bool holds_hash(base::ByteView input) const
    {
        const auto& hash = m_question.hash.bytes();
        return std::search(input.begin(), input.end(), hash.begin(), hash.end()) != input.end();
    }

    const ChainQuestion& m_question;
    ProofReport& m_report;
    chain::Deadline m_deadline;
    chain::RpcEndpoint m_endpoint;
    chain::RpcReading m_reading;
    std::string m_who;
};

} // namespace

void ask_chain(const ChainQuestion& question, net::HttpClient& http, ProofReport& report)
{
    Witness{question, http, report}.ask();
}

} // namespace cli
