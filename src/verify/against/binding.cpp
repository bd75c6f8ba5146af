#include "verify/against/binding.hpp"

#include "base/concat.hpp"

#include <algorithm>

namespace verify::against {

namespace {

constexpr std::size_t k_most_numbered = 200;    // entries of a list of references
constexpr std::uint32_t k_longest_pointer = 40; // tokens between two brackets
constexpr std::size_t k_shortest_title = 12;    // bytes; a shorter one may stand in any sentence

std::string folded(std::string_view text)
{
    std::string out{text};
    std::transform(out.begin(), out.end(), out.begin(), reading::to_lower);
    return out;
}

std::optional<std::uint32_t> small_number(std::string_view digits)
{
    if (digits.empty() || digits.size() > 3) return std::nullopt;
    std::uint32_t out = 0;
    for (const char c : digits) {
        if (!reading::is_digit(c)) return std::nullopt;
        out = out * 10 + static_cast<std::uint32_t>(c - '0');
    }
    return out;
}

bool is_year(std::string_view word)
{
    if (word.size() == 5 && reading::is_letter(word.back())) word.remove_suffix(1); // "2014a"
    return word.size() == 4 && (word.starts_with("19") || word.starts_with("20")) &&
           std::all_of(word.begin(), word.end(), reading::is_digit);
}

// Whether the address stands there as a whole, not as the beginning of another one.
bool names(std::string_view written, std::string_view address)
{
    if (address.empty()) return false;
    const auto at = written.find(address);
    if (at == std::string_view::npos) return false;
    const auto behind = written.substr(at + address.size());
    return behind.empty() || behind == "/" || behind.starts_with("/ ") ||
           std::string_view{" )]>.,;\"'\n"}.find(behind.front()) != std::string_view::npos;
}

} // namespace

std::string address_of(std::string_view url)
{
    std::string out = folded(url.substr(0, url.find('#')));
    if (const auto at = out.find("://"); at != std::string::npos) out.erase(0, at + 3);
    if (out.starts_with("www.")) out.erase(0, 4);
    while (!out.empty() && (out.back() == '/' || out.back() == '.')) out.pop_back();
    return out;
}

Binding::Binding(const Document& text, const Given& given)
    : m_text{text}, m_given{given}, m_all{given.all_read()}, m_named(text.sentences.size()),
      m_is_pointer(text.tokens.size(), false)
{
    for (std::uint32_t i = 0; i < given.size(); ++i) {
        const auto& material = given.source(i).material;
        m_addresses.push_back({address_of(material.url), address_of(material.asked)});
        // What a page calls itself binds nothing: it could draw away the sentences of others.
        m_titles.push_back(folded(material.titles_itself ? "" : material.title));
        m_labels.push_back(base::concat(m_titles.back(), ' ', folded(material.author), ' ',
                                        folded(material.published)));
        m_numbered.emplace_back(i);
        m_every.push_back(i);
    }
    read_entries();
    for (std::size_t i = 0; i < text.sentences.size(); ++i) read_sentence(i);
    for (auto& named : m_named) {
        std::sort(named.begin(), named.end());
        named.erase(std::unique(named.begin(), named.end()), named.end());
        m_pointed.push_back(named);
        std::erase_if(named, [&](std::uint32_t source) { return !given.is_read(source); });
    }
}

// "[3] Keller: Tides. https://..." on a line of its own says what [3] is.
void Binding::read_entries()
{
    std::vector<std::pair<std::size_t, std::optional<std::uint32_t>>> entries;
    bool any = false;
    for (std::size_t s = 0; s < m_text.sentences.size(); ++s) {
        const auto& range = m_text.of_sentence[s];
        const bool opens = range.end > range.begin + 3 && m_text.word(range.begin) == "[" &&
                           m_text.word(range.begin + 2) == "]" &&
                           (s == 0 || m_text.sentences[s].block != m_text.sentences[s - 1].block);
        const auto number = opens ? small_number(m_text.word(range.begin + 1)) : std::nullopt;
        if (!number || *number == 0 || *number > k_most_numbered) continue;
        std::vector<std::uint32_t> named;
        read_links(s, named);
        entries.emplace_back(*number, named.empty() ? std::nullopt : std::optional{named.front()});
        any = any || !named.empty();
    }
    if (!any) return;
    for (const auto& [number, source] : entries) {
        if (m_numbered.size() < number) m_numbered.resize(number);
        m_numbered[number - 1] = source;
    }
}

void Binding::read_sentence(std::size_t sentence)
{
    const auto& range = m_text.of_sentence[sentence];
    std::vector<std::uint32_t> named;
    bool has_word = false;
    std::vector<std::uint32_t> before; // named before the first word: of the sentence before
    for (auto i = range.begin; i < range.end; ++i) {
        auto& own = has_word || sentence == 0 ? named : before;
        if (m_text.word(i) == "[")
            i = read_numbers(i, range.end, own);
        else if (m_text.word(i) == "(")
            i = read_authors(i, range.end, own);
        else
            has_word = has_word || m_text.kind(i) == TokenKind::word;
    }
    read_links(sentence, named);
    if (const auto told = told_by(sentence)) named.push_back(*told);
    auto& mine = m_named[sentence];
    mine.insert(mine.end(), named.begin(), named.end());
    if (before.empty()) return;
    auto& earlier = m_named[sentence - 1];
    earlier.insert(earlier.end(), before.begin(), before.end());
}

// "[1]", "[1, 3]", "[2-4]", "[^1]" from the bracket on; the last token of it, or the bracket.
std::uint32_t Binding::read_numbers(std::uint32_t open, std::uint32_t last,
                                    std::vector<std::uint32_t>& named)
{
    std::vector<std::uint32_t> numbers;
    bool is_range = false;
    auto i = open + 1;
    for (; i < std::min(last, open + k_longest_pointer) && m_text.word(i) != "]"; ++i) {
        const auto word = m_text.word(i);
        if (word == "-" || word == "\u2013") {
            is_range = true;
        } else if (const auto number = small_number(word)) {
            if (is_range && !numbers.empty())
                for (auto k = numbers.back() + 1; k < *number; ++k) numbers.push_back(k);
            is_range = false;
            numbers.push_back(*number);
        } else if (word != "," && word != ";" && word != "^") {
            return open;
        }
    }
    if (numbers.empty() || m_text.word(i) != "]") return open;
    std::fill(m_is_pointer.begin() + open, m_is_pointer.begin() + i + 1, true);
    for (const auto number : numbers)
        if (number > 0 && number <= m_numbered.size() && m_numbered[number - 1])
            named.push_back(*m_numbered[number - 1]);
    return i;
}

// "(see Keller et al., 2021; Lund 2019)": a name with a capital and a year behind it.
std::uint32_t Binding::read_authors(std::uint32_t open, std::uint32_t last,
                                    std::vector<std::uint32_t>& named)
{
    auto close = open + 1;
    while (close < std::min(last, open + k_longest_pointer) && m_text.word(close) != ")") ++close;
    if (close >= last || m_text.word(close) != ")") return open;
    std::vector<std::uint32_t> found;
    std::string_view author;
    bool is_pointer = false;
    for (auto i = open + 1; i < close; ++i) {
        const auto word = m_text.word(i);
        if (author.empty() && reading::begins_upper(m_text.raw(i))) author = word;
        if (word == ";") author = {};
        if (!is_year(word) || author.empty()) continue;
        is_pointer = true;
        for (std::uint32_t source = 0; source < m_labels.size(); ++source)
            if (m_labels[source].find(author) != std::string::npos &&
                m_labels[source].find(word.substr(0, 4)) != std::string::npos)
                found.push_back(source);
    }
    // A year in brackets may be part of what is said.
    if (!is_pointer || found.empty()) return open;
    std::fill(m_is_pointer.begin() + open, m_is_pointer.begin() + close + 1, true);
    named.insert(named.end(), found.begin(), found.end());
    return close;
}

// "According to the product page": words that stand in the title of one source alone.
std::optional<std::uint32_t> Binding::told_by(std::size_t sentence) const
{
    constexpr std::uint32_t k_most_words = 8;
    const auto& range = m_text.of_sentence[sentence];
    for (auto i = range.begin; i + 2 < range.end; ++i) {
        if (m_text.word(i) != "according" || m_text.word(i + 1) != "to") continue;
        std::vector<std::string_view> words;
        for (auto k = i + 2; k < std::min(range.end, i + 2 + k_most_words); ++k) {
            if (m_text.kind(k) != TokenKind::word) break;
            if (!m_given.text_terms().of(k).empty()) words.push_back(m_text.word(k));
        }
        if (words.empty()) continue;
        std::optional<std::uint32_t> out;
        for (std::uint32_t source = 0; source < m_labels.size(); ++source) {
            const bool is_it = std::all_of(words.begin(), words.end(), [&](std::string_view word) {
                return m_labels[source].find(word) != std::string::npos;
            });
            if (is_it && out) return std::nullopt;
            if (is_it) out = source;
        }
        return out;
    }
    return std::nullopt;
}

// The URL or the title of a source, as the text has it: also behind a Markdown link's words.
void Binding::read_links(std::size_t sentence, std::vector<std::uint32_t>& named) const
{
    const auto& place = m_text.sentences[sentence];
    const auto written =
        std::string_view{m_text.view.folded}.substr(place.begin, place.end - place.begin);
    const bool has_link = written.find("://") != std::string_view::npos ||
                          written.find("www.") != std::string_view::npos;
    for (std::uint32_t i = 0; i < m_addresses.size(); ++i) {
        const auto& title = m_titles[i];
        const bool is_linked = has_link && std::any_of(m_addresses[i].begin(), m_addresses[i].end(),
                                                       [&](const std::string& address) {
                                                           return names(written, address);
                                                       });
        const bool is_titled =
            title.size() >= k_shortest_title && written.find(title) != std::string::npos;
        if (is_linked || is_titled) named.push_back(i);
    }
}

} // namespace verify::against
