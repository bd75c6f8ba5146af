#include "base/concat.hpp"
#include "base/fd.hpp"
#include "cli/arguments.hpp"
#include "cli/manual_pages.hpp"
#include "cli/verbs.hpp"

#include <filesystem>

namespace cli {

namespace {

constexpr unsigned k_page_mode = 0644;

void write(const std::filesystem::path& file, const std::string& content)
{
    std::filesystem::create_directories(file.parent_path());
    base::replace_file(file, content, k_page_mode);
}

} // namespace

Exit run_manual(Words words)
{
    const auto& verb = verb_named("manual");
    const auto arguments = Arguments::parse(words, {}, 1);
    if (!arguments) return complain_usage(verb, arguments.error());
    if (arguments->words().empty()) return complain_usage(verb, "say into which folder");
    const std::filesystem::path folder{arguments->words().front()};
    write(folder / "man/man1/assay.1", page_of_verbs());
    write(folder / "man/man5/assay.toml.5", page_of_configuration());
    write(folder / "bash-completion/completions/assay", bash_completion());
    return Exit::ok;
}

} // namespace cli
