// What tests include besides, parsed once by the Makefile. It comes before everything else, so that
// CPPUNIT_TEST is the one of lazy_cases.hpp.
#include "base/precompiled.hpp"
#include "support/lazy_cases.hpp"

#include <cppunit/TestAssert.h>
#include <cppunit/extensions/HelperMacros.h>
