#include "startup/journal.hpp"

#include "base/concat.hpp"

#include <sys/stat.h>
#include <sys/uio.h>
#include <systemd/sd-journal.h>
#include <unistd.h>

#include <cstdlib>

namespace startup {

namespace {

using base::log::Entry;
using base::log::Level;

std::string s_identifier;

char priority(Level level)
{
    switch (level) {
    case Level::debug: return '7';
    case Level::info: return '6';
    case Level::warning: return '4';
    case Level::error: return '3';
    }
    return '3';
}

// `event`: the only ones in whose lines the key has that meaning; empty: in all.
struct KnownField {
    std::string_view key;
    std::string_view event;
    std::string_view name;
};
constexpr KnownField k_known_fields[] = {
    {"job_id", "", "ASSAY_JOB"},
    {"request", "", "ASSAY_REQUEST"},
    {"product", "", "ASSAY_PRODUCT"},
    {"code", "alarm", "ASSAY_ALARM"},
    {"code", "alarm_cleared", "ASSAY_ALARM"},
};

bool send_to_journal(const Entry& entry)
{
    auto fields = journal_fields(entry, s_identifier);
    std::vector<iovec> parts;
    for (std::string& field : fields) parts.push_back({field.data(), field.size()});
    return ::sd_journal_sendv(parts.data(), static_cast<int>(parts.size())) == 0;
}

} // namespace

std::vector<std::string> journal_fields(const Entry& entry, std::string_view identifier)
{
    std::vector<std::string> out{base::concat("MESSAGE=", entry.line),
                                 base::concat("PRIORITY=", std::string(1, priority(entry.level))),
                                 base::concat("SYSLOG_IDENTIFIER=", identifier),
                                 base::concat("ASSAY_EVENT=", entry.event)};
    for (const auto& field : entry.fields)
        for (const KnownField& known : k_known_fields)
            if (field.key == known.key && (known.event.empty() || known.event == entry.event))
                out.push_back(base::concat(known.name, "=", field.value));
    return out;
}

bool is_journal(const char* stream, int descriptor)
{
    struct stat status = {};
    return stream != nullptr && ::fstat(descriptor, &status) == 0 &&
           base::concat(status.st_dev, ":", status.st_ino) == stream;
}

void log_to_journal(std::string_view identifier)
{
    if (!is_journal(std::getenv("JOURNAL_STREAM"), STDERR_FILENO)) return;
    s_identifier = identifier;
    base::log::set_sink(&send_to_journal);
}

} // namespace startup
