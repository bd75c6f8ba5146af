#include "store/unread.hpp"

#include "base/fault.hpp"
#include "store/rows.hpp"

#include <algorithm>

namespace store {

namespace {

using base::to_ms;

int used(db::Reader reader, std::string_view who, base::Instant now)
{
    return static_cast<int>(
        rows::first_integer(reader.query("SELECT count(*) FROM unread_credit WHERE who = ?1 "
                                         "AND at_ms > ?2",
                                         who, to_ms(now - k_unread_credit_window)))
            .value_or(0));
}

} // namespace

int unread_credits_left(db::Reader reader, std::string_view client,
                        const job::ClientNetworks& networks, base::Instant now)
{
    int left = client.empty() ? k_unread_credits_of_client
                              : k_unread_credits_of_client - used(reader, client, now);
    if (!networks.site.empty())
        left = std::min(left, job::k_clients_of_a_site * k_unread_credits_of_client -
                                  used(reader, networks.site, now));
    return std::max(left, 0);
}

namespace rows {

bool take_unread_credit(db::Writer& writer, std::int64_t job_seq, base::Instant now)
{
    const auto payment = view(writer, job_seq).payment;
    if (!payment) throw base::Fault{"nobody paid for what read nothing"};
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
    if (used(writer, payer, now) >= k_unread_credits_of_payer ||
        unread_credits_left(writer, client, networks, now) == 0)
        return false;
    for (const std::string& who : {payer, client, networks.site})
        if (!who.empty())
            writer.run("INSERT INTO unread_credit (who, at_ms, job_seq) VALUES (?1, ?2, ?3) "
                       "ON CONFLICT DO NOTHING",
                       who, to_ms(now), job_seq);
    return true;
}

} // namespace rows
} // namespace store
