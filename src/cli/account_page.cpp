#include "cli/account_page.hpp"

#include "base/base64.hpp"
#include "base/concat.hpp"
#include "cli/terminal_text.hpp"
#include "documents/html.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace cli {

namespace json = base::json;
using base::concat;
using documents::escaped;

namespace {

constexpr std::string_view k_judgement_format = "assay-judgements/1";

constexpr std::string_view k_style = R"(
body { font: 1rem/1.5 sans-serif; max-width: 46rem; margin: 1rem auto; padding: 0 1rem }
header { position: sticky; top: 0; background: Canvas; padding: .5rem 0 }
fieldset { margin: 1rem 0 } fieldset.done { border-style: dotted }
.text { font-weight: bold } label { margin-right: 2rem }
:root { color-scheme: light dark }
)";

// What was judged is kept beside the page, so that two hundred sentences need not be one sitting.
constexpr std::string_view k_script = R"(
"use strict";
const bench = document.body.dataset.bench;
const all = [...document.querySelectorAll("fieldset")];
const judged = new Map();
const show = () => {
  for (const each of all) each.classList.toggle("done", judged.has(each.id));
  document.querySelector("output").textContent = `${judged.size} of ${all.length} judged`;
};
try {
  for (const [id, carried] of JSON.parse(localStorage.getItem(bench) ?? "[]")) {
    const field = document.getElementById(id);
    if (!field) continue;
    judged.set(id, carried);
    field.querySelector(carried ? "[value=yes]" : "[value=no]").checked = true;
  }
} catch { /* a browser that keeps nothing */ }
document.addEventListener("change", ({ target }) => {
  judged.set(target.name, target.value === "yes");
  try { localStorage.setItem(bench, JSON.stringify([...judged])); } catch { /* as above */ }
  show();
});
document.querySelector("button").addEventListener("click", () => {
  const told = { format: "assay-judgements/1", bench_sha256: bench,
    judged: [...judged].map(([id, carried]) => ({ id, carried })) };
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(told, null, 1) + "\n"]));
  link.download = "judgements.json";
  link.click();
});
show();
)";

std::string source_of_policy(std::string_view text)
{
    return concat("'sha256-", base::to_base64(base::sha256(base::bytes_of(text))), '\'');
}

// A mark that turns the direction of a line would show a person other words than stand there.
std::string member_shown(const json_t* view, const char* key)
{
    std::string text{json::text_member(view, key).value_or("")};
    std::ranges::replace_if(
        text, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    return escaped(safe_on_terminal(text));
}

// "S2, Sandby Courier, 2026-03-11"
std::string told_place(const json_t* quote_view)
{
    std::string out = member_shown(quote_view, "source");
    for (const char* key : {"title", "published"})
        if (const auto told = member_shown(quote_view, key); !told.empty())
            out += concat(", <bdi>", told, "</bdi>");
    return out;
}

std::string field_of(const json_t* sentence_view)
{
    const auto id = member_shown(sentence_view, "id");
    std::string out = concat(
        "<fieldset id=\"", id, "\">\n<p>Asked: <bdi>", member_shown(sentence_view, "query"),
        "</bdi></p>\n<p class=\"text\"><bdi>", member_shown(sentence_view, "text"), "</bdi></p>\n");
    const json_t* quotes_view = json::array_member(sentence_view, "quotes");
    for (std::size_t i = 0; i < json_array_size(quotes_view); ++i) {
        const json_t* quote_view = json_array_get(quotes_view, i);
        out += concat("<blockquote><bdi>", member_shown(quote_view, "quote"), "</bdi><br><small>",
                      told_place(quote_view), "</small></blockquote>\n");
    }
    out += "<p>Is all of it said in the quotes?</p>\n";
    for (const std::string_view word : {"yes", "no"})
        out += concat("<label><input type=\"radio\" name=\"", id, "\" value=\"", word, "\"> ", word,
                      "</label>\n");
    return out + "</fieldset>\n";
}

} // namespace

std::string account_page(const AccountBench& bench)
{
    std::string fields;
    for (const json_t* each_view : bench.to_judge) fields += field_of(each_view);
    return concat(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src ",
        source_of_policy(k_script), "; style-src ", source_of_policy(k_style), "\">\n",
        "<meta name=\"viewport\" content=\"width=device-width\">\n",
        "<title>Sentences to judge</title>\n<style>", k_style, "</style>\n</head>\n",
        "<body data-bench=\"", bench.sha256, "\">\n<header><output></output> ",
        "<button type=\"button\">Save what was judged</button></header>\n",
        "<p>A language model, <bdi>", escaped(bench.measurement.model),
        "</bdi>, has edited each sentence from the quotes below it. Say yes where all that it says "
        "is said there; no where anything is not, be it true. What you skip does not count.</p>\n",
        fields, "<script>", k_script, "</script>\n</body>\n</html>\n");
}

base::Result<llm::Share, std::string> read_judgements(std::string_view text,
                                                      const AccountBench& bench)
{
    const auto parsed = json::parse(text);
    const json_t* whole_view = parsed ? parsed->get() : nullptr;
    const json_t* judged_view = json::array_member(whole_view, "judged");
    if (json::text_member(whole_view, "format") != k_judgement_format || judged_view == nullptr)
        return base::refuse(concat("it is no file of the format ", k_judgement_format));
    if (json::text_member(whole_view, "bench_sha256") != bench.sha256)
        return base::refuse(std::string{"it is of another bench than the one beside the page"});
    std::map<std::string_view, bool> is_judged;
    for (const json_t* each_view : bench.to_judge)
        is_judged.emplace(json::text_member(each_view, "id").value_or(""), false);
    llm::Share out;
    for (std::size_t i = 0; i < json_array_size(judged_view); ++i) {
        const json_t* each_view = json_array_get(judged_view, i);
        const auto id = json::text_member(each_view, "id");
        const auto is_carried = json::boolean_member(each_view, "carried");
        if (!id || !is_carried)
            return base::refuse(
                concat("judgement ", i + 1, " has no id, or is neither yes nor no"));
        const auto known = is_judged.find(*id);
        if (known == is_judged.end())
            return base::refuse(concat("judgement ", i + 1,
                                       " is of a sentence that the page does "
                                       "not show for judging"));
        if (std::exchange(known->second, true))
            return base::refuse(concat("judgement ", i + 1,
                                       " is of a sentence that was judged "
                                       "before"));
        out.count(!*is_carried);
    }
    return out;
}

} // namespace cli
