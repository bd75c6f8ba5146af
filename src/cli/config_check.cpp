#include "cli/config_check.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "cli/child.hpp"
#include "cli/config_checks.hpp"
#include "cli/config_notes.hpp"
#include "cli/terminal_text.hpp"
#include "startup/load_config.hpp"

#include <grp.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <iostream>
#include <optional>

namespace cli {

using base::concat;
using config::Problem;

namespace {

// By which rights the services' files are looked at.
struct Viewer {
    enum class Rights { own, of_the_user, none };
    Rights rights = Rights::own;
    std::string user{};
    uid_t uid = 0;
    gid_t gid = 0;
    bool user_is_missing = false;
    bool is_of_installation = false;
};

Viewer viewer_of(const config::Loaded& loaded, const HouseRules& rules)
{
    if (loaded.find("service.mode") == nullptr ||
        loaded.config.service.mode != config::Mode::production)
        return {};
    const passwd* found = ::getpwnam(rules.user.c_str());
    if (found == nullptr)
        return {.user = rules.user, .user_is_missing = true, .is_of_installation = true};
    if (::geteuid() == found->pw_uid) return {.is_of_installation = true};
    return {.rights = ::geteuid() == 0 ? Viewer::Rights::of_the_user : Viewer::Rights::none,
            .user = rules.user,
            .uid = found->pw_uid,
            .gid = found->pw_gid,
            .is_of_installation = true};
}

// For a child: there is no way back.
void become(const Viewer& viewer)
{
    if (::initgroups(viewer.user.c_str(), viewer.gid) != 0 || ::setgid(viewer.gid) != 0 ||
        ::setuid(viewer.uid) != 0)
        throw base::Fault::from_errno(concat("cannot become the user ", viewer.user));
}

Findings findings_in(std::string_view text)
{
    Findings out;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        out.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

// In a process of its own, whose user and environment may be changed.
Findings found_in_child(const std::function<Findings()>& work)
{
    const auto told = tell_from_child([&] {
        std::string out;
        for (const auto& finding : work()) out += finding + '\n';
        return Told{Exit::ok, out};
    });
    return findings_in(told.text);
}

class Inspection {
public:
    Inspection(config::Reading reading, const HouseRules& rules)
        : m_viewer{viewer_of(reading.loaded, rules)}, m_report{std::move(reading.loaded),
                                                               std::move(reading.problems),
                                                               {}}
    {
        // Systemd has handed them already when it is set.
        if (!m_viewer.is_of_installation || std::getenv("CREDENTIALS_DIRECTORY") != nullptr) return;
        for (const auto unit : k_units_with_credentials) {
            if (!is_unit_there(unit, rules.unit_folders)) continue;
            for (auto& each : credentials_of_unit(unit, rules.unit_folders))
                m_handed.push_back(std::move(each));
        }
    }

    void look_at_file()
    {
        if (m_viewer.rights != Viewer::Rights::of_the_user) return;
        const auto& file = m_report.loaded.file;
        const auto found = found_in_child([&]() -> Findings {
            become(m_viewer);
            if (::access(file.c_str(), R_OK) == 0) return {};
            return {concat("the user ", m_viewer.user, " cannot read it (", std::strerror(errno),
                           "): chgrp ", m_viewer.user, ' ', file, " && chmod 0640 ", file)};
        });
        for (const auto& message : found) complain_of_all({file, 0, 0, message});
    }

    void look_at(const ConfigCheck& check)
    {
        const auto& loaded = m_report.loaded;
        const auto is_refused = [&](auto name) {
            return !name.empty() && loaded.find(name) == nullptr;
        };
        if (is_refused(check.at) || std::ranges::any_of(check.reads, is_refused)) return;
        for (auto& finding : findings_of(check))
            complain_of_all(loaded.problem(check.at, check.handed_to.name != nullptr
                                                         ? std::move(finding)
                                                         : concat(check.at, ' ', finding)));
    }

    void look_at_run_directory()
    {
        for (auto& finding : found_by_user(find_closed_run_directory))
            complain_of_all({m_report.loaded.file, 0, 0, std::move(finding)});
    }

    // What systemd hands to the services: without it they are not started.
    void look_at_units()
    {
        for (const auto& each : m_handed) {
            if (::access(each.path.c_str(), R_OK) == 0) {
                if (auto note = note_of_wide_mode(each.path)) m_report.notes.push_back(*note);
            } else if (::geteuid() != 0 && errno == EACCES) {
                m_report.notes.push_back(concat("only root can look at ", each.path));
            } else {
                m_unit_problems.push_back(
                    {each.from, each.place.line, each.place.column,
                     concat("LoadCredential=", each.name, " names ", each.path,
                            ", which cannot be read (", std::strerror(errno),
                            "), and systemd does not start ", each.unit,
                            ": put the file there, or take the line out")});
            }
        }
    }

    void tell_who_looked()
    {
        if (m_viewer.user_is_missing)
            m_report.notes.push_back(concat("there is no user ", m_viewer.user,
                                            " yet, so that files were looked at by your own "
                                            "rights: systemd-sysusers makes it"));
        if (m_viewer.rights == Viewer::Rights::none)
            m_report.notes.push_back(
                concat("files were not looked at, since only root can do so by "
                       "the rights of ",
                       m_viewer.user, ": sudo assay config check"));
    }

    ConfigReport report() &&
    {
        auto& problems = m_report.problems;
        config::sort_by_place(problems);
        problems.insert(problems.end(), m_unit_problems.begin(), m_unit_problems.end());
        return std::move(m_report);
    }

    [[nodiscard]] ConfigReport& so_far() { return m_report; }

private:
    void complain_of_all(Problem problem)
    {
        const auto is_same = [&](const auto& other) { return other.text() == problem.text(); };
        if (std::ranges::none_of(m_report.problems, is_same))
            m_report.problems.push_back(std::move(problem));
    }

    Findings found_by_user(const std::function<Findings()>& find)
    {
        switch (m_viewer.rights) {
        case Viewer::Rights::own: return find();
        case Viewer::Rights::none: return {};
        case Viewer::Rights::of_the_user: break;
        }
        return found_in_child([&] {
            become(m_viewer);
            return find();
        });
    }

    Findings findings_of(const ConfigCheck& check)
    {
        const auto& config = m_report.loaded.config;
        const auto find = [&] { return check.find(config); };
        if (check.handed_to.name != nullptr)
            if (const auto* handed = handed_for(check)) return findings_of_handed(check, *handed);
        if (check.eyes == Eyes::service_user) return found_by_user(find);
        if (check.eyes == Eyes::renderer && m_viewer.rights == Viewer::Rights::none) return {};
        return find();
    }

    const UnitCredential* handed_for(const ConfigCheck& check)
    {
        const auto& name = check.handed_to.name(m_report.loaded.config);
        const auto found = std::ranges::find_if(m_handed, [&](const auto& each) {
            return each.unit == check.handed_to.unit && each.name == name;
        });
        return found == m_handed.end() ? nullptr : &*found;
    }

    // As the service will see it: in a folder of systemd's.
    Findings findings_of_handed(const ConfigCheck& check, const UnitCredential& handed) const
    {
        if (::access(handed.path.c_str(), R_OK) != 0) return {}; // look_at_units() has told
        return found_in_child([&] {
            const std::filesystem::path path{handed.path};
            auto config = m_report.loaded.config;
            check.handed_to.name(config) = path.filename();
            ::setenv("CREDENTIALS_DIRECTORY", path.parent_path().c_str(), /*overwrite=*/1);
            return check.find(config);
        });
    }

    Viewer m_viewer;
    ConfigReport m_report;
    std::vector<UnitCredential> m_handed;
    std::vector<Problem> m_unit_problems;
};

} // namespace

ConfigReport check_config_file(const std::string& file, const HouseRules& rules)
{
    Inspection inspection{startup::read_config(file), rules};
    inspection.look_at_file();
    for (const auto& check : config_checks())
        if (!rules.is_new || !check.is_fetched) inspection.look_at(check);
    inspection.look_at_units();
    inspection.tell_who_looked();
    auto& report = inspection.so_far();
    if (report.problems.empty()) add_notes(report.loaded.config, rules.sites, report.notes);
    return std::move(inspection).report();
}

ConfigReport check_start(const std::string& file, unsigned stops, const HouseRules& rules)
{
    Inspection inspection{startup::read_config(file), rules};
    inspection.look_at_file();
    for (const auto& check : config_checks())
        if ((check.stops & stops) != 0) inspection.look_at(check);
    inspection.look_at_run_directory();
    inspection.so_far().notes.clear();
    return std::move(inspection).report();
}

ConfigReport check_key(const std::string& file, std::string_view key, const HouseRules& rules)
{
    Inspection inspection{startup::read_config(file), rules};
    for (const auto& check : config_checks())
        if (check.at == key) inspection.look_at(check);
    return std::move(inspection).report();
}

void print(const ConfigReport& report)
{
    for (const auto& problem : report.problems)
        std::cerr << safe_on_terminal(problem.text()) << '\n';
    for (const auto& note : report.notes) std::cerr << "note: " << safe_on_terminal(note) << '\n';
}

} // namespace cli
