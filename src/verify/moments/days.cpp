#include "verify/moments/network.hpp"
namespace verify::moments {
void check_days(Judged&, std::size_t) {}
} // namespace verify::moments
