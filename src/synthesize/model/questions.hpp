// Questions about single sentences, asked without what was said of them before.
#pragma once

#include "synthesize/model/pointers.hpp"
#include "verify/model/questions.hpp"

#include <span>

namespace synthesize::model {

// The answer to the second question that keeps a pointer.
verify::model::Said wanted_of(Kind kind);

// At most verify::model::k_most_items pointers, with two items of ours among them. Answered by
// verify::model::answering_schema().
verify::model::Paper make_paper(const Study& study, Wording& wording,
                                std::span<const Pointer> pointers, std::string_view nonce);

} // namespace synthesize::model
