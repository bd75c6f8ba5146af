#include "chain/recover.hpp"

#include "base/closer.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "chain/keccak.hpp"
#include "chain/public_key.hpp"

#include <secp256k1_recovery.h>

#include <algorithm>
#include <memory>

namespace chain {

namespace {

using Context = std::unique_ptr<secp256k1_context, base::Closer<secp256k1_context_destroy>>;

// Made once: it is read-only for verification, so every thread may use it (secp256k1.h).
const secp256k1_context& context()
{
    static const Context s_context{secp256k1_context_create(SECP256K1_CONTEXT_NONE)};
    if (!s_context) throw base::Fault{"no secp256k1 context"};
    return *s_context;
}

int recovery_id(std::uint8_t v)
{
    switch (v) {
    case 0:
    case 27: return 0;
    case 1:
    case 28: return 1;
    default: return -1;
    }
}

bool is_zero(base::ByteView scalar)
{
    return std::all_of(scalar.begin(), scalar.end(), [](std::uint8_t byte) { return byte == 0; });
}

} // namespace

base::Result<value::EvmAddress, RecoverRefusal> recover_signer(const value::Digest& digest,
                                                               base::ByteView signature)
{
    using enum RecoverRefusal;
    if (signature.size() != k_ecdsa_signature_bytes) return base::refuse(wrong_length);
    const int recovery = recovery_id(signature[64]);
    if (recovery < 0) return base::refuse(wrong_v);
    if (is_zero(signature.subspan(0, 32)) || is_zero(signature.subspan(32, 32)))
        return base::refuse(out_of_range);

    secp256k1_ecdsa_recoverable_signature recoverable{};
    if (secp256k1_ecdsa_recoverable_signature_parse_compact(&context(), &recoverable,
                                                            signature.data(), recovery) != 1)
        return base::refuse(out_of_range);
    secp256k1_ecdsa_signature plain{};
    secp256k1_ecdsa_recoverable_signature_convert(&context(), &plain, &recoverable);
    if (secp256k1_ecdsa_signature_normalize(&context(), nullptr, &plain) == 1)
        return base::refuse(high_s);

    secp256k1_pubkey key{};
    if (secp256k1_ecdsa_recover(&context(), &key, &recoverable, digest.bytes().data()) != 1)
        return base::refuse(no_key);
    return address_of(context(), key);
}

value::Digest personal_digest(std::string_view message)
{
    const std::string text = base::concat("\x19"
                                          "Ethereum Signed Message:\n",
                                          message.size(), message);
    return keccak256(base::bytes_of(text));
}

} // namespace chain
