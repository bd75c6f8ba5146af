// The publisher of a source, as far as its address and its author tell.
#pragma once

#include "synthesize/words.hpp"

namespace synthesize {

// Sources of one house have the same; empty: nothing tells. It is the registrable domain of the
// address, or its host where none is. A host that lends its pages to many people is a house for
// each of them: where the path names a user ("/@kestrel", "/u/kestrel", "/kestrel/status/1"), and
// where the address is of a conversation ("/threads/12", "forum.") and the source tells its
// author ("Posted by kestrel"). A
// paper whose reporters sign is one house.
std::string house_of(const Material& material);

} // namespace synthesize
