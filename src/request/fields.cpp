#include "request/fields.hpp"

#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "catalog/field_types.hpp"
#include "catalog/rails.hpp"
#include "request/signal_options.hpp"
#include "request/sources.hpp"
#include "request/stream_sources.hpp"
#include "value/blank.hpp"

#include <algorithm>

namespace request {

using namespace base;

namespace {

// Numbers, booleans, null and short texts may be shown to the buyer again; more may not: an answer
// must not grow with what a stranger sends.
bool is_short(const json_t* value_view)
{
    constexpr std::size_t k_longest_echo = 100;
    if (json_is_array(value_view) || json_is_object(value_view)) return false;
    return !json_is_string(value_view) || json::text_of(value_view).size() <= k_longest_echo;
}

json::Ref problem(json::Ref loc, std::string_view message, std::string_view type)
{
    return json::object("loc", std::move(loc), "msg", message, "type", type);
}

json::Ref field_problem(const catalog::Field& field, std::string_view message,
                        std::string_view type)
{
    return problem(json::array("body", field.name), message, type);
}

// A problem with the value that brought it, where that may be shown.
json::Ref echoing(json::Ref out, const json_t* value_view)
{
    if (is_short(value_view)) json::set(out.get(), "input", json::share(value_view));
    return out;
}

json::Ref wrong_length(const catalog::Field& field, bool is_short_of_it)
{
    const auto bound = is_short_of_it ? field.min_size : field.max_size;
    auto out = field_problem(field,
                             concat("String should have at ", is_short_of_it ? "least " : "most ",
                                    bound, bound == 1 ? " byte" : " bytes"),
                             is_short_of_it ? "string_too_short" : "string_too_long");
    json::set(out.get(), "ctx",
              json::object(is_short_of_it ? "min_length" : "max_length", bound, "unit", "bytes"));
    return out;
}

void judge_text(const catalog::Field& field, const json_t* value_view, json_t* problems)
{
    if (!json_is_string(value_view)) {
        json::append(problems,
                     echoing(field_problem(field, "Input should be a valid string", "string_type"),
                             value_view));
        return;
    }
    const auto size = json::text_of(value_view).size();
    if (size < field.min_size)
        json::append(problems, wrong_length(field, /*is_short_of_it=*/true));
    else if (field.min_size > 0 && value::is_blank(json::text_of(value_view)))
        json::append(problems, field_problem(field, "Input should have something to read",
                                             "string_too_short"));
    if (size > field.max_size)
        json::append(problems, wrong_length(field, /*is_short_of_it=*/false));
}

json::Ref wrong_count(const catalog::Field& field, std::size_t count)
{
    const bool is_short_of_it = count < field.min_size;
    const auto bound = is_short_of_it ? field.min_size : field.max_size;
    auto out =
        field_problem(field,
                      concat("List should have at ", is_short_of_it ? "least " : "most ", bound,
                             bound == 1 ? " item" : " items", " after validation, not ", count),
                      is_short_of_it ? "too_short" : "too_long");
    json::set(out.get(), "ctx",
              json::object("field_type", "List", is_short_of_it ? "min_length" : "max_length",
                           bound, "actual_length", count));
    return out;
}

// Whether an element is a host is judged by who looks it up; here only its type.
void judge_hosts(const catalog::Field& field, const json_t* value_view, json_t* problems)
{
    if (!json_is_array(value_view)) {
        json::append(problems, field_problem(field, "Input should be a valid list", "list_type"));
        return;
    }
    const std::size_t count = json_array_size(value_view);
    if (count < field.min_size || count > field.max_size) {
        json::append(problems, wrong_count(field, count));
        return;
    }
    for (std::size_t i = 0; i < count; ++i)
        if (!json_is_string(json_array_get(value_view, i)))
            json::append(problems, problem(json::array("body", field.name, i),
                                           "Input should be a valid string", "string_type"));
}

// What a member that has a reader of its own was told.
template <typename Value>
void tell(const catalog::Field& field, const Result<Value, request::Problems>& read,
          json_t* problems)
{
    if (read) return;
    for (const request::Problem& each : read.error()) {
        auto loc = json::array("body", field.name);
        for (const auto& step : each.place)
            std::visit([&](const auto& name) { json::append(loc.get(), json::value(name)); }, step);
        json::append(problems, problem(std::move(loc), each.message, each.type));
    }
}

void judge_sources(const catalog::Field& field, const json_t* value_view, json_t* problems)
{
    const auto read = request::read_sources(value_view);
    tell(field, read, problems);
    if (read && read->size() < field.min_size)
        json::append(problems, wrong_count(field, read->size()));
}

template <auto read>
void judge_by(const catalog::Field& field, const json_t* value_view, json_t* problems)
{
    tell(field, read(value_view), problems);
}

struct Reader {
    catalog::FieldType type;
    void (*judge)(const catalog::Field& field, const json_t* value_view, json_t* problems);
};

constexpr Reader k_readers[] = {
    {catalog::FieldType::text, judge_text},
    {catalog::FieldType::hosts, judge_hosts},
    {catalog::FieldType::sources, judge_sources},
    {catalog::FieldType::streams, judge_by<&request::read_streams>},
    {catalog::FieldType::time_frame, judge_by<&request::read_time_frame>},
    {catalog::FieldType::signal_options, judge_by<&request::read_signal_options>},
};

// A type that no row here reads does not compile.
consteval bool are_all_read()
{
    return std::ranges::all_of(catalog::k_field_types, [](const catalog::FieldTypeRow& row) {
        return std::ranges::count(k_readers, row.type, &Reader::type) == 1;
    });
}
static_assert(are_all_read());

bool is_of(const catalog::Product& product, std::string_view name)
{
    return name == catalog::k_model_member ||
           std::ranges::count(product.fields, name, &catalog::Field::name) > 0 ||
           std::ranges::count(product.refused_members, name, &catalog::RefusedMember::name) > 0;
}

// Rail v1's routes sell several products, and take an order's request again by its job.
bool is_known(const catalog::Product& product, std::string_view name)
{
    return name == "job_id" || name == catalog::family_named(product.family).selector ||
           is_of(product, name);
}

// The only member that this product does not know and whose value could be the field's: the buyer
// may have meant it. Empty: there is none, or several.
std::string meant_as(const catalog::Field& field, const catalog::Product& product,
                     const json_t* object_view)
{
    std::vector<std::string> found;
    json::for_each_member(object_view, [&](std::string_view name, const json_t* value_view) {
        const bool is_text = json_is_string(value_view);
        const bool fits = field.type == catalog::FieldType::text
                              ? is_text
                              : json_is_array(value_view) || json_is_object(value_view);
        if (fits && !is_known(product, name)) found.emplace_back(name);
    });
    constexpr std::size_t k_longest_name = 40;
    return found.size() == 1 && found[0].size() <= k_longest_name ? found[0] : std::string{};
}

json::Ref missing(const catalog::Field& field, const catalog::Product& product,
                  const json_t* object_view)
{
    const std::string other = meant_as(field, product, object_view);
    return field_problem(field,
                         other.empty() ? "Field required"
                                       : concat("Field required: `", other,
                                                "` is not known, did you mean `", field.name, "`?"),
                         "missing");
}

void judge(const catalog::Field& field, const json_t* value_view, json_t* problems)
{
    if (value_view == nullptr) return;
    std::ranges::find(k_readers, field.type, &Reader::type)->judge(field, value_view, problems);
}

json::Ref malformed(const json::ParseRefusal& refusal)
{
    auto out = problem(json::array("body"), "JSON decode error", "json_invalid");
    auto ctx = json::object("error", refusal.detail);
    if (refusal.line > 0) json::set_all(ctx.get(), "line", refusal.line, "column", refusal.column);
    json::set(out.get(), "ctx", std::move(ctx));
    return json::array(std::move(out));
}

// Streams may come as sources instead. What a page holds is not known before it is read. What is
// wrong with a source that was meant as one is told beside.
void judge_streams_among_sources(const catalog::Product& product, const json_t* known_view,
                                 json_t* problems)
{
    constexpr const char* k_streams = "streams";
    const bool takes_streams = std::ranges::any_of(product.fields, [](const catalog::Field& field) {
        return field.type == catalog::FieldType::streams;
    });
    if (!takes_streams || json::member(known_view, k_streams) != nullptr) return;
    std::vector<request::StreamText> texts;
    bool has_page = false;
    const auto sources = request::read_sources(json::member(known_view, "sources"));
    if (sources)
        for (const request::Source& source : *sources) {
            texts.push_back({source.text, {}});
            if (source.is_fetched()) has_page = true;
        }
    constexpr std::size_t k_wanted = 2;
    if (has_page || request::count_streams(texts) >= k_wanted) return;
    json::append(problems, problem(json::array("body", k_streams),
                                   "Field required, unless two sources are streams: CSV with a "
                                   "time and a number in each line, or JSON; or one with a time "
                                   "and two numbers",
                                   "missing"));
    for (const request::UnreadText& each : request::unread_tables(texts)) {
        const request::Problem& first = each.problems.front();
        auto loc = json::array("body", "sources", each.at);
        for (const auto& step : first.place)
            std::visit([&](const auto& name) { json::append(loc.get(), json::value(name)); }, step);
        json::append(problems, problem(std::move(loc), first.message, first.type));
    }
}

bool is_empty(const json_t* value_view)
{
    return json_is_null(value_view) ||
           (json_is_array(value_view) && json_array_size(value_view) == 0);
}

// Whether the value of an optional member is the same as its absence.
bool is_nothing(const catalog::Field& field, const json_t* value_view)
{
    return json_is_null(value_view) || (field.min_size > 0 && is_empty(value_view));
}

void refuse_member(const catalog::RefusedMember& member, const json_t* object_view,
                   json_t* problems)
{
    const json_t* value_view = json::member(object_view, std::string{member.name}.c_str());
    if (value_view == nullptr || (member.is_nothing_when_empty && is_empty(value_view))) return;
    json::append(problems, problem(json::array("body", member.name),
                                   concat("Extra inputs are not permitted: ", member.taken_by),
                                   "extra_forbidden"));
}

// true says what its absence says, and is as little part of what is bought. Whether the shop has a
// model for it is not known here.
void read_model_wish(const catalog::Product& product, const json_t* object_view, json_t* known,
                     json_t* problems)
{
    constexpr catalog::RefusedMember k_no_model{catalog::k_model_member,
                                                "this product never asks a language model", true};
    if (!product.may_ask_model()) return refuse_member(k_no_model, object_view, problems);
    const json_t* value_view =
        json::member(object_view, std::string{catalog::k_model_member}.c_str());
    if (value_view == nullptr || json_is_null(value_view)) return;
    if (!json_is_boolean(value_view))
        json::append(problems, echoing(problem(json::array("body", catalog::k_model_member),
                                               "Input should be a valid boolean", "bool_type"),
                                       value_view));
    if (json_is_false(value_view))
        json::set(known, catalog::k_model_member, json::share(value_view));
}

// The known members; unknown ones are dropped.
Result<json::Ref, json::Ref> known_members(const catalog::Product& product,
                                           const Result<json::Ref, json::ParseRefusal>& parsed)
{
    if (!parsed) return refuse(malformed(parsed.error()));
    const json_t* object_view = parsed->get();
    if (!json_is_object(object_view))
        return refuse(json::array(problem(json::array("body"), "Input should be a valid object",
                                          "model_attributes_type")));

    auto problems = json::array();
    auto known = json::object();
    for (const auto& field : product.fields) {
        const json_t* value_view = json::member(object_view, std::string{field.name}.c_str());
        if (!field.required && is_nothing(field, value_view)) value_view = nullptr;
        if (value_view == nullptr && field.required)
            json::append(problems.get(), missing(field, product, object_view));
        judge(field, value_view, problems.get());
        if (value_view != nullptr) json::set(known.get(), field.name, json::share(value_view));
    }
    for (const auto& member : product.refused_members)
        refuse_member(member, object_view, problems.get());
    read_model_wish(product, object_view, known.get(), problems.get());
    if (json_array_size(problems.get()) == 0)
        judge_streams_among_sources(product, known.get(), problems.get());
    if (json_array_size(problems.get()) > 0) return refuse(std::move(problems));
    return known;
}

// A sentence for each member that the route does not know.
template <typename IsKnown> json::Ref unknown_of(const json_t* object_view, IsKnown is_known_name)
{
    constexpr std::size_t k_most_told = 16;
    constexpr std::size_t k_longest_shown = 64;
    auto out = json::array();
    json::for_each_member(object_view, [&](std::string_view name, const json_t*) {
        if (json_array_size(out.get()) == k_most_told || is_known_name(name)) return;
        const std::string shown =
            name.size() > k_longest_shown ? "A member with a long name" : concat('`', name, '`');
        json::append(out.get(),
                     json::value(concat(shown, " is no member of this route's body: not read")));
    });
    return out;
}

} // namespace

json::Ref element_problem(std::string_view field, std::size_t index, std::string_view message,
                          std::string_view type, std::string_view input)
{
    auto out = problem(json::array("body", field, index), message, type);
    const auto input_json = json::value(input);
    if (is_short(input_json.get())) json::set(out.get(), "input", json::share(input_json.get()));
    return out;
}

json::Ref unknown_members(const catalog::Product& product, const json_t* body_view)
{
    if (!json_is_object(body_view)) return json::array();
    return unknown_of(body_view, [&](auto name) { return is_of(product, name); });
}

json::Ref unknown_order_members(const catalog::Product& product, const json_t* order_view)
{
    return unknown_of(order_view, [&](auto name) { return is_known(product, name); });
}

Result<json::Ref, json::ParseRefusal> parse_body(const catalog::Product& product,
                                                 std::string_view body)
{
    return json::parse_within(body.empty() ? std::string_view{"{}"} : body,
                              product.structure_max_bytes);
}

Result<std::string, json::Ref> check_request(const catalog::Product& product, std::string_view body)
{
    return check_parsed(product, parse_body(product, body));
}

Result<std::string, json::Ref> check_parsed(const catalog::Product& product,
                                            const Result<json::Ref, json::ParseRefusal>& parsed)
{
    const auto known = known_members(product, parsed);
    if (!known) return refuse(json::share(known.error().get()));
    return canonical_json_of_ours(known->get());
}

} // namespace request
