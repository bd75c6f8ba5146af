#include "statements/source.hpp"

#include "base/utf8.hpp"
#include "reading/ascii.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

namespace statements {

using sources::Material;
using sources::SourceStatus;

namespace {

// The day with which an ISO 8601 date or time begins; nullopt for anything else.
std::optional<std::chrono::sys_days> day_of(std::string_view iso)
{
    if (iso.size() < 10 || iso[4] != '-' || iso[7] != '-') return std::nullopt;
    const auto number = [&](std::size_t at, std::size_t length) {
        int out = 0;
        for (const char c : iso.substr(at, length)) {
            if (!reading::is_digit(c)) return -1;
            out = out * 10 + (c - '0');
        }
        return out;
    };
    const int year = number(0, 4);
    const int month = number(5, 2);
    const int day = number(8, 2);
    if (year < 0 || month < 0 || day < 0) return std::nullopt;
    return reading::gregorian(year, month, day);
}

bool is_blank(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), reading::is_blank);
}

// A few words may be of any language.
std::string_view language_of(const reading::Document& document, std::string_view common)
{
    constexpr std::size_t k_least_words = 80;
    if (document.tokens.size() < k_least_words) return common;
    const auto own = document.language;
    return own == "und" ? common : own;
}

// Words of a text that is too short to be taken apart.
std::set<TermId> terms_of(std::string_view title, std::string_view language, Vocabulary& vocabulary)
{
    const reading::Document document{title};
    const auto found = TokenTerms{document, language, vocabulary}.of(0, document.tokens.size());
    return {found.begin(), found.end()};
}

// The earliest first, and of one moment the longest, which is not a copy cut short. Undated ones
// last.
std::vector<const Material*> in_canonical_order(const std::vector<Material>& materials)
{
    std::vector<const Material*> out;
    out.reserve(materials.size());
    for (const auto& material : materials) out.push_back(&material);
    using Text = const std::string&;
    using Moment = std::optional<value::Instant>;
    using Key = std::tuple<bool, Moment, std::size_t, Text, Text, Text, Text, SourceStatus, Text>;
    const auto key = [](const Material& each) {
        const auto shortness = std::numeric_limits<std::size_t>::max() - each.text.size();
        return Key{each.published.empty(),
                   published_at(each),
                   shortness,
                   each.text,
                   each.title,
                   each.url,
                   each.author,
                   each.status,
                   each.published};
    };
    std::stable_sort(out.begin(), out.end(), [&](const Material* left, const Material* right) {
        return key(*left) < key(*right);
    });
    return out;
}

} // namespace

Source::Source(const Material& given, std::string_view common, Vocabulary& vocabulary)
    : Source{given,
             std::make_unique<const reading::Document>(
                 given.status == SourceStatus::used ? given.text : std::string{}),
             common, vocabulary}
{
}

Source::Source(const Material& given, std::unique_ptr<const reading::Document> read,
               std::string_view common, Vocabulary& vocabulary)
    : Source{given, *read, common, vocabulary}
{
    m_own = std::move(read);
}

Source::Source(const Material& given, const reading::Document& read, std::string_view common,
               Vocabulary& vocabulary)
    : material{given}, status{given.status == SourceStatus::used && is_blank(read.source)
                                  ? SourceStatus::empty
                                  : given.status},
      document{read}, language{language_of(read, common)}, terms{read, language, vocabulary},
      published{day_of(given.published)}
{
    utterances = reading::read_utterances(document, language);
    std::erase_if(utterances, [](const reading::Utterance& each) {
        return each.unfit != reading::Unfit::none;
    });
    of_title = terms_of(given.title, language, vocabulary);
    mentioned = of_title;
    const auto said = terms.of(0, document.tokens.size());
    mentioned.insert(said.begin(), said.end());
}

std::string_view common_language(const std::vector<Material>& materials)
{
    constexpr std::size_t k_sample = 2'000; // bytes of each
    std::string texts;
    for (const auto& material : materials)
        texts.append(base::whole_characters(material.text, k_sample)).append("\n\n");
    const auto out = reading::Document{texts}.language;
    return out == "und" ? "en" : out;
}

std::vector<std::size_t> as_ordered(const std::vector<std::unique_ptr<Source>>& sources)
{
    std::vector<std::size_t> out(sources.size());
    std::iota(out.begin(), out.end(), std::size_t{0});
    std::sort(out.begin(), out.end(), [&](std::size_t left, std::size_t right) {
        return &sources[left]->material < &sources[right]->material; // elements of one vector
    });
    return out;
}

std::vector<std::unique_ptr<Source>> read_sources(const std::vector<Material>& materials,
                                                  Vocabulary& vocabulary)
{
    const auto common = common_language(materials);
    std::vector<std::unique_ptr<Source>> out;
    out.reserve(materials.size());
    for (const auto* material : in_canonical_order(materials))
        out.push_back(std::make_unique<Source>(*material, common, vocabulary));
    return out;
}

} // namespace statements
