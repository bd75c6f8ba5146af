#include "statements/aspect.hpp"

#include "base/enumerators.hpp"
#include "reading/wordnet/wordnet.hpp"

#include <unordered_map>

namespace statements {

namespace {

struct Word {
    std::string_view base;
    Aspect aspect;
};

// By base forms.
constexpr Word k_words[] = {{"die", Aspect::deaths},
                            {"dead", Aspect::deaths},
                            {"death", Aspect::deaths},
                            {"kill", Aspect::deaths},
                            {"toll", Aspect::deaths},
                            {"fatality", Aspect::deaths},
                            {"perish", Aspect::deaths},
                            {"drown", Aspect::deaths},
                            {"injure", Aspect::injured},
                            {"injury", Aspect::injured},
                            {"wound", Aspect::injured},
                            {"hurt", Aspect::injured},
                            {"hospitalize", Aspect::injured},
                            {"hospitalise", Aspect::injured},
                            {"missing", Aspect::missing},
                            {"unaccounted", Aspect::missing},
                            {"homeless", Aspect::homeless},
                            {"displace", Aspect::homeless},
                            {"evacuate", Aspect::evacuated},
                            {"evacuation", Aspect::evacuated},
                            {"flee", Aspect::evacuated},
                            {"arrest", Aspect::arrested},
                            {"detain", Aspect::arrested},
                            {"rescue", Aspect::rescued},
                            {"survivor", Aspect::rescued},
                            {"infect", Aspect::infected},
                            {"infection", Aspect::infected},
                            {"population", Aspect::population},
                            {"inhabitant", Aspect::population},
                            {"aboard", Aspect::aboard},
                            {"enroll", Aspect::participants},
                            {"enrol", Aspect::participants},
                            {"recruit", Aspect::participants},
                            {"randomize", Aspect::participants},
                            {"randomise", Aspect::participants},
                            {"participant", Aspect::participants},
                            {"respondent", Aspect::participants},
                            {"volunteer", Aspect::participants},
                            {"survey", Aspect::participants},
                            {"employ", Aspect::staff},
                            {"employee", Aspect::staff},
                            {"staff", Aspect::staff},
                            {"workforce", Aspect::staff},
                            {"cost", Aspect::price},
                            {"price", Aspect::price},
                            {"pay", Aspect::price},
                            {"worth", Aspect::price},
                            {"buy", Aspect::price},
                            {"purchase", Aspect::price},
                            {"sell", Aspect::price},
                            {"bid", Aspect::price},
                            {"acquire", Aspect::price},
                            {"deal", Aspect::price},
                            {"fee", Aspect::price},
                            {"debt", Aspect::debt},
                            {"owe", Aspect::debt},
                            {"loan", Aspect::debt},
                            {"tax", Aspect::debt},
                            {"fine", Aspect::debt},
                            {"profit", Aspect::profit},
                            {"earnings", Aspect::profit},
                            {"revenue", Aspect::revenue},
                            {"turnover", Aspect::revenue},
                            {"sales", Aspect::revenue},
                            {"loss", Aspect::loss},
                            {"damage", Aspect::loss},
                            {"aid", Aspect::aid},
                            {"grant", Aspect::aid},
                            {"donation", Aspect::aid},
                            {"fund", Aspect::aid},
                            {"budget", Aspect::budget},
                            {"spending", Aspect::budget},
                            {"investment", Aspect::budget},
                            {"invest", Aspect::budget},
                            {"long", Aspect::length},
                            {"length", Aspect::length},
                            {"stretch", Aspect::length},
                            {"tall", Aspect::height},
                            {"high", Aspect::height},
                            {"height", Aspect::height},
                            {"rise", Aspect::height},
                            {"wide", Aspect::width},
                            {"width", Aspect::width},
                            {"deep", Aspect::depth},
                            {"depth", Aspect::depth},
                            {"weigh", Aspect::weight},
                            {"weight", Aspect::weight},
                            {"heavy", Aspect::weight},
                            {"last", Aspect::duration},
                            {"duration", Aspect::duration},
                            {"take", Aspect::duration},
                            {"run", Aspect::duration},
                            {"old", Aspect::age},
                            {"age", Aspect::age},
                            {"speed", Aspect::speed},
                            {"fast", Aspect::speed},
                            {"magnitude", Aspect::magnitude},
                            {"richter", Aspect::magnitude}};

const Word* word_of(std::string_view base)
{
    static const auto all = [] {
        std::unordered_map<std::string_view, const Word*> out;
        for (const auto& word : k_words) out.emplace(word.base, &word);
        return out;
    }();
    const auto at = all.find(base);
    return at == all.end() ? nullptr : at->second;
}

} // namespace

bool is_running(Aspect aspect)
{
    return aspect >= Aspect::deaths && aspect <= Aspect::population;
}

bool is_of_people(Aspect aspect)
{
    return aspect >= Aspect::deaths && aspect <= Aspect::staff;
}

bool is_of_money(Aspect aspect)
{
    return aspect >= Aspect::price && aspect <= Aspect::budget;
}

std::string_view name_of(Aspect aspect)
{
    static constexpr std::string_view k_names[] = {
        "",         "deaths",   "injured",  "missing",    "homeless", "evacuated",
        "arrested", "rescued",  "infected", "population", "aboard",   "participants",
        "staff",    "price",    "debt",     "profit",     "revenue",  "loss",
        "aid",      "budget",   "length",   "height",     "width",    "depth",
        "weight",   "duration", "age",      "speed",      "magnitude"};
    return base::row_of(k_names, aspect);
}

Aspect aspect_of(std::string_view folded_word)
{
    if (const auto* word = word_of(folded_word)) return word->aspect;
    const auto& known = reading::WordNet::embedded();
    for (const auto base : known.bases(folded_word))
        if (const auto* word = word_of(known.text(base))) return word->aspect;
    return Aspect::none;
}

} // namespace statements
