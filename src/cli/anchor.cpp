#include "base/config/places.hpp"
#include "base/json.hpp"
#include "cli/arguments.hpp"
#include "cli/load_config.hpp"
#include "cli/open_store.hpp"
#include "cli/verbs.hpp"
#include "job/store.hpp"
#include "job/store_anchors.hpp"

#include <iostream>

namespace cli {

namespace {

namespace json = base::json;

// As the worker wrote it down; null: it has not run with anchoring on.
json::Ref observed(job::Store& store, std::string_view subject)
{
    const auto seen = store.observation(subject);
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

std::string_view text_of(base::config::AnchorMode mode)
{
    using base::config::AnchorMode;
    switch (mode) {
    case AnchorMode::eas: return "eas";
    case AnchorMode::selfsend: return "selfsend";
    case AnchorMode::off: return "off";
    }
    return "";
}

Exit status(base::config::AnchorMode mode, job::Store& store, job::AnchorStore& anchors)
{
    const auto queue = anchors.queue();
    std::optional<std::string> oldest;
    if (queue.oldest) oldest = base::to_rfc3339(*queue.oldest);
    std::cout << json::dump(json::object("mode", text_of(mode),                            //
                                         "pending", queue.waiting,                         //
                                         "oldest", oldest,                                 //
                                         "address", observed(store, "anchor_address"),     //
                                         "balance_wei", observed(store, "anchor_balance"), //
                                         "last", last_json(anchors.last()))
                                .get())
              << '\n';
    return Exit::ok;
}

Exit address(job::Store& store)
{
    const auto seen = store.observation("anchor_address");
    if (!seen) {
        std::cerr << "assay anchor: the worker has not run with a key yet\n";
        return Exit::error;
    }
    std::cout << seen->detail << '\n';
    return Exit::ok;
}

Exit ask(job::AnchorStore& anchors, job::Waker& waker, job::AnchorStore::Wish wish)
{
    anchors.wish(wish);
    waker.notify();
    std::cout << "the worker is told; see: assay anchor status\n";
    return Exit::ok;
}

} // namespace

Exit run_anchor(Words words)
{
    constexpr AcceptedOption k_options[] = {k_config_option};
    const auto arguments = Arguments::parse(words, k_options, 1);
    const Verb& verb = verb_named("anchor");
    if (!arguments) return complain_usage(verb, arguments.error());
    const std::string what = arguments->words().empty() ? "status" : arguments->words().front();
    if (what != "status" && what != "address" && what != "retry" && what != "flush")
        return complain_usage(verb, "say what: status, address, retry or flush");
    const auto loaded = load_config(arguments->value(k_config_option.name));
    if (!loaded) return Exit::usage;

    const auto database = open_store(loaded->config);
    const base::SystemClock clock;
    job::Waker waker{base::config::places().wake_file()};
    job::Store store{*database, clock, waker};
    job::AnchorStore anchors{*database, clock};
    if (what == "address") return address(store);
    if (what == "retry") return ask(anchors, waker, job::AnchorStore::Wish::retry);
    if (what == "flush") return ask(anchors, waker, job::AnchorStore::Wish::flush);
    return status(loaded->config.anchor.mode, store, anchors);
}

} // namespace cli
