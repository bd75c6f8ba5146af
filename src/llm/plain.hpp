// Words of strangers as a model is shown them.
#pragma once

#include <string>

namespace llm {

// One line, without the signs by which chat templates part messages ("<|", "[INST") and without the
// bar that stands behind our own marks. As many bytes as before: places in it stay where they are.
std::string plain(std::string text);

} // namespace llm
