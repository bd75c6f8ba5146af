// Tables, identifiers, formats and references of any text, by the verifier alone.
#include "fuzz/review_check.hpp"
#include "verify/outcome/critics.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (const auto document = fuzz::document_of(data, size))
        fuzz::check_review(*document, verify::outcome::find_critic("verifier")->families);
    return 0;
}
