#include "cli/document_text.hpp"

#include "base/concat.hpp"
#include "base/process.hpp"
#include "cli/child.hpp"
#include "sources/page_text.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace cli {

namespace {

constexpr DocumentKind k_kinds[] = {
    {"a PDF", "%PDF-", "", "pdftotext", {"-enc", "UTF-8", "-nopgbrk"}, "poppler-utils"},
    {"a DOCX", "PK\x03\x04", "word/document.xml", "docx2txt", {}, "docx2txt"},
};

constexpr int k_not_there = 127; // as shells say it
constexpr std::size_t k_most_looked_through = std::size_t{64} << 20U;

} // namespace

const DocumentKind* document_kind_of(const std::string& path)
{
    // What a pipe has told once it does not tell again.
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return nullptr;
    std::ifstream in{path, std::ios::binary};
    std::string bytes(8, '\0');
    if (!in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) return nullptr;
    const auto* const kind = std::ranges::find_if(
        k_kinds, [&](const DocumentKind& each) { return bytes.starts_with(each.beginning); });
    if (kind == std::end(k_kinds)) return nullptr;
    std::string rest(k_most_looked_through, '\0');
    in.read(rest.data(), static_cast<std::streamsize>(rest.size()));
    rest.resize(static_cast<std::size_t>(in.gcount()));
    return (bytes + rest).find(kind->holds) == std::string::npos ? nullptr : kind;
}

base::Result<std::string, std::string> document_text(const DocumentKind& kind,
                                                     const std::string& path)
{
    // A document may swell without end: a gigabyte of memory is enough for an honest one.
    std::vector<std::string> command{"/usr/bin/prlimit", "--as=1073741824",
                                     std::string{kind.program}};
    for (const auto each : kind.options)
        if (!each.empty()) command.emplace_back(each);
    // The program must not take a name that begins like an option for one.
    command.push_back(path.starts_with('-') ? "./" + path : path);
    command.emplace_back("-");
    auto [reader, writer] = open_pipe();
    const pid_t child = base::spawn(
        {.command = std::move(command), .environment = {}, .descriptors = {-1, writer.get(), -1}});
    writer.close();
    auto [text, status] = outcome_of_child(reader, child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == k_not_there)
        return base::refuse(base::concat(path, " is ", kind.name, ", which ", kind.program,
                                         " reads: apt install ", kind.package));
    if (!text || status != 0)
        return base::refuse(base::concat(path, " is ", kind.name, " that ", kind.program,
                                         " cannot read (", base::describe_wait_status(status),
                                         ")"));
    if (!sources::is_utf8(*text) || text->find_first_not_of(" \t\r\n\f") == std::string::npos)
        return base::refuse(
            base::concat(path, " is ", kind.name, " without text: pictures of pages are not read"));
    return std::move(*text);
}

} // namespace cli
