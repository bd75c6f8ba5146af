// Catches what a command prints, so that tests can read it and their own output stays readable.
#pragma once

#include <iostream>
#include <sstream>
#include <string>

namespace support {

// While it lives, std::cout and std::cerr write into it.
class QuietOutput {
public:
    QuietOutput() : m_cout{std::cout.rdbuf(m_out.rdbuf())}, m_cerr{std::cerr.rdbuf(m_err.rdbuf())}
    {
    }
    ~QuietOutput()
    {
        std::cout.rdbuf(m_cout);
        std::cerr.rdbuf(m_cerr);
    }
    QuietOutput(const QuietOutput&) = delete;
    QuietOutput& operator=(const QuietOutput&) = delete;

    [[nodiscard]] std::string out() const { return m_out.str(); }
    [[nodiscard]] std::string err() const { return m_err.str(); }

private:
    std::ostringstream m_out;
    std::ostringstream m_err;
    std::streambuf* m_cout;
    std::streambuf* m_cerr;
};

} // namespace support
