// A model for tests that reads claims beside sources.
#pragma once

#include "support/scripted_model.hpp"

namespace tests {

// What it says of a claim.
struct KnownClaim {
    std::string claim; // words of it
    std::string answer = "entailed";
    std::string claim_words{};
    std::string source_words{};
    std::string filled{}; // what it puts into the place of claim_words; empty: it leaves it open
};

// What of our own claims it sees through.
enum class Discernment { all, nothing_follows, everything_follows };

// It knows no figures; claims that it does not know are not there.
ScriptedModel claim_reader(std::vector<KnownClaim> known,
                           Discernment discernment = Discernment::all);

// The answer to one question, of such a model.
std::string claims_answered(const std::string& material, const std::vector<KnownClaim>& known,
                            Discernment discernment = Discernment::all);

} // namespace tests
