#include "verify/forms/secret_rules.hpp"

#include "reading/ascii.hpp"

namespace verify::forms {

namespace {

using enum Alphabet;

// As the services document them. The lengths leave room where a service has changed its own.
constexpr SecretRule k_rules[] = {
    {"AWS access key id", "AKIA", upper_digit, 16, 16, true},
    {"AWS temporary access key id", "ASIA", upper_digit, 16, 16, true},
    {"GitHub personal access token", "ghp_", alnum, 36, 36},
    {"GitHub OAuth token", "gho_", alnum, 36, 36},
    {"GitHub user token", "ghu_", alnum, 36, 36},
    {"GitHub server token", "ghs_", alnum, 36, 36},
    {"GitHub refresh token", "ghr_", alnum, 36, 76},
    {"GitHub fine-grained token", "github_pat_", url, 60, 100},
    {"GitLab access token", "glpat-", url, 20, 64},
    {"GitLab deploy token", "gldt-", url, 20, 64},
    {"GitLab runner token", "glrt-", url, 20, 64},
    {"GitLab registration token", "GR1348941", url, 20, 24},
    {"Slack bot token", "xoxb-", dashed, 30, 120},
    {"Slack user token", "xoxp-", dashed, 30, 120},
    {"Slack app token", "xapp-", dashed, 30, 140},
    {"Slack workspace token", "xoxa-", dashed, 20, 120},
    {"Slack legacy token", "xoxs-", dashed, 20, 120},
    {"Slack refresh token", "xoxe-", dashed, 20, 200},
    {"Stripe secret key", "sk_live_", alnum, 16, 120},
    {"Stripe restricted key", "rk_live_", alnum, 16, 120},
    {"webhook signing secret", "whsec_", base64, 24, 80},
    {"Google API key", "AIza", url, 35, 35},
    {"Google OAuth client secret", "GOCSPX-", url, 28, 28},
    {"Google OAuth access token", "ya29.", url, 30, 400},
    {"OpenAI project key", "sk-proj-", url, 40, 220},
    {"OpenAI service key", "sk-svcacct-", url, 40, 220},
    {"Anthropic key", "sk-ant-", url, 60, 140},
    {"OpenRouter key", "sk-or-v1-", hex, 64, 64},
    {"OpenAI key", "sk-", alnum, 40, 60},
    {"SendGrid key", "SG.", dotted, 60, 76},
    {"Mailgun key", "key-", hex, 32, 32},
    {"Twilio key", "SK", hex, 32, 32},
    {"npm token", "npm_", alnum, 36, 36},
    {"PyPI token", "pypi-AgEIcHlwaS5vcmc", url, 50, 250},
    {"RubyGems key", "rubygems_", hex, 48, 48},
    {"Docker Hub token", "dckr_pat_", url, 27, 32},
    {"Hugging Face token", "hf_", letters, 34, 40},
    {"DigitalOcean token", "dop_v1_", hex, 64, 64},
    {"DigitalOcean OAuth token", "doo_v1_", hex, 64, 64},
    {"DigitalOcean refresh token", "dor_v1_", hex, 64, 64},
    {"Shopify access token", "shpat_", hex, 32, 32},
    {"Shopify shared secret", "shpss_", hex, 32, 32},
    {"Shopify custom app token", "shpca_", hex, 32, 32},
    {"Shopify private app token", "shppa_", hex, 32, 32},
    {"Square secret", "sq0csp-", url, 43, 43},
    {"Square access token", "sq0atp-", url, 22, 22},
    {"Square token", "EAAA", url, 60, 62},
    {"Facebook token", "EAA", alnum, 90, 300},
    {"Vault service token", "hvs.", url, 24, 140},
    {"Vault batch token", "hvb.", url, 100, 300},
    {"Linear key", "lin_api_", alnum, 40, 40},
    {"Notion token", "ntn_", alnum, 43, 50},
    {"Notion integration token", "secret_", alnum, 43, 43},
    {"Atlassian token", "ATATT3", padded, 100, 260},
    {"Databricks token", "dapi", hex, 32, 32},
    {"Grafana service token", "glsa_", url, 41, 41},
    {"Grafana cloud token", "glc_", base64, 32, 400},
    {"New Relic key", "NRAK-", upper_digit, 27, 27},
    {"Postman key", "PMAK-", dashed, 59, 59},
    {"Doppler token", "dp.pt.", alnum, 40, 44},
    {"PlanetScale token", "pscale_tkn_", dotted, 32, 64},
    {"PlanetScale password", "pscale_pw_", dotted, 32, 64},
    {"age secret key", "AGE-SECRET-KEY-1", upper_digit, 58, 58},
    {"Sentry organization token", "sntrys_", base64, 60, 400},
    {"Sentry user token", "sntryu_", hex, 64, 64},
    {"Figma token", "figd_", url, 38, 44},
    {"Supabase token", "sbp_", hex, 40, 40},
    {"Tailscale key", "tskey-", dashed, 30, 80},
    {"Prefect key", "pnu_", alnum, 36, 36},
    {"Pulumi token", "pul-", hex, 40, 40},
    {"Artifactory key", "AKCp", alnum, 60, 80},
    {"Groq key", "gsk_", alnum, 52, 52},
    {"Replicate token", "r8_", alnum, 37, 40},
    {"xAI key", "xai-", alnum, 70, 90},
    {"Airtable token", "pat", dotted, 79, 79},
    {"Dropbox token", "sl.", url, 120, 1200},
    {"Brevo key", "xkeysib-", dashed, 81, 81},
    {"Resend key", "re_", url, 33, 34},
    {"CircleCI token", "CCIPAT_", url, 40, 80},
    {"Buildkite token", "bkua_", hex, 40, 40},
    {"Fly.io token", "fo1_", url, 43, 43},
};

} // namespace

std::span<const SecretRule> secret_rules()
{
    return k_rules;
}

bool is_of(Alphabet alphabet, char c)
{
    const bool digit = reading::is_digit(c);
    const bool upper = reading::is_upper(c);
    const bool small = c >= 'a' && c <= 'z';
    const bool alnum_sign = digit || upper || small;
    switch (alphabet) {
    case digits: return digit;
    case hex: return digit || (c >= 'a' && c <= 'f');
    case upper_digit: return digit || upper;
    case alnum: return alnum_sign;
    case letters: return upper || small;
    case url: return alnum_sign || c == '_' || c == '-';
    case dashed: return alnum_sign || c == '-';
    case dotted: return alnum_sign || c == '_' || c == '-' || c == '.';
    case base64: return alnum_sign || c == '+' || c == '/' || c == '=';
    case padded: return alnum_sign || c == '_' || c == '-' || c == '=';
    }
    __builtin_unreachable();
}

} // namespace verify::forms
