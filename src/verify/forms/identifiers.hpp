// What the families of identifiers share: candidates in the view, and how they are reported.
#pragma once

#include "verify/forms/labels.hpp"
#include "verify/law/critic.hpp"

#include <map>
#include <string>

namespace verify::forms {

// Digits and letters of the view with separators left out.
struct Run {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::string compact;             // capital letters
    std::vector<std::size_t> groups; // their lengths
};

inline constexpr std::size_t k_longest_run = 120;

bool is_identifier_char(char c);
bool is_hex(char c);
// Whether a run may begin here: nothing that belongs to it stands before.
bool begins_run(std::string_view text, std::size_t at);
// Letters and digits from `at` on, groups parted by one of `separators`, at most `most` characters.
Run read_run(std::string_view text, std::size_t at, std::string_view separators, std::size_t most);
// Whether a run that ends here is whole.
bool ends_run(std::string_view text, std::size_t at);
bool all_digits(std::string_view text);

struct Verdict {
    CheckRef check;        // "ident.isbn"
    std::string_view kind; // "ISBN-13"
    std::string reported;  // the check characters as written
    std::string expected;  // empty when the fault is not in them
    std::string fault;     // "has 12 digits, not 13"; empty when it is well formed
    Certainty certainty = Certainty::exact;
};

// Collects what is judged; a place is judged once.
class Identifiers {
public:
    Identifiers(const Document& document, Review& review);

    [[nodiscard]] const Document& document() const { return m_document; }
    [[nodiscard]] std::string_view text() const { return m_document.view.text; }
    [[nodiscard]] std::string_view folded() const { return m_document.view.folded; }
    [[nodiscard]] const std::vector<Label>& labels() const { return m_labels; }
    // Whether a label of the scheme stands within `reach` bytes before or behind, in the same line.
    [[nodiscard]] bool is_labelled(Scheme scheme, std::uint32_t begin, std::uint32_t end,
                                   std::uint32_t reach) const;

    // Whether what was judged reaches over this byte.
    [[nodiscard]] bool is_judged(std::uint32_t at) const;
    // Passes when expected and reported are the same and there is no fault. An identifier that is
    // wrong is told once; where it stands again, its finding says so.
    void judge(const Run& run, const Verdict& verdict);

private:
    const Document& m_document;
    Review& m_review;
    std::vector<Label> m_labels;
    std::map<std::uint32_t, std::uint32_t> m_judged; // apart from each other: begin to end
    std::map<std::string, std::size_t> m_told;       // by check and identifier: the finding
};

// Numbers with check digits, after their label or by their own shape.
void check_numbers(Identifiers& all);
// Addresses of chains: EIP-55, BIP-173 and BIP-350, base58check.
void check_accounts(Identifiers& all);
// Names whose syntax alone can be judged: DOI, CVE, mail addresses.
void check_names(Identifiers& all);

} // namespace verify::forms
