// What is true of every member of a type, as rows: read by what describes a request. How a type is
// read is its row in request/fields.cpp; the schema of one that has members of its own is
// in schemas/request_parts.json, by the member's name.
#pragma once

#include "catalog/products.hpp"

#include <stdexcept>
#include <string_view>

namespace catalog {

struct FieldTypeRow {
    FieldType type;
    // JSON Schema of its kind alone: the whole of it would not fit in a header. OpenAPI has it.
    std::string_view kind;
    std::string_view counted; // what min_size and max_size are numbers of; empty: not told
};

inline constexpr FieldTypeRow k_field_types[] = {
    {FieldType::text, R"({"type":"string"})", " bytes"},
    {FieldType::hosts, R"({"type":"array","items":{"type":"string"}})", " in an array"},
    {FieldType::sources, R"({"type":"array"})", " in an array"},
    {FieldType::streams, R"({"type":"object"})", " of them"},
    {FieldType::time_frame, R"({"type":["object","string"]})", {}},
    {FieldType::signal_options, R"({"type":"object"})", {}},
};

// A product whose member has a type without a row does not compile (products.cpp).
constexpr const FieldTypeRow& row_of(FieldType type)
{
    for (const auto& row : k_field_types)
        if (row.type == type) return row;
    throw std::logic_error{"a type of member without a row"};
}

} // namespace catalog
