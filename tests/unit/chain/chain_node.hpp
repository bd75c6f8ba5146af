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
    std::set<std::uint64_t> forked;  // blocks that receipts name by another hash
    std::set<std::uint64_t> missing; // blocks it has lost
    std::uint64_t largest_range = 0; // of eth_getLogs; 0: any
    std::string range_error = "query exceeds max block range";
    bool shouts = false;          // upper case and leading zeros
    bool ignores_filters = false; // eth_getLogs gives every log it has
    bool hides_logs = false;      // eth_getLogs finds nothing
    bool hides_receipts = false;
    bool always_used = false; // authorizationState is true for all
    // By method: the `result` given instead, as JSON text.
    std::map<std::string, std::string> results;
    std::vector<std::string> asked; // methods, in order

    // The body of the answer to the body of a request.
    std::string answer(const std::string& request);
    [[nodiscard]] value::Digest hash_of(std::uint64_t number) const;
    [[nodiscard]] std::size_t times_asked(std::string_view method) const;

private:
    std::string result(const std::string& method, const json_t* parameters_view);
    std::string block(const json_t* parameters_view);
    std::string receipt(const json_t* parameters_view);
    std::string logs(const json_t* filter_view);
    std::string state(const json_t* parameters_view);
    [[nodiscard]] std::string quantity(std::uint64_t number) const;
    [[nodiscard]] std::string logs_of(const value::TxHash& hash, const Payment& payment) const;
};

// Nodes by URL; an unknown URL refuses the connection.
class NodesHttp final : public net::HttpClient {
public:
    std::map<std::string, ChainNode*> nodes;
    // Instead of a node, while it is there.
    std::map<std::string, net::HttpResponse> broken;
    std::function<void()> before_each = [] {}; // time passes

    base::Result<net::HttpResponse, net::HttpFailure> send(
        const net::HttpRequest& request) override;
};

} // namespace chain_test
