// Whether a sanitizer watches this process: it is thirty times as slow then, and needs what a
// confined one does not get. gcc says so by a macro, clang by a feature.
#pragma once

namespace base {

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
inline constexpr bool k_is_sanitized = true;
#elif defined __has_feature
inline constexpr bool k_is_sanitized =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool k_is_sanitized = false;
#endif

} // namespace base
