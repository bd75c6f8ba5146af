// The members of the requests, as rows of the table of products.
#pragma once

#include "catalog/limits.hpp"
#include "catalog/products.hpp"

namespace catalog {

inline constexpr Field k_payload_field = {
    .name = "payload",
    .type = FieldType::text,
    .required = true,
    .min_size = 1,
    .max_size = k_verify_payload_max_bytes,
    .description = "The content to verify: plain text or Markdown, in UTF-8.",
    // One sentence that follows and one that does not; short, because it travels in headers.
    .example = "Sales rose from 1,250 in March to 1,410 in April, by 12.8%. The total of 1,250 and "
               "1,410 is 2,760."};

inline constexpr Field k_verify_fields[] = {k_payload_field};

// The least size of an optional array is one: an empty one is the same as none.
inline constexpr Field k_sourced_fields[] = {
    k_payload_field,
    {.name = "sources",
     .type = FieldType::sources,
     .required = false,
     .min_size = 1,
     .max_size = 20,
     .description = "What it is compared with, as for synthesis; [1] is the first.",
     .example = {}},
};

inline constexpr Field k_query_field = {.name = "query",
                                        .type = FieldType::text,
                                        .required = true,
                                        .min_size = 1,
                                        .max_size = k_query_max_bytes,
                                        .description = "The question that the answer is about.",
                                        .example = "Do ad costs move with visits?"};

inline constexpr Field k_synthesis_fields[] = {
    k_query_field,
    {.name = "sources",
     .type = FieldType::sources,
     .required = true,
     .min_size = 1,
     .max_size = 20,
     .description =
         "What is merged: texts, URLs of pages to read (http or https on ports 80 and 443 of "
         "public hosts; up to 2 MiB of text, JSON or HTML each), or objects with title, url, text, "
         "published and author. Where text is given, url is only a reference. At most 200,000 "
         "bytes of text each and 2,000,000 in all; the rest of a longer page is left out.",
     .example = R"(["Ad costs rose by 8% in May.",{"text":"In May visits rose by 9%."}])"},
};

inline constexpr Field k_correlation_fields[] = {
    k_query_field,
    {.name = "streams",
     .type = FieldType::streams,
     .required = false,
     .min_size = 2,
     .max_size = 2,
     .description =
         "The two signal streams: an object with two members, whose names are the streams' names "
         "(in alphabetical order the first is a, the second b), or an array of two. Required, "
         "unless two sources are streams.",
     .example = R"({"cost":{"t":[1,2,3,4,5,6,7,8],"v":[3,4,4,6,5,7,8,8]},)"
                R"("visits":{"t":[1,2,3,4,5,6,7,8],"v":[31,39,42,58,53,69,82,78]}})"},
    {.name = "sources",
     .type = FieldType::sources,
     .required = false,
     .min_size = 0,
     .max_size = 20,
     .description =
         "Texts, URLs or objects as synthesis takes them. Without streams, the first two that are "
         "CSV (a time and a number in each line) or JSON are the streams, or the only one, when it "
         "has a time and two numbers; at most 200,000 bytes each. All others are context: what "
         "they say of the query stands beside the comparison.",
     .example = {}},
    {.name = "timeframe",
     .type = FieldType::time_frame,
     .required = false,
     .min_size = 0,
     .max_size = 1,
     .description = "What stretch of time is compared, and in which steps. Without it: where both "
                    "streams have something, in steps of the larger median distance.",
     .example = {}},
    {.name = "options",
     .type = FieldType::signal_options,
     .required = false,
     .min_size = 0,
     .max_size = 1,
     .description = "aggregate: what becomes of several points in one step. detrend: what the "
                    "judgement is made on (auto: changes from step to step when a stream wanders). "
                    "alpha: the chance of error that is accepted.",
     .example = {}},
};

inline constexpr Field k_custom_fields[] = {
    {.name = "targets",
     .type = FieldType::hosts,
     .required = true,
     .min_size = 1,
     .max_size = 8,
     .description = "Public host names or IP addresses, each once. What is private, reserved or "
                    "cannot be resolved is refused before any charge.",
     .example = R"(["example.com"])"},
};

} // namespace catalog
