// Secrets that can be told by their form alone.
#include "verify/forms/checks.hpp"
#include "verify/forms/secret_rules.hpp"
#include "verify/forms/secrets.hpp"

#include "base/json.hpp"
#include "reading/ascii.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace verify::forms {

namespace {

namespace json = base::json;

std::optional<std::string> decode_base64(std::string_view signs)
{
    std::string out;
    std::uint32_t held = 0;
    int bits = 0;
    for (const char c : signs) {
        int value = -1;
        if (reading::is_upper(c))
            value = c - 'A';
        else if (c >= 'a' && c <= 'z')
            value = c - 'a' + 26;
        else if (reading::is_digit(c))
            value = c - '0' + 52;
        else if (c == '+' || c == '-')
            value = 62;
        else if (c == '/' || c == '_')
            value = 63;
        else if (c == '=')
            break;
        if (value < 0) return std::nullopt;
        held = (held << 6) | static_cast<std::uint32_t>(value);
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        out += static_cast<char>((held >> bits) & 0xffU);
        held &= (1U << bits) - 1;
    }
    return out;
}

// The last six signs are the CRC32 of those before, in base 62.
bool has_right_checksum(std::string_view signs)
{
    constexpr std::string_view k_digits =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    if (signs.size() < 7) return false;
    const std::string_view body = signs.substr(0, signs.size() - 6);
    std::uint64_t stated = 0;
    for (const char c : signs.substr(signs.size() - 6)) {
        const std::size_t digit = k_digits.find(c);
        if (digit == std::string_view::npos) return false;
        stated = stated * 62 + digit;
    }
    return stated == crc32_of(body);
}

bool is_token_byte(char c)
{
    return is_of(Alphabet::alnum, c) || c == '_';
}

class StructuredSecretFinder {
public:
    StructuredSecretFinder(std::string_view text, std::vector<Secret>& out)
        : m_text{text}, m_out{out}
    {
    }

    void run()
    {
        std::array<std::vector<const SecretRule*>, 256> by_first;
        for (const auto& rule : secret_rules())
            by_first[static_cast<unsigned char>(rule.prefix.front())].push_back(&rule);
        for (std::size_t i = 0; i < m_text.size() && m_out.size() < k_max_findings; ++i) {
            if (m_text[i] == '-' && m_text.substr(i, 11) == "-----BEGIN ") check_pem(i);
            if (i > 0 && is_token_byte(m_text[i - 1])) continue;
            for (const auto* rule : by_first[static_cast<unsigned char>(m_text[i])])
                if (check_rule(*rule, i)) break;
            if (m_text.substr(i, 3) == "eyJ") check_web_token(i);
            if (reading::is_digit(m_text[i])) check_telegram(i);
            if (is_of(Alphabet::hex, m_text[i])) check_mailchimp(i);
            if (m_text[i] == 'h') check_webhook(i);
            if (is_of(Alphabet::alnum, m_text[i])) check_terraform(i);
        }
    }

private:
    [[nodiscard]] std::size_t run_of(Alphabet alphabet, std::size_t at, std::size_t most) const
    {
        const std::size_t limit = std::min(m_text.size(), at + most);
        std::size_t end = at;
        while (end < limit && is_of(alphabet, m_text[end])) ++end;
        return end - at;
    }

    bool check_rule(const SecretRule& rule, std::size_t at)
    {
        if (m_text.substr(at, rule.prefix.size()) != rule.prefix) return false;
        const std::size_t begin = at + rule.prefix.size();
        std::size_t length = run_of(rule.alphabet, begin, std::size_t{rule.most} + 1);
        // A full stop or a dash of the sentence is not the token's.
        while (length > 0 && (m_text[begin + length - 1] == '.' ||
                              (m_text[begin + length - 1] == '-' && length > rule.least)))
            --length;
        if (length < rule.least || length > rule.most) return false;
        const std::string_view signs = m_text.substr(begin, length);
        const std::size_t end = begin + length;
        if (end < m_text.size() && is_token_byte(m_text[end])) return false;
        constexpr double k_least_entropy = 2.9;
        if (is_placeholder(signs) || entropy_of(signs) < k_least_entropy || is_wordy(signs))
            return false;
        // A name in capitals has no digits: "AKIA" is also the end of a word in some languages.
        if (rule.alphabet == Alphabet::upper_digit &&
            std::none_of(signs.begin(), signs.end(), reading::is_digit))
            return false;
        const bool exact = rule.prefix.starts_with("gh") && has_right_checksum(signs);
        m_out.push_back({k_secret_token, rule.name, at, end,
                         rule.identifies ? Severity::major : Severity::critical,
                         exact ? Certainty::exact : Certainty::strong});
        return true;
    }

