// Places where a test build can be made to die as kill -9 would, or to wait, so that races are made
// instead of hoped for: before and after every COMMIT, and around every call that moves money or
// begins work. In any other build they do nothing, and no environment is read for them.
//   ASSAY_FAILPOINT=step.side:n   the process dies when it passes there for the n-th time
//   ASSAY_FAILPOINT=/directory    a process that passes there while the directory holds a file of
//                                 that name removes it and dies: of all processes exactly one.
//                                 Likewise one of all that find step.side.hold renames it to
//                                 step.side.held, and goes on when a test has removed that
#pragma once

#include <string_view>

namespace base {

// Steps are named after the function they are in, or the phase it leads to. Any thread.
void failpoint(std::string_view step, std::string_view side);

} // namespace base
