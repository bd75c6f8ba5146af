// The words of a layer as the frames and the forms of an order read them.
#pragma once

#include "verify/orders/frames.hpp"

#include <string>
#include <vector>

namespace verify::orders {

struct Spelled {
    Word word;
    std::string lower;
};

// In order. An address of the web or of mail is one word.
std::vector<Spelled> words_of(const layers::Layer& layer);

} // namespace verify::orders
