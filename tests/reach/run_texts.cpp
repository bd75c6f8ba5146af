// What assay-run does with a request, for a line each of standard input: {product, request}. In one
// process without confinement, for a confined one cannot write at its end which lines it reached.
// Exit 1 when a request brought neither an artifact nor a refusal.
#include "analysis/run.hpp"
#include "base/json.hpp"
#include "base/log.hpp"

#include <cstddef>
#include <exception>
#include <iostream>
#include <string>

namespace {

namespace json = base::json;

bool is_answered(const std::string& line)
{
    const auto row = json::parse(line);
    if (!row) return false;
    const auto product = json::text_member(row->get(), "product");
    const json_t* request_view = json::member(row->get(), "request");
    if (!product || request_view == nullptr) return false;
    const auto result =
        analysis::run_product(analysis::text_engines(), *product, json::dump(request_view));
    return result.exit_status == analysis::k_exit_artifact ||
           result.exit_status == analysis::k_exit_refused;
}

} // namespace

int main()
{
    int failed = 0;
    std::size_t number = 0;
    for (std::string line; std::getline(std::cin, line);) {
        ++number;
        try {
            if (is_answered(line)) continue;
            std::cerr << "request " << number << " is not answered\n";
        } catch (const std::exception& fault) {
            std::cerr << "request " << number << ": " << fault.what() << '\n';
        }
        ++failed;
    }
    return failed == 0 ? 0 : 1;
}
