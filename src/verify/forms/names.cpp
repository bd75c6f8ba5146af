// ident.uuid, doi, arxiv, cve, email, ipv6: names of which only the syntax can be judged.
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

// RFC 9562, section 4.
void check_uuid(Identifiers& all, std::size_t at)
{
    const Run run = read_run(all.text(), at, "-", 64);
    if (!ends_run(all.text(), run.end)) return;
    const std::vector<std::size_t> wanted{8, 4, 4, 4, 12};
    const bool hex = std::all_of(run.compact.begin(), run.compact.end(), is_hex);
    const std::size_t size = run.compact.size();
    if (hex && (run.groups == wanted || (run.groups.size() == 1 && size == 32)))
        return well_formed(all, run, k_ident_uuid, "UUID");
    if (size < 28 || size > 36 || run.groups.size() < 4) return;
    const auto strange =
        std::count_if(run.compact.begin(), run.compact.end(), [](char c) { return !is_hex(c); });
    // "xxxxxxxx-xxxx-..." stands for any.
    if (strange > 2 || run.compact.find('X') != std::string::npos) return;
    malformed(all, run, k_ident_uuid, "UUID",
              strange > 0 ? "has letters that are no hexadecimal digits"
                          : base::concat("has ", size, " digits in ", run.groups.size(),
                                         " groups, not 32 in 8-4-4-4-12"));
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

// arXiv identifiers since 2007: YYMM.NNNN, five digits since 2015; older ones begin with a subject.
void check_arxiv(Identifiers& all, std::size_t at)
{
    const std::string_view text = all.text();
    const Run run = read_run(text, at, ".", 12);
    if (run.groups.size() < 2 || run.groups[0] != 4 ||
        !all_digits(std::string_view{run.compact}.substr(0, 4)) || run.groups[1] < 3)
        return;
    const std::string serial = run.compact.substr(4, run.groups[1]);
    const std::size_t digits = std::min(serial.find('V'), serial.size());
    if (!all_digits(std::string_view{serial}.substr(0, digits))) return;
    const Run name = place(run.begin, run.begin + 5 + digits);
    const int year = (run.compact[0] - '0') * 10 + (run.compact[1] - '0');
    const int month = (run.compact[2] - '0') * 10 + (run.compact[3] - '0');
    if (month < 1 || month > 12)
        return malformed(all, name, k_ident_arxiv, "arXiv identifier",
                         base::concat("names a month ", month));
    const std::size_t wanted = year >= 15 ? 5 : 4;
    if (year >= 7 && year < 91 && digits != wanted)
        return malformed(all, name, k_ident_arxiv, "arXiv identifier",
                         base::concat("has ", digits, " digits after the point, not ", wanted));
    well_formed(all, name, k_ident_arxiv, "arXiv identifier");
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

// RFC 4291, section 2.2. Empty when it is well formed.
std::string ipv6_fault(std::string_view address)
{
    std::size_t groups = 0;
    std::size_t gaps = 0;
    std::size_t at = 0;
    if (address.starts_with("::")) {
        gaps = 1;
        at = 2;
    } else if (address.starts_with(":")) {
        return "begins with a single colon";
    }
    while (at < address.size()) {
        const std::size_t end = std::min(address.find(':', at), address.size());
        const std::string_view group = address.substr(at, end - at);
        if (group.empty()) {
            ++gaps;
            at = end + 1;
            if (gaps > 1) return "has more than one gap ::";
            continue;
        }
        const bool is_dotted = group.find('.') != std::string_view::npos && end == address.size();
        if (!is_dotted && group.size() > 4) return "has a group of more than four digits";
        if (!is_dotted && !std::all_of(group.begin(), group.end(), is_hex))
            return "has letters that are no hexadecimal digits";
        groups += is_dotted ? 2 : 1;
        if (end == address.size()) break;
        at = end + 1;
        if (at == address.size()) return "ends with a single colon";
    }
    if (gaps == 0 && groups != 8) return base::concat("has ", groups, " groups, not eight");
    if (gaps > 0 && groups > 7) return base::concat("has ", groups, " groups beside its gap ::");
    return {};
}

void check_ipv6(Identifiers& all, std::size_t at, bool named)
{
    const std::string_view text = all.text();
    std::size_t end =
        end_of(text, at, [](char c) { return is_identifier_char(c) || c == ':' || c == '.'; });
    while (end > at &&
           (text[end - 1] == '.' || (text[end - 1] == ':' && end - at > 2 && text[end - 2] != ':')))
        --end;
    const std::string_view address = text.substr(at, end - at);
    const auto colons = std::count(address.begin(), address.end(), ':');
    if (colons < 2 || (end < text.size() && (text[end] == '_' || text[end] == '-'))) return;
    const bool bracketed = at > 0 && text[at - 1] == '[' && end < text.size() && text[end] == ']';
    const bool global = address.size() > 5 && address[4] == ':' && address[0] == '2' &&
                        all_digits(address.substr(0, 4)) && colons >= 3;
    if (!named && !global && !(bracketed && colons >= 3)) return;
    // A host name with its port, a clock, or words of a program.
    const auto strange = std::count_if(address.begin(), address.end(),
                                       [](char c) { return is_identifier_char(c) && !is_hex(c); });
    if (strange > 2) return;
    const Run run = place(at, end);
    std::string fault = ipv6_fault(address);
    if (fault.empty()) return well_formed(all, run, k_ident_ipv6, "IPv6 address");
    malformed(all, run, k_ident_ipv6, "IPv6 address", std::move(fault));
}

} // namespace

void check_names(Identifiers& all)
{
    for (const auto& label : all.labels()) {
        if (!label.named) continue;
        if (label.scheme == Scheme::uuid) check_uuid(all, *label.named);
        if (label.scheme == Scheme::doi) check_doi(all, *label.named);
        if (label.scheme == Scheme::arxiv) check_arxiv(all, *label.named);
        if (label.scheme == Scheme::ipv6) check_ipv6(all, *label.named, true);
    }
    const std::string_view text = all.text();
    const std::string_view folded = all.folded();
    const auto fences = find_fences(all.document());
    auto fence = fences.begin();
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '@') {
            // Programs give the sign other meanings.
            const std::uint32_t source = all.document().view.origin[at];
            while (fence != fences.end() && fence->outer_end <= source) ++fence;
            const bool in_code = fence != fences.end() && source >= fence->outer_begin;
            const bool is_prose = all.document().format == reading::Format::prose ||
                                  all.document().format == reading::Format::markdown;
            if (!in_code && is_prose) check_mail(all, at);
            continue;
        }
        if (!is_identifier_char(text[at]) || !begins_run(text, at)) continue;
        if (folded.substr(at, 4) == "cve-") check_cve(all, at);
        if (text[at] == '2' || (at > 0 && text[at - 1] == '[')) check_ipv6(all, at, false);
    }
}

} // namespace verify::forms
