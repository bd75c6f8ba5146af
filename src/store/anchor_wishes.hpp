// What the operator asks the anchorer for. The rules of every store hold (store/access.hpp).
#pragma once

#include "store/access.hpp"

namespace store {

class AnchorWishes {
public:
    explicit AnchorWishes(const Access& at) : m_at{at} {}

    // Inserts a wish, or keeps it.
    enum class Wish { retry, flush };
    void wish(Wish wish);
    bool is_wished(Wish wish);
    // True when it was there; it is gone then.
    bool take(Wish wish);

private:
    Access m_at;
};

} // namespace store
