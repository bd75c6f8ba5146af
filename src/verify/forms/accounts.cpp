// ident.evm, ident.bech32, ident.base58: addresses of chains.
#include "base/concat.hpp"
#include "base/keccak.hpp"
#include "base/sha256.hpp"
#include "reading/ascii.hpp"
#include "verify/forms/checks.hpp"
#include "verify/forms/identifiers.hpp"

#include <algorithm>
#include <array>

namespace verify::forms {

namespace {

constexpr std::size_t k_address_digits = 40;

// EIP-55; with a chain's number before it, EIP-1191.
std::string mixed_case(std::string_view lower_digits, std::string_view prefix)
{
    const auto digest =
        base::to_hex(base::keccak256(base::bytes_of(base::concat(prefix, lower_digits))));
    std::string out{lower_digits};
    for (std::size_t i = 0; i < out.size(); ++i)
        if (out[i] >= 'a' && digest[i] >= '8') out[i] = static_cast<char>(out[i] - 'a' + 'A');
    return out;
}

std::string lowered(std::string_view text)
{
    std::string out{text};
    std::transform(out.begin(), out.end(), out.begin(), reading::to_lower);
    return out;
}

void check_evm(Identifiers& all, std::size_t at)
{
    const std::string_view text = all.text();
    std::size_t end = at + 2;
    while (end < text.size() && is_hex(text[end])) ++end;
    const std::size_t digits = end - at - 2;
    if (!ends_run(text, end)) return;
    const Run run{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end), {}, {}};
    const std::string_view written = text.substr(at + 2, digits);
    if (digits != k_address_digits) {
        const bool is_near = digits + 4 >= k_address_digits && digits <= k_address_digits + 4;
        const auto& labels = all.labels();
        const bool named = std::any_of(labels.begin(), labels.end(), [&](const Label& label) {
            return label.scheme == Scheme::account && label.named == run.begin;
        });
        if (is_near && named)
            all.judge(run, {k_ident_evm,
                            "EVM address",
                            {},
                            {},
                            base::concat("has ", digits, " hexadecimal digits, not 40"),
                            Certainty::strong});
        return;
    }
    const std::string lower = lowered(written);
    const bool has_small =
        std::any_of(written.begin(), written.end(), [](char c) { return c >= 'a' && c <= 'f'; });
    const bool has_capital = std::any_of(written.begin(), written.end(), reading::is_upper);
    // An address in one case alone carries no checksum.
    if (!has_small || !has_capital) return;
    const std::string expected = mixed_case(lower, "");
    for (const std::string_view prefix : {"300x", "310x"})
        if (mixed_case(lower, prefix) == written) return;
    all.judge(run, {k_ident_evm,
                    "EVM address with EIP-55 checksum",
                    base::concat("0x", written),
                    base::concat("0x", expected),
                    {},
                    Certainty::exact});
}

constexpr std::string_view k_bech32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
// Human-readable parts in use: of Bitcoin and its likes a witness version follows.
constexpr std::string_view k_witness_parts[] = {"bc", "tb", "bcrt", "ltc", "tltc"};
constexpr std::string_view k_other_parts[] = {"npub", "nsec", "note", "cosmos", "osmo", "celestia"};

std::uint32_t polymod(std::uint32_t state, std::uint32_t value)
{
    constexpr std::array<std::uint32_t, 5> k_generator{0x3b6a57b2, 0x26508e6d, 0x1ea119fa,
                                                       0x3d4233dd, 0x2a1462b3};
    const std::uint32_t top = state >> 25U;
    state = ((state & 0x1ffffffU) << 5U) ^ value;
    for (std::size_t i = 0; i < k_generator.size(); ++i)
        if (((top >> i) & 1U) != 0) state ^= k_generator[i];
    return state;
}

// The six characters that end a bech32 (BIP-173) or bech32m (BIP-350) text.
std::string bech32_check(std::string_view part, std::string_view data, std::uint32_t constant)
{
    std::uint32_t state = 1;
    for (const char c : part) state = polymod(state, static_cast<std::uint32_t>(c) >> 5U);
    state = polymod(state, 0);
    for (const char c : part) state = polymod(state, static_cast<std::uint32_t>(c) & 31U);
    for (const char c : data) state = polymod(state, static_cast<std::uint32_t>(k_bech32.find(c)));
    for (int i = 0; i < 6; ++i) state = polymod(state, 0);
    state ^= constant;
    std::string out;
    for (std::uint32_t i = 0; i < 6; ++i) out += k_bech32[(state >> (5U * (5U - i))) & 31U];
    return out;
}

void check_bech32(Identifiers& all, std::size_t at)
{
    constexpr std::uint32_t k_plain = 1;
    constexpr std::uint32_t k_modified = 0x2bc830a3;
    constexpr std::size_t k_check = 6;
    constexpr std::size_t k_shortest = 38;
    constexpr std::size_t k_longest = 90;
    const std::string_view text = all.text();
    const Run run = read_run(text, at, "", k_longest + 1);
    const std::string_view written = text.substr(run.begin, run.end - run.begin);
    const std::string lower = lowered(written);
    const std::size_t one = lower.find('1');
    if (one == std::string::npos || lower.size() < k_shortest || lower.size() > k_longest ||
        !ends_run(text, run.end))
        return;
    const std::string part = lower.substr(0, one);
    const bool witness = reading::is_one_of(part, k_witness_parts);
    if (!witness && !reading::is_one_of(part, k_other_parts)) return;
    const std::string data = lower.substr(one + 1);
    // Hashes are of hexadecimal digits alone, and may begin like an address.
    if (std::all_of(lower.begin(), lower.end(), is_hex)) return;
    const bool mixed = lower != written && run.compact != written;
    const Verdict form{k_ident_bech32, "bech32 address", {}, {}, {}, Certainty::exact};
    Verdict verdict = form;
    const auto foreign = data.find_first_not_of(k_bech32);
    if (mixed) {
        verdict.fault = "mixes capital and small letters, which bech32 forbids";
    } else if (foreign != std::string::npos) {
        verdict.fault = base::concat("has a character that bech32 does not have: ",
                                     std::string(1, data[foreign]));
    } else {
        const std::string body = data.substr(0, data.size() - k_check);
        verdict.reported = data.substr(data.size() - k_check);
        const bool modified = witness && data.front() != 'q';
        verdict.expected = bech32_check(part, body, modified ? k_modified : k_plain);
    }
    all.judge(run, verdict);
}

// The 25 bytes behind base58; nullopt when they are more or fewer.
std::optional<std::array<std::uint8_t, 25>> base58_bytes(std::string_view written)
{
    constexpr std::string_view k_base58 =
        "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    std::array<std::uint8_t, 25> out{};
    for (const char c : written) {
        const std::size_t digit = k_base58.find(c);
        if (digit == std::string_view::npos) return std::nullopt;
        auto carry = static_cast<std::uint32_t>(digit);
        // The least byte first, until all are read.
        for (auto& byte : out) {
            carry += static_cast<std::uint32_t>(byte) * 58U;
            byte = static_cast<std::uint8_t>(carry & 0xffU);
            carry >>= 8U;
        }
        if (carry != 0) return std::nullopt;
    }
    std::reverse(out.begin(), out.end());
    return out;
}

void check_base58(Identifiers& all, std::size_t at)
{
    constexpr std::uint32_t k_reach = 80;
    const std::string_view text = all.text();
    const Run run = read_run(text, at, "", 36);
    const std::size_t size = run.compact.size();
    if (size < 26 || size > 35 || !ends_run(text, run.end)) return;
    const std::string_view written = text.substr(run.begin, size);
    const bool both_cases =
        std::any_of(written.begin(), written.end(), reading::is_upper) &&
        std::any_of(written.begin(), written.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    if (!both_cases || !all.is_labelled(Scheme::account, run.begin, run.end, k_reach)) return;
    const auto bytes = base58_bytes(written);
    if (!bytes) return;
    // Versions of the addresses that begin with 1, 3, m or n, 2, L, M, D, T.
    constexpr std::uint8_t k_versions[] = {0x00, 0x05, 0x6f, 0xc4, 0x30, 0x32, 0x1e, 0x41};
    if (std::find(std::begin(k_versions), std::end(k_versions), bytes->front()) ==
        std::end(k_versions))
        return;
    const base::ByteView all_bytes{*bytes};
    const auto once = base::sha256(all_bytes.first(21));
    const auto twice = base::sha256(once);
    all.judge(run, {k_ident_base58,
                    "base58check address",
                    base::to_hex(all_bytes.subspan(21)),
                    base::to_hex(base::ByteView{twice}.first(4)),
                    {},
                    Certainty::exact});
}

} // namespace

void check_accounts(Identifiers& all)
{
    const std::string_view text = all.text();
    const std::string_view folded = all.folded();
    for (std::size_t at = 0; at + 26 < text.size() + 1; ++at) {
        if (!is_identifier_char(text[at]) || !begins_run(text, at)) continue;
        const std::string_view ahead = folded.substr(at, 10);
        if (text.substr(at, 2) == "0x") {
            check_evm(all, at);
            continue;
        }
        const std::size_t one = ahead.find('1');
        if (one != std::string_view::npos && one >= 2) check_bech32(all, at);
        if (std::string_view{"13mn2LMDT"}.find(text[at]) != std::string_view::npos)
            check_base58(all, at);
    }
}

} // namespace verify::forms
