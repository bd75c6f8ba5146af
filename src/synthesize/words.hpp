// What is read of an order and its sources, under one name.
#pragma once

#include "sources/material.hpp"
#include "statements/disagreement.hpp"

#include <string>
#include <vector>

namespace synthesize {

using sources::Material;
using sources::SourceStatus;
using statements::Figure;
using statements::Meanings;
using statements::Moment;
using statements::Opposition;
using statements::Run;
using statements::Source;
using statements::Statement;
using statements::Vocabulary;

// What a buyer hands over to be merged: a question and the texts that may answer it; at most 20 of
// them, 2 MB of text in all (checked where requests are parsed).
struct Order {
    std::string query;
    std::vector<Material> materials;
};

} // namespace synthesize
