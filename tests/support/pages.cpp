#include "support/pages.hpp"

#include <algorithm>
#include <stdexcept>

std::string support::page_text(const catalog::Catalog& catalog, std::string_view path)
{
    const auto found = std::ranges::find(documents::pages(), path, &documents::Page::path);
    if (found == documents::pages().end()) throw std::runtime_error{"no such page"};
    return documents::page_text(catalog, *found);
}
