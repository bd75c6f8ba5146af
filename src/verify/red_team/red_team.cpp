#include "verify/red_team/red_team.hpp"

namespace verify::red_team {

namespace {

constexpr std::string_view k_inject[] = {
    "inject.override", "inject.role_marker", "inject.persona", "inject.extraction",
    "inject.reviewer", "inject.tool",        "inject.conceal", "inject.output_hijack"};

constexpr std::string_view k_secret[] = {
    "secret.token",         "secret.private_key",       "secret.jwt",
    "secret.authorization", "secret.connection_string", "secret.assignment"};

constexpr std::string_view k_bidi[] = {"unicode.bidi"};
constexpr std::string_view k_confusable[] = {"unicode.confusable", "unicode.mixed_script"};
constexpr std::string_view k_invisible[] = {"unicode.invisible"};

constexpr std::string_view k_exfil[] = {"exfil.image", "exfil.link"};
constexpr std::string_view k_phish[] = {"url.phish"};
constexpr std::string_view k_danger[] = {"code.danger"};
constexpr std::string_view k_counterexample[] = {"attack.counterexample"};

constexpr Family k_families[] = {
    {k_inject, look_for_injections, true},
    {k_secret, look_for_secrets, true},
    {k_bidi, look_for_bidi, true},
    {k_confusable, look_for_confusables, true},
    {k_invisible, look_for_invisibles, true},
    {k_exfil, look_for_exfiltration, true},
    {k_phish, look_for_phishing, true},
    {k_danger, look_for_dangerous_code, true},
    {k_counterexample, look_for_counterexamples},
};

} // namespace

std::span<const Family> families()
{
    return k_families;
}

} // namespace verify::red_team
