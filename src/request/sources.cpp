#include "request/sources.hpp"

#include "base/ascii.hpp"
#include "base/concat.hpp"
#include "value/blank.hpp"

#include <algorithm>

namespace request {

namespace json = base::json;

namespace {

constexpr std::size_t k_longest_title = 300;
constexpr std::size_t k_longest_author = 200;

std::string_view trimmed_source(std::string_view text)
{
    constexpr std::string_view k_blank = " \t\r\n";
    const auto begin = text.find_first_not_of(k_blank);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(k_blank) - begin + 1);
}

bool starts_with_ignoring_case(std::string_view text, std::string_view prefix)
{
    return text.size() >= prefix.size() &&
           std::equal(prefix.begin(), prefix.end(), text.begin(),
                      [](char wanted, char given) { return wanted == base::to_lower(given); });
}

class SourcesReader {
public:
    base::Result<std::vector<Source>, Problems> read(const json_t* given_view)
    {
        if (!json_is_array(given_view))
            return base::refuse(Problems{{{}, "Input should be a valid list", "list_type"}});
        const std::size_t count = json_array_size(given_view);
        if (count > k_most_sources)
            return base::refuse(Problems{{{},
                                          base::concat("List should have at most ", k_most_sources,
                                                       " items after validation, not ", count),
                                          "too_long"}});
        std::size_t in_all = 0;
        for (std::size_t i = 0; i < count; ++i) {
            m_sources.push_back(one(i, json_array_get(given_view, i)));
            in_all += m_sources.back().text.size();
        }
        if (in_all > k_longest_of_all)
            m_problems.push_back({{},
                                  base::concat("The texts of all sources should have at most ",
                                               k_longest_of_all, " bytes, not ", in_all),
                                  "too_long"});
        if (!m_problems.empty()) return base::refuse(std::move(m_problems));
        return std::move(m_sources);
    }

private:
    Source one(std::size_t index, const json_t* given_view)
    {
        Source out;
        if (json_is_string(given_view)) {
            const auto text = json::text_of(given_view);
            if (looks_like_url(trimmed_source(text)))
                keep(index, {}, trimmed_source(text), k_longest_source_url, out.url);
            else
                take_text(index, {}, text, out);
        } else if (json_is_object(given_view)) {
            member(index, given_view, "title", k_longest_title, out.title);
            member(index, given_view, "author", k_longest_author, out.author);
            published(index, given_view, out.published);
            member(index, given_view, "url", k_longest_source_url, out.url);
            if (!out.url.empty() && !looks_like_url(out.url))
                add(index, "url", "Input should be an http or https URL", "url_parsing");
            const json_t* text_view = given(given_view, "text");
            if (json_is_string(text_view))
                take_text(index, "text", json::text_of(text_view), out);
            else if (text_view != nullptr)
                add(index, "text", "Input should be a valid string", "string_type");
            else if (is_blank(given(given_view, "url")))
                add(index, {}, "Input should have 'text' or 'url'", "value_error");
        } else {
            add(index, {}, "Input should be a text, a URL or an object", "value_error");
        }
        return out;
    }

    static const json_t* given(const json_t* object_view, const char* name)
    {
        const json_t* value_view = json::member(object_view, name);
        return json_is_null(value_view) ? nullptr : value_view;
    }

    // A form's empty field says as little as one that is absent.
    static bool is_blank(const json_t* value_view)
    {
        return value_view == nullptr ||
               (json_is_string(value_view) && trimmed_source(json::text_of(value_view)).empty());
    }

    void add(std::size_t index, std::string_view name, std::string message, std::string type)
    {
        Problem problem{{index}, std::move(message), std::move(type)};
        if (!name.empty()) problem.place.emplace_back(std::string{name});
        m_problems.push_back(std::move(problem));
    }

    void keep(std::size_t index, std::string_view name, std::string_view text, std::size_t longest,
              std::string& out)
    {
        if (text.size() > longest)
            add(index, name, base::concat("String should have at most ", longest, " bytes"),
                "string_too_long");
        else
            out = text;
    }

    void take_text(std::size_t index, std::string_view name, std::string_view text, Source& out)
    {
        if (value::is_blank(text))
            add(index, name, "Input should have something to read", "string_too_short");
        else
            keep(index, name, text, k_longest_source, out.text);
    }

    void member(std::size_t index, const json_t* object_view, const char* name, std::size_t longest,
                std::string& out)
    {
        const json_t* value_view = given(object_view, name);
        if (value_view == nullptr) return;
        if (json_is_string(value_view))
            keep(index, name, trimmed_source(json::text_of(value_view)), longest, out);
        else
            add(index, name, "Input should be a valid string", "string_type");
    }

    void published(std::size_t index, const json_t* object_view, std::string& out)
    {
        const json_t* value_view = given(object_view, "published");
        if (value_view == nullptr) return;
        if (json_is_string(value_view) && value::Instant::parse(json::text_of(value_view)))
            out = json::text_of(value_view);
        else
            add(index, "published",
                "Input should be a date, or an RFC 3339 date and time with its offset",
                "datetime_parsing");
    }

    std::vector<Source> m_sources;
    Problems m_problems;
};

} // namespace

bool looks_like_url(std::string_view text)
{
    constexpr std::string_view k_schemes[] = {"http://", "https://"};
    return text.find_first_of(" \t\r\n") == std::string_view::npos &&
           std::ranges::any_of(k_schemes, [&](std::string_view scheme) {
               return starts_with_ignoring_case(text, scheme) && text.size() > scheme.size();
           });
}

base::Result<std::vector<Source>, Problems> read_sources(const json_t* given_view)
{
    return SourcesReader{}.read(given_view);
}

} // namespace request
