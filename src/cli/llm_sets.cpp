#include "cli/llm_sets.hpp"

#include "base/concat.hpp"
#include "base/json.hpp"
#include "llm/figures.hpp"
#include "llm/test_claims.hpp"
#include "value/digest.hpp"
#include "verify/questions/control.hpp"

#include <iterator>
#include <optional>

namespace cli {

namespace json = base::json;
using base::concat;
using verify::questions::Control;

namespace {

std::string member(const json_t* row_view, const char* key)
{
    return std::string{json::text_member(row_view, key).value_or("")};
}

// Empty: none are given. nullopt: one of them has no text; pages are not fetched here.
std::optional<std::string> sources_in(const json_t* row_view)
{
    if (json::member(row_view, "sources") == nullptr) return std::string{};
    const json_t* sources_view = json::array_member(row_view, "sources");
    for (std::size_t i = 0; i < json_array_size(sources_view); ++i)
        if (!json::text_member(json_array_get(sources_view, i), "text")) return std::nullopt;
    if (json_array_size(sources_view) == 0) return std::nullopt;
    return json::dump(sources_view);
}

// False: the row is not a case.
bool add_cases(const json_t* row_view, std::vector<BenchCase>& out)
{
    const auto id = member(row_view, "id");
    const auto quote = member(row_view, "quote");
    const auto sources = sources_in(row_view);
    if (id.empty() || !sources) return false;
    if (const auto wrong = member(row_view, "wrong"); !wrong.empty()) {
        if (quote.empty() || wrong.find(quote) == std::string::npos) return false;
        out.push_back({id + 'w', wrong, quote, true, *sources});
        out.push_back({id + 'r', member(row_view, "right"), {}, false, *sources});
        return !out.back().text.empty();
    }
    const bool is_wrong = json::boolean_member(row_view, "flag").value_or(false);
    out.push_back(
        {id, member(row_view, "text"), is_wrong ? quote : std::string{}, is_wrong, *sources});
    return !out.back().text.empty() && out.back().quote.empty() != is_wrong;
}

// The sentence with what is true in it.
std::string right_sentence(const Control& control)
{
    std::string out = control.with_gap();
    return out.replace(out.find(verify::questions::k_gap), verify::questions::k_gap.size(),
                       control.truth());
}

void add_twins(std::size_t number, std::vector<BenchCase>& out)
{
    constexpr std::size_t k_fewest = 3;
    constexpr std::size_t k_most = 6;
    llm::Chance chance{concat("assay bench/", number)};
    const std::size_t sentences = chance.between(k_fewest, k_most);
    const std::size_t wrong_at = chance.below(sentences);
    BenchCase wrong{concat(number, 'w'), {}, {}, true};
    BenchCase right{concat(number, 'r'), {}, {}, false};
    for (std::size_t i = 0; i < sentences; ++i) {
        Control control{chance, "en"};
        while (i == wrong_at && control.is_right()) control = Control{chance, "en"};
        if (i == wrong_at) wrong.quote = control.sentence();
        const char* between = i == 0 ? "" : " ";
        wrong.text += concat(between, i == wrong_at ? control.sentence() : right_sentence(control));
        right.text += concat(between, right_sentence(control));
    }
    out.push_back(std::move(wrong));
    out.push_back(std::move(right));
}

// What neither says of the other.
constexpr std::string_view k_asides[] = {
    "It had rained for most of the week.", "Snow still lay in the yard.",
    "The dogs barked all evening.",        "A choir was singing in the church.",
    "The road to the coast was closed.",   "Letters came seldom in that season.",
    "The river had frozen early.",         "Most windows were dark by then.",
};

// One claim among sentences that the source does not speak of, and the same with its names
// exchanged.
void add_sourced_twins(std::size_t number, std::vector<BenchCase>& out)
{
    constexpr std::size_t k_asides_told = 2;
    const auto seed = concat("assay bench/", number);
    llm::Chance chance{concat(seed, "/asides")};
    const auto first = chance.below(std::size(k_asides));
    const auto aside = [&](std::size_t i) { return k_asides[(first + i) % std::size(k_asides)]; };
    const std::size_t claim_at = chance.below(k_asides_told + 1);
    for (const bool is_entailed : {false, true}) {
        llm::Chance same{seed};
        const auto drawn = llm::draw_test_claim(same, "en", is_entailed);
        BenchCase twin{concat(number, is_entailed ? 'r' : 'w'), {}, {}, !is_entailed};
        if (twin.is_wrong) twin.quote = drawn.claim;
        for (std::size_t i = 0; i <= k_asides_told; ++i)
            twin.text += concat(i == 0 ? "" : " ", i == claim_at ? drawn.claim : aside(i));
        const auto text = concat(drawn.source, ' ', aside(k_asides_told + 1));
        twin.sources = json::dump(json::array(json::object("text", text)).get());
        out.push_back(std::move(twin));
    }
}

} // namespace

json::Ref BenchCase::request() const
{
    auto out = json::object("payload", text);
    if (const auto given = json::parse(sources))
        json::set(out.get(), "sources", json::share(given->get()));
    return out;
}

std::string BenchSet::sha256() const
{
    std::string all;
    for (const auto& each : cases) {
        auto told = json::array(each.id, each.text, each.quote);
        if (!each.sources.empty()) json::append(told.get(), json::value(each.sources));
        all += json::dump(told.get()) + '\n';
    }
    return value::Digest{base::sha256(base::bytes_of(all))}.text();
}

base::Result<std::vector<BenchCase>, std::string> read_set(std::string_view file)
{
    std::vector<BenchCase> out;
    for (int number = 1; !file.empty(); ++number) {
        const auto end = std::min(file.find('\n'), file.size());
        const auto line = file.substr(0, end);
        file.remove_prefix(std::min(end + 1, file.size()));
        if (line.empty()) continue;
        const auto row = json::parse(line);
        const bool is_good = row && (number == 1 ? json::text_member(row->get(), "set").has_value()
                                                 : add_cases(row->get(), out));
        if (!is_good)
            return base::refuse(
                concat("line ", number, number == 1 ? " does not name the set" : " is no case"));
    }
    return out;
}

BenchSet made_set()
{
    constexpr auto k_plain = static_cast<std::size_t>(llm::k_least_right_texts);
    constexpr std::size_t k_sourced = 40;
    BenchSet out{"made/2", {}};
    for (std::size_t i = 1; i <= k_plain; ++i) add_twins(i, out.cases);
    for (std::size_t i = 1; i <= k_sourced; ++i) add_sourced_twins(k_plain + i, out.cases);
    return out;
}

} // namespace cli
