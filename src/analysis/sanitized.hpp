// Whether a sanitizer watches this process, which then needs what a confined one does not get.
#pragma once

namespace analysis {

inline constexpr bool k_sanitized =
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
    true;
#else
    false;
#endif

} // namespace analysis
