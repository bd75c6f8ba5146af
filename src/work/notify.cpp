#include "work/notify.hpp"

#include <systemd/sd-daemon.h>

#include <string>

namespace work {

void notify_manager(std::string_view state)
{
    // An error means that no manager listens, which is as good as no manager at all.
    static_cast<void>(sd_notify(0, std::string{state}.c_str()));
}

} // namespace work
