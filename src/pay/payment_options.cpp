#include "pay/payment_options.hpp"

#include "base/concat.hpp"
#include "chain/keccak.hpp"
#include "chain/uint256.hpp"

namespace pay {

namespace json = base::json;

namespace {

constexpr std::string_view k_transfer_selector = "0xa9059cbb"; // transfer(address,uint256)

constexpr std::string_view k_nonce_note = "Only an authorization with this nonce is safe: with any "
                                          "other one, whoever presents it first on "
                                          "rail v2 buys with it.";
constexpr std::string_view k_memo_note = "A smart wallet (Safe, ERC-4337, Permit2) puts the memo "
                                         "inside what its owner signs. In calldata "
                                         "that somebody else sends it counts after 30 s, and only "
                                         "if it is the one name there; until then "
                                         "a payer_signature of the paying wallet wins.";

} // namespace

value::Digest commitment_of(const value::JobId& id)
{
    return chain::keccak256(base::bytes_of(id.text()));
}

std::string transfer_calldata(const job::Order& order, value::AtomicUsd price)
{
    const chain::Uint256 value{static_cast<std::uint64_t>(price.atoms())};
    return base::concat(k_transfer_selector, std::string(24, '0'),
                        base::to_hex(order.pay_to.bytes()), base::to_hex(value.bytes()),
                        base::to_hex(order.commitment.bytes()));
}

json::Ref payment_options(const value::JobId& id, const job::Order& order, value::AtomicUsd price)
{
    const std::string asset = chain::eip55_text(order.asset);
    const std::string commitment = order.commitment.text();
    const auto chain_id = order.network.chain_id();
    return json::object(
        "transaction",
        json::object("to", asset, "data", transfer_calldata(order, price), "value", "0x0",
                     "chainId", chain_id),
        "eip3009", json::object("nonce", commitment, "note", k_nonce_note), "eip681",
        base::concat("ethereum:", asset, "@", chain_id, "/transfer?address=",
                     chain::eip55_text(order.pay_to), "&uint256=", price.atoms_text()),
        "memo", json::object("job_id", id.text(), "commitment", commitment, "note", k_memo_note));
}

} // namespace pay
