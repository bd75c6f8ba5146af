// unique_ptr for C handles: `using Ref = std::unique_ptr<json_t, Closer<json_decref>>;`
#pragma once

namespace base {

template <auto Close> struct Closer {
    template <typename T> void operator()(T* handle) const noexcept
    {
        static_cast<void>(Close(handle));
    }
};

} // namespace base
