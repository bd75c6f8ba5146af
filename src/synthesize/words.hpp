// What the rooms below read of the sources, under one name.
#pragma once

#include "sources/material.hpp"
#include "statements/two_things.hpp"

namespace synthesize {

using sources::Material;
using sources::SourceStatus;
using statements::Aspect;
using statements::Both;
using statements::Clause;
using statements::Comparison;
using statements::Deed;
using statements::Disagreement;
using statements::Dispute;
using statements::Ending;
using statements::Figure;
using statements::Marks;
using statements::Meanings;
using statements::Moment;
using statements::Opposition;
using statements::Run;
using statements::Source;
using statements::State;
using statements::Statement;
using statements::TermId;
using statements::TokenTerms;
using statements::Vocabulary;

// Terms that are so much alike are of one thing.
inline constexpr double k_related = 0.75;

} // namespace synthesize
