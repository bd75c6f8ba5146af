#include "cli/key.hpp"
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "chain/anchor_key.hpp"
#include "chain/keccak.hpp"
#include "cli/arguments.hpp"
#include "cli/verbs.hpp"

#include <openssl/crypto.h>

#include <filesystem>
#include <iostream>

namespace cli {

namespace {

Exit make_key(const std::string& path)
{
    if (std::filesystem::exists(path)) {
        std::cerr << "assay key: " << path << " is there already, and is left as it is\n";
        return Exit::error;
    }
    auto text = chain::new_key_text();
    const auto account = account_of_key(text).value();
    base::replace_file(path, base::concat(text, '\n'), k_mode_of_key);
    OPENSSL_cleanse(text.data(), text.size());
    std::cout << account << '\n';
    std::cerr << path << " holds its key (mode 0600): keep a copy where this machine is not.\n"
              << "Name the account in anchor.address, " << k_fund_anchors
              << ",\nand give the file to the worker alone:\nLoadCredential=anchor-key:"
              << std::filesystem::absolute(path).string()
              << " in a drop-in to assay-worker.service.\n";
    return Exit::ok;
}

} // namespace

std::optional<std::string> account_of_key(std::string_view text)
{
    const auto key = chain::SigningKey::parse(text);
    if (!key) return std::nullopt;
    return chain::eip55_text(key->address());
}

Exit run_key(Words words)
{
    const auto& verb = verb_named("key");
    const auto arguments = Arguments::parse(words, {}, 3);
    if (!arguments) return complain_usage(verb, arguments.error());
    const auto& given = arguments->words();
    if (given.size() != 3 || given[0] != "new" || given[1] != "anchor")
        return complain_usage(verb, "say new anchor, and the file to make");
    return make_key(given[2]);
}

} // namespace cli
