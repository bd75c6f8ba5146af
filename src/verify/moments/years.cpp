#include "verify/moments/network.hpp"
namespace verify::moments {
void check_years(Judged&, std::size_t) {}
} // namespace verify::moments
