#include "store/copy_report.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "db/migrations.hpp"

namespace store {

CopyReport report_on_copy(db::Database& copy, const value::EvmNetwork& network)
{
    CopyReport out;
    out.schema = db::schema_version(copy);
    if (out.schema == 0) throw base::Fault{base::concat(copy.path(), " is empty")};
    Audit audit{copy};
    if (const auto damage = audit.damage(); !damage.empty())
        throw base::Fault{base::concat(copy.path(), " is damaged: ", damage.front().detail)};
    out.is_current = out.schema == static_cast<int>(db::migrations().size());
    {
        auto row = copy.query("SELECT (SELECT count(*) FROM jobs), "
                              "(SELECT next_block - 1 FROM scan WHERE network = ?1), "
                              "(SELECT at_ms FROM heartbeat WHERE id = 1)",
                              network.text());
        row.step();
        out.jobs = row.integer(0);
        if (!row.is_null(1)) out.last_block = row.integer(1);
        if (!row.is_null(2)) out.last_beat = base::instant_from_ms(row.integer(2));
    }
    if (!out.is_current) return out;
    out.violations = audit.disagreements();
    auto row = copy.query("SELECT count FROM stamp WHERE id = 1");
    if (row.step()) out.stamp = row.integer(0);
    return out;
}

} // namespace store
