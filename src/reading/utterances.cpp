#include "reading/utterances.hpp"

#include "reading/fitness.hpp"
#include "reading/passage.hpp"

#include <algorithm>
#include <utility>

namespace reading {

namespace {

constexpr std::uint32_t k_least_words = 3;
// A shorter line without an end mark was not broken because the page was narrow.
constexpr std::size_t k_short_line = 45;

// Labels of structured abstracts (NLM's categories): what was done and why, and what it means.
constexpr std::string_view k_method_labels[] = {
    "background",    "method",       "methods",  "introduction", "objective",    "objectives",
    "purpose",       "aim",          "aims",     "design",       "setting",      "patients",
    "participants",  "materials",    "material", "measures",     "measurements", "context",
    "interventions", "intervention", "trial"};
constexpr std::string_view k_conclusion_labels[] = {"conclusion", "conclusions", "interpretation",
                                                    "significance", "implications"};
// Behind one of these no line ends but by the width of the page.
constexpr auto k_lead_on_sets = WordSet::article | WordSet::possessive | WordSet::place_prep |
                                WordSet::role_prep | WordSet::way_prep | WordSet::between_prep |
                                WordSet::joins | WordSet::copula | WordSet::relative;

bool is_word(const Document& document, std::uint32_t token)
{
    return document.kind(token) != TokenKind::symbol;
}

bool is_lower(std::string_view raw)
{
    return !raw.empty() && raw.front() >= 'a' && raw.front() <= 'z';
}

bool has_capital(std::string_view raw)
{
    return !raw.empty() &&
           (is_upper(raw.front()) || static_cast<unsigned char>(raw.front()) >= 0x80);
}

class UtteranceReader {
public:
    UtteranceReader(const Document& document, std::string_view language)
        : m_document{document}, m_english{language == "en"}
    {
    }

    std::vector<Utterance> read()
    {
        count_stops();
        for (std::uint32_t i = 0; i < m_document.sentences.size();) {
            const std::uint32_t block = m_document.sentences[i].block;
            const auto kind = m_document.blocks[block].kind;
            std::uint32_t next = i + 1;
            if (kind == BlockKind::paragraph || kind == BlockKind::list_item) {
                while (next < m_document.sentences.size() &&
                       m_document.sentences[next].block == block)
                    ++next;
                read_block(i, next);
            }
            i = next;
        }
        weigh_person();
        return std::move(m_out);
    }

private:
    // If a source has no stops (a review, a chat), none can be asked for.
    void count_stops()
    {
        std::size_t lines = 0;
        std::size_t stops = 0;
        for (std::uint32_t i = 0; i < m_document.sentences.size(); ++i) {
            const auto& range = m_document.of_sentence[i];
            if (range.begin == range.end) continue;
            ++lines;
            stops += ends_sentence(m_document, range.begin, range.end) ? 1U : 0U;
        }
        m_has_stops = stops * 4 > lines;
    }

    void read_block(std::uint32_t first, std::uint32_t last)
    {
        if (!m_is_below_label) m_method = m_conclusion = false;
        bool opens = true;
        for (std::uint32_t i = first; i < last;) {
            std::uint32_t next = i + 1;
            std::size_t marks = marks_in(i);
            for (; next < last && continues(next, marks); ++next) marks += marks_in(next);
            std::uint32_t begin = m_document.of_sentence[i].begin;
            const std::uint32_t end = m_document.of_sentence[next - 1].end;
            for (std::uint32_t token = begin + 1; token < end; ++token) {
                if (!breaks_line(token) && !begins_with_code(token) && !begins_glued(token))
                    continue;
                add(i, begin, token, std::exchange(opens, false));
                begin = token;
                opens = true; // a line of its own
            }
            add(i, begin, end, std::exchange(opens, false));
            i = next;
        }
    }

    [[nodiscard]] std::size_t marks_in(std::uint32_t sentence) const
    {
        const auto& range = m_document.of_sentence[sentence];
        std::size_t marks = 0;
        for (std::uint32_t i = range.begin; i < range.end; ++i)
            marks += m_document.word(i) == "\"" ? 1U : 0U;
        return marks;
    }

