// Results as they are sold, one of each product: www/samples holds the request
// (PRODUCT.request.json) and the canonical bytes of the artifact (PRODUCT.json), which programs
// made (`make samples`). PRODUCT_account is of the same request, not sold: with an account by a
// writer that follows a script.
#pragma once

#include "documents/documents.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace documents {

// "samples/verify_basic.json" and the others, as files of the document root.
std::vector<Document> sample_documents();

bool has_account_sample(std::string_view product_key);

// The artifact of a verify product in short: the text with what was found in it, verdict and
// findings. Throws Fault when there is no such sample.
std::string sample_html(std::string_view product_key);

} // namespace documents
