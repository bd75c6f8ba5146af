#include "cli/wished_model.hpp"

#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "cli/child.hpp"
#include "startup/load_config.hpp"

#include <fstream>

namespace cli {

namespace json = base::json;

base::Result<WishedModel, Exit> wished_model(const Verb& verb, const Arguments& arguments)
{
    WishedModel out{nullptr, arguments.value(k_transcript_option.name)};
    if (!arguments.has(k_model_option.name)) {
        if (!out.transcript) return out;
        return base::refuse(complain_usage(verb, "--transcript goes with --model"));
    }
    const auto config = startup::load_model_config(arguments.value(k_config_option.name));
    if (!config) return base::refuse(Exit::usage);
    auto started = OwnModel::start(*config);
    if (!started) {
        complain(verb.name, started.error());
        return base::refuse(Exit::usage);
    }
    out.model = std::move(*started);
    return out;
}

const json_t* artifact_in(const json_t* printed_view, const WishedModel& wished)
{
    if (wished.model == nullptr) return printed_view;
    if (wished.transcript) {
        std::ofstream file{*wished.transcript, std::ios::binary | std::ios::trunc};
        file << base::canonical_json_of_ours(json::object_member(printed_view, "transcript"))
             << '\n';
        if (!file.flush())
            throw base::Fault{base::concat(*wished.transcript, " cannot be written")};
    }
    return json::object_member(printed_view, "artifact");
}

} // namespace cli
