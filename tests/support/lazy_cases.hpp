// CPPUNIT_TEST for fixtures that hold something: files, sockets, inotify instances, of which a user
// has 128. CppUnit makes a fixture for each case before the first one runs, and keeps them all to
// the end; here a case makes its own when it runs, and ends it afterwards. Included into every test
// by the Makefile.
#pragma once

#include <cppunit/TestCase.h>
#include <cppunit/extensions/HelperMacros.h>

#include <memory>
#include <string>
#include <utility>

namespace support {

template <typename Fixture> class LazyCase final : public CppUnit::TestCase {
public:
    using Method = void (Fixture::*)();

    LazyCase(const std::string& name, Method method) : CppUnit::TestCase{name}, m_method{method} {}

    void setUp() override
    {
        m_fixture = std::make_unique<Fixture>();
        m_fixture->setUp();
    }
    void runTest() override { (m_fixture.get()->*m_method)(); }
    void tearDown() override
    {
        const auto ended = std::exchange(m_fixture, nullptr);
        if (ended) ended->tearDown();
    }

private:
    Method m_method;
    std::unique_ptr<Fixture> m_fixture;
};

} // namespace support

#undef CPPUNIT_TEST
#define CPPUNIT_TEST(method)                                                                       \
    context.addTest(new support::LazyCase<TestFixtureType>(context.getTestNameFor(#method),        \
                                                           &TestFixtureType::method))

// Tests are compiled several files at a time: what registers a suite is named by the suite, not by
// the line of its file.
#undef CPPUNIT_TEST_SUITE_REGISTRATION
#define CPPUNIT_TEST_SUITE_REGISTRATION(fixture)                                                   \
    static CPPUNIT_NS::AutoRegisterSuite<fixture> registration_of_##fixture
