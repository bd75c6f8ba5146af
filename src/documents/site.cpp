#include "documents/site.hpp"

#include "base/concat.hpp"
#include "documents/html.hpp"
#include "embedded/files.hpp"

#include <algorithm>

namespace documents {

using base::concat;

namespace {

constexpr Page k_pages[] = {
    {.path = "/ui",
     .file = "ui.html",
     .title = "Analyses per call",
     .description = {},
     .label = "What it does",
     .script = "landing.js",
     .is_indexed = true,
     .reach = Reach::own_service,
     .main = landing_main},
    {.path = "/ui/result",
     .file = "result.html",
     .title = "Read a result",
     .description = "Shows a result: its verdict, what it rests on, and the evidence of each part.",
     .label = "Read a result",
     .script = "result.js",
     .is_indexed = true,
     .reach = Reach::own_service,
     .main = result_main},
    {.path = "/ui/verify",
     .file = "verify.html",
     .title = "Check a result",
     .description =
         "Computes the hash of a result in your browser and asks the service, and a node "
         "of your choice, whether they know it.",
     .label = "Check a result",
     .script = "verifier.js",
     .is_indexed = true,
     .reach = Reach::any_https,
     .main = verifier_main},
    {.path = "/ui/status",
     .file = "status.html",
     .title = "Status",
     .description =
         "Whether the service sells now, how long jobs wait, and what was anchored last.",
     .label = "Status",
     .script = "status.js",
     .is_indexed = true,
     .reach = Reach::own_service,
     .main = status_main},
    {.path = "/docs",
     .file = "docs.html",
     .title = "How to buy from a program",
     .description = "Both ways to pay, with commands and code that work as they stand.",
     .label = "Documents",
     .script = "docs.js",
     .is_indexed = true,
     .reach = Reach::own_service,
     .main = docs_main},
    {.path = "/ui/errors",
     .file = "errors.html",
     .title = "Errors",
     .description = "Every error by its code: what it means for your money and what to do.",
     .label = {},
     .script = "errors.js",
     .is_indexed = true,
     .reach = Reach::own_service,
     .main = errors_main},
    {.path = "/accuracy",
     .file = "accuracy.html",
     .title = "How often verify is right",
     .description = "Measured on texts that the authors of the rules had not seen, and on others.",
     .label = "Accuracy",
     .script = "accuracy.js",
     .is_indexed = true,
     .reach = Reach::own_service,
     .main = accuracy_main},
};

std::string navigation(const Page& current)
{
    std::string out;
    for (const Page& page : k_pages)
        if (!page.label.empty())
            out += concat("<li><a href=\"", page.path, '"',
                          &page == &current ? " aria-current=\"page\"" : "", '>', page.label,
                          "</a></li>\n");
    return out;
}

constexpr std::string_view k_assets = "assets/";
constexpr std::string_view k_vendor = "vendor/";

bool is_asset(std::string_view name)
{
    return name.starts_with(k_assets) || name.starts_with(k_vendor);
}

// "vendor/uplot-1.6.32/uPlot.min.js" is "uPlot.min.js": one folder holds them all.
std::string_view base_name(std::string_view path)
{
    return path.substr(path.rfind('/') + 1);
}

std::string digest_of_assets()
{
    std::string all;
    for (const auto& file : embedded::files())
        if (is_asset(file.name)) all += concat(file.name, '\n', file.content, '\n');
    constexpr std::size_t k_digits = 16;
    return value::Digest{base::sha256(base::bytes_of(all))}.text().substr(2, k_digits);
}

// The modules that `script` imports, and those that they import, each once.
void add_modules(std::string_view script, std::vector<std::string>& out)
{
    constexpr std::string_view k_from = " from \"./";
    const auto text = embedded::file(concat(k_assets, script));
    for (auto at = text.find(k_from); at != std::string_view::npos;
         at = text.find(k_from, at + 1)) {
        const auto begin = at + k_from.size();
        std::string name{text.substr(begin, text.find('"', begin) - begin)};
        if (std::ranges::find(out, name) != out.end()) continue;
        out.push_back(name);
        add_modules(name, out);
    }
}

// The modules beside it are named so that the browser asks for all of them at once.
std::string script_tags(std::string_view script)
{
    if (script.empty()) return {};
    std::vector<std::string> modules;
    add_modules(script, modules);
    std::string out =
        concat(R"(<script type="module" src=")", assets_path(), '/', script, "\"></script>\n");
    for (const auto& name : modules)
        out += concat(R"(<link rel="modulepreload" href=")", assets_path(), '/', name, "\">\n");
    return out;
}

} // namespace

std::span<const Page> pages()
{
    return k_pages;
}

std::string page_text(const catalog::Catalog& catalog, const Page& page)
{
    const auto& service = catalog.config().service;
    const bool is_development = service.mode == config::Mode::development;
    const auto contact = escaped(service.contact);
    const std::pair<std::string_view, std::string> values[] = {
        {"title", escaped(page.title)},
        {"name", escaped(service.name)},
        {"description",
         escaped(page.description.empty() ? k_service_description : page.description)},
        {"robots", page.is_indexed ? "" : "<meta name=\"robots\" content=\"noindex\">\n"},
        {"url", escaped(catalog.url(page.path))},
        {"image", escaped(catalog.url("/og.png"))},
        {"assets", assets_path()},
        {"script", script_tags(page.script)},
        {"notice", is_development ? concat(R"(<aside class="notice" aria-label="Notice">)",
                                           escaped(k_development_notice), "</aside>")
                                  : std::string{}},
        {"navigation", navigation(page)},
        {"main", page.main(catalog)},
        {"version", ASSAY_VERSION},
        {"entity", escaped(service.entity)},
        {"contact",
         contact.empty() ? std::string{} : concat("<a href=\"", contact, "\">Contact</a>.")},
    };
    return fill(embedded::file("pages/frame.html"), values);
}

std::string content_security_policy(const catalog::Catalog& catalog, Reach reach)
{
    const bool is_development = catalog.config().service.mode == config::Mode::development;
    std::string_view others;
    if (reach == Reach::any_https)
        others = is_development ? " https: http://127.0.0.1:* http://localhost:*" : " https:";
    return concat("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
                  "connect-src 'self'",
                  others,
                  "; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
                  // No script makes markup of text (W3C Trusted Types), by mistake neither.
                  "require-trusted-types-for 'script'; trusted-types 'none'");
}

const std::string& assets_path()
{
    static const std::string path = concat("/assets-", digest_of_assets());
    return path;
}

std::vector<Document> asset_documents()
{
    std::vector<Document> out;
    for (const auto& file : embedded::files())
        if (is_asset(file.name))
            out.push_back({concat(assets_path().substr(1), '/', base_name(file.name)),
                           std::string{file.content}});
    return out;
}

std::string robots_text(const catalog::Catalog& catalog)
{
    return concat("User-agent: *\nDisallow: /v1/job/\nSitemap: ", catalog.url("/sitemap.xml"),
                  '\n');
}

std::string sitemap_text(const catalog::Catalog& catalog)
{
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                      "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";
    for (const Page& page : k_pages)
        if (page.is_indexed)
            out += concat("<url><loc>", escaped(catalog.url(page.path)), "</loc></url>\n");
    return out + "</urlset>\n";
}

} // namespace documents
