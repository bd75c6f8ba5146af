#include "base/concat.hpp"
#include "base/fd.hpp"
#include "cli/arguments.hpp"
#include "cli/verbs.hpp"
#include "documents/documents.hpp"
#include "documents/nginx_files.hpp"
#include "documents/server_card.hpp"
#include "startup/load_config.hpp"
#include "startup/shop.hpp"

#include <chrono>
#include <filesystem>
#include <iostream>

namespace cli {

namespace {

constexpr const char* k_nginx_log_directory = "/var/log/nginx";

// nginx reads them under its own user.
constexpr unsigned k_document_mode = 0644;
constexpr auto k_folder_mode = std::filesystem::perms{0755};

bool holds(const std::string& path, const std::string& content)
{
    std::error_code absent;
    const auto size = std::filesystem::file_size(path, absent);
    return !absent && size == content.size() && base::read_file(path, content.size()) == content;
}

// When what is rendered last became something else: what is there already says it, as long as the
// documents say the same.
std::int64_t last_updated(const std::string& root, const catalog::Catalog& catalog)
{
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    const auto digest = documents::digest(catalog).text() + '\n';
    if (!holds(base::concat(root, '/', documents::k_digest_file), digest))
        return now.time_since_epoch().count();
    const auto path = base::concat(root, '/', documents::k_manifest_file);
    constexpr std::size_t k_manifest_max_bytes = 1'000'000;
    const auto manifest = std::filesystem::exists(path)
                              ? base::json::parse(base::read_file(path, k_manifest_max_bytes))
                              : base::json::parse("");
    const auto told =
        manifest ? base::json::integer_member(manifest->get(), documents::k_last_updated.data())
                 : std::nullopt;
    return told.value_or(now.time_since_epoch().count());
}

// Whether a file differed. With `is_check` nothing is written.
bool bring_up_to_date(const std::string& path, const std::string& content, bool is_check)
{
    if (holds(path, content)) return false;
    if (!is_check) {
        const auto folder = std::filesystem::path{path}.parent_path();
        if (std::filesystem::create_directories(folder))
            std::filesystem::permissions(folder, k_folder_mode);
        base::replace_file(path, content, k_document_mode);
    }
    std::cout << (is_check ? "stale " : "wrote ") << path << '\n';
    return true;
}

} // namespace

Exit run_render(Words words)
{
    constexpr AcceptedOption k_options[] = {k_config_option,
                                            {"--check"},
                                            {"--nginx", true},
                                            {"--nginx-log", true},
                                            {"--mcp-server-json"}};
    const auto arguments = Arguments::parse(words, k_options, 0);
    if (!arguments) return complain_usage(verb_named("render"), arguments.error());
    const auto loaded = startup::load_config(arguments->value(k_config_option.name));
    if (!loaded) return Exit::usage;

    const bool is_check = arguments->has("--check");
    const auto catalog = startup::catalog_of(loaded->config);
    if (arguments->has("--mcp-server-json")) {
        std::cout << documents::indented_text(documents::registry_entry(catalog).get());
        return Exit::ok;
    }
    const auto& root = loaded->config.discovery.document_root;
    int differing = 0;
    // routes.digest is the last of them: once it is new, everything is.
    for (const auto& document : documents::documents(catalog, last_updated(root, catalog)))
        differing +=
            bring_up_to_date(base::concat(root, '/', document.name), document.content, is_check)
                ? 1
                : 0;
    if (const auto folder = arguments->value("--nginx")) {
        const auto log = arguments->value("--nginx-log").value_or(k_nginx_log_directory);
        for (const auto& file : documents::nginx_files(catalog, log))
            differing +=
                bring_up_to_date(base::concat(*folder, '/', file.name), file.content, is_check) ? 1
                                                                                                : 0;
    }
    if (differing == 0) std::cout << "documents are up to date in " << root << '\n';
    return is_check && differing > 0 ? Exit::error : Exit::ok;
}

} // namespace cli
