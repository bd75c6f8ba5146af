// A configuration that is well-formed and cannot be worked with: a file that it names is missing or
// not what it should be. A program that is started again finds the same, so it ends as with any
// error of the configuration (systemd: RestartPreventExitStatus=2).
#pragma once

#include "base/fault.hpp"

namespace config {

class ConfigFault : public base::Fault {
public:
    explicit ConfigFault(const std::string& what,
                         base::SourcePlace where = base::SourcePlace::current())
        : base::Fault{what, where}
    {
    }
};

} // namespace config
