#include "reading/finite_verb.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "synthesize/brief/names.hpp"
#include "synthesize/brief/section.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

namespace synthesize::brief {

using reading::WordSet;

namespace {

constexpr std::size_t k_most_actors = 12;

struct Actor {
    std::string name; // the longest form
    std::size_t mentions = 0;
    std::size_t order = 0;
    std::vector<Cited> cited;
    bool acts = false;     // what is cited first tells what it did
    bool is_short = false; // letters may be short for anything: they must act
};

std::string folded(std::string_view name)
{
    std::string out{name};
    std::transform(out.begin(), out.end(), out.begin(), reading::to_lower);
    return out;
}

// The words around a name that tell what it is or did: its title before it, its clause behind it.
Run told_of(const Study& study, std::size_t statement, Run name)
{
    constexpr std::uint32_t k_most_title = 3;
    constexpr std::uint32_t k_most_behind = 14;
    const Statement& said = study.statements[statement];
    const auto words = passage_of(study.source_of(statement), said);
    const auto& known = reading::WordNet::embedded();
    Run out = name;
    // "chief executive Lionel Baptiste"
    while (name.begin - out.begin < k_most_title && out.begin > said.first &&
           (known.is_person(words.word(out.begin - 1)) ||
            (out.begin < name.begin &&
             known.is_chiefly(words.word(out.begin - 1), reading::WordKind::noun))))
        --out.begin;
    while (out.end < said.last && out.end - name.end < k_most_behind &&
           !words.is(out.end, WordSet::stop | WordSet::semicolon | WordSet::quote))
        ++out.end;
    while (out.end > name.end && words.is(out.end - 1, WordSet::comma | WordSet::dash)) --out.end;
    return out;
}

// Whether a verb follows the name, or what it is follows a comma: "Nwosu, who leads the company".
bool is_told_of(const Study& study, std::size_t statement, Run name)
{
    const auto words = passage_of(study.source_of(statement), study.statements[statement]);
    return reading::is_finite_verb(words, name.end) ||
           (words.is(name.end, WordSet::comma) &&
            words.is(name.end + 1, WordSet::relative | WordSet::article));
}

// Whether the longer name is the shorter one with a title or a first name before it. "Port of
// Baltimore" is not Baltimore, and no place takes a name before it.
bool is_longer_form(std::string_view longer, std::string_view shorter)
{
    if (longer.size() <= shorter.size() + 1 || !longer.ends_with(shorter)) return false;
    const auto before = longer.substr(0, longer.size() - shorter.size());
    return before.ends_with(' ') && !before.ends_with(" of ") && !before.ends_with(" de ") &&
           !before.ends_with(" and ") && !reading::WordNet::embedded().is_place(shorter);
}

class Finder {
public:
    explicit Finder(const Study& study) : m_study{study}, m_names{study} {}

    std::vector<Item> find()
    {
        for (std::size_t i = 0; i < m_study.statements.size(); ++i)
            for (const auto& name : m_names.of(i)) add(i, name);
        join_forms();
        std::vector<const Actor*> all;
        for (const auto& [key, actor] : m_actors)
            if (actor.mentions > 0 && (actor.acts || !actor.is_short)) all.push_back(&actor);
        std::sort(all.begin(), all.end(), [](const Actor* left, const Actor* right) {
            return std::pair{right->mentions, left->order} <
                   std::pair{left->mentions, right->order};
        });
        // Where there is much to read, a name that stands once is no actor.
        constexpr std::size_t k_much = 60;
        const std::size_t least = m_study.statements.size() < k_much ? 1 : 2;
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
    void add(std::size_t statement, const Name& name)
    {
        Actor& actor = m_actors[folded(name.text)];
        if (actor.mentions == 0) {
            actor.order = m_actors.size();
            actor.name = name.text;
            actor.is_short = name.is_short;
        }
        ++actor.mentions;
        cite(actor, {statement, told_of(m_study, statement, name.words)},
             is_told_of(m_study, statement, name.words));
    }

    // What tells of a deed or a title stands first.
    static void cite(Actor& actor, const Cited& cited, bool acts)
    {
        const bool leads = acts && !actor.acts;
        actor.acts = actor.acts || acts;
        actor.cited.insert(leads ? actor.cited.begin() : actor.cited.end(), cited);
        if (actor.cited.size() > k_most_cited) actor.cited.pop_back();
    }

    // For each name the longer ones that end in it. Looked up by their ends: comparing all with all
    // takes minutes where a source is a list of names.
    [[nodiscard]] std::map<std::string_view, std::vector<Actor*>> longer_forms()
    {
        constexpr std::size_t k_most_words = 8;
        std::map<std::string_view, std::vector<Actor*>> out;
        for (auto& [name, actor] : m_actors) {
            auto blank = name.rfind(' ');
            for (std::size_t words = 1;
                 words <= k_most_words && blank != std::string::npos && blank > 0;
                 ++words, blank = name.rfind(' ', blank - 1)) {
                const auto shorter = m_actors.find(name.substr(blank + 1));
                if (shorter != m_actors.end() && is_longer_form(name, shorter->first))
                    out[shorter->first].push_back(&actor);
            }
        }
        return out;
    }

    // From the shortest on: "Moore" is the "Governor Wes Moore" that is named most often.
    void join_forms()
    {
        auto longer = longer_forms();
        std::vector<std::string_view> names;
        names.reserve(longer.size());
        for (const auto& [name, forms] : longer) names.push_back(name);
        std::stable_sort(names.begin(), names.end(),
                         [](auto left, auto right) { return left.size() < right.size(); });
        for (const auto name : names) {
            auto& forms = longer[name];
            Actor& whole = **std::max_element(forms.begin(), forms.end(),
                                              [](const Actor* left, const Actor* right) {
                                                  return left->mentions < right->mentions;
                                              });
            Actor& part = m_actors[std::string{name}];
            whole.mentions += part.mentions;
            whole.order = std::min(whole.order, part.order);
            for (const auto& cited : part.cited) cite(whole, cited, part.acts);
            part.mentions = 0;
        }
    }

    const Study& m_study;
    Names m_names;
    std::map<std::string, Actor> m_actors; // by the name in lower case
};

} // namespace

std::vector<Item> actors(const Study& study)
{
    if (study.claims.empty()) return {}; // nothing is about the question
    return Finder{study}.find();
}

} // namespace synthesize::brief
