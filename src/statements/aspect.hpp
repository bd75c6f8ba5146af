// What a number is a number of: deaths, a price, a height. Two numbers of one aspect can be
// compared, and a question asks for one.
#pragma once

#include <string_view>

namespace statements {

enum class Aspect {
    none, // nothing near it tells
    // Counts of people: what news corrects from day to day comes first.
    deaths,
    injured,
    missing,
    homeless,
    evacuated,
    arrested,
    rescued,
    infected,
    population,
    aboard,
    participants,
    staff,
    // Sums of money.
    price,
    debt,
    profit,
    revenue,
    loss,
    aid,
    budget,
    // Kinds of measures.
    length,
    height,
    width,
    depth,
    weight,
    duration,
    age,
    speed,
    magnitude
};

// Whether later news replaces the number.
bool is_running(Aspect aspect);
bool is_of_people(Aspect aspect);
bool is_of_money(Aspect aspect);

// For readers: "deaths"; `none` has no name.
std::string_view name_of(Aspect aspect);

// What a word makes of a number near it, in whichever of its forms it stands: "killed" and "toll"
// of deaths. `none` for most words.
Aspect aspect_of(std::string_view folded_word);

} // namespace statements
