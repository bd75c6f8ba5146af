// Secrets that the text itself calls so: assignments, connection strings, authorization headers.
#include "verify/forms/checks.hpp"
#include "verify/forms/secret_rules.hpp"
#include "verify/forms/secrets.hpp"

#include "reading/ascii.hpp"

#include <algorithm>
#include <string>

namespace verify::forms {

namespace {

constexpr double k_least_password_entropy = 3.5;

// Names of what must stay unknown.
constexpr std::string_view k_secret_names[] = {
    "password",    "passwd",      "passwort",       "passphrase",  "secret",
    "credential",  "apikey",      "api_key",        "api-key",     "token",
    "pwd",         "access_key",  "accesskey",      "access-key",  "private_key",
    "privatekey",  "auth_key",    "authkey",        "account_key", "accountkey",
    "master_key",  "signing_key", "encryption_key", "client_key",  "mailgun",
    "license_key", "contraseña",  "motdepasse",     "webhook_key", "access_id"};

// Names that hold one of the above and tell something else about it.
constexpr std::string_view k_harmless_names[] = {"public", "csrf",    "publishable", "placeholder",
                                                 "_hash",  "tokeniz", "tokens"};
constexpr std::string_view k_harmless_ends[] = {
    "name", "id",     "type",    "format",   "label",   "path",  "file",  "url",
    "uri",  "arn",    "length",  "count",    "version", "hash",  "field", "policy",
    "hint", "expiry", "expires", "header",   "prefix",  "size",  "count", "limit",
    "ttl",  "_at",    "manager", "provider", "store",   "class", "number"};

// What stands for a password in manuals.
constexpr std::string_view k_stock_passwords[] = {"password", "pass",  "pwd",    "secret", "root",
                                                  "user",     "admin", "guest",  "test",   "token",
                                                  "postgres", "mysql", "hunter2"};

bool is_name_byte(char c)
{
    return is_of(Alphabet::url, c) || c == '.';
}

bool names_secret(std::string_view name)
{
    const std::string low = reading::lower_case(name);
    const auto holds = [&](std::string_view part) { return low.find(part) != std::string::npos; };
    if (std::none_of(std::begin(k_secret_names), std::end(k_secret_names), holds)) return false;
    if (std::any_of(std::begin(k_harmless_names), std::end(k_harmless_names), holds)) return false;
    if (low.ends_with("access_id") || low.starts_with('.')) return false;
    return std::none_of(std::begin(k_harmless_ends), std::end(k_harmless_ends),
                        [&](std::string_view end) { return low.ends_with(end); });
}

bool is_uuid(std::string_view value)
{
    if (value.size() != 36) return false;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? value[i] != '-' : !is_of(Alphabet::hex, reading::to_lower(value[i])))
            return false;
    }
    return true;
}

// A path, an address or a name with places in it.
bool is_reference(std::string_view value)
{
    if (value.find("://") != std::string_view::npos || value.starts_with("/") ||
        value.starts_with("./") || value.starts_with("../") || value.starts_with("arn:") ||
        value.find("::") != std::string_view::npos)
        return true;
    if (value.find('@') != std::string_view::npos && value.find('.') != std::string_view::npos)
        return true;
    return false;
}

bool looks_random(std::string_view value)
{
    return value.size() >= 8 && classes_of(value) >= 3 &&
           entropy_of(value) >= k_least_password_entropy && !is_placeholder(value) &&
           !is_wordy(value) && !is_reference(value);
}

class NamedSecretFinder {
public:
    NamedSecretFinder(std::string_view text, std::vector<Secret>& out) : m_text{text}, m_out{out} {}

    void run()
    {
        for (std::size_t i = 0; i < m_text.size() && m_out.size() < k_max_findings; ++i) {
            const char c = m_text[i];
            if (c == '=' || c == ':') check_assignment(i);
            if (c == ':' && m_text.substr(i, 3) == "://") check_connection(i);
            if ((c == 'B' || c == 'b') && (i == 0 || !is_name_byte(m_text[i - 1])))
                check_authorization(i);
            if (c == '-') check_option(i);
            if (c == '>') check_element(i);
            if ((c == '?' || c == '&') && m_text.substr(i + 1, 4) == "sig=") check_signature(i + 5);
        }
    }

private:
    // The name that ends before `end`, without quotation marks and blanks.
    [[nodiscard]] std::string_view name_before(std::size_t end) const
    {
        constexpr std::size_t k_longest = 80;
        while (end > 0 && (m_text[end - 1] == ' ' || m_text[end - 1] == '"' ||
                           m_text[end - 1] == '\'' || m_text[end - 1] == ']'))
            --end;
        std::size_t begin = end;
        while (begin > 0 && end - begin < k_longest && is_name_byte(m_text[begin - 1])) --begin;
        return m_text.substr(begin, end - begin);
    }

