#include "cli/own_sources.hpp"

#include "analysis/run.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "cli/document_text.hpp"
#include "request/sources.hpp"
#include "sources/page_text.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

namespace cli {

namespace json = base::json;

namespace {

using Text = base::Result<std::string, std::string>;

// No text has these, whatever its encoding.
bool has_control(std::string_view text)
{
    return std::any_of(text.begin(), text.end(), [](char each) {
        return static_cast<unsigned char>(each) < ' ' && each != '\t' && each != '\n' &&
               each != '\r' && each != '\f';
    });
}

Text decoded(std::string bytes, std::string_view name)
{
    if (sources::is_utf8(bytes)) return bytes;
    std::string out = sources::as_utf8(bytes);
    if (out.empty() || has_control(out)) return base::refuse(base::concat(name, " is not text"));
    std::cerr << "assay: note: " << name
              << " is not UTF-8: it was read as UTF-16 where it begins like that, else as Latin-1 "
                 "(windows-1252)\n";
    return out;
}

} // namespace

Text own_text(const std::string& path, std::size_t most)
{
    if (const auto* const kind = document_kind_of(path)) {
        auto text = document_text(*kind, path);
        if (text && text->size() > most)
            throw base::Fault{base::concat(path, " holds more than ", most, " bytes of text")};
        return text;
    }
    return decoded(base::read_file(path, most), path);
}

Text standard_input_text(std::size_t most)
{
    return decoded(analysis::read_input(STDIN_FILENO, most), "the input");
}

base::Result<json::Ref, std::string> own_source(const std::string& path)
{
    auto text = own_text(path, request::k_longest_source);
    if (!text) return base::refuse(text.error());
    auto out = json::object("text", *text);
    // A file may be called by any bytes.
    const auto name = std::filesystem::path{path}.filename().string();
    if (sources::is_utf8(name)) json::set(out.get(), "title", json::value(name));
    return out;
}

} // namespace cli
