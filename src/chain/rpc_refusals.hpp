// What an endpoint's own error is of: of the question, which a smaller one may mend, or of us who
// ask, which only waiting mends.
#pragma once

#include "chain/json_rpc.hpp"

#include <string_view>

namespace chain {

inline constexpr int k_too_many_requests = 429; // a status, which some repeat as a code

enum class RefusalOf {
    question, // too many blocks or logs, too large an answer, too long a search
    asker,    // more requests than it serves us
    other,    // anything else, for which neither helps
};

// By its code where that says it, else by what its words count.
RefusalOf refusal_of(const RpcError& error);

// Whether the endpoint itself finds the answer too large to give.
bool is_about_size(const RpcError& error);

// Whether such an error's words are the endpoint's alone. What runs a contract's code may repeat
// what a stranger has written there.
bool has_words_of_its_own(std::string_view method);

} // namespace chain
