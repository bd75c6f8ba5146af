#include "base/json.hpp"
#include "chain/anchor_key.hpp"
#include "chain/keccak.hpp"
#include "cli/listing.hpp"
#include "cli/tasks.hpp"
#include "cli/verbs.hpp"
#include "config/places.hpp"
#include "startup/load_config.hpp"
#include "startup/open_store.hpp"
#include "store/anchor_records.hpp"
#include "store/anchor_wishes.hpp"
#include "store/bulletin.hpp"

#include <filesystem>
#include <iostream>

namespace cli {

namespace {

namespace json = base::json;

// As the worker wrote it down; null: it has not run with anchoring on.
json::Ref observed(store::Bulletin& bulletin, std::string_view subject)
{
    const auto seen = bulletin.observation(subject);
    return seen ? json::value(seen->detail) : json::value(nullptr);
}

json::Ref last_json(const std::optional<job::AnchorTx>& last)
{
    if (!last) return json::value(nullptr);
    std::optional<std::string> tx_hash;
    if (last->tx_hash) tx_hash = last->tx_hash->text();
    std::optional<std::int64_t> block;
    if (last->block_number) block = static_cast<std::int64_t>(*last->block_number);
    return json::object("network", last->network.text(), //
                        "nonce", last->nonce,            //
                        "tx_hash", tx_hash,              //
                        "block_number", block);
}

std::string_view mode_text(config::AnchorMode mode)
{
    using config::AnchorMode;
    switch (mode) {
    case AnchorMode::eas: return "eas";
    case AnchorMode::selfsend: return "selfsend";
    case AnchorMode::off: return "off";
    }
    return "";
}

Exit status(config::AnchorMode mode, store::Bulletin& bulletin, store::AnchorRecords& anchors,
            const Arguments& arguments)
{
    const auto queue = anchors.queue();
    std::optional<std::string> oldest;
    if (queue.oldest) oldest = base::to_rfc3339(*queue.oldest);
    print_one(json::object("mode", mode_text(mode),                             //
                           "pending", queue.waiting,                            //
                           "oldest", oldest,                                    //
                           "address", observed(bulletin, "anchor_address"),     //
                           "balance_wei", observed(bulletin, "anchor_balance"), //
                           "last", last_json(anchors.last())),
              arguments);
    return Exit::ok;
}

// That of the key, if it can be read here; else as the worker told it, or the configuration.
Exit address(const config::Config& config)
{
    const auto key = chain::read_anchor_key(config);
    if (key) {
        std::cout << chain::eip55_text(key->address()) << '\n';
        return Exit::ok;
    }
    std::string told = config.anchor.address_text;
    if (!config.store.is_file() || std::filesystem::exists(config.store.path)) {
        const auto database = startup::open_store(config);
        const base::SystemClock clock;
        job::Waker waker{config::places().wake_file()};
        store::Bulletin bulletin{{*database, clock, waker}};
        if (const auto seen = bulletin.observation("anchor_address")) told = seen->detail;
    }
    if (told.empty()) {
        std::cerr << "assay anchor: " << key.error() << '\n';
        return Exit::error;
    }
    std::cout << told << '\n';
    return Exit::ok;
}

Exit ask_worker(store::AnchorWishes& wishes, job::Waker& waker, store::AnchorWishes::Wish wish)
{
    wishes.wish(wish);
    waker.notify();
    std::cout << "the worker is told; see: assay anchor status\n";
    return Exit::ok;
}

} // namespace

Exit run_anchor(Words words)
{
    constexpr Task k_tasks[] = {
        {.word = "status", .options = {"--json"}},
        {.word = "address"},
        {.word = "retry"},
        {.word = "flush"},
    };
    constexpr AcceptedOption k_options[] = {k_config_option, k_json_option};
    const auto chosen = choose_task(words, k_tasks, k_options);
    if (!chosen) return complain_usage(verb_named("anchor"), chosen.error());
    const auto loaded = startup::load_config(chosen->arguments.value(k_config_option.name));
    if (!loaded) return Exit::usage;
    if (chosen->is("address")) return address(loaded->config);

    const auto database = startup::open_store(loaded->config);
    const base::SystemClock clock;
    job::Waker waker{config::places().wake_file()};
    const store::Access at{*database, clock, waker};
    store::Bulletin bulletin{at};
    store::AnchorRecords anchors{at};
    store::AnchorWishes wishes{at};
    if (chosen->is("retry")) return ask_worker(wishes, waker, store::AnchorWishes::Wish::retry);
    if (chosen->is("flush")) return ask_worker(wishes, waker, store::AnchorWishes::Wish::flush);
    return status(loaded->config.anchor.mode, bulletin, anchors, chosen->arguments);
}

} // namespace cli
