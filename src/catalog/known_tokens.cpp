#include "catalog/known_tokens.hpp"

namespace catalog {

namespace {

constexpr KnownToken k_tokens[] = {
    {"eip155:1", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "USD Coin", "2"},
    {"eip155:10", "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85", "USD Coin", "2"},
    {"eip155:137", "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359", "USD Coin", "2"},
    {"eip155:8453", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "USD Coin", "2"},
    {"eip155:42161", "0xaf88d065e77c8cC2239327C5EDb3A432268e5831", "USD Coin", "2"},
    {"eip155:43114", "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E", "USD Coin", "2"},
    {"eip155:84532", "0x036CbD53842c5426634e7929541eC2318f3dCF7e", "USDC", "2"},
    {"eip155:11155111", "0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238", "USDC", "2"},
};

} // namespace

std::span<const KnownToken> known_tokens()
{
    return k_tokens;
}

} // namespace catalog