    struct Value {
        std::size_t begin = 0;
        std::size_t end = 0;
        bool called = false; // followed by a bracket: a call or an index, not a value
    };

    [[nodiscard]] Value value_at(std::size_t at) const
    {
        constexpr std::size_t k_longest = 512;
        while (at < m_text.size() &&
               (m_text[at] == ' ' || m_text[at] == '\t' || m_text[at] == '>' || m_text[at] == '='))
            ++at;
        Value out{at, at, false};
        if (at >= m_text.size()) return out;
        const char quote = m_text[at];
        const bool quoted = quote == '"' || quote == '\'' || quote == '`';
        if (quoted) ++out.begin;
        out.end = out.begin;
        const std::string_view stops = quoted ? std::string_view{"\n"} : " \t\r\n,;\"'<>|`()[]{}";
        while (out.end < m_text.size() && out.end - out.begin < k_longest &&
               stops.find(m_text[out.end]) == std::string_view::npos &&
               !(quoted && m_text[out.end] == quote))
            ++out.end;
        if (!quoted && out.end < m_text.size())
            out.called = m_text[out.end] == '(' || m_text[out.end] == '[' || m_text[out.end] == '{';
        if (!quoted && out.end > out.begin && m_text[out.end - 1] == '.') --out.end;
        return out;
    }

    void check_assignment(std::size_t at)
    {
        // The first sign of "==", ":=", "=>" and "::" counts, and comparisons do not.
        if (at > 0 && (m_text[at - 1] == '=' || m_text[at - 1] == '!' || m_text[at - 1] == ':' ||
                       m_text[at - 1] == '<' || m_text[at - 1] == '>'))
            return;
        if (m_text.substr(at, 2) == "==" || m_text.substr(at, 2) == "::") return;
        const std::string_view name = name_before(at);
        if (name.size() < 3) return;
        const bool key_of_heroku = reading::lower_case(name).find("heroku") != std::string::npos;
        if (!names_secret(name)) return;
        const Value value = value_at(at + 1);
        const std::string_view text = m_text.substr(value.begin, value.end - value.begin);
        if (value.called || text.find(' ') != std::string_view::npos) return;
        if (key_of_heroku && is_uuid(text)) {
            m_out.push_back({k_secret_assignment, "Heroku key", value.begin, value.end,
                             Severity::critical, Certainty::strong});
            return;
        }
        if (is_uuid(text)) return;
        const bool long_hex =
            text.size() >= 32 && text.size() % 8 == 0 &&
            std::all_of(text.begin(), text.end(), [](char c) { return is_of(Alphabet::hex, c); });
        const bool hex_key = long_hex && !is_placeholder(text) && entropy_of(text) >= 3 &&
                             reading::lower_case(name).find("hash") == std::string::npos;
        if (!hex_key && !looks_random(text)) return;
        if (is_named_path(text)) return;
        m_out.push_back({k_secret_assignment, "value named as a secret", value.begin, value.end,
                         Severity::major, Certainty::strong});
    }

    // "Kv2/App1", "NEXUS-GPT4-API-KEY": parts that are words or short codes.
    [[nodiscard]] static bool is_named_path(std::string_view value)
    {
        if (value.find('/') == std::string_view::npos) return false;
        return value.size() < 24 && value.find_first_of("+=!#$%^&*~") == std::string_view::npos;
    }

    // "scheme://user:secret@host", RFC 3986 section 3.2.1.
    void check_connection(std::size_t at)
    {
        constexpr std::size_t k_longest = 256;
        const std::size_t begin = at + 3;
        std::size_t colon = std::string_view::npos;
        std::size_t end = begin;
        for (; end < m_text.size() && end - begin < k_longest; ++end) {
            const char c = m_text[end];
            if (c == '@') break;
            if (c == ':' && colon == std::string_view::npos) colon = end;
            if (reading::is_blank(c) || c == '/' || c == '"' || c == '\'' || c == '<' || c == '>' ||
                c == '`' || c == ')')
                return;
        }
        if (end >= m_text.size() || m_text[end] != '@' || colon == std::string_view::npos) return;
        const std::string_view password = m_text.substr(colon + 1, end - colon - 1);
        if (!is_usable_password(password)) return;
        m_out.push_back({k_secret_connection_string, "password in an address", colon + 1, end,
                         Severity::critical, Certainty::strong});
    }

