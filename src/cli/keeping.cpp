#include "cli/keeping.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "cli/config_check.hpp"
#include "cli/config_notes.hpp"
#include "cli/unit_credentials.hpp"
#include "startup/installation.hpp"
#include "startup/load_config.hpp"

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <sstream>

namespace cli {

using base::concat;

namespace {

constexpr std::string_view k_rules_of_administrator = "/etc/tmpfiles.d/assay.conf";
constexpr std::size_t k_rules_max_bytes = std::size_t{64} * 1024;
constexpr mode_t k_mode_of_secret = 0600;
constexpr mode_t k_all_bits = 07777;

// How a file or folder stands.
struct Standing {
    uid_t user = 0;
    gid_t group = 0;
    mode_t mode = 0;

    bool operator==(const Standing&) const = default;
};

Standing standing_of(const struct stat& status)
{
    return {status.st_uid, status.st_gid, status.st_mode & k_all_bits};
}

// "0750 assay:assay"
std::string text_of_standing(const Standing& standing)
{
    std::array<char, 8> octal{};
    const auto end = std::to_chars(octal.begin(), octal.end(), standing.mode, 8).ptr;
    const passwd* const user = ::getpwuid(standing.user);
    const std::string owner = user != nullptr ? user->pw_name : concat(standing.user);
    const group* const its_group = ::getgrgid(standing.group);
    const std::string of = its_group != nullptr ? its_group->gr_name : concat(standing.group);
    return concat('0', std::string_view{octal.data(), end}, ' ', owner, ':', of);
}

// nullopt: this host knows no such user or group.
std::optional<Standing> wanted_of(const Kept& kept, Standing out)
{
    if (!kept.user.empty()) {
        const passwd* const found = ::getpwnam(kept.user.c_str());
        if (found == nullptr) return std::nullopt;
        out.user = found->pw_uid;
    }
    if (!kept.group.empty()) {
        const group* const found = ::getgrnam(kept.group.c_str());
        if (found == nullptr) return std::nullopt;
        out.group = found->gr_gid;
    }
    out.mode = kept.mode.value_or(out.mode);
    return out;
}

// A second name of a file may be anybody's, and giving one away gives the other.
bool is_its_own(const Kept& kept, const struct stat& status)
{
    return kept.is_folder ? S_ISDIR(status.st_mode)
                          : S_ISREG(status.st_mode) && status.st_nlink == 1;
}

void make_kept(const Kept& kept)
{
    const char* const path = kept.path.c_str();
    if (kept.is_folder
            ? ::mkdir(path, 0700) == 0
            : base::Fd{::open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)}.is_open())
        return;
    throw base::Fault::from_errno("cannot be made");
}

// By its descriptor, since the user of the services may swap what stands at a path of theirs.
void give_standing(const Kept& kept, const Standing& wanted)
{
    const base::Fd at{
        ::open(kept.path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)};
    struct stat status = {};
    if (!at.is_open() || ::fstat(at.get(), &status) != 0)
        throw base::Fault::from_errno("cannot be opened");
    if (!is_its_own(kept, status)) throw base::Fault{"is being changed by another program"};
    if (::fchown(at.get(), wanted.user, wanted.group) != 0 || ::fchmod(at.get(), wanted.mode) != 0)
        throw base::Fault::from_errno("cannot be given");
}

void put_one_right(const Kept& kept, const Deeds& deeds, OnlineReport& report)
{
    struct stat status = {};
    const bool is_there = ::lstat(kept.path.c_str(), &status) == 0;
    if (!is_there && (errno != ENOENT || !kept.is_made)) return;
    if (is_there && !is_its_own(kept, status))
        return report.note({kept.path, kept.is_folder
                                           ? "is no folder, or a link to one, and is left"
                                           : "is no file, or has other names, and is "
                                             "left"});
    const Standing is = is_there ? standing_of(status)
                                 : Standing{0, 0, kept.is_folder ? mode_t{0755} : mode_t{0644}};
    const auto wanted = wanted_of(kept, is);
    if (!wanted)
        return report.wrong({kept.path,
                             concat("is for ", kept.user, ':', kept.group,
                                    ", and this host knows no such user or group"),
                             "systemd-sysusers"});
    if (is_there && is == *wanted) return;
    report.mending({kept.path, concat(is_there ? text_of_standing(is) : "missing", ", becomes ",
                                      text_of_standing(*wanted))},
                   deeds);
    deeds.run([&] {
        if (!is_there) make_kept(kept);
        give_standing(kept, *wanted);
    });
}

std::optional<mode_t> mode_in(std::string_view text)
{
    unsigned out = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out, 8);
    const bool is_whole = error == std::errc{} && end == text.data() + text.size();
    return is_whole && out <= k_all_bits ? std::optional{mode_t{out}} : std::nullopt;
}

