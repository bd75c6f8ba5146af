#include "synthesize/written.hpp"

#include "base/concat.hpp"
#include "llm/chat.hpp"
#include "llm/plain.hpp"
#include "synthesize/artifact.hpp"
#include "verify/forms/checks.hpp"

#include <algorithm>
#include <set>

namespace synthesize {

namespace json = base::json;
using base::concat;

namespace {

constexpr std::size_t k_beside = 2;     // lines on each side of one of the ballot
constexpr std::size_t k_fewest = 5;     // of a source
constexpr std::size_t k_of_a_line = 24; // tokens of its mark, number, source and date

// The source's text as a model may be shown it, byte for byte.
std::string shown_text(const Source& source)
{
    std::string out = source.document.source;
    verify::Review found;
    verify::forms::k_secrets.look(source.document, found);
    for (const auto& finding : found.findings)
        for (const auto& mark : finding.marks)
            if (mark.masked) std::fill(out.begin() + mark.begin, out.begin() + mark.end, 'x');
    return llm::plain(std::move(out));
}

// The lines of one source, and which of them are chosen.
struct Chosen {
    std::size_t source = 0; // of the map
    std::string shown;
    std::vector<Line> lines;
    std::set<std::size_t> chosen;
};

Chosen chosen_of(const Map& map, const BallotRow& row)
{
    Chosen out{row.source,
               shown_text(*map.sources[row.source]),
               lines_of(*map.sources[row.source], row.source, *map.asked),
               {}};
    const auto count = out.lines.size();
    for (const auto ranked : row.lines) {
        const Line& line = map.ballot.lines[ranked].line;
        const auto at = std::ranges::find(out.lines, line.begin, &Line::begin) - out.lines.begin();
        const auto own = static_cast<std::size_t>(at);
        for (auto i = own - std::min(own, k_beside); i <= own + k_beside && i < count; ++i)
            out.chosen.insert(i);
    }
    for (std::size_t i = 0; i < count && out.chosen.size() < k_fewest; ++i) out.chosen.insert(i);
    return out;
}

std::size_t tokens_of(const Chosen& of, std::size_t line)
{
    const Line& at = of.lines[line];
    const auto text = std::string_view{of.shown}.substr(at.begin, at.end - at.begin);
    return static_cast<std::size_t>(llm::most_tokens(text)) + k_of_a_line;
}

json::Ref quotes_json(const Map& map, const account::Sentence& sentence)
{
    auto out = json::array();
    for (const auto& quote : sentence.quotes)
        json::append(out.get(), citation_json(map, place_of(map, quote)));
    return out;
}

// Whether a line tells of what changed an earlier state.
bool is_outdated(const Map& map, const Line& line)
{
    const auto published = [&](const Position& position) {
        return published_at(map.source_of(position.statement).material);
    };
    return std::ranges::any_of(map.differs, [&](const Difference& each) {
        return each.is_update && std::ranges::any_of(each.positions, [&](const Position& position) {
                   return overlap(cited(map, position.statement), cited(line)) &&
                          published(position) < published(each.positions.back());
               });
    });
}

account::Material material_of(const Map& map, std::size_t most_tokens)
{
    account::Material out{map.order.query, map.language, {}, {}};
    std::vector<Chosen> all;
    std::size_t tokens = 0;
    for (const auto& row : map.ballot.rows) {
        const Source& source = *map.sources[row.source];
        out.sources.push_back({source.material.id, source.material.title, source.material.published,
                               map.independence.group[row.source]});
        all.emplace_back();
        if (source.status != SourceStatus::used || source.carries_instructions()) continue;
        all.back() = chosen_of(map, row);
        for (const auto line : all.back().chosen) tokens += tokens_of(all.back(), line);
    }
    for (const auto& ranked : map.ballot.lines) {
        const auto of = std::ranges::find_if(all, [&](const Chosen& each) {
            return !each.lines.empty() && each.source == ranked.line.source;
        });
        if (of == all.end()) continue;
        const auto at = static_cast<std::size_t>(
            std::ranges::find(of->lines, ranked.line.begin, &Line::begin) - of->lines.begin());
        if (at == of->lines.size() || of->chosen.contains(at)) continue;
        tokens += tokens_of(*of, at);
        if (tokens > most_tokens) break;
        of->chosen.insert(at);
    }
    tokens = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
        for (const auto line : all[i].chosen) {
            const Line& at = all[i].lines[line];
            tokens += tokens_of(all[i], line);
            if (tokens > most_tokens) return out;
            out.lines.push_back({i, at.begin, all[i].shown.substr(at.begin, at.end - at.begin),
                                 is_outdated(map, at)});
        }
    return out;
}

bool is_answered(const account::Account& account)
{
    return !account.sentences.empty() && account.sentences.front().kind == account::Kind::answer &&
           account.sentences.front().form == account::Form::edited;
}

std::string statement_of(const account::Account& account, const llm::Interview& interview)
{
    const auto& model = interview.settings().model;
    if (interview.consultation().calls().empty())
        return concat("No line was shown to ", model,
                      ": no source could be read that gives no orders to its readers.");
    std::string out;
    if (!is_answered(account)) out = "No edited sentence answers: the answer is the map's. ";
    if (2 * account.count(account::Form::edited) < account.sentences.size())
        out += "Most of these sentences are quotes, in place of what code refused. ";
    return concat(
        out, "Edited by ", model,
        " from the quotes shown: code found each word of these sentences in them, in their "
        "order. Not checked: whether it is complete, or true.");
}

json::Ref account_json(const Map& map, const account::Account& account,
                       const llm::Interview& interview)
{
    auto sentences = json::array();
    for (std::size_t i = 0; i < account.sentences.size(); ++i) {
        const auto& each = account.sentences[i];
        json::append(sentences.get(),
                     json::object("id", concat('A', i + 1), "kind", account::name_of(each.kind),
                                  "form", account::name_of(each.form), "text",
                                  shown_text_of(map, each), "quotes", quotes_json(map, each),
                                  "groups", each.groups));
    }
    auto unanswered = json::array();
    for (const auto& word : account.unanswered) json::append(unanswered.get(), json::value(word));
    auto refused = json::object();
    for (const auto& [check, count] : account.refused)
        json::set(refused.get(), account::gate::name_of(check), json::value(count));
    return json::object("sentences", std::move(sentences), "unanswered", std::move(unanswered),
                        "edited", account.count(account::Form::edited), "quoted",
                        account.count(account::Form::quoted), "rewritten", account.rewritten,
                        "refused", std::move(refused), "statement",
                        statement_of(account, interview));
}

json::Ref written_answer_json(const Map& map, const account::Account& account)
{
    if (!is_answered(account) || !map.answer) return nullptr;
    const auto& first = account.sentences.front();
    auto sources = json::array();
    std::string published;
    std::string newest;
    std::set<std::size_t> told;
    for (const auto& quote : first.quotes) {
        const auto source = map.ballot.rows[quote.source].source;
        const auto& material = map.sources[source]->material;
        published = std::max(published, material.published);
        if (told.insert(source).second) json::append(sources.get(), json::value(material.id));
    }
    for (const auto& source : map.sources) newest = std::max(newest, source->material.published);
    const bool is_disputed = std::ranges::any_of(first.quotes, [&](const account::Quote& quote) {
        return has_side_in(map, place_of(map, quote));
    });
    const bool is_dated = !published.empty();
    return json::object("text", first.text, "form", "edited", "sentence", "A1", "sources",
                        std::move(sources), "witnesses", first.groups, "published",
                        is_dated ? json::value(published) : json::value(nullptr), "newest",
                        is_dated ? published == newest : map.sources.size() == 1, "differs",
                        is_disputed, "share", nullptr, "share_of", nullptr, "quotes",
                        quotes_json(map, first));
}

} // namespace

Cited place_of(const Map& map, const account::Quote& quote)
{
    return {map.ballot.rows[quote.source].source, quote.begin, quote.end};
}

std::string shown_text_of(const Map& map, const account::Sentence& sentence)
{
    return sentence.form == account::Form::quoted
               ? concat("\u201c", quote_of(map, place_of(map, sentence.quotes.front())), "\u201d")
               : sentence.text;
}

std::optional<account::Account> write_account(const Map& map, account::Purpose purpose,
                                              llm::Consultation& consultation, json_t* artifact)
{
    constexpr std::size_t k_most_shown = 9'000; // tokens
    const auto context = static_cast<std::size_t>(consultation.settings().context_tokens);
    llm::Interview interview{consultation};
    auto out =
        account::write(material_of(map, std::min(k_most_shown, context / 2)), purpose, interview);
    llm::tell_engine(interview, json::object(), json_object_get(artifact, "engine"));
    if (!out) return out;
    json::set(artifact, "account", account_json(map, *out, interview));
    json_t* sourcing_view = json_object_get(artifact, "sourcing_map");
    for (std::size_t i = 0; i < out->sentences.size(); ++i)
        for (const auto& quote : out->sentences[i].quotes)
            json::append(sourcing_view,
                         sourcing_json(map, concat('A', i + 1), place_of(map, quote)));
    if (auto answer = written_answer_json(map, *out))
        json::set(artifact, "answer", std::move(answer));
    return out;
}

} // namespace synthesize
