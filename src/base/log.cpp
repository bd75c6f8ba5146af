#include "base/log_sink.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

namespace base::log {

namespace {

constexpr std::size_t k_value_limit = 500;
std::atomic<Level> s_level{Level::info};

std::atomic<Sink> s_sink{nullptr};
thread_local std::vector<Field> s_tags;

std::string_view syslog_prefix(Level level)
{
    switch (level) {
    case Level::debug: return "<7>";
    case Level::info: return "<6>";
    case Level::warning: return "<4>";
    case Level::error: return "<3>";
    }
    return "<3>";
}

bool is_id_character(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
}

// Job ids are cut wherever they stand; what stays finds the job: SELECT id FROM jobs WHERE id GLOB
// 'job_...*'.
std::string without_job_ids(std::string_view value)
{
    constexpr std::string_view k_prefix = "job_";
    constexpr std::size_t k_id_length = 26;
    constexpr std::size_t k_shown = 12; // ten of them are the time
    std::string out;
    for (std::size_t at = 0; at < value.size();) {
        const std::size_t found = std::min(value.find(k_prefix, at), value.size());
        std::size_t end = std::min(found + k_prefix.size(), value.size());
        out += value.substr(at, end - at);
        const std::size_t begin = end;
        while (end < value.size() && is_id_character(value[end])) ++end;
        out += value.substr(begin, end - begin < k_id_length ? end - begin : k_shown);
        at = end;
    }
    return out;
}

// As a line shows it. Strangers' text must not forge a second line.
std::string shown(std::string_view text)
{
    std::string out = without_job_ids(text).substr(0, k_value_limit);
    for (char& c : out)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
    return out;
}

// Nor a second field.
void append_quoted(std::string& line, std::string_view value)
{
    const bool plain = !value.empty() && value.find_first_of(" =\"\\") == std::string_view::npos;
    if (!plain) line += '"';
    for (const char c : value) {
        if (c == '"' || c == '\\') line += '\\';
        line += c;
    }
    if (!plain) line += '"';
}

} // namespace

Tag::Tag(std::string_view key, std::string_view value) : m_is_told{!value.empty()}
{
    if (m_is_told) s_tags.emplace_back(key, value);
}

Tag::~Tag()
{
    if (m_is_told) s_tags.pop_back();
}

void set_sink(Sink sink)
{
    s_sink = sink;
}

void set_level(Level level)
{
    s_level = level;
}

void write(Level level, std::string_view event, std::initializer_list<Field> fields)
{
    if (level < s_level) return;
    std::vector<Field> all{fields};
    all.insert(all.end(), s_tags.begin(), s_tags.end());
    std::string line = "event=";
    append_quoted(line, shown(event));
    for (Field& field : all) {
        field.value = shown(field.value);
        line += concat(' ', field.key, '=');
        append_quoted(line, field.value);
    }
    const Sink sink = s_sink;
    if (sink != nullptr && sink({level, event, all, line})) return;
    const std::string out = concat(syslog_prefix(level), line, '\n');
    // Nothing sensible can be done when stderr is gone.
    static_cast<void>(::write(STDERR_FILENO, out.data(), out.size()) == 0);
}

} // namespace base::log
