#include "cli/show.hpp"

#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/json.hpp"

#include <unistd.h>

#include <iostream>

namespace cli {

Exit show(const Verb& verb, const Told& told, const Showing& showing, const WishedModel& wished)
{
    if (told.exit != Exit::ok) {
        complain(verb.name, told.text);
        return told.exit;
    }
    const auto printed = base::json::parse(told.text);
    const json_t* artifact_view = artifact_in(printed ? printed->get() : nullptr, wished);
    const auto exit = showing.exit_of(artifact_view);
    if (!exit) throw base::Fault{base::concat(verb.name, " came to no verdict")};
    if (::isatty(STDOUT_FILENO) == 1)
        std::cout << showing.report(artifact_view);
    else
        std::cout << base::canonical_json_of_ours(artifact_view) << '\n';
    return *exit;
}

} // namespace cli
