#include "store/daily_credits.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "store/rows.hpp"

#include <algorithm>

namespace store {

namespace {

using base::concat;
using base::to_ms;

// Counted beside payers, clients and sites, none of which is called so.
constexpr std::string_view k_all = "all";

int used(db::Reader reader, const DailyCredits& of, std::string_view who, base::Instant now)
{
    return static_cast<int>(
        rows::first_integer(reader.query("SELECT count(*) FROM unread_credit WHERE who = ?1 "
                                         "AND at_ms > ?2",
                                         concat(of.kind, who), to_ms(now - k_daily_window)))
            .value_or(0));
}

} // namespace

int credits_left(db::Reader reader, const DailyCredits& of, std::string_view client,
                 const job::ClientNetworks& networks, base::Instant now)
{
    int left = std::min(of.of_client, of.in_all - used(reader, of, k_all, now));
    if (!client.empty()) left = std::min(left, of.of_client - used(reader, of, client, now));
    if (!networks.site.empty())
        left = std::min(left, job::k_clients_of_a_site * of.of_client -
                                  used(reader, of, networks.site, now));
    return std::max(left, 0);
}

namespace rows {

bool take_credit(db::Writer& writer, const DailyCredits& of, std::int64_t job_seq,
                 base::Instant now)
{
    writer.alone_with("credits of a day");
    const auto payment = view(writer, job_seq).payment;
    if (!payment) throw base::Fault{"nobody paid for what is credited"};
    const std::string payer = payment->key.payer.text();
    std::string client;
    job::ClientNetworks networks;
    {
        auto row = writer.query("SELECT client, site FROM jobs WHERE seq = ?1", job_seq);
        if (row.step()) {
            client = row.text(0);
            networks.site = row.text(1);
        }
    }
    if (used(writer, of, payer, now) >= of.of_payer ||
        credits_left(writer, of, client, networks, now) == 0)
        return false;
    for (const std::string_view who : {std::string_view{payer}, std::string_view{client},
                                       std::string_view{networks.site}, k_all})
        if (!who.empty())
            writer.run("INSERT INTO unread_credit (who, at_ms, job_seq) VALUES (?1, ?2, ?3) "
                       "ON CONFLICT DO NOTHING",
                       concat(of.kind, who), to_ms(now), job_seq);
    return true;
}

} // namespace rows
} // namespace store
