#include "analysis/synthesize/source.hpp"

#include "analysis/text/ascii.hpp"
#include "analysis/text/language.hpp"
#include "analysis/verify/red_team/red_team.hpp"
#include "base/fault.hpp"

#include <algorithm>

namespace analysis::synthesize {

namespace red_team = verify::red_team;

namespace {

// The day with which an ISO 8601 date or time begins; nullopt for anything else.
std::optional<std::chrono::sys_days> day_of(std::string_view iso)
{
    if (iso.size() < 10 || iso[4] != '-' || iso[7] != '-') return std::nullopt;
    const auto number = [&](std::size_t at, std::size_t length) {
        int out = 0;
        for (const char c : iso.substr(at, length)) {
            if (!text::is_digit(c)) return -1;
            out = out * 10 + (c - '0');
        }
        return out;
    };
    const int year = number(0, 4);
    const int month = number(5, 2);
    const int day = number(8, 2);
    if (year < 0 || month < 0 || day < 0) return std::nullopt;
    return text::gregorian(year, month, day);
}

bool is_blank(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), text::is_blank);
}

verify::Review attacked(const text::Document& document)
{
    verify::Review out;
    red_team::look_for_injections(document, out);
    red_team::look_for_exfiltration(document, out);
    red_team::look_for_bidi(document, out);
    red_team::look_for_confusables(document, out);
    red_team::look_for_invisibles(document, out);
    return out;
}

// Words of a text that is too short to be taken apart.
std::set<TermId> terms_of(std::string_view title, std::string_view language, Vocabulary& vocabulary)
{
    const text::Document document{title};
    const auto found = TokenTerms{document, language, vocabulary}.of(0, document.tokens.size());
    return {found.begin(), found.end()};
}

} // namespace

std::string_view name_of(SourceStatus status)
{
    switch (status) {
    case SourceStatus::used: return "used";
    case SourceStatus::unreachable: return "unreachable";
    case SourceStatus::refused: return "refused";
    case SourceStatus::unsupported: return "unsupported";
    case SourceStatus::empty: return "empty";
    }
    throw base::Fault{"a source without a status"};
}

Source::Source(const Material& given, Vocabulary& vocabulary)
    : material{given}, status{given.status == SourceStatus::used && is_blank(given.text)
                                  ? SourceStatus::empty
                                  : given.status},
      document{status == SourceStatus::used ? given.text : std::string{}},
      language{text::guess_language(document)}, terms{document, language, vocabulary},
      published{day_of(given.published)}
{
    mentioned = terms_of(given.title, language, vocabulary);
    const auto said = terms.of(0, document.tokens.size());
    mentioned.insert(said.begin(), said.end());
    for (const auto& finding : attacked(document).findings) {
        if (finding.severity == verify::Severity::info) continue;
        flags.insert(finding.check);
        if (!finding.check.starts_with("inject.") && !finding.check.starts_with("exfil.")) continue;
        carries_instructions = true;
        instructions.push_back(finding.marks.front());
    }
    std::sort(instructions.begin(), instructions.end(),
              [](const auto& left, const auto& right) { return left.begin < right.begin; });
}

std::vector<std::unique_ptr<Source>> read_sources(const std::vector<Material>& materials,
                                                  Vocabulary& vocabulary)
{
    std::vector<std::unique_ptr<Source>> out;
    for (const auto& material : materials)
        out.push_back(std::make_unique<Source>(material, vocabulary));
    return out;
}

} // namespace analysis::synthesize
