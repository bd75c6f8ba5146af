#include "store/anchor_wishes.hpp"

#include "db/transaction.hpp"
#include "job/spelling.hpp"
#include "store/rows.hpp"

namespace store {

namespace {

using base::to_ms;

constexpr job::Spelling<AnchorWishes::Wish> k_wishes[] = {
    {AnchorWishes::Wish::retry, "retry"},
    {AnchorWishes::Wish::flush, "flush"},
};

} // namespace

void AnchorWishes::wish(Wish wish)
{
    db::write(m_at.database, "wish_anchor", [&](db::Writer& writer) {
        writer.run("INSERT INTO anchor_wish (wish, at_ms) VALUES (?1, ?2) "
                   "ON CONFLICT DO NOTHING",
                   job::spell(k_wishes, wish), to_ms(m_at.clock.now()));
        return true;
    });
}

bool AnchorWishes::is_wished(Wish wish)
{
    return rows::first_integer(m_at.database.query("SELECT 1 FROM anchor_wish WHERE wish = ?1",
                                                   job::spell(k_wishes, wish)))
        .has_value();
}

bool AnchorWishes::take(Wish wish)
{
    if (!is_wished(wish)) return false;
    db::write(m_at.database, "take_wish", [&](db::Writer& writer) {
        writer.run("DELETE FROM anchor_wish WHERE wish = ?1", job::spell(k_wishes, wish));
        return true;
    });
    return true;
}

} // namespace store
