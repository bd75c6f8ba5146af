// What is asked of the table of products.
#include "catalog/products.hpp"

#include "base/concat.hpp"

namespace catalog {

const Product* find_product(std::string_view key)
{
    for (const auto& product : products())
        if (product.key == key) return &product;
    return nullptr;
}

const Product* find_v2_route(std::string_view path)
{
    for (const auto& product : products())
        if (product.v2_path == path) return &product;
    return nullptr;
}

const Family* find_v1_route(std::string_view path)
{
    for (const auto& family : families())
        if (family.v1_path == path) return &family;
    return nullptr;
}

namespace {

const Field* field_of(const Product& product, FieldType type)
{
    for (const auto& field : product.fields)
        if (field.type == type) return &field;
    return nullptr;
}

} // namespace

value::AtomicUsd owed_without_model(std::string_view key, value::AtomicUsd price)
{
    const Product* product = find_product(key);
    const bool has_share = product != nullptr && product->may_ask_model();
    const int percent = has_share ? product->model_percent : 100;
    return value::AtomicUsd::checked((price.atoms() * percent + 99) / 100).value();
}

const Field* hosts_field(const Product& product)
{
    return field_of(product, FieldType::hosts);
}

std::string sample_path(const Product& product)
{
    return product.has_sample ? base::concat("/samples/", product.key, ".json") : std::string{};
}

const Field* sources_field(const Product& product)
{
    return field_of(product, FieldType::sources);
}

} // namespace catalog
