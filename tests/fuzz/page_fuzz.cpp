// Pages of strangers, in HTML and in any encoding, and sources as buyers send them.
#include "request/sources.hpp"
#include "sources/page_text.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    // The first line names the encoding.
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    const auto line = text.substr(0, text.find('\n'));
    for (const char* media_type : {"text/html", "text/plain"})
        if (const auto page = sources::page_text(text, media_type, line))
            if (page->text.empty() || page->text.size() > request::k_longest_source ||
                page->title.size() > 300)
                std::abort();
    const auto parsed = base::json::parse(text);
    if (!parsed) return 0;
    if (const auto sources = request::read_sources(parsed->get()))
        for (const auto& source : *sources)
            if (source.text.empty() && source.url.empty()) std::abort();
    return 0;
}
