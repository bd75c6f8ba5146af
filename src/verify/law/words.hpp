// What of a text all critics speak of, under one name.
#pragma once

#include "reading/passage.hpp"

namespace verify {

using reading::BlockKind;
using reading::ClockTime;
using reading::Date;
using reading::DecimalMark;
using reading::Document;
using reading::Interval;
using reading::Passage;
using reading::Quantity;
using reading::QuantityKind;
using reading::Rational;
using reading::SourceRange;
using reading::TokenKind;

} // namespace verify
