#include "verify/against/support.hpp"
#include "verify/against/checks.hpp"

#include "reading/stem.hpp"
#include "statements/capitals.hpp"
#include "statements/guards.hpp"
#include "verify/law/check.hpp"

#include <algorithm>

namespace verify::against {

const Check k_source_partial{
    .id = "source.partial",
    .category = Category::sourcing,
    .nature = Nature::support,
    .proof = {"(minor) the same in a sentence of which the sources have a part",
              "inference from what they say"}};

const Check k_source_absent{
    .id = "source.absent",
    .category = Category::sourcing,
    .nature = Nature::support,
    .proof = {
        "(minor) a number, a date or a name that no source has, in a sentence of which they have "
        "nothing else: of the claim's support, not of its truth",
        "inference from what they say"}};

namespace {

// The part of a sentence's words, by how rare they are, that must stand beside its values; and of a
// sentence without values.
constexpr double k_beside_values = 0.4;
constexpr double k_words_alone = 0.75;
constexpr std::size_t k_nearest_told = 3;

} // namespace

class Support::Reader {
public:
    explicit Reader(const Comparison& with)
        : m_with{with}, m_given{with.given}, m_stemmer{with.given.text_language()}
    {
    }

    // A cell for each of `sources`, which are sorted.
    [[nodiscard]] std::vector<Cell> cells(std::size_t sentence,
                                          std::span<const std::uint32_t> sources) const
    {
        const auto& range = m_with.text.of_sentence[sentence];
        const auto terms = m_given.text_terms().of(range.begin, range.end);
        const auto windows =
            m_given.windows_of_each(terms, m_with.binding.among(sentence), k_nearest_told);
        std::vector<Cell> out;
        for (const auto source : sources) {
            const auto first =
                std::find_if(windows.begin(), windows.end(),
                             [&](const Window& window) { return window.source == source; });
            const auto last = std::find_if(first, windows.end(), [&](const Window& window) {
                return window.source != source;
            });
            out.push_back(cell(sentence, source, terms, {first, last}));
        }
        return out;
    }

    [[nodiscard]] std::vector<Mark> missing(std::size_t sentence,
                                            std::span<const Window> windows) const
    {
        std::vector<Window> near;
        for (const auto& window : windows)
            for (const auto& each : around(window)) near.push_back(each);
        return lacking(told_by(sentence), near);
    }

    [[nodiscard]] const Comparison& with() const { return m_with; }

private:
    [[nodiscard]] Cell cell(std::size_t sentence, std::uint32_t source,
                            const std::vector<TermId>& terms, std::span<const Window> windows) const
    {
        if (!m_given.is_read(source)) return {source, Agreement::unreadable, std::nullopt};
        if (const auto place = verbatim(sentence, source))
            return {source, Agreement::verbatim, place};
        if (windows.empty()) return {source, Agreement::not_found, std::nullopt};
        const double covered = covered_by(terms, windows);
        const Told told = told_by(sentence);
        if (covered < (told.is_empty() ? k_words_alone : k_beside_values))
            return {source, Agreement::not_found, std::nullopt};
        for (const auto& window : windows)
            if (lacking(told, around(window)).empty())
                return {source, Agreement::mentioned, mark_window(m_with, window)};
        return {source, Agreement::not_found, std::nullopt};
    }

    struct NameWord {
        std::uint32_t token = 0;
        std::vector<TermId> terms;
    };

    // What of a sentence must stand beside each other to be the same.
    struct Told {
        std::vector<Figure> figures;
        std::vector<Moment> moments;
        std::vector<NameWord> names;

        [[nodiscard]] bool is_empty() const
        {
            return figures.empty() && moments.empty() && names.empty();
        }
    };