std::vector<Kept> kept_secrets()
{
    std::vector<Kept> out;
    for (const auto unit : k_units_with_credentials)
        for (const auto& each : credentials_of_unit(unit, k_unit_folders))
            if (note_of_wide_mode(each.path))
                out.push_back({.path = each.path, .mode = k_mode_of_secret});
    return out;
}

std::vector<Kept> kept_database(const config::Config& config)
{
    const HouseRules rules;
    const std::string& user = rules.user;
    std::vector<Kept> out;
    if (config.store.is_file())
        for (const auto* end : {"", "-wal", "-shm", ".lock"})
            out.push_back({.path = concat(config.store.path, end), .user = user, .group = user});
    out.push_back({.path = config.store.stamp_file(), .user = user, .group = user});
    return out;
}

} // namespace

std::vector<Kept> kept_by_tmpfiles(std::string_view text)
{
    constexpr std::size_t k_most_words = 6; // type, path, mode, user, group, age
    std::vector<Kept> out;
    std::istringstream lines{std::string{text}};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream reading{line};
        std::vector<std::string> words;
        for (std::string word; reading >> word;) words.push_back(word == "-" ? "" : word);
        if (words.size() < 2 || words.size() > k_most_words) continue;
        words.resize(k_most_words);
        const auto& [type, path] = std::pair{words[0], words[1]};
        const auto mode = mode_in(words[2]);
        if ((type != "d" && type != "f" && type != "z") || (!words[2].empty() && !mode)) continue;
        if (!path.starts_with('/') || path.find_first_of("%*?[\"'\\") != std::string::npos)
            continue;
        out.push_back({.path = path,
                       .user = words[3],
                       .group = words[4],
                       .mode = mode,
                       .is_folder = type == "d",
                       .is_made = type != "z"});
    }
    return out;
}

void put_right(std::span<const Kept> all, const Deeds& deeds, OnlineReport& report)
{
    for (const Kept& kept : all) {
        try {
            put_one_right(kept, deeds, report);
        } catch (const base::Fault& fault) { // it hinders no other
            report.wrong({kept.path, std::string{fault.said()}});
        }
    }
}

void mend_installation(const std::string& config_file, const Deeds& deeds, OnlineReport& report)
{
    std::string rules{k_rules_of_administrator};
    if (!std::filesystem::exists(rules))
        rules = startup::program_directory().parent_path() / "tmpfiles.d/assay.conf";
    if (!std::filesystem::exists(rules))
        return report.wrong({rules, "is not there, and nothing else says what is whose",
                             "install the package, or `make install`"});
    put_right(kept_by_tmpfiles(base::read_file(rules, k_rules_max_bytes)), deeds, report);
    put_right(kept_secrets(), deeds, report);
    const auto reading = startup::read_config(config_file);
    if (!reading.problems.empty())
        return report.note({config_file, "has mistakes, and the database's files were left"});
    const auto& config = reading.loaded.config;
    if (config.service.mode == config::Mode::production)
        put_right(kept_database(config), deeds, report);
}

} // namespace cli