    // "Is it safe?" he asked: the mark inside the quotation ended no sentence. `marks`: quotation
    // marks of the utterance so far.
    [[nodiscard]] bool continues(std::uint32_t next, std::size_t marks) const
    {
        const auto& range = m_document.of_sentence[next];
        if (range.begin == range.end) return false;
        const auto& before = m_document.of_sentence[next - 1];
        const auto raw = m_document.raw(range.begin);
        if (m_document.kind(range.begin) == TokenKind::word && is_lower(raw) &&
            closes_quotation(m_document.word(before.end - 1)))
            return true;
        return marks % 2 == 1 && is_one_of(m_document.word(before.end - 1), {"?", "!"});
    }

    // Whether the line that ends before `token` was not broken by the width of the page.
    [[nodiscard]] bool breaks_line(std::uint32_t token) const
    {
        const std::string_view text = m_document.view.text;
        const std::uint32_t from = m_document.tokens[token - 1].end;
        const std::uint32_t to = m_document.tokens[token].begin;
        const auto gap = text.substr(from, to - from);
        const auto at = gap.find('\n');
        if (at == std::string_view::npos) return false;
        if (is_one_of(m_document.word(token - 1), {",", ";", "-", "\u2013", "\u2014", "("}) ||
            is_in(k_lead_on_sets, m_document.word(token - 1)))
            return false;
        if (!m_has_stops) return true; // each line is a remark of its own
        if (is_lower(m_document.raw(token))) return false;
        const std::size_t end = from + at;
        const std::size_t before = text.rfind('\n', end - 1);
        const std::size_t length = end - (before == std::string_view::npos ? 0 : before + 1);
        const std::size_t word = m_document.tokens[token].end - to;
        return length <= k_short_line || length + 1 + word <= width_around(token);
    }

    // "... at once. x402 is": no capital tells that a sentence begins.
    [[nodiscard]] bool begins_with_code(std::uint32_t token) const
    {
        return m_document.kind(token) == TokenKind::opaque && m_document.word(token - 1) == "." &&
               m_document.tokens[token].space_before && is_lower(m_document.raw(token));
    }

    // "... into the river The accident happened": a caption or a heading that lost its stop.
    [[nodiscard]] bool begins_glued(std::uint32_t token) const
    {
        return is_one_of(m_document.raw(token), {"The", "This", "These", "It", "They", "He", "She",
                                                 "Der", "Die", "Das", "Es"}) &&
               m_document.kind(token - 1) == TokenKind::word &&
               token + 1 < m_document.tokens.size() && is_lower(m_document.raw(token + 1)) &&
               !m_document.tokens[token].quoted;
    }

    // The longest line of the block.
    [[nodiscard]] std::size_t width_around(std::uint32_t token) const
    {
        const auto at = m_document.tokens[token].begin;
        const auto block =
            std::find_if(m_document.blocks.begin(), m_document.blocks.end(),
                         [&](const Block& each) { return each.begin <= at && at < each.end; });
        if (block == m_document.blocks.end()) return 0;
        std::size_t out = 0;
        std::size_t begin = block->begin;
        while (begin < block->end) {
            auto end = m_document.view.text.find('\n', begin);
            if (end == std::string::npos || end > block->end) end = block->end;
            out = std::max(out, end - begin);
            begin = end + 1;
        }
        return out;
    }

    void add(std::uint32_t sentence, std::uint32_t begin, std::uint32_t end, bool opens)
    {
        begin = after_references(begin, end);
        if (opens) begin = after_dateline(begin, end);
        begin = after_label(begin, end);
        Utterance out;
        out.sentence = sentence;
        out.begin = begin;
        out.end = end;
        for (std::uint32_t i = begin; i < end; ++i) out.words += is_word(m_document, i) ? 1U : 0U;
        if (out.words < k_least_words) {
            read_heading(begin, end);
            return;
        }
        const auto& block = m_document.blocks[m_document.sentences[sentence].block];
        judge(m_document,
              {m_english, m_has_stops, block.kind == BlockKind::list_item, opens, m_method,
               m_conclusion},
              out);
        m_out.push_back(out);
    }

    // "3][4][5] The campaign": marks of references that belong to the sentence before.
    [[nodiscard]] std::uint32_t after_references(std::uint32_t begin, std::uint32_t end) const
    {
        std::uint32_t out = begin;
        while (out + 2 < end) {
            const std::uint32_t number = m_document.word(out) == "[" ? out + 1 : out;
            if (m_document.kind(number) != TokenKind::number || m_document.word(number + 1) != "]")
                break;
            out = number + 2;
        }
        return out < end ? out : begin;
    }

