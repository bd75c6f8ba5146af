#include "verify/model/panel.hpp"
#include "verify/model/wording.hpp"
#include "verify/moments/checks.hpp"
#include "verify/relations/checks.hpp"
#include "verify/sameness/checks.hpp"
#include "verify/statistics/checks.hpp"
#include "verify/wording/checks.hpp"

namespace verify::model {

std::span<const Check* const> pointed_checks()
{
    static constexpr const Check* k_checks[] = {&relations::k_arith_sum,
                                                &relations::k_arith_difference,
                                                &relations::k_arith_product,
                                                &relations::k_arith_share,
                                                &relations::k_arith_percent_change,
                                                &relations::k_arith_mean,
                                                &relations::k_arith_ratio,
                                                &relations::k_unit_conversion,
                                                &moments::k_date_interval,
                                                &moments::k_date_weekday,
                                                &moments::k_date_age,
                                                &moments::k_time_duration,
                                                &wording::k_struct_count,
                                                &statistics::k_stats_pvalue,
                                                &k_order_words,
                                                &sameness::k_contradiction_value,
                                                &k_contradiction_words};
    return k_checks;
}

base::json::Ref gate_json(const Tally& tally)
{
    return base::json::object("sentences", tally.askable, "shown", tally.shown, "pointed",
                              tally.pointed, "held", tally.held, "bad_quote", tally.bad_quote,
                              "not_computable", tally.not_computable, "far", tally.far,
                              "told_already", tally.told_already, "not_meant", tally.not_meant,
                              "unconfirmed", tally.unconfirmed, "explained", tally.explained,
                              "guessed", tally.guessed, "kept", tally.kept);
}

} // namespace verify::model
