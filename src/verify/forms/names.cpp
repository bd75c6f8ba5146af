// ident.doi, cve, email: names of which only the syntax can be judged.
#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "reading/fences.hpp"
#include "verify/forms/checks.hpp"
#include "verify/forms/identifiers.hpp"

#include <algorithm>

namespace verify::forms {

namespace {

constexpr std::size_t k_longest_name = 256;

Run place(std::size_t begin, std::size_t end)
{
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), {}, {}};
}

std::size_t end_of(std::string_view text, std::size_t at, bool (*belongs)(char))
{
    std::size_t end = at;
    while (end < text.size() && end - at < k_longest_name && belongs(text[end])) ++end;
    return end;
}

void well_formed(Identifiers& all, const Run& run, CheckRef check, std::string_view kind)
{
    all.judge(run, {check, kind, {}, {}, {}, Certainty::exact});
}

void malformed(Identifiers& all, const Run& run, CheckRef check, std::string_view kind,
               std::string fault)
{
    all.judge(run, {check, kind, {}, {}, std::move(fault), Certainty::strong});
}

// ISO 26324: 10., a registrant of four digits or more, a slash.
void check_doi(Identifiers& all, std::size_t at)
{
    const std::string_view text = all.text();
    if (!reading::is_digit(text[at])) return;
    std::size_t end = end_of(text, at, [](char c) {
        return !reading::is_blank(c) && c != '"' && c != '>' && c != '<' && c != ']' && c != '|' &&
               c != '`' && c != ',' && c != ';';
    });
    while (end > at && std::string_view{".)':"}.find(text[end - 1]) != std::string_view::npos)
        --end;
    const std::string_view name = text.substr(at, end - at);
    const std::size_t slash = name.find('/');
    if (slash == std::string_view::npos || slash + 1 == name.size()) return;
    const Run run = place(at, end);
    const std::string_view prefix = name.substr(0, slash);
    const std::string_view registrant = prefix.substr(0, prefix.find('.', 3));
    const std::size_t point = prefix.find('.');
    // "10/abc" is a short form of the registry's own.
    if (prefix == "10") return;
    if (point == std::string_view::npos || !all_digits(prefix.substr(0, point))) return;
    if (prefix.substr(0, point) != "10")
        return malformed(all, run, k_ident_doi, "DOI", "does not begin with 10.");
    const std::size_t digits = registrant.size() - std::min<std::size_t>(3, registrant.size());
    if (digits < 4 || digits > 9 || !all_digits(registrant.substr(3)))
        return malformed(all, run, k_ident_doi, "DOI",
                         "has a registrant that is not of four to nine digits");
    well_formed(all, run, k_ident_doi, "DOI");
}

// CVE-YYYY-N, N of four digits or more, the first of 1999.
void check_cve(Identifiers& all, std::size_t at)
{
    const Run run = read_run(all.text(), at, "-", 24);
    if (run.groups.size() != 3 || run.groups[1] != 4 || !ends_run(all.text(), run.end)) return;
    const std::string_view year = std::string_view{run.compact}.substr(3, 4);
    const std::string_view serial = std::string_view{run.compact}.substr(7);
    if (!all_digits(year) || !all_digits(serial)) return;
    if (year < "1999")
        return malformed(all, run, k_ident_cve, "CVE identifier",
                         "is of a year before the first, 1999");
    if (serial.size() < 4)
        return malformed(all, run, k_ident_cve, "CVE identifier",
                         base::concat("has a serial of ", serial.size(), " digits, not four"));
    well_formed(all, run, k_ident_cve, "CVE identifier");
}

bool is_local_char(char c)
{
    return is_identifier_char(c) ||
           std::string_view{".!#$%&'*+-/=?^_{}~@"}.find(c) != std::string_view::npos;
}

bool is_domain_char(char c)
{
    return is_identifier_char(c) || c == '.' || c == '-';
}

// RFC 5321, section 4.1.2: a dot-string on the left, a domain on the right.
void check_mail(Identifiers& all, std::size_t sign)
{
    constexpr std::size_t k_longest_local = 64;
    const std::string_view text = all.text();
    std::size_t begin = sign;
    while (begin > 0 && sign - begin < k_longest_local && is_local_char(text[begin - 1])) --begin;
    std::size_t end = end_of(text, sign + 1, is_domain_char);
    while (end > sign && (text[end - 1] == '.' || text[end - 1] == '-')) --end;
    const std::string_view local = text.substr(begin, sign - begin);
    const std::string_view domain = text.substr(sign + 1, end - std::min(end, sign + 1));
    const std::size_t dot = domain.rfind('.');
    const bool named = dot != std::string_view::npos && domain.size() - dot > 2 &&
                       reading::is_letter(domain[dot + 1]);
    if (!named || local.empty() || !is_identifier_char(local.front())) return;
    // "git@host:path" and "user:secret@host" in a link are not mail addresses.
    if (end < text.size() && (text[end] == ':' || text[end] == '/' || text[end] == '@')) return;
    if (local.find('/') != std::string_view::npos) return;
    const Run run = place(begin, end);
    std::string fault;
    if (local.find('@') != std::string_view::npos) {
        if (local.back() != '@' || std::count(local.begin(), local.end(), '@') != 1) return;
        fault = "has two signs @";
    } else if (local.find("..") != std::string_view::npos || local.back() == '.') {
        if (local.find("...") != std::string_view::npos) return;
        fault = "has an empty part between dots before the @";
    } else if (domain.front() == '.') {
        // "name@.service" is a template of a unit.
        if (domain.find('.', 1) == std::string_view::npos) return;
        fault = "has an empty label in its domain";
    } else if (domain.find("..") != std::string_view::npos) {
        fault = "has an empty label in its domain";
    } else if (domain.front() == '-' || domain.find("-.") != std::string_view::npos ||
               domain.find(".-") != std::string_view::npos) {
        fault = "has a label that begins or ends with a hyphen";
    }
    if (fault.empty()) return well_formed(all, run, k_ident_email, "mail address");
    malformed(all, run, k_ident_email, "mail address", std::move(fault));
}

} // namespace

void check_names(Identifiers& all)
{
    for (const auto& label : all.labels())
        if (label.named && label.scheme == Scheme::doi) check_doi(all, *label.named);
    const std::string_view text = all.text();
    const std::string_view folded = all.folded();
    const auto fences = find_fences(all.document());
    auto fence = fences.begin();
    for (std::size_t at = text.find('@'); at != std::string_view::npos;
         at = text.find('@', at + 1)) {
        // Programs give the sign other meanings.
        const std::uint32_t source = all.document().view.origin[at];
        while (fence != fences.end() && fence->outer_end <= source) ++fence;
        const bool in_code = fence != fences.end() && source >= fence->outer_begin;
        const bool is_prose = all.document().format == reading::Format::prose ||
                              all.document().format == reading::Format::markdown;
        if (!in_code && is_prose) check_mail(all, at);
    }
    for (std::size_t at = folded.find("cve-"); at != std::string_view::npos;
         at = folded.find("cve-", at + 4))
        if (begins_run(text, at)) check_cve(all, at);
}

} // namespace verify::forms
