#include "cli/own_sources.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"
#include "request/sources.hpp"
#include "sources/page_text.hpp"

#include <filesystem>

namespace cli {

namespace json = base::json;

base::Result<std::string, std::string> own_text(const std::string& path, std::size_t most)
{
    std::string out = base::read_file(path, most);
    if (!sources::is_utf8(out)) return base::refuse(base::concat(path, " is not text in UTF-8"));
    return out;
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
