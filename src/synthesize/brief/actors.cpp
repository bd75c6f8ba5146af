#include "base/concat.hpp"
#include "reading/dates.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "synthesize/artifact.hpp"
#include "synthesize/brief/section.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace synthesize::brief {

using reading::Passage;
using reading::TokenKind;
using reading::WordKind;
using reading::WordNet;

namespace {

constexpr std::size_t k_most_cited = 5;
constexpr std::size_t k_most_actors = 12;

struct Actor {
    std::string name; // the longest form
    double mentions = 0;
    std::size_t order = 0;
    std::vector<Cited> cited;
};

class Finder {
public:
    explicit Finder(const Study& study) : m_study{study}
    {
        for (const auto& source : study.sources)
            for (std::size_t i = 0; i < source->document.tokens.size(); ++i) {
                const auto raw = source->document.raw(i);
                if (source->document.kind(i) == TokenKind::word && !reading::is_upper(raw.front()))
                    m_small.emplace(source->document.word(i));
            }
    }

    std::vector<Item> find()
    {
        for (std::size_t i = 0; i < m_study.statements.size(); ++i) read(i);
        std::vector<const Actor*> all;
        for (const auto& [key, actor] : m_actors) all.push_back(&actor);
        std::sort(all.begin(), all.end(), [](const Actor* left, const Actor* right) {
            return std::pair{-left->mentions, left->order} <
                   std::pair{-right->mentions, right->order};
        });
        // Where there is much to read, a name that stands once is no actor.
        constexpr std::size_t k_much = 60;
        const double least = m_study.statements.size() < k_much ? 1 : 2;
        std::vector<Item> out;
        for (const auto* actor : all) {
            if (out.size() >= k_most_actors || actor->mentions < least) continue;
            Item item;
            item.text = actor->name;
            item.claim = m_study.claim_of[actor->cited.front().statement];
            item.cited = actor->cited;
            item.confidence = m_study.claims[*item.claim].confidence;
            out.push_back(std::move(item));
        }
        return out;
    }

private:
    // A capital that no calendar and no beginning of a sentence gave the word.
    [[nodiscard]] bool has_name_form(const Passage& words, std::uint32_t token) const
    {
        const auto& document = words.document();
        const auto raw = document.raw(token);
        const auto word = words.word(token);
        if (!words.holds(token) || document.kind(token) != TokenKind::word || raw.size() < 2 ||
            !reading::is_upper(raw.front()))
            return false;
        if (reading::month_name(word) || reading::weekday_name(word)) return false;
        return !source_of(words).terms.of(token).empty();
    }

    [[nodiscard]] const Source& source_of(const Passage& words) const
    {
        const auto at =
            std::find_if(m_study.sources.begin(), m_study.sources.end(), [&](const auto& source) {
                return &source->document == &words.document();
            });
        return **at;
    }

    void read(std::size_t statement)
    {
        const Statement& said = m_study.statements[statement];
        const Source& source = m_study.source_of(statement);
        const auto words = passage_of(source, said);
        for (std::uint32_t i = words.begin(); i < words.end(); ++i) {
            if (!has_name_form(words, i)) continue;
            std::uint32_t end = i + 1;
            while (has_name_form(words, end) || (words.is(end, {"of", "de", "van", "von", "al"}) &&
                                                 has_name_form(words, end + 1)))
                ++end;
            // German writes all nouns so, but seldom two side by side.
            const bool is_one = source.language == "de" ? end - i > 1 : is_name(words, i, end);
            if (is_one) add(statement, words, {i, end});
            i = end;
        }
    }

    [[nodiscard]] bool is_name(const Passage& words, std::uint32_t begin, std::uint32_t end) const
    {
        const auto& known = WordNet::embedded();
        const auto word = words.word(begin);
        const bool opens =
            begin == words.begin() || words.is(begin - 1, {"\"", ":", ".", "\u2014", "\u2013"});
        if (end - begin > 1) return !opens || !m_small.contains(std::string{word});
        // "Honduran officials", "the Council" where "council" stands elsewhere
        if (known.is_chiefly(word, WordKind::adjective) &&
            known.can_be(words.word(end), WordKind::noun))
            return false;
        if (m_small.contains(std::string{word})) return false;
        return !opens || known.is_place(word) || known.bases(word).empty();
    }

    void add(std::size_t statement, const Passage& words, Run run)
    {
        if (words.word(run.end - 1) == "s" && run.end - run.begin > 1) --run.end;
        auto name = words_of(m_study, statement, run);
        for (const std::string_view ending : {"'s", "\u2019s", "'", "\u2019"})
            if (name.ends_with(ending)) {
                name.resize(name.size() - ending.size());
                break;
            }
        auto key = name.substr(name.rfind(' ') + 1);
        Actor& actor = m_actors[key];
        if (actor.cited.empty()) actor.order = m_actors.size();
        actor.mentions += 1;
        if (name.size() > actor.name.size()) actor.name = name;
        if (actor.cited.size() < k_most_cited) actor.cited.push_back({statement, run});
    }

    const Study& m_study;
    std::set<std::string, std::less<>> m_small; // words that stand without a capital somewhere
    std::map<std::string, Actor> m_actors;      // by the last word of the name
};

} // namespace

std::vector<Item> actors(const Study& study)
{
    if (study.claims.empty()) return {}; // nothing is about the question
    return Finder{study}.find();
}

} // namespace synthesize::brief
