#include "verify/moments/network.hpp"
namespace verify::moments {
void check_timelines(Judged&) {}
} // namespace verify::moments
