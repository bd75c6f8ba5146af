// arith.sum in lists of labels and amounts: a line each, with subtotals, taxes and deductions.
//
//   Rent        950.00
//   Parking      60.00
//   Total due 1,010.00
//
// A line that equals the sum so far is a subtotal, whatever it is called.
#include "reading/term_roles.hpp"
#include "verify/relations/checks.hpp"
#include "verify/relations/list_lines.hpp"
#include "verify/relations/relations.hpp"

#include <algorithm>

namespace verify::relations {

namespace {

constexpr std::size_t k_most_lines = 60; // of one list

bool are_alike(const Line& left, const Line& right)
{
    const bool is_printed_alike = left.amount.quantity->place == right.amount.quantity->place ||
                                  (!left.amount.currency.empty() && !right.amount.currency.empty());
    return is_printed_alike && left.amount.powers == right.amount.powers &&
           (left.amount.currency == right.amount.currency || left.amount.currency.empty() ||
            right.amount.currency.empty());
}

class Reader {
public:
    Reader(const Document& document, Review& review) : m_document{document}, m_review{review} {}

    void read()
    {
        const auto& sentences = m_document.sentences;
        for (std::size_t i = 0; i < sentences.size(); ++i) {
            const auto kind = m_document.blocks[sentences[i].block].kind;
            const auto range = m_document.of_sentence[i];
            const bool is_text = kind != BlockKind::table_row && kind != BlockKind::code;
            if (!is_text) {
                finish();
                m_told.clear();
                continue;
            }
            const Passage whole{m_document, range.begin, range.end};
            for (auto at = range.begin; at < range.end;) {
                auto end = at + 1;
                while (end < range.end && !reading::begins_line(whole, end)) ++end;
                line(Passage{m_document, at, end});
                at = end;
            }
        }
        finish();
    }

private:
    // A line of signs alone, or a remark in brackets.
    [[nodiscard]] bool says_nothing(const Passage& passage) const
    {
        if (passage.word(passage.begin()) == "(" && passage.word(passage.end() - 1) == ")")
            return true;
        for (auto at = passage.begin(); at < passage.end(); ++at)
            if (m_document.kind(at) != reading::TokenKind::symbol) return false;
        return true;
    }

    void line(const Passage& passage)
    {
        if (says_nothing(passage)) return;
        if (auto inner = lines_of(passage); inner.size() >= k_least_told) {
            finish();
            m_told = std::move(inner);
            m_left = k_far;
            skip(passage);
            tell(Passage{m_document, m_told.back().amount.end, passage.end()});
            return;
        }
        if (m_lines.empty() && !m_told.empty() && tell(passage)) return skip(passage);
        const bool joined_list = !m_lines.empty();
        auto read = read_line(passage);
        if (read && read->is_bare && m_lines.size() < 2) read.reset();
        // "Average: 112 fps" is of the list, and none of its lines.
        if (read && read->amount.has(reading::Role::mean)) read.reset();
        const bool joins = read && (m_lines.empty() || are_alike(m_lines.back(), *read));
        if (!joins || m_lines.size() >= k_most_lines) finish();
        if (!read) {
            if (joined_list && !m_told.empty()) tell(passage);
            return skip(passage);
        }
        m_lines.push_back(std::move(*read));
        m_end = passage.end();
    }

    void skip(const Passage& passage)
    {
        m_before_begin = passage.begin();
        m_before_end = passage.end();
        m_end = passage.end();
    }

    // What a sentence says of the list that is not far before it.
    bool tell(const Passage& passage)
    {
        const auto result = read_result(passage, m_told.back());
        if (result) judge_result(m_document, m_told, *result, m_review);
        if (result || --m_left == 0) m_told.clear();
        return result.has_value();
    }

    void finish()
    {
        if (m_lines.empty()) return;
        const Passage before{m_document, m_before_begin, m_before_end};
        if (m_lines.size() >= 3) judge_list(before, m_lines, m_review);
        m_before_begin = m_lines.front().begin;
        m_before_end = m_end;
        const bool is_told = std::any_of(m_lines.begin(), m_lines.end(), [](const Line& line) {
            return line.is_total || line.is_rest || line.is_bare;
        });
        m_told.clear();
        if (!is_told && m_lines.size() >= k_least_told) m_told = std::move(m_lines);
        m_left = k_far;
        m_lines.clear();
    }

    static constexpr std::size_t k_least_told = 3;
    static constexpr std::size_t k_far = 4; // sentences or lines

    const Document& m_document;
    Review& m_review;
    Lines m_lines;
    Lines m_told; // the last list, whose total or mean is not told yet
    std::size_t m_left = 0;
    // Tokens of what stands before the list at hand, and where its last line ends.
    std::uint32_t m_before_begin = 0;
    std::uint32_t m_before_end = 0;
    std::uint32_t m_end = 0;
};

void check_lists(const Document& document, Review& review)
{
    Reader{document, review}.read();
}

constexpr const Check* k_lists_checks[] = {&k_arith_sum, &k_arith_mean, &k_arith_difference,
                                           &k_arith_product, &k_arith_share};

} // namespace

const Family k_lists{Voice::skeptic, k_lists_checks, check_lists};

} // namespace verify::relations
