#include "chain/keccak.hpp"

#include "base/keccak.hpp"

namespace chain {

value::Digest keccak256(base::ByteView bytes)
{
    return value::Digest{base::keccak256(bytes)};
}

std::string eip55_text(const value::EvmAddress& address)
{
    std::string text = address.text();
    const std::string hash = keccak256(base::bytes_of(text).subspan(2)).text();
    for (std::size_t i = 2; i < text.size(); ++i) {
        const bool is_letter = text[i] >= 'a' && text[i] <= 'f';
        if (is_letter && hash[i] >= '8') text[i] = static_cast<char>(text[i] - 'a' + 'A');
    }
    return text;
}

} // namespace chain
