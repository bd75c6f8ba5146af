// What the rooms below read of the sources, under one name.
#pragma once

#include "sources/material.hpp"
#include "statements/disagreement.hpp"

namespace synthesize {

using sources::Material;
using sources::SourceStatus;
using statements::Dispute;
using statements::Figure;
using statements::Meanings;
using statements::Moment;
using statements::Opposition;
using statements::Run;
using statements::Source;
using statements::Statement;
using statements::Vocabulary;

} // namespace synthesize
