#include "verify/layers/mention.hpp"

#include <algorithm>

namespace verify::layers {

namespace {

// Words that announce an example of an attack, as those who warn of attacks use them.
constexpr std::string_view k_announcing[] = {
    "such as",      "phrases like", "messages like", "words like",  "texts like",   "inputs like",
    "e.g.",         "for example",  "for instance",  "attack",      "injection",    "jailbreak",
    "malicious",    "phrase",       "known as",      "called ",     "the sentence", "the words",
    "zum beispiel", "wie etwa",     "angriff",       "par exemple", "attaque",      "por ejemplo",
    "ataque",       "per esempio",  "attacco",       "por exemplo", "например",     "атак",
    "例如",         "攻击",         "たとえば",      "攻撃"};

// How far before a code block its announcement may stand.
constexpr std::size_t k_announcement = 300;

bool announces(std::string_view folded)
{
    return std::any_of(std::begin(k_announcing), std::end(k_announcing), [&](std::string_view cue) {
        return folded.find(cue) != std::string_view::npos;
    });
}

const reading::Sentence* sentence_at(const Document& document, std::size_t at)
{
    const auto& all = document.sentences;
    const auto next =
        std::upper_bound(all.begin(), all.end(), at, [](std::size_t byte, const auto& sentence) {
            return byte < sentence.begin;
        });
    if (next == all.begin() || at >= (next - 1)->end) return nullptr;
    return &*(next - 1);
}

const reading::Token* token_at(const Document& document, std::size_t at)
{
    const auto& all = document.tokens;
    const auto next = std::upper_bound(
        all.begin(), all.end(), at,
        [](std::size_t byte, const reading::Token& token) { return byte < token.begin; });
    if (next == all.begin() || at >= (next - 1)->end) return nullptr;
    return &*(next - 1);
}

bool is_in_inline_code(std::string_view text, std::size_t begin, std::size_t end)
{
    std::size_t line = text.rfind('\n', begin);
    line = line == std::string_view::npos ? 0 : line + 1;
    const auto before = text.substr(line, std::min<std::size_t>(begin - line, 2'000));
    return std::count(before.begin(), before.end(), '`') % 2 == 1 &&
           text.substr(end, 400).find('`') != std::string_view::npos;
}

} // namespace

std::size_t view_offset(const Document& document, std::uint32_t source_byte)
{
    const auto& origin = document.view.origin;
    return static_cast<std::size_t>(std::lower_bound(origin.begin(), origin.end(), source_byte) -
                                    origin.begin());
}

const reading::Block* code_block_at(const Document& document, std::uint32_t source_byte)
{
    const std::size_t at = view_offset(document, source_byte);
    const auto& all = document.blocks;
    const auto next =
        std::upper_bound(all.begin(), all.end(), at,
                         [](std::size_t byte, const auto& block) { return byte < block.begin; });
    if (next == all.begin()) return nullptr;
    const reading::Block& block = *(next - 1);
    return block.kind == BlockKind::code && at < block.end ? &block : nullptr;
}

bool is_mentioned(const Document& document, SourceRange place)
{
    const std::string_view folded = document.view.folded;
    const std::size_t begin = std::min(view_offset(document, place.begin), folded.size());
    const std::size_t end = std::min(view_offset(document, place.end), folded.size());
    if (code_block_at(document, place.begin) != nullptr) {
        const std::size_t from = begin < k_announcement ? 0 : begin - k_announcement;
        return announces(folded.substr(from, begin - from));
    }
    const reading::Sentence* sentence = sentence_at(document, begin);
    if (sentence == nullptr) return false;
    // What fills the sentence is said, with quotation marks or without.
    const bool says_more = end - begin + 12 < sentence->end - sentence->begin;
    const reading::Token* token = token_at(document, begin);
    if (says_more && token != nullptr && token->quoted) return true;
    if (says_more && is_in_inline_code(folded, begin, end)) return true;
    return announces(folded.substr(sentence->begin, begin - sentence->begin));
}

} // namespace verify::layers