    // RFC 7519: three parts of base64url; the header is JSON with "alg".
    void check_web_token(std::size_t at)
    {
        constexpr std::size_t k_most = 4'096;
        if (at < m_no_web_token_before) return;
        std::array<std::size_t, 3> lengths{};
        std::size_t end = at;
        for (std::size_t part = 0; part < lengths.size(); ++part) {
            lengths[part] = run_of(Alphabet::url, end, k_most);
            end += lengths[part];
            m_no_web_token_before = end;
            if (lengths[part] < 10) return;
            if (part == 2) break;
            if (end >= m_text.size() || m_text[end] != '.') return;
            ++end;
        }
        const auto header = decode_base64(m_text.substr(at, lengths[0]));
        if (!header) return;
        const auto parsed = json::parse(*header);
        if (!parsed || !json::text_member(parsed->get(), "alg")) return;
        m_out.push_back({k_secret_jwt, "JSON web token", at, end, Severity::major});
    }

    // RFC 7468 and its forerunners; the body must be there.
    void check_pem(std::size_t at)
    {
        constexpr std::size_t k_most = 20'000;
        const std::string_view rest = m_text.substr(at, k_most);
        const std::size_t line = rest.find("-----", 11);
        if (line == std::string_view::npos || line > 60) return;
        const std::string_view label = rest.substr(11, line - 11);
        if (label.find("PRIVATE KEY") == std::string_view::npos) return;
        // Whatever comes next: so that many beginnings cost no more than one.
        const std::size_t close = rest.find("-----", line + 5);
        const std::string_view body =
            rest.substr(line + 5, std::min(close, rest.size()) - line - 5);
        std::string signs;
        for (std::size_t i = 0; i < body.size(); ++i) {
            const bool escape = body[i] == '\\' && i + 1 < body.size() &&
                                (body[i + 1] == 'n' || body[i + 1] == 'r');
            if (escape)
                ++i;
            else if (is_of(Alphabet::base64, body[i]))
                signs += body[i];
        }
        constexpr std::size_t k_least_body = 60;
        if (signs.size() < k_least_body || is_placeholder(signs.substr(0, 64))) return;
        if (!decode_base64(signs.substr(0, 64)) || entropy_of(signs) < 4) return;
        const std::size_t end = close == std::string_view::npos
                                    ? at + rest.size()
                                    : at + std::min(rest.size(), rest.find("-----", close + 8) + 5);
        m_out.push_back({k_secret_private_key, "private key", at, end});
    }

    void check_telegram(std::size_t at)
    {
        const std::size_t digits = run_of(Alphabet::digits, at, 11);
        if (digits < 8 || digits > 10 || m_text.substr(at + digits, 3) != ":AA") return;
        const std::size_t begin = at + digits + 1;
        if (run_of(Alphabet::url, begin, 40) == 35)
            m_out.push_back({k_secret_token, "Telegram bot token", at, begin + 35});
    }

    void check_mailchimp(std::size_t at)
    {
        if (run_of(Alphabet::hex, at, 33) != 32 || m_text.substr(at + 32, 3) != "-us") return;
        const std::size_t digits = run_of(Alphabet::digits, at + 35, 3);
        if (digits >= 1 && digits <= 2)
            m_out.push_back({k_secret_token, "Mailchimp key", at, at + 35 + digits});
    }

    void check_webhook(std::size_t at)
    {
        constexpr std::pair<std::string_view, std::string_view> k_hooks[] = {
            {"https://hooks.slack.com/services/", "Slack webhook"},
            {"https://discord.com/api/webhooks/", "Discord webhook"},
            {"https://discordapp.com/api/webhooks/", "Discord webhook"}};
        for (const auto& [prefix, name] : k_hooks) {
            if (!m_text.substr(at).starts_with(prefix)) continue;
            std::size_t end = at + prefix.size();
            while (end < m_text.size() && end - at < 200 &&
                   (is_of(Alphabet::url, m_text[end]) || m_text[end] == '/'))
                ++end;
            const std::string_view path =
                m_text.substr(at + prefix.size(), end - at - prefix.size());
            if (path.size() >= 40 && !is_placeholder(path) && classes_of(path) >= 3)
                m_out.push_back({k_secret_token, name, at, end});
        }
    }

    // "<14 signs>.atlasv1.<60 and more>"
    void check_terraform(std::size_t at)
    {
        if (m_text.substr(at + std::min<std::size_t>(14, m_text.size() - at), 9) != ".atlasv1.")
            return;
        const std::size_t length = run_of(Alphabet::url, at + 23, 80);
        if (run_of(Alphabet::alnum, at, 14) == 14 && length >= 60)
            m_out.push_back({k_secret_token, "Terraform Cloud token", at, at + 23 + length});
    }

    std::string_view m_text;
    std::vector<Secret>& m_out;
    // What was read in vain is not read again from each of its places.
    std::size_t m_no_web_token_before = 0;
};

} // namespace

void find_structured(std::string_view text, std::vector<Secret>& out)
{
    StructuredSecretFinder{text, out}.run();
}

} // namespace verify::forms
