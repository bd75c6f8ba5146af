#include "verify/model/sheet.hpp"

#include "base/concat.hpp"
#include "llm/chance.hpp"
#include "llm/chat.hpp"
#include "llm/plain.hpp"

#include <algorithm>

namespace verify::model {

using base::concat;

namespace {

// A sum that no reader can take for another thing.
std::string canary(llm::Chance& chance, bool is_right)
{
    constexpr std::string_view k_things[] = {"parcels", "tickets", "chairs", "lamps", "bottles"};
    const auto thing = k_things[chance.below(std::size(k_things))];
    const auto first = chance.between(120, 480);
    const auto second = chance.between(120, 480);
    const auto off = is_right ? 0 : chance.between(30, 90);
    return concat("There were ", first, ' ', thing, " in the first room and ", second, ' ', thing,
                  " in the second room, a total of ", first + second + off, ' ', thing, '.');
}

} // namespace

std::vector<std::size_t> askable(const Document& document)
{
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < document.sentences.size(); ++i) {
        const auto kind = document.blocks[document.sentences[i].block].kind;
        if (kind != BlockKind::code) out.push_back(i);
    }
    return out;
}

std::vector<std::vector<std::size_t>> portions(const Document& document, std::size_t most_tokens)
{
    constexpr std::int64_t k_of_a_line = 24; // its mark and its number
    constexpr std::int64_t k_of_a_number = 12;
    std::vector<std::vector<std::size_t>> out;
    std::int64_t tokens = 0;
    for (const auto index : askable(document)) {
        const auto& sentence = document.sentences[index];
        const auto text = std::string_view{document.view.text}.substr(
            sentence.begin, sentence.end - sentence.begin);
        const auto numbers = static_cast<std::int64_t>(document.terms().of(index).size());
        const auto own = llm::most_tokens(text) + k_of_a_line + k_of_a_number * numbers;
        const bool is_full = out.empty() || out.back().size() >= k_most_rows ||
                             tokens + own > static_cast<std::int64_t>(most_tokens);
        if (is_full) {
            out.emplace_back();
            tokens = 0;
        }
        out.back().push_back(index);
        tokens += own;
    }
    return out;
}

std::vector<Mark> secrets_in(const Review& told)
{
    std::vector<Mark> all;
    for (const auto& finding : told.findings)
        for (const auto& mark : finding.marks)
            if (mark.masked && !mark.source) all.push_back(mark);
    std::sort(all.begin(), all.end(),
              [](const Mark& left, const Mark& right) { return left.begin < right.begin; });
    std::vector<Mark> out;
    for (const auto& mark : all) {
        if (out.empty() || mark.begin > out.back().end)
            out.push_back(mark);
        else
            out.back().end = std::max(out.back().end, mark.end);
    }
    return out;
}

std::string shown(const Document& document, std::size_t begin, std::size_t end,
                  std::span<const Mark> secrets)
{
    std::string out = document.view.text.substr(begin, end - begin);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const auto from = document.view.origin[begin + i];
        const auto after = std::upper_bound(
            secrets.begin(), secrets.end(), from,
            [](std::uint32_t byte, const Mark& mark) { return byte < mark.begin; });
        const bool is_secret = after != secrets.begin() && from < std::prev(after)->end;
        if (is_secret) out[i] = 'x';
    }
    return llm::plain(std::move(out));
}

std::string shown(const Document& document, const reading::Term& term,
                  std::span<const Mark> secrets)
{
    return shown(document, document.tokens[term.begin].begin, document.tokens[term.end - 1].end,
                 secrets);
}

Sheet make_sheet(const Document& document, const std::vector<std::size_t>& sentences,
                 std::span<const Mark> secrets, std::string_view nonce)
{
    llm::Chance chance{concat(nonce, '/', sentences.empty() ? 0 : sentences.front())};
    const std::size_t places = sentences.size() + 1;
    const std::size_t wrong_at = chance.below(places);
    const std::size_t right_at = chance.below(places);
    const std::string wrong = canary(chance, false);
    const std::string right = canary(chance, true);
    Sheet out;
    std::string numbers;
    const auto list = [&](const Number& number, std::string_view text) {
        out.numbers.push_back(number);
        numbers += concat('Q', out.numbers.size(), " = ", text, " in S", out.rows.size(), '\n');
    };
    const auto add_ours = [&](const std::string& ours, std::size_t& row) {
        row = out.rows.size();
        out.rows.push_back({std::nullopt, ours});
        // Its numbers are the words of digits.
        for (std::size_t at = 0, end = 0; at < ours.size(); at = end + 1) {
            end = std::min(ours.find_first_of(" ,", at), ours.size());
            const auto word = std::string_view{ours}.substr(at, end - at);
            if (!word.empty() && word.front() >= '0' && word.front() <= '9') list({}, word);
        }
    };
    for (std::size_t i = 0; i < places; ++i) {
        if (i == wrong_at) add_ours(wrong, out.wrong_row);
        if (i == right_at) add_ours(right, out.right_row);
        if (i == sentences.size()) break;
        const auto& sentence = document.sentences[sentences[i]];
        out.rows.push_back({sentences[i], shown(document, sentence.begin, sentence.end, secrets)});
        for (const auto& term : document.terms().of(sentences[i])) {
            if (!term.is_usable) continue;
            list({&term, sentences[i]}, shown(document, term, secrets));
        }
    }
    const std::string mark = chance.mark();
    out.material = concat("Sentences, each behind the mark ", mark, ":\n");
    for (std::size_t i = 0; i < out.rows.size(); ++i)
        out.material += concat(mark, " S", i + 1, "| ", out.rows[i].text, '\n');
    out.material += concat("Numbers in them:\n", numbers, "End of the text that is reviewed.\n");
    return out;
}

} // namespace verify::model
