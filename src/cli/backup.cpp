#include "cli/backup.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "cli/copy_check.hpp"
#include "cli/draft_folder.hpp"
#include "cli/gzip.hpp"
#include "db/copy.hpp"
#include "db/migrations.hpp"

#include <algorithm>
#include <iostream>
#include <vector>

namespace cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_name_begins = "assay-";
constexpr std::string_view k_time_pattern = "00000000T000000Z"; // a 0 is any digit
constexpr std::string_view k_name_ends = ".db.gz";

// Whether back_up_keeping() gives such names.
bool is_ours(std::string_view name)
{
    if (!name.starts_with(k_name_begins) || !name.ends_with(k_name_ends)) return false;
    name.remove_prefix(k_name_begins.size());
    name.remove_suffix(k_name_ends.size());
    return std::ranges::equal(name, k_time_pattern, [](char letter, char pattern) {
        return pattern == '0' ? letter >= '0' && letter <= '9' : letter == pattern;
    });
}

void require_database(const std::string& path)
{
    if (!fs::exists(path)) throw base::Fault{base::concat("there is no database ", path)};
}

void copy_live(const std::string& path, const std::string& copy)
{
    require_database(path);
    db::Database live{{.path = path}};
    if (db::schema_version(live) == 0) throw base::Fault{base::concat(path, " is empty")};
    db::copy_into(live, copy);
}

void drop_older(const fs::path& folder, const fs::path& made, std::size_t keep, const Deeds& deeds)
{
    std::vector<fs::path> others;
    for (const auto& entry : fs::directory_iterator{folder})
        if (entry.symlink_status().type() == fs::file_type::regular &&
            is_ours(entry.path().filename().native()) && entry.path() != made)
            others.push_back(entry.path());
    std::ranges::sort(others, std::ranges::greater{});
    // The one just made counts, whatever the clock said when the others were named.
    for (std::size_t i = keep - 1; i < others.size(); ++i) {
        std::cout << deeds.line("deleted", others[i].string());
        deeds.run([&] { fs::remove(others[i]); });
    }
}

} // namespace

Exit back_up(const config::Config& config, const fs::path& target, const Deeds& deeds)
{
    if (fs::exists(fs::symlink_status(target)))
        throw base::Fault{base::concat(target.string(), " exists already")};
    if (deeds.are_only_told()) {
        require_database(config.store.path);
        std::cout << deeds.line("made", target.string());
        return deeds.exit();
    }
    const DraftFolder drafts{parent_of(target)};
    const std::string copy = drafts.file("assay.db");
    const std::string packed = drafts.file("assay.db.gz");
    const base::Instant began = base::SystemClock{}.now();
    copy_live(config.store.path, copy);
    const auto report = check_copy(copy, config);
    compress(copy, packed);
    publish(packed, target);
    std::cout << target.string() << ": " << fs::file_size(target) << " bytes, " << words_of(report)
              << ", " << base::to_rfc3339(began) << '\n';
    if (report.violations.empty()) return Exit::ok;
    std::cerr << "assay db: " << report.violations.size() << " violations in the database\n";
    return Exit::doubtful;
}

Exit back_up_keeping(const config::Config& config, const fs::path& folder, std::size_t keep,
                     const Deeds& deeds)
{
    const fs::path target =
        folder / base::concat(k_name_begins, time_of_name(base::SystemClock{}.now()), k_name_ends);
    const Exit made = back_up(config, target, deeds);
    if (made == deeds.exit()) drop_older(folder, target, keep, deeds);
    return made;
}

} // namespace cli
