#include "pay/busy.hpp"

#include "base/fault.hpp"

namespace pay {

Busy busy_without(job::Need need)
{
    constexpr std::chrono::seconds k_retry{60};
    switch (need) {
    case job::Need::vantage: return {catalog::ProblemCode::vantage_offline, k_retry};
    case job::Need::model: return {catalog::ProblemCode::model_away, k_retry};
    case job::Need::nothing: break;
    }
    throw base::Fault{"nothing is needed, and it is missing"};
}

} // namespace pay
