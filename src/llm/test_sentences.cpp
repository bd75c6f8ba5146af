#include "llm/test_sentences.hpp"

#include <array>

namespace llm {

namespace {

constexpr std::string_view k_plus = "[{a}] + [{b}]";
constexpr std::string_view k_minus = "[{a}] - [{b}]";
constexpr std::string_view k_times = "[{a}] * [{b}]";
constexpr std::string_view k_middle = "mean([{a}], [{b}])";
constexpr std::string_view k_part = "[{a}] / [{b}]";
constexpr std::string_view k_grown = "change([{a}], [{b}])";

constexpr Frame k_frames[] = {
    {"en", FrameKind::sum, "{name} sold {a} {thing} in spring and {b} in autumn, {c} in the year.",
     "{c}", k_plus},
    {"en", FrameKind::sum, "The cellar holds {a} {thing}, the attic {b}; together that is {c}.",
     "{c}", k_plus},
    {"en", FrameKind::sum, "After the first {a} {thing} came {b} more, so that {name} counted {c}.",
     "{c}", k_plus},
    {"en", FrameKind::sum,
     "{name} had {a} guests, {b} of whom came twice, so the door counted {c} visits.", "{c}",
     k_plus},
    {"en", FrameKind::sum, "The {b} spare {thing} lie apart from the {a} in use: {c} in all.",
     "{c}", k_plus},
    {"en", FrameKind::rest, "Of {a} {thing} {name} gave away {b} and kept {c}.", "{c}", k_minus},
    {"en", FrameKind::rest, "The store began with {a} {thing}; once {b} were gone, {c} were left.",
     "{c}", k_minus},
    {"en", FrameKind::rest, "{name} ordered {a} {thing} and has received {b}, so {c} are missing.",
     "{c}", k_minus},
    {"en", FrameKind::rest,
     "A list of {a} {thing} names {b} of them twice, so there are {c} different ones.", "{c}",
     k_minus},
    {"en", FrameKind::rest, "Ship {name} left with {a} {thing}, came back with {b} and sold {c}.",
     "{c}", k_minus},
    {"en", FrameKind::product, "Each of the {a} shelves carries {b} {thing}, which makes {c}.",
     "{c}", k_times},
    {"en", FrameKind::product, "{name} packed {a} boxes with {b} {thing} each, {c} altogether.",
     "{c}", k_times},
    {"en", FrameKind::product, "At {b} {thing} a day for {a} days, {name} needs {c}.", "{c}",
     k_times},
    {"en", FrameKind::product, "There are {a} rows of {b} {thing}: {c} in the field.", "{c}",
     k_times},
    {"en", FrameKind::mean, "The two trays hold {a} and {b} {thing}, on average {c}.", "{c}",
     k_middle},
    {"en", FrameKind::mean,
     "{name} counted {a} {thing} on one day and {b} on the next, a mean of {c}.", "{c}", k_middle},
    {"en", FrameKind::mean, "With {a} and {b} {thing}, halfway between the two is {c}.", "{c}",
     k_middle},
    {"en", FrameKind::share, "Of {b} {thing} {a} were cracked, that is {c}%.", "{c}%", k_part},
    {"en", FrameKind::share, "{name} answered {a} of {b} letters, {c}% of them.", "{c}%", k_part},
    {"en", FrameKind::share, "{a} of the {b} {thing}, {c}%, were returned unopened.", "{c}%",
     k_part},
    {"en", FrameKind::share, "The vote on the {b} {thing} was won with {a}, a share of {c}%.",
     "{c}%", k_part},
    {"en", FrameKind::change, "The stock of {thing} rose from {a} to {b}, by {c}%.", "{c}%",
     k_grown},
    {"en", FrameKind::change, "{name} made {a} {thing} last year and {b} this year, {c}% more.",
     "{c}%", k_grown},
    {"en", FrameKind::change, "From {a} visits the number grew to {b}, an increase of {c}%.",
     "{c}%", k_grown},
    {"en", FrameKind::change, "{name} asked for {b} {thing} in place of {a}, {c}% on top.", "{c}%",
     k_grown},
    {"de", FrameKind::sum, "{name} verkaufte {a} {thing} im Mai und {b} im Juni, zusammen {c}.",
     "{c}", k_plus},
    {"de", FrameKind::rest, "Von {a} {thing} gab {name} {b} zur\u00fcck und behielt {c}.", "{c}",
     k_minus},
    {"de", FrameKind::product, "In {a} Kisten liegen je {b} {thing}, das sind {c}.", "{c}",
     k_times},
    {"de", FrameKind::mean, "Mit {a} und {b} {thing} kommt {name} im Mittel auf {c}.", "{c}",
     k_middle},
    {"de", FrameKind::share, "Von {b} {thing} waren {a} besch\u00e4digt, also {c} %.", "{c} %",
     k_part},
    {"es", FrameKind::sum, "{name} vendi\u00f3 {a} {thing} en mayo y {b} en junio, en total {c}.",
     "{c}", k_plus},
    {"es", FrameKind::rest, "De {a} {thing}, {name} devolvi\u00f3 {b} y se qued\u00f3 con {c}.",
     "{c}", k_minus},
    {"es", FrameKind::product, "Hay {a} cajas con {b} {thing} cada una, es decir {c}.", "{c}",
     k_times},
    {"es", FrameKind::mean, "Con {a} y {b} {thing}, la media de {name} es {c}.", "{c}", k_middle},
    {"es", FrameKind::share, "De {b} {thing}, {a} llegaron rotas, un {c} %.", "{c} %", k_part},
    {"fr", FrameKind::sum, "{name} a vendu {a} {thing} en mai et {b} en juin, soit {c} en tout.",
     "{c}", k_plus},
    {"fr", FrameKind::rest, "Sur {a} {thing}, {name} en a rendu {b} et en garde {c}.", "{c}",
     k_minus},
    {"fr", FrameKind::product, "Il y a {a} caisses de {b} {thing} chacune, soit {c}.", "{c}",
     k_times},
    {"fr", FrameKind::mean, "Avec {a} et {b} {thing}, la moyenne de {name} est {c}.", "{c}",
     k_middle},
    {"fr", FrameKind::share, "Sur {b} {thing}, {a} \u00e9taient cass\u00e9es, soit {c} %.", "{c} %",
     k_part},
};

struct Words {
    std::string_view language;
    std::array<std::string_view, 6> things;
    std::array<std::string_view, 6> names;
};
constexpr Words k_words[] = {
    {"en",
     {"lamps", "jars", "chairs", "bottles", "crates", "tiles"},
     {"Hollis", "Marta", "Odell", "Priya", "Tarn", "Wessex"}},
    {"de",
     {"Lampen", "Kr\u00fcge", "St\u00fchle", "Flaschen", "Ziegel", "Karten"},
     {"Hollis", "Marta", "Odell", "Priya", "Tarn", "Wessel"}},
    {"es",
     {"sillas", "botellas", "tejas", "cartas", "cajas", "tazas"},
     {"Hollis", "Marta", "Odell", "Priya", "Tarn", "Vega"}},
    {"fr",
     {"chaises", "bouteilles", "tuiles", "lettres", "caisses", "tasses"},
     {"Hollis", "Marta", "Odell", "Priya", "Tarn", "Vernet"}},
};

const Words& words_of(std::string_view language)
{
    for (const auto& words : k_words)
        if (words.language == language) return words;
    return k_words[0];
}

} // namespace

std::span<const Frame> frames()
{
    return k_frames;
}

std::span<const std::string_view> things_of(std::string_view language)
{
    return words_of(language).things;
}

std::span<const std::string_view> names_of(std::string_view language)
{
    return words_of(language).names;
}

base::json::Ref frames_json()
{
    auto out = base::json::array();
    for (const auto& frame : llm::frames())
        base::json::append(out.get(), base::json::object("sentence", frame.sentence, "stated",
                                                         frame.stated, "formula", frame.formula));
    return out;
}

} // namespace llm