    static bool is_usable_password(std::string_view password)
    {
        return password.size() >= 8 && classes_of(password) >= 2 && entropy_of(password) >= 2.5 &&
               !is_placeholder(password) && !is_wordy(password) &&
               !reading::is_one_of(reading::lower_case(password), k_stock_passwords);
    }

    // RFC 6750 and RFC 7617.
    void check_authorization(std::size_t at)
    {
        const std::string head = reading::lower_case(m_text.substr(at, 7));
        if (!head.starts_with("bearer ") && !head.starts_with("basic ")) return;
        const bool bearer = head.starts_with("bearer");
        const std::size_t begin = at + (bearer ? 7 : 6);
        std::size_t end = begin;
        while (end < m_text.size() && end - begin < 2'000 &&
               (is_of(Alphabet::dotted, m_text[end]) || is_of(Alphabet::base64, m_text[end])))
            ++end;
        const std::string_view value = m_text.substr(begin, end - begin);
        if (bearer) {
            if (value.size() < 20 || value.starts_with("eyJ") || !looks_random(value)) return;
            m_out.push_back({k_secret_authorization, "bearer token", begin, end, Severity::critical,
                             Certainty::strong});
            return;
        }
        if (value.size() < 12 ||
            m_text.substr(at > 40 ? at - 40 : 0, 40).find("uthorization") == std::string_view::npos)
            return;
        layers::Layer pair;
        pair.text = value;
        pair.origin.assign(value.size(), {});
        for (const auto& layer : layers::decoded_layers(pair)) {
            const std::size_t colon = layer.text.find(':');
            if (colon == std::string::npos) continue;
            if (!is_usable_password(std::string_view{layer.text}.substr(colon + 1))) continue;
            m_out.push_back({k_secret_authorization, "basic credentials", begin, end,
                             Severity::critical, Certainty::strong});
            return;
        }
    }

    // curl -u name:password
    void check_option(std::size_t at)
    {
        std::size_t begin = 0;
        if (m_text.substr(at, 3) == "-u ") begin = at + 3;
        if (m_text.substr(at, 7) == "--user ") begin = at + 7;
        if (begin == 0 || (at > 0 && !reading::is_blank(m_text[at - 1]))) return;
        const std::string_view line =
            m_text.substr(at > 300 ? at - 300 : 0, std::min<std::size_t>(at, 300));
        if (line.find("curl") == std::string_view::npos) return;
        const Value value = value_at(begin);
        const std::string_view pair = m_text.substr(value.begin, value.end - value.begin);
        const std::size_t colon = pair.find(':');
        if (colon == std::string_view::npos || value.called) return;
        if (!is_usable_password(pair.substr(colon + 1))) return;
        m_out.push_back({k_secret_authorization, "name and password of a command",
                         value.begin + colon + 1, value.end, Severity::critical,
                         Certainty::strong});
    }

    // <password>value</password>
    void check_element(std::size_t at)
    {
        const std::string_view name = name_before(at);
        const std::size_t open = at - name.size();
        if (name.size() < 3 || open == 0 || m_text[open - 1] != '<' || !names_secret(name)) return;
        std::size_t end = at + 1;
        while (end < m_text.size() && end - at < 512 && m_text[end] != '<' &&
               !reading::is_blank(m_text[end]))
            ++end;
        const std::string_view value = m_text.substr(at + 1, end - at - 1);
        if (is_uuid(value) || !looks_random(value)) return;
        m_out.push_back({k_secret_assignment, "value named as a secret", at + 1, end,
                         Severity::major, Certainty::strong});
    }

    // The signature of a shared access address.
    void check_signature(std::size_t begin)
    {
        std::size_t end = begin;
        while (end < m_text.size() && end - begin < 200 &&
               (is_of(Alphabet::base64, m_text[end]) || m_text[end] == '%' || m_text[end] == '-' ||
                m_text[end] == '_'))
            ++end;
        const std::string_view value = m_text.substr(begin, end - begin);
        if (value.size() >= 40 && looks_random(value))
            m_out.push_back({k_secret_connection_string, "signature of a shared address", begin,
                             end, Severity::critical, Certainty::strong});
    }

    std::string_view m_text;
    std::vector<Secret>& m_out;
};

} // namespace

void find_named(std::string_view text, std::vector<Secret>& out)
{
    NamedSecretFinder{text, out}.run();
}

} // namespace verify::forms
