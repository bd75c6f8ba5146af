// The log in systemd's journal, with fields by which it can be searched.
#pragma once

#include "base/log_sink.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace startup {

// From now on lines go to the journal with their fields, where standard error is connected to it
// (systemd.exec(5), JOURNAL_STREAM); elsewhere, and where it does not take one, they are written as
// before. `identifier`: what `journalctl -t` finds them by. Once, before threads start.
void log_to_journal(std::string_view identifier);

// "KEY=value" for each: MESSAGE (the line), PRIORITY, SYSLOG_IDENTIFIER, ASSAY_EVENT, and of what
// the line says ASSAY_JOB (the part of the id that it shows), ASSAY_REQUEST, ASSAY_PRODUCT and
// ASSAY_ALARM.
std::vector<std::string> journal_fields(const base::log::Entry& entry, std::string_view identifier);

// Whether `stream`, the value of JOURNAL_STREAM, names what `descriptor` is.
bool is_journal(const char* stream, int descriptor);

} // namespace startup
