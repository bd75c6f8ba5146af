#include "config/options.hpp"

#include "base/concat.hpp"
#include "config/option_rows.hpp"

namespace config {

namespace {

void put_price(Config& config, std::string_view key, const Value& value)
{
    config.prices.insert_or_assign(std::string{key}, std::get<value::AtomicUsd>(value));
}

void put_sla(Config& config, std::string_view key, const Value& value)
{
    config.slas.insert_or_assign(std::string{key}, std::get<std::chrono::seconds>(value));
}

// Far above any price of the table, far below the largest amount.
constexpr auto k_price_max = value::AtomicUsd::from_atoms(100'000'000'000);
constexpr std::chrono::seconds k_sla_max{86'400};

constexpr Section k_sections[] = {
    {"service", "Who sells, and where."},
    {"http", "Waiting, and the sizes of a stack started by hand."},
    {"limits", "What one client may do."},
    {"prices", "USDC for each product, as a decimal string."},
    {"sla", "Time within which a paid result is promised."},
    {"payment", "What buyers pay with, and to whom."},
    {"facilitator", "Rail v2: who checks and settles payments."},
    {"anchor", "Proof of results on the chain."},
    {"engine", "Analyses."},
    {"llm", "A language model. Where one is set, verify standard and deep are sold with it."},
    {"forensics", "The network integrity scan."},
    {"store", "The database."},
    {"discovery", "Documents and the proof of ownership."},
    {"log", "One line per event on stderr; journald keeps them."},
};

} // namespace

OptionTable::OptionTable(std::span<const ProductDefault> products)
{
    for (const auto& section : k_sections) {
        add_products(products, section.name);
        for (const auto rows : {options_of_sales(), options_behind_sales(), options_of_model()})
            for (const auto& option : rows)
                if (option.section == section.name) m_rows.push_back(option);
    }
}

void OptionTable::add_products(std::span<const ProductDefault> products, std::string_view section)
{
    for (const auto& product : products) {
        Option row{.section = section,
                   .key = product.key,
                   .kind = Kind::money,
                   .fallback = "",
                   .help = "",
                   .set = put_price};
        if (section == "prices") {
            m_fallbacks.push_back(product.price.decimal_text());
            row.minimum = value::k_cent.atoms();
            row.maximum = k_price_max.atoms();
        } else if (section == "sla") {
            m_fallbacks.push_back(base::concat(product.sla.count(), 's'));
            row.kind = Kind::duration;
            row.minimum = 1;
            row.maximum = k_sla_max.count();
            row.set = put_sla;
        } else {
            return;
        }
        row.fallback = m_fallbacks.back();
        m_rows.push_back(row);
    }
}

std::span<const Section> sections()
{
    return k_sections;
}

} // namespace config
