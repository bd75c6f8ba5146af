// Which members of a list of objects are the time and the numbers of a stream.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"

#include <string>
#include <vector>

namespace request {

struct NamedColumns {
    std::string time;
    std::vector<std::string> numbers; // at least one, in the order of the first object
};

// "t" is the time and "v" the number where the first object has them; otherwise the time is the one
// member that reads as one in all objects, and the numbers those that read as such. Where it has
// one of the two and nothing reads as the other, "t" and "v". Refused, with what to write instead:
// no member or several read as a time, or none as a number.
base::Result<NamedColumns, std::string> name_columns(const json_t* objects_view);

} // namespace request
