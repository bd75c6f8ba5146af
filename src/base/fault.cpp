#include "base/fault.hpp"

#include <cerrno>
#include <system_error>

namespace base {

Fault::Fault(const std::string& what, SourcePlace where)
    : std::runtime_error{what + " (" + where.file + ":" + std::to_string(where.line) + ")"},
      m_length{what.size()}
{
}

Fault Fault::from_errno(const std::string& what, SourcePlace where)
{
    return Fault{what + ": " + std::generic_category().message(errno), where};
}

} // namespace base
