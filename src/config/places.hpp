// The places where the programs of one node meet while they run, and where their configuration is.
// They are not keys of assay.toml: packaging decides them (systemd/tmpfiles), a stack started by
// hand overrides them.
#pragma once

#include <optional>
#include <string>

namespace config {

struct Places {
    std::string run_dir; // $ASSAY_RUN_DIR, else /run/assay

    [[nodiscard]] std::string fast_socket() const { return run_dir + "/fast.sock"; }
    [[nodiscard]] std::string slow_socket() const { return run_dir + "/slow.sock"; }
    [[nodiscard]] std::string agents_socket() const { return run_dir + "/agents.sock"; }
    // One byte is written to it after each COMMIT that a thread may wait for.
    [[nodiscard]] std::string wake_file() const { return run_dir + "/wake"; }
    // How its programs are asked to begin the name of what they count in (catalog::Tally).
    [[nodiscard]] std::string tally_file() const { return run_dir + "/tally"; }
    // Held by the one worker of the node.
    [[nodiscard]] std::string worker_lock() const { return run_dir + "/worker.lock"; }
};

Places places();

// `chosen` (the option --config), else $ASSAY_CONFIG, else /etc/assay/assay.toml.
std::string config_file(const std::optional<std::string>& chosen);

} // namespace config
