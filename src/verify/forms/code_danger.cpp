// code.danger: lines of code blocks that a reader should not run as they are.
#include "reading/ascii.hpp"
#include "verify/forms/checks.hpp"
#include "verify/law/judge.hpp"

#include <algorithm>
#include <string>

namespace verify::forms {

const Check k_code_danger{
    .id = "code.danger",
    .category = Category::safety,
    .nature = Nature::safety,
    .proof = {"commands that run what another host sends, or accept any certificate",
              "what a program does"}};

namespace {

bool holds(std::string_view line, std::string_view part)
{
    return line.find(part) != std::string_view::npos;
}

bool holds_any(std::string_view line, std::initializer_list<std::string_view> parts)
{
    return std::any_of(parts.begin(), parts.end(),
                       [&](std::string_view part) { return holds(line, part); });
}

// The line without blanks, so that "verify = False" and "verify=False" are one.
std::string squeezed(std::string_view line)
{
    std::string out;
    for (const char c : line)
        if (!reading::is_blank(c)) out += reading::to_lower(c);
    return out;
}

// The first word after a pipe is a shell, with or without sudo.
bool pipes_to_shell(std::string_view line)
{
    for (std::size_t at = line.find('|'); at != std::string_view::npos;
         at = line.find('|', at + 1)) {
        std::string_view rest = line.substr(at + 1);
        const auto skip = [&] {
            while (!rest.empty() && reading::is_blank(rest.front())) rest.remove_prefix(1);
        };
        skip();
        if (rest.starts_with("sudo ")) rest.remove_prefix(5);
        skip();
        const auto word = rest.substr(0, std::min(rest.find_first_of(" \t;&|"), rest.size()));
        if (reading::is_one_of(word, {"sh", "bash", "zsh", "dash", "ksh", "iex", "python",
                                      "python3", "/bin/sh", "/bin/bash"}))
            return true;
    }
    return false;
}

// A word of the line is the root or home itself.
bool targets_root(std::string_view line)
{
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t end = std::min(line.find_first_of(" \t;", at), line.size());
        if (reading::is_one_of(line.substr(at, end - at), {"/", "/*", "~", "~/", "$HOME"}))
            return true;
        at = end + 1;
    }
    return false;
}

struct Danger {
    std::string_view rule;
    std::string_view why;
};

Danger danger_of(std::string_view line)
{
    const std::string tight = squeezed(line);
    const bool fetches = holds_any(line, {"curl ", "wget ", "Invoke-WebRequest", "iwr "});
    if ((fetches && pipes_to_shell(line)) || (holds(line, "<(") && fetches && holds(line, "sh ")) ||
        (holds_any(tight, {"iex", "invoke-expression"}) && holds(tight, "downloadstring")))
        return {"remote code", "runs what another host sends, unseen"};
    if (holds_any(tight, {"eval(", "exec("}) &&
        holds_any(tight, {"b64decode", "base64_decode", "atob(", "unhexlify", "fromcharcode",
                          "gzinflate", "base64.decode", "fromhex"}))
        return {"decoded code", "runs code that cannot be read"};
    if ((holds_any(line, {"rm -rf ", "rm -fr ", "rm -r -f ", "rm -Rf "}) && targets_root(line)) ||
        (holds(line, "rm ") && holds(line, "--no-preserve-root")) ||
        (holds(line, "chmod -R 777") && targets_root(line)))
        return {"destruction", "changes or deletes everything"};
    if (holds_any(tight, {"verify=false", "insecureskipverify:true", "rejectunauthorized:false",
                          "_create_unverified_context", "cert_none", "ssl_verify=false",
                          "sslverify=false", "curlopt_ssl_verifypeer,false",
                          "curlopt_ssl_verifypeer,0", "curlopt_ssl_verifyhost,0",
                          "node_tls_reject_unauthorized=\"0\"", "node_tls_reject_unauthorized='0'",
                          "node_tls_reject_unauthorized=0", "trustallcerts"}) ||
        (holds(line, "curl ") && holds_any(line, {" -k ", " --insecure"})))
        return {"unchecked TLS", "accepts a certificate of anybody"};
    if (holds(line, "0.0.0.0") && holds_any(tight, {"debug=true", "debug:true"}))
        return {"open debugger", "lets everybody in the network run code"};
    return {};
}

void look_for_dangerous_code(const Document& document, Review& review)
{
    const std::size_t limit = review.findings.size() + k_max_findings;
    const std::string_view text = document.view.text;
    for (const auto& block : document.blocks) {
        if (block.kind != BlockKind::code) continue;
        for (std::size_t begin = block.begin; begin < block.end;) {
            const std::size_t end = std::min<std::size_t>(text.find('\n', begin), block.end);
            // As it was sent: the view leaves out what is emphasis in prose.
            const Mark mark = mark_view(document, begin, end, "stated");
            const auto line = quote_of(document, mark);
            const Danger danger = danger_of(line);
            if (!danger.rule.empty()) {
                found(k_code_danger, "Code that is dangerous to run", document, Certainty::strong,
                      Severity::minor)
                    .stated(mark)
                    .shows("rule", danger.rule)
                    .says("The line ", danger.why, ".")
                    .note(review, "Warn the reader, or show a safer way.");
                if (review.findings.size() >= limit) return;
            }
            begin = end + 1;
        }
    }
}

constexpr const Check* k_danger_checks[] = {&k_code_danger};

} // namespace

const Family k_danger{Voice::red_team, k_danger_checks, look_for_dangerous_code, true};

} // namespace verify::forms
