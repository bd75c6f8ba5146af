// Canonical JSON (RFC 8785) for those who compare it with other implementations.
//
//   canonical-json                     each line of stdin is a JSON text; its canonical bytes on
//                                      stdout, or "refused: " and why
//   canonical-json FILE MILLISECONDS   prints MB/s of the file's canonical bytes, made of the value
//                                      and made of the text, for as long each
#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "base/fd.hpp"

#include <charconv>
#include <chrono>
#include <iostream>

namespace {

namespace json = base::json;
using std::chrono::steady_clock;

std::string answer_to(std::string_view line)
{
    const auto parsed = json::parse(line, json::Integers::as_double);
    if (!parsed) return base::concat("refused: ", parsed.error().detail);
    auto bytes = base::canonical_json(parsed->get());
    return bytes ? std::move(*bytes) : "refused: no canonical form";
}

// MB/s of what `make` returns, over and over.
template <typename Make> double rate(std::chrono::milliseconds duration, Make&& make)
{
    const auto begin = steady_clock::now();
    std::size_t bytes = 0;
    steady_clock::time_point now;
    do {
        bytes += make().size();
        now = steady_clock::now();
    } while (now - begin < duration);
    return static_cast<double>(bytes) / 1e6 / std::chrono::duration<double>{now - begin}.count();
}

int measure(const char* path, std::string_view duration_text)
{
    const std::string text = base::read_file(path, std::size_t{64} << 20U);
    int duration_ms = 0;
    const char* end = duration_text.data() + duration_text.size();
    const auto read = std::from_chars(duration_text.data(), end, duration_ms);
    const auto parsed = json::parse(text);
    if (!parsed || read.ec != std::errc{} || read.ptr != end || duration_ms <= 0) {
        std::cerr << "usage: canonical-json [FILE MILLISECONDS]\n";
        return 2;
    }
    const std::chrono::milliseconds duration{duration_ms};
    std::cout << rate(duration, [&] { return base::canonical_json_of_ours(parsed->get()); }) << ' '
              << rate(duration, [&] { return answer_to(text); }) << '\n';
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc == 3) return measure(argv[1], argv[2]);
    std::ios::sync_with_stdio(false);
    std::string line;
    while (std::getline(std::cin, line)) std::cout << answer_to(line) << '\n';
    return 0;
}
