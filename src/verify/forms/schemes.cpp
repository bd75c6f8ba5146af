#include "verify/forms/schemes.hpp"
#include "verify/forms/checks.hpp"

#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "verify/forms/check_digits.hpp"
#include "verify/forms/iban_lengths.hpp"

#include <algorithm>

namespace verify::forms {

namespace {

constexpr std::string_view k_joints = " -";
std::string head(const Run& run)
{
    return run.compact.substr(0, run.compact.size() - 1);
}

std::string last(const Run& run, std::size_t count = 1)
{
    return run.compact.substr(run.compact.size() - count);
}

// All digits, but for an X at the end.
bool is_digits_or_x(const Run& run)
{
    return run.compact.size() > 1 && all_digits(head(run)) &&
           (reading::is_digit(run.compact.back()) || run.compact.back() == 'X');
}

// The digits with hyphens, and when that is not whole, with blanks too, if they then have one of
// the lengths.
Run digits_at(std::string_view text, std::size_t at, std::initializer_list<std::size_t> lengths)
{
    Run tight = read_run(text, at, "-", k_longest_run);
    const auto fits = [&](const Run& run) {
        return std::find(lengths.begin(), lengths.end(), run.compact.size()) != lengths.end();
    };
    if (fits(tight) && is_digits_or_x(tight)) return tight;
    for (const auto length : lengths) {
        Run loose = read_run(text, at, k_joints, length);
        if (loose.compact.size() == length && is_digits_or_x(loose) && ends_run(text, loose.end))
            return loose;
    }
    return tight;
}

Judged with(Run run, CheckRef check, std::string_view kind, std::string expected,
            std::size_t count = 1)
{
    std::string reported = last(run, count);
    return {std::move(run),
            {check, kind, std::move(reported), std::move(expected), {}, Certainty::exact}};
}

// A number of about the right length right behind its label.
std::optional<Judged> wrong_length(Run run, CheckRef check, std::string_view kind,
                                   std::string_view wanted, std::string_view text)
{
    if (!is_digits_or_x(run) || !ends_run(text, run.end)) return std::nullopt;
    std::string fault =
        base::concat("has ", run.compact.size(), " characters; this kind has ", wanted);
    return Judged{std::move(run), {check, kind, {}, {}, std::move(fault), Certainty::strong}};
}

std::optional<Judged> isbn_at(std::string_view text, std::size_t at, bool near_label)
{
    Run run = digits_at(text, at, {13, 10});
    if (!ends_run(text, run.end)) return std::nullopt;
    const std::size_t size = run.compact.size();
    if (size == 13 && all_digits(run.compact)) {
        const std::string expected = gtin_check(head(run));
        Judged out = with(run, k_ident_isbn, "ISBN-13", expected);
        const bool prefix = run.compact.starts_with("978") || run.compact.starts_with("979");
        if (!prefix && out.verdict.reported == expected)
            out.verdict.fault = "does not begin with 978 or 979";
        return out;
    }
    if (size == 10 && is_digits_or_x(run))
        return with(run, k_ident_isbn, "ISBN-10", mod11_check(head(run)));
    if (!near_label || (size != 11 && size != 12 && size != 14)) return std::nullopt;
    return wrong_length(std::move(run), k_ident_isbn, "ISBN", "10 or 13", text);
}

std::optional<Judged> issn_at(std::string_view text, std::size_t at, bool near_label)
{
    Run run = read_run(text, at, "-", k_longest_run);
    if (!is_digits_or_x(run) || !ends_run(text, run.end)) return std::nullopt;
    const std::size_t size = run.compact.size();
    if (size == 8 && (run.groups.size() == 1 || run.groups.front() == 4))
        return with(run, k_ident_issn, "ISSN", mod11_check(head(run)));
    if (!near_label || (size != 7 && size != 9) || run.groups.size() != 2) return std::nullopt;
    return wrong_length(std::move(run), k_ident_issn, "ISSN", "8", text);
}

std::optional<Judged> ismn_at(std::string_view text, std::size_t at, bool)
{
    Run run = digits_at(text, at, {13});
    if (run.compact.size() == 10 && run.compact.front() == 'M' && ends_run(text, run.end) &&
        all_digits(std::string_view{run.compact}.substr(1)))
        return with(run, k_ident_ismn, "ISMN",
                    gtin_check(base::concat("9790", head(run).substr(1))));
    if (run.compact.size() != 13 || !all_digits(run.compact) || !ends_run(text, run.end))
        return std::nullopt;
    return with(run, k_ident_ismn, "ISMN", gtin_check(head(run)));
}

std::optional<Judged> gtin_at(std::string_view text, std::size_t at, bool)
{
    Run run = digits_at(text, at, {14, 13, 12, 8});
    const std::size_t size = run.compact.size();
    if ((size != 14 && size != 13 && size != 12 && size != 8) || !all_digits(run.compact) ||
        !ends_run(text, run.end))
        return std::nullopt;
    return with(run, k_ident_gtin, "GTIN", gtin_check(head(run)));
}

std::optional<Judged> orcid_at(std::string_view text, std::size_t at, bool near_label)
{
    Run run = read_run(text, at, "-", k_longest_run);
    if (!is_digits_or_x(run) || !ends_run(text, run.end)) return std::nullopt;
    if (run.compact.size() == 16 && run.groups.size() == 4 && run.groups.front() == 4)
        return with(run, k_ident_orcid, "ORCID iD", mod11_2_check(head(run)));
    if (!near_label || run.groups.size() != 4 || run.compact.size() < 14 || run.compact.size() > 18)
        return std::nullopt;
    return wrong_length(std::move(run), k_ident_orcid, "ORCID iD", "16", text);
}

std::optional<Judged> isni_at(std::string_view text, std::size_t at, bool)
{
    Run run = digits_at(text, at, {16});
    if (run.compact.size() != 16 || !is_digits_or_x(run) || !ends_run(text, run.end))
        return std::nullopt;
    return with(run, k_ident_isni, "ISNI", mod11_2_check(head(run)));
}

std::optional<Judged> iban_at(std::string_view text, std::size_t at, bool near_label)
{
    const Run start = read_run(text, at, "", 4);
    if (start.compact.size() != 4) return std::nullopt;
    const auto is_capital = [&](std::size_t place) {
        return reading::is_upper(near_label ? start.compact[place - at] : text[place]);
    };
    if (!is_capital(at) || !is_capital(at + 1) ||
        !all_digits(std::string_view{start.compact}.substr(2)))
        return std::nullopt;
    const std::size_t length = iban_length(start.compact.substr(0, 2));
    if (length == 0) return std::nullopt;
    Run run = read_run(text, at, k_joints, length);
    const bool in_fours =
        run.groups.size() > 1 && std::all_of(run.groups.begin(), run.groups.end() - 1,
                                             [](std::size_t group) { return group == 4; });
    const bool one_piece = run.groups.size() == 1;
    const bool in_capitals = std::none_of(text.begin() + run.begin, text.begin() + run.end,
                                          [](char c) { return c >= 'a' && c <= 'z'; });
    if (run.compact.size() == length && ends_run(text, run.end) && (in_fours || one_piece) &&
        (in_capitals || near_label)) {
        // A short one without a label and groups may be the number of a part.
        if (!near_label && one_piece && length < 18) return std::nullopt;
        const std::string expected =
            mod97_check(base::concat(run.compact.substr(4), run.compact.substr(0, 2)));
        Judged out{
            run, {k_ident_iban, "IBAN", run.compact.substr(2, 2), expected, {}, Certainty::exact}};
        return out;
    }
    if (!near_label) return std::nullopt;
    // A number of another length: whole groups of four, the last may be shorter.
    Run whole = read_run(text, at, k_joints, 40);
    std::size_t kept = 0;
    std::size_t taken = 0;
    while (taken < whole.groups.size() && whole.groups[taken] == 4) kept += whole.groups[taken++];
    if (taken < whole.groups.size() && (taken == 0 || whole.groups[taken] < 4))
        kept += whole.groups[taken++];
    whole = read_run(text, at, k_joints, kept);
    const auto digits =
        std::count_if(whole.compact.begin(), whole.compact.end(), reading::is_digit);
    if (whole.compact.size() == length || whole.compact.size() < 12 || digits < 8 ||
        !ends_run(text, whole.end))
        return std::nullopt;
    std::string fault = base::concat("has ", whole.compact.size(), " characters; an IBAN of ",
                                     whole.compact.substr(0, 2), " has ", length);
    return Judged{std::move(whole),
                  {k_ident_iban, "IBAN", {}, {}, std::move(fault), Certainty::strong}};
}

// Capital letters and digits without a separator, with at least four digits.
std::optional<Run> code_at(std::string_view text, std::size_t at, std::size_t length)
{
    Run run = read_run(text, at, "", k_longest_run);
    if (run.compact.size() != length || !ends_run(text, run.end)) return std::nullopt;
    if (text.substr(run.begin, length) != run.compact) return std::nullopt;
    const auto digits = std::count_if(run.compact.begin(), run.compact.end(), reading::is_digit);
    if (digits < 4) return std::nullopt;
    return run;
}

std::optional<Judged> lei_at(std::string_view text, std::size_t at, bool)
{
    auto run = code_at(text, at, 20);
    if (!run || !all_digits(last(*run, 2))) return std::nullopt;
    std::string expected = mod97_check(run->compact.substr(0, 18));
    return with(std::move(*run), k_ident_lei, "LEI", std::move(expected), 2);
}

std::optional<Judged> isin_at(std::string_view text, std::size_t at, bool)
{
    auto run = code_at(text, at, 12);
    if (!run || !reading::is_upper(run->compact[0]) || !reading::is_upper(run->compact[1]) ||
        !reading::is_digit(run->compact.back()))
        return std::nullopt;
    std::string expected = luhn_check(head(*run));
    return with(std::move(*run), k_ident_isin, "ISIN", std::move(expected));
}

// Only North America and China ask for the check digit.
std::optional<Judged> vin_at(std::string_view text, std::size_t at, bool)
{
    auto run = code_at(text, at, 17);
    if (!run) return std::nullopt;
    if (run->compact.find_first_of("IOQ") != std::string::npos)
        return Judged{std::move(*run),
                      {k_ident_vin,
                       "VIN",
                       {},
                       {},
                       "has a letter I, O or Q, which no VIN has",
                       Certainty::strong}};
    const char region = run->compact.front();
    if ((region < '1' || region > '5') && region != 'L') return std::nullopt;
    std::string expected = vin_check(run->compact);
    std::string reported = run->compact.substr(8, 1);
    return Judged{
        std::move(*run),
        {k_ident_vin, "VIN", std::move(reported), std::move(expected), {}, Certainty::exact}};
}

std::optional<Judged> imei_at(std::string_view text, std::size_t at, bool)
{
    Run run = digits_at(text, at, {15});
    if (run.compact.size() != 15 || !all_digits(run.compact) || !ends_run(text, run.end))
        return std::nullopt;
    return with(run, k_ident_imei, "IMEI", luhn_check(head(run)));
}

// Issuers by their first digits (ISO/IEC 7812 ranges in use), with the lengths they issue.
bool is_issued(std::string_view number)
{
    const std::size_t size = number.size();
    const auto first = [&](std::size_t count) {
        int value = 0;
        for (std::size_t i = 0; i < count; ++i) value = value * 10 + (number[i] - '0');
        return value;
    };
    const int two = first(2);
    const int four = first(4);
    if (number.front() == '4') return size == 16 || size == 13 || size == 19;
    if ((two >= 51 && two <= 55) || (four >= 2221 && four <= 2720)) return size == 16;
    if (two == 34 || two == 37) return size == 15;
    if (four == 6011 || two == 65) return size == 16 || size == 19;
    return (two == 36 || two == 38) && size == 14;
}

std::optional<Judged> card_at(std::string_view text, std::size_t at, bool near_label)
{
    Run run = read_run(text, at, k_joints, 19);
    if (run.compact.size() > 16 && run.groups.size() > 4) {
        // A number of another kind stands behind it.
        const Run shorter = read_run(text, at, k_joints, 16);
        if (text[shorter.end] != ' ') return std::nullopt;
        run = shorter;
    }
    const std::size_t size = run.compact.size();
    if (size < 13 || !all_digits(run.compact) || !ends_run(text, run.end)) return std::nullopt;
    const bool fours = run.groups == std::vector<std::size_t>{4, 4, 4, 4};
    const bool six = run.groups == std::vector<std::size_t>{4, 6, 5};
    const bool grouped = fours || six;
    // A group on either side more makes it a number of another kind.
    const auto is_digit_at = [&](std::size_t place) {
        return place < text.size() && reading::is_digit(text[place]);
    };
    const bool is_inside =
        (text[run.end == text.size() ? run.end - 1 : run.end] == ' ' && is_digit_at(run.end + 1)) ||
        (at > 1 && text[at - 1] == ' ' && is_digit_at(at - 2));
    if (!near_label && is_inside) return std::nullopt;
    if (!is_issued(run.compact) || (!grouped && (!near_label || run.groups.size() > 1)))
        return std::nullopt;
    // "4444 4444 4444 4444" and "4242 4242 ..." stand for any number.
    if (run.compact.substr(0, 4) == run.compact.substr(4, 4)) return std::nullopt;
    Judged out = with(run, k_ident_card, "payment card number", luhn_check(head(run)));
    if (!near_label) out.verdict.certainty = Certainty::strong;
    return out;
}

std::optional<Judged> aba_at(std::string_view text, std::size_t at, bool)
{
    Run run = read_run(text, at, "", k_longest_run);
    if (run.compact.size() != 9 || !all_digits(run.compact) || !ends_run(text, run.end))
        return std::nullopt;
    return with(run, k_ident_aba, "ABA routing number", routing_check(head(run)));
}

std::optional<Judged> cas_at(std::string_view text, std::size_t at, bool)
{
    Run run = read_run(text, at, "-", k_longest_run);
    const bool shaped = run.groups.size() == 3 && run.groups[0] >= 2 && run.groups[0] <= 7 &&
                        run.groups[1] == 2 && run.groups[2] == 1;
    if (!shaped || !all_digits(run.compact) || !ends_run(text, run.end)) return std::nullopt;
    return with(run, k_ident_cas, "CAS Registry Number", cas_check(head(run)));
}

constexpr SchemeRow k_schemes[] = {{Scheme::isbn, isbn_at},         {Scheme::issn, issn_at},
                                   {Scheme::ismn, ismn_at},         {Scheme::gtin, gtin_at},
                                   {Scheme::orcid, orcid_at, true}, {Scheme::isni, isni_at},
                                   {Scheme::iban, iban_at},         {Scheme::lei, lei_at, true},
                                   {Scheme::isin, isin_at, true},   {Scheme::vin, vin_at, true},
                                   {Scheme::imei, imei_at},         {Scheme::card, card_at},
                                   {Scheme::aba, aba_at},           {Scheme::cas, cas_at}};

} // namespace

const SchemeRow* find_scheme(Scheme scheme)
{
    for (const auto& row : k_schemes)
        if (row.scheme == scheme) return &row;
    return nullptr;
}

} // namespace verify::forms