    [[nodiscard]] Told told_by(std::size_t sentence) const
    {
        const auto words = Passage::sentence(m_with.text, sentence);
        const bool is_german = m_given.text_language() == "de";
        Told out;
        for (auto& figure : statements::read_figures(words, m_stemmer, is_german))
            if (m_with.is_claimed(figure.begin)) out.figures.push_back(figure);
        for (auto& moment : statements::read_moments(words))
            if (m_with.is_claimed(moment.begin)) out.moments.push_back(moment);
        // If all nouns have capitals, none is a name.
        if (m_given.text_language() != "en") return out;
        for (const auto& name : statements::names_in(words))
            for (auto token = name.begin; token < name.end; ++token)
                if (const auto terms = m_given.text_terms().of(token);
                    !terms.empty() && m_with.is_claimed(token))
                    out.names.push_back({token, {terms.begin(), terms.end()}});
        return out;
    }

    // The sentence of the window and its neighbours.
    [[nodiscard]] std::vector<Window> around(const Window& window) const
    {
        const std::size_t count = m_given.source(window.source).document.of_sentence.size();
        std::vector<Window> out;
        for (std::size_t at = window.sentence - std::min<std::size_t>(window.sentence, 1);
             at <= window.sentence + 1 && at < count; ++at) {
            out.push_back(window);
            out.back().sentence = static_cast<std::uint32_t>(at);
            m_given.spend_on(out.back());
        }
        return out;
    }

    // What of it stands in none of the windows.
    [[nodiscard]] std::vector<Mark> lacking(const Told& told, std::span<const Window> near) const
    {
        std::vector<Mark> out;
        const auto look = [&](std::uint32_t begin, std::uint32_t end, const auto& has) {
            if (!std::any_of(near.begin(), near.end(), has))
                out.push_back(mark_tokens(m_with.text, begin, end, ""));
        };
        for (const auto& figure : told.figures) {
            const double printed = statements::printed_number(m_with.text, figure);
            look(figure.begin, figure.end, [&](const Window& each) {
                const auto given = m_with.values.figures(each);
                return m_with.values.is_printed(printed, each) ||
                       std::any_of(given.begin(), given.end(), [&](const Figure& other) {
                           return statements::tells_value(figure, other, /*of_anything=*/true);
                       });
            });
        }
        for (const auto& moment : told.moments)
            look(moment.begin, moment.end, [&](const Window& each) {
                const auto given = m_with.values.moments(each);
                return std::any_of(given.begin(), given.end(), [&](const Moment& other) {
                    return statements::tells_moment(moment, other);
                });
            });
        for (const auto& name : told.names)
            look(name.token, name.token + 1, [&](const Window& each) {
                const auto& source = m_given.source(each.source);
                const auto& range = source.document.of_sentence[each.sentence];
                const auto there = source.terms.of(range.begin, range.end);
                return std::any_of(name.terms.begin(), name.terms.end(), [&](const TermId term) {
                    return m_given.meanings().best(term, there) > 0;
                });
            });
        return out;
    }

    // The words of the sentence without what points at a source.
    [[nodiscard]] std::vector<std::uint32_t> words_of(std::size_t sentence) const
    {
        std::vector<std::uint32_t> out;
        const auto& range = m_with.text.of_sentence[sentence];
        for (auto i = range.begin; i < range.end; ++i)
            if (m_with.text.kind(i) != TokenKind::symbol && !m_with.binding.is_pointer(i))
                out.push_back(i);
        return out;
    }

    // The mark where all its words stand one after the other.
    [[nodiscard]] std::optional<Mark> verbatim(std::size_t sentence, std::uint32_t source) const
    {
        const auto words = words_of(sentence);
        // From its rarest word on: it stands nowhere else.
        std::size_t rarest = words.size();
        double rarity = 0;
        for (std::size_t i = 0; i < words.size(); ++i)
            for (const auto term : m_given.text_terms().of(words[i]))
                if (m_given.rarity(term) > rarity) {
                    rarity = m_given.rarity(term);
                    rarest = i;
                }
        if (rarest == words.size()) return std::nullopt;
        for (const auto term : m_given.text_terms().of(words[rarest]))
            for (const auto& spot : m_given.spots(term))
                if (spot.source == source)
                    if (const auto run = same_words(words, rarest, spot))
                        return mark_source(m_with, source, run->begin, run->end);
        return std::nullopt;
    }

