#include "base/base64.hpp"

#include <openssl/evp.h>

#include <algorithm>

namespace base {

std::string to_base64(ByteView bytes)
{
    std::string out((bytes.size() + 2) / 3 * 4 + 1, '\0');
    const int length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()), bytes.data(),
                                       static_cast<int>(bytes.size()));
    out.resize(static_cast<std::size_t>(length));
    return out;
}

std::optional<std::string> from_base64(std::string_view text)
{
    std::string padded{text};
    const auto is_digit = [](unsigned char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
               c == '+' || c == '/';
    };
    const auto digits = static_cast<std::size_t>(
        std::find_if_not(padded.begin(), padded.end(), is_digit) - padded.begin());
    const std::size_t padding = padded.size() - digits;
    if (padding > 2 || digits % 4 == 1) return std::nullopt;
    if (padded.find_first_not_of('=', digits) != std::string::npos) return std::nullopt;
    if (padding != 0 && padded.size() % 4 != 0) return std::nullopt;
    while (padded.size() % 4 != 0) padded += '=';
    if (padded.empty()) return std::string{};

    std::string out(padded.size() / 4 * 3, '\0');
    const int length = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                       reinterpret_cast<const unsigned char*>(padded.data()),
                                       static_cast<int>(padded.size()));
    if (length < 0) return std::nullopt;
    out.resize(digits * 3 / 4);
    // One text for one value: EVP_DecodeBlock ignores the spare bits of the last digit.
    const std::size_t last_bytes = (out.size() - 1) / 3 * 3;
    const std::string_view last_digits = std::string_view{padded}.substr(padded.size() - 4);
    if (to_base64(bytes_of(out).subspan(last_bytes)) != last_digits) return std::nullopt;
    return out;
}

std::string to_base64url(ByteView bytes)
{
    std::string out = to_base64(bytes);
    while (out.ends_with('=')) out.pop_back();
    std::replace(out.begin(), out.end(), '+', '-');
    std::replace(out.begin(), out.end(), '/', '_');
    return out;
}

} // namespace base
