#include "startup/shop.hpp"

#include "llm/account_record.hpp"

namespace startup {

catalog::Catalog catalog_of(const config::Config& config)
{
    if (!config.llm.is_set()) return catalog::Catalog{config};
    const auto standing = llm::account_standing_of(config.llm);
    if (!standing.is_sold()) return catalog::Catalog{config};
    const auto& record = *standing.record;
    return catalog::Catalog{config, catalog::JudgedAccounts{.date = record.date,
                                                            .sentences = record.false_ones.of,
                                                            .not_carried = record.false_ones.part}};
}

} // namespace startup
