// A configuration that is well-formed and cannot be worked with: a file that it names is missing or
// not what it should be. A program that is started again finds the same, so it ends as with any
// error of the configuration (systemd: RestartPreventExitStatus=2).
#pragma once

#include "base/fault.hpp"

namespace base::config {

class ConfigFault : public Fault {
public:
    explicit ConfigFault(const std::string& what, SourcePlace where = SourcePlace::current())
        : Fault{what, where}
    {
    }
};

} // namespace base::config