    // "PARIS, March 3 (Reuters) - ": nothing but names, days and numbers before a dash, and a
    // capital behind it.
    [[nodiscard]] std::uint32_t after_dateline(std::uint32_t begin, std::uint32_t end) const
    {
        constexpr std::uint32_t k_longest = 14;
        for (std::uint32_t i = begin; i < std::min(end, begin + k_longest); ++i) {
            const auto word = m_document.word(i);
            const bool dash = is_one_of(word, {"\u2014", "\u2013", "-", "_"});
            if (dash && i > begin && m_document.tokens[i].space_before) {
                std::uint32_t next = i + 1;
                while (next < end &&
                       is_one_of(m_document.word(next), {"-", "\u2014", "\u2013", "_"}))
                    ++next;
                return next < end &&
                               (has_capital(m_document.raw(next)) || m_document.word(next) == "\"")
                           ? next
                           : begin;
            }
            const bool name = m_document.kind(i) != TokenKind::word ||
                              has_capital(m_document.raw(i)) ||
                              is_one_of(word, {"of", "the", "de"});
            if (!name || is_one_of(word, {"\"", "!", "?", ";"})) return begin;
        }
        return begin;
    }

    // "METHODS: ", "Q. ", "Update: ": one to four words that begin with a capital.
    [[nodiscard]] std::uint32_t after_label(std::uint32_t begin, std::uint32_t end)
    {
        constexpr std::uint32_t k_longest = 5;
        // "Background A 2017 meta-analysis": the colon was lost.
        const bool is_section = is_one_of(m_document.word(begin), k_method_labels) ||
                                is_one_of(m_document.word(begin), k_conclusion_labels);
        if (is_section && begin + 2 < end && has_capital(m_document.raw(begin)) &&
            m_document.kind(begin + 1) == TokenKind::word &&
            has_capital(m_document.raw(begin + 1))) {
            note_section(begin, begin + 1);
            return begin + 1;
        }
        if (is_one_of(m_document.raw(begin), {"Q", "A"}) &&
            is_one_of(m_document.word(begin + 1), {".", ":"}) && begin + 2 < end &&
            has_capital(m_document.raw(begin + 2)))
            return begin + 2;
        for (std::uint32_t i = begin; i < std::min(end, begin + k_longest); ++i) {
            if (i > begin && m_document.word(i) == ":") {
                if (i + 1 >= end) return begin;
                const auto raw = m_document.raw(i + 1);
                const bool starts = has_capital(raw) || is_digit(raw.front()) || raw == "\"";
                if (!starts || !m_document.tokens[i + 1].space_before) return begin;
                note_section(begin, i);
                return i + 1;
            }
            if (m_document.kind(i) != TokenKind::word) return begin;
            if (i == begin && !has_capital(m_document.raw(i))) return begin;
        }
        return begin;
    }

    // "Methods" on a line of its own, which holds up to the next such line.
    void read_heading(std::uint32_t begin, std::uint32_t end)
    {
        if (end != begin + 1 || !has_capital(m_document.raw(begin))) return;
        note_section(begin, end);
        m_is_below_label = m_method || m_conclusion;
    }

    void note_section(std::uint32_t begin, std::uint32_t end)
    {
        const Passage label{m_document, begin, end};
        m_method = label.any(k_method_labels);
        m_conclusion = label.any(k_conclusion_labels);
    }

    // If many sentences say "I" and "we", that tells nothing against one.
    void weigh_person()
    {
        const auto own = std::count_if(m_out.begin(), m_out.end(),
                                       [](const Utterance& each) { return each.first_person; });
        if (static_cast<std::size_t>(own) * 8 > m_out.size()) return;
        for (auto& utterance : m_out)
            if (utterance.first_person) utterance.worth *= 0.7;
    }

    const Document& m_document;
    bool m_english;
    bool m_has_stops = true;
    bool m_method = false;         // in such a part of an abstract
    bool m_conclusion = false;     // the same
    bool m_is_below_label = false; // of such a part, on a line of its own
    std::vector<Utterance> m_out;
};

} // namespace

std::vector<Utterance> read_utterances(const Document& document, std::string_view language)
{
    return UtteranceReader{document, language}.read();
}

} // namespace reading