    [[nodiscard]] std::optional<statements::Run> same_words(const std::vector<std::uint32_t>& words,
                                                            std::size_t at, const Spot& spot) const
    {
        const Document& there = m_given.source(spot.source).document;
        const auto step = [&](std::uint32_t token, bool back) {
            do token = back ? token - 1 : token + 1;
            while (token < there.tokens.size() && there.kind(token) == TokenKind::symbol);
            return token;
        };
        auto first = spot.token;
        for (std::size_t i = at; i-- > 0;) {
            first = step(first, true);
            if (there.word(first) != m_with.text.word(words[i])) return std::nullopt;
        }
        auto last = spot.token;
        if (there.word(last) != m_with.text.word(words[at])) return std::nullopt;
        for (std::size_t i = at + 1; i < words.size(); ++i) {
            last = step(last, false);
            if (there.word(last) != m_with.text.word(words[i])) return std::nullopt;
        }
        return statements::Run{first, last + 1};
    }

    // The part of the words, by how rare they are, that any of the windows has.
    [[nodiscard]] double covered_by(const std::vector<TermId>& terms,
                                    std::span<const Window> windows) const
    {
        std::vector<TermId> there;
        for (const auto& window : windows) {
            m_given.spend_on(window);
            const auto& source = m_given.source(window.source);
            const auto& range = source.document.of_sentence[window.sentence];
            const auto own = source.terms.of(range.begin, range.end);
            there.insert(there.end(), own.begin(), own.end());
        }
        std::sort(there.begin(), there.end());
        there.erase(std::unique(there.begin(), there.end()), there.end());
        double met = 0;
        double whole = 0;
        for (const auto term : terms) {
            whole += m_given.rarity(term);
            met += m_given.rarity(term) * m_given.meanings().best(term, there);
        }
        return whole == 0 ? 0 : met / whole;
    }

    const Comparison& m_with;
    const Given& m_given;
    reading::Stemmer m_stemmer;
};

namespace {

// Sources that findings about a claim say to be against it, with the place.
void contradict(const Review& review, std::span<const Standing> standings, const Claim& claim,
                std::vector<Cell>& cells)
{
    for (const auto index : claim.findings) {
        const Finding& finding = review.findings[index];
        if (finding.check->nature != Nature::agreement ||
            standings[index].status == Status::withdrawn ||
            standings[index].severity < Severity::major)
            continue;
        for (const Mark& mark : finding.marks)
            for (auto& cell : cells)
                if (mark.source == cell.source) {
                    cell.agreement = Agreement::contradicted;
                    cell.place = mark;
                }
    }
}

} // namespace

std::string_view name_of(Agreement agreement)
{
    switch (agreement) {
    case Agreement::contradicted: return "contradicted";
    case Agreement::verbatim: return "verbatim";
    case Agreement::supported: return "supported";
    case Agreement::partly: return "partly";
    case Agreement::mentioned: return "mentioned";
    case Agreement::undecided: return "undecided";
    case Agreement::not_found: return "not_found";
    case Agreement::unreadable: return "unreadable";
    }
    return {};
}

Support::Support(const Comparison& with) : m_reader{std::make_unique<Reader>(with)} {}

Support::~Support() = default;

const Comparison& Support::with() const
{
    return m_reader->with();
}

std::vector<Row> Support::rows(const Review& review, std::span<const Standing> standings,
                               std::span<const Claim> claims)
{
    std::vector<Row> out;
    for (const auto& claim : claims) {
        auto known = m_cells.find(claim.sentence);
        if (known == m_cells.end()) {
            if (with().given.is_spent()) break;
            auto cells = m_reader->cells(claim.sentence, with().binding.named(claim.sentence));
            known = m_cells.emplace(claim.sentence, std::move(cells)).first;
        }
        Row row;
        row.cells = known->second;
        contradict(review, standings, claim, row.cells);
        row.agreement = Agreement::unreadable;
        for (const auto& cell : row.cells) row.agreement = std::min(row.agreement, cell.agreement);
        out.push_back(std::move(row));
    }
    return out;
}

std::vector<Mark> Support::missing(std::size_t sentence, std::span<const Window> windows) const
{
    return m_reader->missing(sentence, windows);
}

} // namespace verify::against
