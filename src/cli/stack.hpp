// `assay stack`: the whole house in the foreground on one machine where nothing is installed.
#pragma once

#include <string>

namespace cli {

struct StackPlan {
    std::string config;        // path of assay.toml
    std::string run_directory; // everything lives below it
    std::string nginx_files;   // directory with assay.conf, fastcgi.conf, limits.conf
    bool limits = false;       // request limits of limits.conf
};

// Starts nginx, both pools and the worker, prints `READY http://HOST:PORT` once all answer, restarts
// what dies, and stops all of them on SIGTERM or SIGINT. Returns the exit code.
int run_stack(const StackPlan& plan);

} // namespace cli
