// struct.count: "three offices: Berlin, Paris, Rome and Oslo"; "four steps:" before a list of five.
#include "reading/alike.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "reading/number_words.hpp"
#include "reading/terms.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/precision.hpp"
#include "verify/law/walk.hpp"
#include "verify/wording/checks.hpp"
#include "verify/wording/counted_items.hpp"

#include <algorithm>

namespace verify::wording {

using reading::WordSet;

const Check k_struct_count{
    .id = "struct.count",
    .category = Category::consistency,
    .nature = Nature::relation,
    .proof = {"as many are announced as are listed", "lists in prose with \"such as\""},
    .planted = k_planted_counts,
    .real = k_real_counts};

namespace {

constexpr int k_most_announced = 20;

constexpr reading::OwnCues k_open_lists{
    WordSet::examples | WordSet::in_order | WordSet::others | WordSet::all,
    {"including",    "include",      "includes", "among",     "etc",        "etcetera",
     "least",        "some",         "mainly",   "first",     "more",       "or",
     "respectively", "pairs",        "pair",     "groups",    "teams",      "couples",
     "sets",         "combinations", "times",    "remaining", "additional", "top"}};

// The number of things announced by `quantity`: "three" in "three main reasons".
std::optional<int> announced(const Passage& passage, const Quantity& quantity)
{
    if (quantity.kind != QuantityKind::cardinal || quantity.doubtful || quantity.in_range ||
        quantity.scaled || quantity.qualifier != reading::Qualifier::none ||
        !quantity.currency.empty() || quantity.unit != nullptr || quantity.negative_sign ||
        quantity.place != 0)
        return std::nullopt;
    if (quantity.value.mantissa < 2 || quantity.value.mantissa > k_most_announced)
        return std::nullopt;
    // "Two of the four scales": those that follow need not be all.
    const bool is_part = passage.reads(quantity.begin - 2, {"of", "the"}) &&
                         (passage.document().kind(quantity.begin - 3) == TokenKind::number ||
                          reading::cardinal_word(passage.word(quantity.begin - 3)));
    if (is_part) return std::nullopt;
    // "Samples from five lakes" counts them.
    if (!is_addend(passage, quantity) && !passage.is(quantity.begin - 1, {"from"}))
        return std::nullopt;
    return static_cast<int>(quantity.value.mantissa);
}

// Heads whose lists name members of a kind: a plain word in the list is one of them, not a quality.
constexpr std::string_view k_kind_words[] = {
    "reasons",     "steps",    "stages",      "phases",     "types",    "kinds",      "categories",
    "parts",       "pillars",  "factors",     "components", "elements", "causes",     "goals",
    "principles",  "options",  "ingredients", "colors",     "colours",  "languages",  "seasons",
    "ways",        "tools",    "criteria",    "branches",   "sources",  "areas",      "subjects",
    "topics",      "themes",   "values",      "dimensions", "benefits", "advantages", "objectives",
    "priorities",  "features", "functions",   "methods",    "layers",   "sections",   "sectors",
    "departments", "modules",  "services",    "products",   "fields",   "risks",      "challenges"};

bool has_open_list(const Passage& sentence, std::uint32_t begin, std::uint32_t end)
{
    for (std::uint32_t at = begin; at < end; ++at)
        if (reading::is_in(k_open_lists, sentence.word(at)) && !sentence.is(at - 1, {"no"}))
            return true;
    // "Three out of five", but not "carried out"
    for (std::uint32_t at = begin; at < end; ++at)
        if (sentence.reads(at, {"out", "of"})) return true;
    return false;
}

// "Delivered on two lorries, tags checked by hand:": the number is told in passing.
bool is_aside(const Passage& sentence, const reading::Term& term)
{
    const bool is_apart =
        sentence.any(term.end, sentence.end(), std::initializer_list<std::string_view>{","});
    return is_apart &&
           sentence.is(term.begin - 1,
                       reading::Cues{WordSet::place_prep | WordSet::role_prep | WordSet::way_prep,
                                     {"over", "after", "before"}});
}

bool is_noun_phrase_of(const Passage& passage, std::uint32_t begin, std::uint32_t end)
{
    for (std::uint32_t i = begin; i < end; ++i)
        if (passage.document().kind(i) != TokenKind::word) return false;
    return end > begin && end - begin <= 4;
}

// "The three pillars are A, B and C", "the two winners were ...": the token of the verb.
std::optional<std::uint32_t> copula(const Passage& passage, const Quantity& quantity)
{
    const std::uint32_t before = quantity.begin - 1;
    const bool definite = passage.is(before, reading::Cues{WordSet::possessive, {"the", "these"}});
    if (!definite ||
        (before != passage.begin() &&
         !passage.is(before - 1, reading::Cues{WordSet::comma | WordSet::colon, {"and"}})))
        return std::nullopt;
    for (std::uint32_t i = quantity.end; i < quantity.end + 5 && passage.holds(i); ++i) {
        if (!passage.is(i, {"are", "were"})) continue;
        const auto head = passage.word(i - 1);
        const bool plural = head.size() > 3 && head.ends_with('s');
        return plural && is_noun_phrase_of(passage, quantity.end, i) ? std::optional{i}
                                                                     : std::nullopt;
    }
    return std::nullopt;
}

bool is_any_ending(std::string_view word, std::initializer_list<std::string_view> endings)
{
    return std::any_of(endings.begin(), endings.end(),
                       [&](std::string_view ending) { return word.ends_with(ending); });
}

// Whether what follows is a list of members and not of qualities ("are old, tired and hungry"): all
// of them names, or one of them surely a noun, since the items of a list are alike.
bool lists_members(const Passage& passage, std::uint32_t open)
{
    const bool kinds = reading::is_one_of(passage.word(open - 1), k_kind_words);
    bool names = true;
    bool noun = false;
    for (std::uint32_t i = open + 1; passage.holds(i) && !passage.is(i, {".", ";"}); ++i) {
        const auto word = passage.word(i);
        noun = noun || is_any_ending(word, {"tion", "sion", "ment", "ness", "ity", "ety", "ance",
                                            "ence", "ism", "ship", "hood", "logy", "ics"});
        const bool first = i == open + 1 || passage.is(i - 1, {",", "and", "&"});
        if (!first || reading::is_one_of(word, {"and", ",", "&"})) continue;
        noun = noun || reading::is_in(WordSet::article, word);
        // "The two men are Irish and Dutch."
        const bool origin = !kinds && is_any_ending(word, {"ish", "ese", "ian", "ican", "french",
                                                           "dutch", "greek", "swiss", "german"});
        names = names && !origin && reading::is_upper(passage.document().raw(i).front());
    }
    return names || noun;
}

// Words after the number, the last of them a plural, then a colon or bracket: the latter's token.
std::optional<std::uint32_t> opening(const Passage& passage, const Quantity& quantity)
{
    for (std::uint32_t i = quantity.end; i < quantity.end + 7 && passage.holds(i); ++i) {
        const auto word = passage.word(i);
        const bool dash = reading::is_in(WordSet::dash, word) &&
                          passage.document().tokens[i].space_before && passage.holds(i + 1) &&
                          passage.document().tokens[i + 1].space_before;
        if (word == ":" || word == "(" || dash) {
            // "choose one of six: felting; juggling; and a walk"
            if (i == quantity.end)
                return word == ":" && passage.is(quantity.begin - 1, {"of"}) ? std::optional{i}
                                                                             : std::nullopt;
            const auto noun = passage.word(quantity.end);
            bool plural = false;
            for (std::uint32_t k = quantity.end; k < i; ++k) {
                const auto each = passage.word(k);
                plural = plural || (each.size() > 3 && each.ends_with('s')) ||
                         reading::is_one_of(
                             each, {"people", "children", "men", "women", "criteria", "phenomena"});
            }
            constexpr std::string_view k_measures[] = {
                "cups",   "tablespoons", "teaspoons", "spoons", "bowls",    "glasses", "bottles",
                "bags",   "packs",       "boxes",     "slices", "servings", "pieces",  "doses",
                "copies", "sheets",      "cans",      "jars",   "portions", "rounds"};
            if (reading::is_one_of(passage.word(i - 1), k_measures)) return std::nullopt;
            return plural && !noun.empty() ? std::optional{i} : std::nullopt;
        }
        if (passage.document().kind(i) != TokenKind::word) return std::nullopt;
        // "five stages of the process:"
        const bool of_kind =
            i > quantity.end && reading::is_one_of(passage.word(i - 1), k_kind_words);
        if (of_kind && reading::is_in({"of", "for", "to", "in", "why"}, word)) continue;
        // "six spices and no more:"
        const bool is_all =
            passage.reads(i, {"and", "no", "more"}) || passage.reads(i, {"and", "nothing", "else"});
        if (is_all) {
            i += 2;
            continue;
        }
        if (reading::is_in(
                reading::Cues{WordSet::role_prep | WordSet::place_prep | WordSet::joins |
                                  WordSet::way_prep,
                              {"per", "than", "but", "as", "that", "which", "more", "out"}},
                word))
            return std::nullopt;
    }
    return std::nullopt;
}

void report_count(const Document& document, const Quantity& quantity, int stated, int counted,
                  Review& review)
{
    found(k_struct_count, "The list does not have as many items as announced", document,
          Certainty::strong, Severity::minor)
        .stated(quantity)
        .evidence("announced", stated, "counted", counted, "reported", stated, "recomputed",
                  counted)
        .read_as("items as separated")
        .says(stated, " are announced and ", counted, " follow.")
        .raise(review, "Correct the number or the list.");
}

// The one number of the sentence that counts things: "the following five documents:".
const reading::Term* only_count(const std::vector<reading::Term>& terms)
{
    constexpr long k_most = 20;
    const reading::Term* out = nullptr;
    for (const auto& term : terms) {
        const bool counts = term.is_usable && term.is_count() && !term.is_rate &&
                            !term.is_attribute && !term.noun.empty() && !term.is_open &&
                            term.value.get_den() == 1 && term.value >= 2 && term.value <= k_most;
        if (!counts) continue;
        if (out != nullptr) return nullptr;
        out = &term;
    }
    return out;
}

void check_inline_counts(const Passage& sentence, Review& review)
{
    if (sentence.quantities().empty() || is_disowned(sentence)) return;
    for (const auto& quantity : sentence.quantities()) {
        const auto stated = announced(sentence, quantity);
        if (!stated) continue;
        auto open = opening(sentence, quantity);
        if (!open) open = copula(sentence, quantity);
        if (!open) continue;
        if (!sentence.is(*open, {":", "("}) && !lists_members(sentence, *open)) continue;
        auto items = plain_items(sentence, *open);
        if (!items) items = long_items(sentence, *open);
        constexpr std::uint32_t k_before = 5;
        const auto from =
            std::max(sentence.begin(), quantity.begin - std::min(quantity.begin, k_before));
        if (!items || has_open_list(sentence, from, items->end)) continue;
        if (items->count == *stated) {
            review.passes.push_back(
                {k_struct_count, {mark_of(sentence.document(), quantity, "stated")}});
        } else {
            report_count(sentence.document(), quantity, *stated, items->count, review);
        }
    }
}

void check_listed_counts(const Document& document, Review& review)
{
    for (std::size_t i = 0; i < document.sentences.size(); ++i) {
        const auto block = document.sentences[i].block;
        const bool last =
            i + 1 == document.sentences.size() || document.sentences[i + 1].block != block;
        if (!last || document.blocks[block].kind == BlockKind::code) continue;
        const Passage sentence = Passage::sentence(document, i);
        if (sentence.quantities().empty() || !sentence.is(sentence.end() - 1, {":"})) continue;
        if (has_open_list(sentence, sentence.begin(), sentence.end()) || is_disowned(sentence))
            continue;
        // "3 dependencies, and a few for development:"
        if (sentence.any(std::initializer_list<std::string_view>{"few", "several", "various"}))
            continue;
        const reading::Term* only = only_count(document.terms().of(i));
        if (only == nullptr || is_aside(sentence, *only)) continue;
        const Quantity& quantity = *only->quantity;
        const std::optional stated{static_cast<int>(only->value.get_num().get_si())};
        const auto counted = items_after(document, block);
        if (!counted || *counted < 2) continue;
        if (*counted == *stated) {
            review.passes.push_back({k_struct_count, {mark_of(document, quantity, "stated")}});
        } else {
            report_count(document, quantity, *stated, *counted, review);
        }
    }
}

void check_counts(const Document& document, Review& review)
{
    in_sentences<check_inline_counts>(document, review);
    check_listed_counts(document, review);
}

constexpr const Check* k_counts_checks[] = {&k_struct_count};

} // namespace

const Family k_counts{Voice::skeptic, k_counts_checks, check_counts};

} // namespace verify::wording
