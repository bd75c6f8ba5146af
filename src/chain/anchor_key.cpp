#include "chain/anchor_key.hpp"

#include "base/concat.hpp"
#include "base/hex.hpp"
#include "base/random.hpp"
#include "chain/keccak.hpp"
#include "config/credentials.hpp"

#include <openssl/crypto.h>

#include <array>
#include <optional>

namespace chain {

using base::concat;

base::Result<SigningKey, std::string> read_anchor_key(const config::Config& config)
{
    const std::string& name = config.anchor.key_credential;
    auto text = config::read_anchor_credential(config);
    if (!text) return base::refuse(text.error());
    std::string& secret = *text;
    auto key = SigningKey::parse(secret);
    OPENSSL_cleanse(secret.data(), secret.size());
    if (!key)
        return base::refuse(
            concat("credential ", name, " is not a key: 0x and 64 hexadecimal digits"));
    if (key->address() == config.payment.pay_to)
        return base::refuse(
            concat("credential ", name,
                   " is the key of payment.pay_to, which must not be on this machine"));
    if (!config.anchor.address_text.empty() && key->address() != config.anchor.address)
        return base::refuse(concat("credential ", name, " is the key of ",
                                   eip55_text(key->address()),
                                   ", and anchor.address is another account"));
    return *std::move(key);
}

std::string new_key_text()
{
    for (;;) {
        std::array<std::uint8_t, 32> bytes{};
        base::fill_random(bytes);
        std::string out = concat("0x", base::to_hex(bytes));
        OPENSSL_cleanse(bytes.data(), bytes.size());
        // But for one in 2^128 each is a scalar of the group.
        if (SigningKey::parse(out)) return out;
    }
}

} // namespace chain
