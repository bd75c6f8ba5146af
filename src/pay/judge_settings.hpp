// What rail v1's worker part takes from the configuration.
#pragma once

#include "config/config.hpp"

namespace pay {

struct JudgeSettings {
    value::EvmNetwork network;
    value::EvmAddress token;
    value::EvmAddress pay_to;
    value::AtomicUsd single_source_max; // inclusive
    std::uint64_t confirmations = 2;    // of the reader
};
// From the section [payment].
JudgeSettings judge_settings(const config::Config& config);

} // namespace pay
