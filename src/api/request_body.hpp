// What is wrong with a body before it is read as JSON.
#pragma once

#include "catalog/problems.hpp"
#include "fcgi/message.hpp"

#include <optional>

namespace api {

// Cut, or larger than the route takes; nullopt: it is here whole.
std::optional<catalog::ProblemCode> find_body_problem(const fcgi::Request& request);

// A Content-Type that is given and is not JSON (decisions, section 2).
bool is_other_than_json(const fcgi::Request& request);

} // namespace api
