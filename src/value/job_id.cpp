#include "value/job_id.hpp"

#include "base/random.hpp"

#include <array>

namespace value {

namespace {

constexpr std::string_view k_prefix = "job_";
constexpr std::string_view k_alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
constexpr std::size_t k_time_digits = 10;
constexpr std::size_t k_random_digits = 16;

} // namespace

JobId JobId::make(base::Instant now)
{
    std::string text{k_prefix};
    auto milliseconds = static_cast<std::uint64_t>(base::to_ms(now));
    std::array<char, k_time_digits> time{};
    for (std::size_t i = k_time_digits; i-- > 0; milliseconds >>= 5U)
        time[i] = k_alphabet[milliseconds & 31U];
    text.append(time.data(), time.size());

    // 10 bytes are 16 digits of 5 bits.
    std::array<std::uint8_t, k_random_digits * 5 / 8> entropy{};
    base::fill_random(entropy);
    unsigned buffer = 0;
    unsigned bits = 0;
    for (const std::uint8_t byte : entropy) {
        buffer = (buffer << 8U) | byte;
        for (bits += 8; bits >= 5; bits -= 5) text += k_alphabet[(buffer >> (bits - 5)) & 31U];
    }
    return JobId{std::move(text)};
}

std::optional<JobId> JobId::parse(std::string_view text)
{
    if (text.size() != k_prefix.size() + k_time_digits + k_random_digits) return std::nullopt;
    if (!text.starts_with(k_prefix)) return std::nullopt;
    if (text.find_first_not_of(k_alphabet, k_prefix.size()) != std::string_view::npos)
        return std::nullopt;
    return JobId{std::string{text}};
}

base::Instant JobId::created() const
{
    std::int64_t milliseconds = 0;
    for (const char digit : m_text.substr(k_prefix.size(), k_time_digits))
        milliseconds = milliseconds << 5 | static_cast<std::int64_t>(k_alphabet.find(digit));
    return base::instant_from_ms(milliseconds);
}

} // namespace value
