// Results as each era wants them, and the first words of a server: who it is and what it can do.
#pragma once

#include "base/json.hpp"
#include "base/json_text.hpp"
#include "mcp/eras.hpp"

#include <span>
#include <string>
#include <string_view>

namespace mcp {

// Constants of the installation: no byte of a request may enter them.
struct Identity {
    std::string name;    // "assay"
    std::string title;   // for people
    std::string version; // of the service
    std::string website;
    std::string instructions; // for the model
};

// A member of a result's `_meta`.
struct Meta {
    std::string_view key;
    std::string_view json;
};

// Whether a result may be kept by who asked.
enum class Keeping { none, an_hour };

// Immutable once made; threads may share it. Each function gives the text of a JSON object, the
// `result` of an answer.
class Speech {
public:
    explicit Speech(const Identity& identity);

    // `params_view`: of the call. The revision that was asked for where it is served, else the
    // newest of the legacy ones.
    [[nodiscard]] std::string initialized(const json_t* params_view) const;
    [[nodiscard]] std::string discovered() const;

    // Completes `members`: what 2026-07-28 has in every result is added for it. `type`: of the
    // result there.
    [[nodiscard]] std::string result(const Era& era, base::json::ObjectText members,
                                     Keeping keeping = Keeping::none,
                                     std::span<const Meta> meta = {},
                                     std::string_view type = "complete") const;
    // {}: of ping, and of what is only acknowledged.
    [[nodiscard]] std::string nothing(const Era& era) const;

private:
    Identity m_identity;
    std::string m_server_info; // {name, version}, as JSON
};

} // namespace mcp
