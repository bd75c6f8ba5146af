#include "chain/eip712.hpp"

#include "chain/keccak.hpp"

#include <algorithm>
#include <string_view>

namespace chain {

namespace {

constexpr std::string_view k_domain_type =
    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)";
constexpr std::string_view k_transfer_type =
    "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,"
    "uint256 validBefore,bytes32 nonce)";

// The ABI's words of 32 bytes, one after another.
class Words {
public:
    Words& word(const Uint256::Raw& bytes)
    {
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
        return *this;
    }
    Words& word(const value::Digest& digest) { return word(digest.bytes()); }
    Words& word(const Uint256& number) { return word(number.bytes()); }
    Words& word(const value::EvmAddress& address)
    {
        Uint256::Raw padded{};
        const auto& raw = address.bytes();
        std::copy(raw.begin(), raw.end(), padded.end() - raw.size());
        return word(padded);
    }
    Words& text(std::string_view text) { return word(keccak256(base::bytes_of(text))); }

    [[nodiscard]] value::Digest hash() const { return keccak256(m_bytes); }

private:
    base::Bytes m_bytes;
};

} // namespace

value::Digest domain_separator(const TokenDomain& domain)
{
    return Words{}
        .text(k_domain_type)
        .text(domain.name)
        .text(domain.version)
        .word(Uint256{domain.network.chain_id()})
        .word(domain.contract)
        .hash();
}

value::Digest signing_digest(const TokenDomain& domain, const TransferAuthorization& authorization)
{
    const value::Digest message = Words{}
                                      .text(k_transfer_type)
                                      .word(authorization.from)
                                      .word(authorization.to)
                                      .word(authorization.value)
                                      .word(authorization.valid_after)
                                      .word(authorization.valid_before)
                                      .word(authorization.nonce)
                                      .hash();
    base::Bytes signed_bytes{0x19, 0x01};
    for (const value::Digest& part : {domain_separator(domain), message})
        signed_bytes.insert(signed_bytes.end(), part.bytes().begin(), part.bytes().end());
    return keccak256(signed_bytes);
}

} // namespace chain
