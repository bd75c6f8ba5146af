// Files named on a command line, as a request has them.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"

#include <cstddef>
#include <string>

namespace cli {

// The text of a file, at most `most` bytes of it: UTF-8 as it stands; another encoding with a note
// on stderr that says for what it was taken; PDF and DOCX by pdftotext and docx2txt of Debian. The
// error says what a file is that has no text, or what would read it. Throws Fault when it cannot be
// read or is longer.
base::Result<std::string, std::string> own_text(const std::string& path, std::size_t most);

// As own_text() does with a file that is not a document, with what the standard input holds.
base::Result<std::string, std::string> standard_input_text(std::size_t most);

// {title, text}: the title is the file's name without its folder. Errors and Faults as own_text().
base::Result<base::json::Ref, std::string> own_source(const std::string& path);

} // namespace cli
