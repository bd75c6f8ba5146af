// A chain in memory that answers JSON-RPC as a node does, and as a broken or lying node may.
#pragma once

#include "base/json.hpp"
#include "chain/transfer_reader.hpp"
#include "net/http_client.hpp"

#include <functional>
#include <map>
#include <set>

namespace chain_test {

// What is in a transaction that uses an authorization.
struct Payment {
    chain::ExpectedTransfer transfer; // as the logs tell it
    std::uint64_t block = 0;
    std::uint64_t first_log = 3; // logIndex of AuthorizationUsed
    std::uint64_t step = 1;      // from there to the Transfer
    bool is_cancel = false;      // AuthorizationCanceled, no Transfer
    bool has_transfer = true;
    bool has_succeeded = true;
    bool is_removed = false;
};

struct Log {
    value::EvmAddress address;
    std::vector<std::string> topics;
    std::string data;
    std::uint64_t index = 0;
    bool is_removed = false;
};

// Any transaction, told whole.
struct Transaction {
    std::optional<std::uint64_t> block; // nullopt: in the mempool
    std::vector<Log> logs;
    bool has_succeeded = true;
    std::string call = R"("to":null,"input":"0x")"; // members of eth_getTransactionByHash
};

// Of a payment's token: Transfer(payer, pay_to, value), AuthorizationUsed(payer, nonce).
Log transfer_log(const chain::ExpectedTransfer& transfer, std::uint64_t index);
Log used_log(const chain::ExpectedTransfer& transfer, std::uint64_t index);

// Who has sent every transaction, as its receipt tells it.
inline const value::EvmAddress k_sender =
    value::EvmAddress::parse("0x00000000000000000000000000000000005e4de4").value();

class ChainNode {
public:
    static constexpr std::int64_t k_genesis_s = 1'780'000'000;

    std::uint64_t chain_id = 8453;
    std::uint64_t head = 1000;
    // Of each block.
    std::function<std::int64_t(std::uint64_t)> timestamp = [](std::uint64_t number) {
        return k_genesis_s + 2 * static_cast<std::int64_t>(number);
    };
    std::map<value::TxHash, Payment> payments;
    std::map<value::TxHash, Transaction> transactions;
    std::map<std::string, std::uint64_t> levels{{"safe", 940}, {"finalized", 400}};
    std::map<std::string, std::string> contract; // what eth_call gives for these calldata
    std::set<std::uint64_t> forked;              // blocks that receipts name by another hash
    std::set<std::uint64_t> missing;             // blocks it has lost
    std::uint64_t largest_range = 0;             // of eth_getLogs; 0: any
    std::uint64_t most_logs = 0;                 // that eth_getLogs gives; 0: any number
    std::string range_error = "query exceeds max block range";
    bool shouts = false;          // upper case and leading zeros
    bool ignores_filters = false; // eth_getLogs gives every log it has
    bool hides_logs = false;      // eth_getLogs finds nothing
    std::set<value::TxHash> huge; // whose receipts are larger than what is taken
    // By transaction: the `result` of its receipt instead, as JSON text.
    std::map<value::TxHash, std::string> receipts;
    bool hides_receipts = false;
    bool hides_transactions = false;
    bool always_used = false; // authorizationState is true for all
    // By method: the `result` given instead, as JSON text.
    std::map<std::string, std::string> results;
    std::map<std::string, std::string> errors; // by method: members of the `error` given instead
    std::vector<std::string> asked;            // methods, in order

    // The body of the answer to the body of a request.
    std::string answer(const std::string& request);
    [[nodiscard]] value::Digest hash_of(std::uint64_t number) const;
    [[nodiscard]] std::size_t times_asked(std::string_view method) const;

private:
    std::string result(const std::string& method, const json_t* parameters_view);
    std::string block(const json_t* parameters_view);
    std::string receipt(const json_t* parameters_view);
    std::string transaction(const json_t* parameters_view);
    std::string logs(const json_t* filter_view);
    std::string state(const json_t* parameters_view);
    [[nodiscard]] std::string quantity(std::uint64_t number) const;
    // Payments as the transactions that they are, and the others.
    [[nodiscard]] std::map<value::TxHash, Transaction> all() const;
    [[nodiscard]] std::string log_text(const value::TxHash& hash, const Transaction& transaction,
                                       const Log& log) const;
};

// Nodes by URL; an unknown URL refuses the connection.
class NodesHttp final : public net::HttpClient {
public:
    std::map<std::string, ChainNode*> nodes;
    // Instead of a node, while it is there.
    std::map<std::string, net::HttpResponse> broken;
    std::function<void()> before_each = [] {}; // time passes
    int error_status = 200;                    // of answers that are errors

    base::Result<net::HttpResponse, net::HttpFailure> send(
        const net::HttpRequest& request) override;
};

} // namespace chain_test
