// Which commit of the sources a program was built from.
#pragma once

#include <string_view>

namespace base {

// "3f2c1b0a9d8e", with "-dirty" behind it where the tree held changes; empty: built outside of git.
std::string_view revision();

} // namespace base
