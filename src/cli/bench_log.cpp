#include "cli/bench_log.hpp"

#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "value/digest.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

namespace cli {

namespace json = base::json;
using base::concat;

namespace {

constexpr std::string_view k_format = "assay-llm-bench/1";
constexpr std::size_t k_most_bytes = std::size_t{512} << 20U; // a thousand texts with both levels

std::string line_of(const json::Ref& value)
{
    return base::canonical_json_of_ours(value.get()) + '\n';
}

std::string head_line(const BenchHead& head)
{
    auto prompts = json::array();
    for (const auto each : head.edition.prompts) json::append(prompts.get(), json::value(each));
    return line_of(json::object("format", k_format, "model", head.model, "set", head.set,
                                "set_sha256", head.set_sha256, "prompts", std::move(prompts),
                                "gate", head.edition.gate, "date", head.date));
}

// " of the model m and the set s, begun on 2026-11-29"; empty: its head does not say.
std::string owner_in(std::string_view bytes)
{
    const auto first =
        json::parse_within(bytes.substr(0, bytes.find('\n')), json::k_small_structure);
    const json_t* head_view = first ? first->get() : nullptr;
    const auto model = json::text_member(head_view, "model");
    const auto set = json::text_member(head_view, "set");
    const auto date = json::text_member(head_view, "date");
    if (!model || !set || !date) return {};
    return concat(" of the model ", *model, " and the set ", *set, ", begun on ", *date);
}

void write_whole(const base::Fd& file, std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto written = ::write(file.get(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) throw base::Fault::from_errno("cannot keep what the model said");
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

} // namespace

// Why the bytes are of no bench with this head; nullopt: they are. A last line without its end was
// being written when the bench ended, and counts for nothing.
std::optional<std::string> BenchLog::read(std::string_view bytes, const BenchHead& head)
{
    const auto end = bytes.find('\n');
    const auto first = json::parse_within(bytes.substr(0, end), json::k_small_structure);
    if (end == std::string_view::npos || !first ||
        json::text_member(first->get(), "format") != k_format)
        return concat("it is no file of the format ", k_format);
    m_head = head;
    m_head.date = json::text_member(first->get(), "date").value_or("");
    if (head.model.empty()) m_head.model = json::text_member(first->get(), "model").value_or("");
    if (head_line(m_head) != bytes.substr(0, end + 1))
        return "it is of another model or other texts, or of another edition of this program";
    std::size_t at = end + 1;
    for (auto to = bytes.find('\n', at); to != std::string_view::npos; to = bytes.find('\n', at)) {
        m_kept.emplace_back(bytes.substr(at, to - at));
        at = to + 1;
    }
    m_bytes = bytes.substr(0, at);
    return std::nullopt;
}

base::Result<BenchLog, std::string> BenchLog::resume(const std::string& path, const BenchHead& head,
                                                     bool is_anew)
{
    BenchLog out;
    std::string there;
    if (!is_anew && std::filesystem::exists(path)) there = base::read_file(path, k_most_bytes);
    if (there.empty()) {
        out.m_head = head;
        out.m_bytes = head_line(head);
    } else if (const auto why = out.read(there, head)) {
        return base::refuse(concat(path, " is kept", owner_in(there), ", and ", *why,
                                   ". Finish that bench, move the file away, or say --anew to "
                                   "throw away what it heard"));
    }
    out.m_file = base::Fd{::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600)};
    const auto kept = static_cast<off_t>(out.m_bytes.size());
    if (!out.m_file.is_open()) throw base::Fault::from_errno(concat("cannot write ", path));
    if (out.m_kept.empty()) write_whole(out.m_file, out.m_bytes);
    if (::ftruncate(out.m_file.get(), kept) != 0 || ::lseek(out.m_file.get(), 0, SEEK_END) != kept)
        throw base::Fault::from_errno(concat("cannot write ", path));
    return out;
}

base::Result<BenchLog, std::string> BenchLog::replay(const std::string& path, const BenchHead& head)
{
    BenchLog out;
    if (auto why = out.read(base::read_file(path, k_most_bytes), head))
        return base::refuse(std::move(*why));
    return out;
}

base::Result<BenchLog::Kept, std::string> BenchLog::next(std::string_view id, std::string_view as)
{
    if (is_used_up()) return Kept{};
    const auto row = json::parse(m_kept[m_next]);
    const json_t* row_view = row ? row->get() : nullptr;
    const json_t* transcript_view = json::object_member(row_view, "transcript");
    if (transcript_view == nullptr || json::text_member(row_view, "id") != id ||
        json::text_member(row_view, "as") != as)
        return base::refuse(concat("line ", m_next + 2, " is not of the text ", id, " as ", as));
    ++m_next;
    return Kept{json::share(transcript_view),
                std::chrono::milliseconds{json::integer_member(row_view, "ms").value_or(0)}};
}

void BenchLog::add(std::string_view id, std::string_view as, const Kept& heard)
{
    const auto line = line_of(json::object("id", id, "as", as, "ms", heard.took.count(),
                                           "transcript", json::share(heard.transcript.get())));
    write_whole(m_file, line);
    m_bytes += line;
}

std::string BenchLog::sha256() const
{
    return value::Digest{base::sha256(base::bytes_of(m_bytes))}.text();
}

} // namespace cli
