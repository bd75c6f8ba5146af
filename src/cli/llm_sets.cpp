#include "cli/llm_sets.hpp"

#include "base/concat.hpp"
#include "base/json.hpp"
#include "llm/figures.hpp"
#include "value/digest.hpp"
#include "verify/questions/control.hpp"

namespace cli {

namespace json = base::json;
using base::concat;
using verify::questions::Control;

namespace {

std::string member(const json_t* row_view, const char* key)
{
    return std::string{json::text_member(row_view, key).value_or("")};
}

// False: the row is not a case.
bool add_cases(const json_t* row_view, std::vector<BenchCase>& out)
{
    const auto id = member(row_view, "id");
    const auto quote = member(row_view, "quote");
    if (id.empty()) return false;
    // What is given with the text a model does not see.
    if (json::member(row_view, "sources") != nullptr) return true;
    if (const auto wrong = member(row_view, "wrong"); !wrong.empty()) {
        if (quote.empty() || wrong.find(quote) == std::string::npos) return false;
        out.push_back({id + 'w', wrong, quote, true});
        out.push_back({id + 'r', member(row_view, "right"), {}, false});
        return !out.back().text.empty();
    }
    const bool is_wrong = json::boolean_member(row_view, "flag").value_or(false);
    out.push_back({id, member(row_view, "text"), is_wrong ? quote : std::string{}, is_wrong});
    return !out.back().text.empty() && out.back().quote.empty() != is_wrong;
}

// The sentence with what is true in it.
std::string right_sentence(const Control& control)
{
    std::string out = control.with_gap();
    return out.replace(out.find(verify::questions::k_gap), verify::questions::k_gap.size(),
                       control.truth());
}

void add_twins(std::size_t number, std::vector<BenchCase>& out)
{
    constexpr std::size_t k_fewest = 3;
    constexpr std::size_t k_most = 6;
    llm::Chance chance{concat("assay bench/", number)};
    const std::size_t sentences = chance.between(k_fewest, k_most);
    const std::size_t wrong_at = chance.below(sentences);
    BenchCase wrong{concat(number, 'w'), {}, {}, true};
    BenchCase right{concat(number, 'r'), {}, {}, false};
    for (std::size_t i = 0; i < sentences; ++i) {
        Control control{chance, "en"};
        while (i == wrong_at && control.is_right()) control = Control{chance, "en"};
        if (i == wrong_at) wrong.quote = control.sentence();
        const char* between = i == 0 ? "" : " ";
        wrong.text += concat(between, i == wrong_at ? control.sentence() : right_sentence(control));
        right.text += concat(between, right_sentence(control));
    }
    out.push_back(std::move(wrong));
    out.push_back(std::move(right));
}

} // namespace

std::string BenchSet::sha256() const
{
    std::string all;
    for (const auto& each : cases)
        all += json::dump(json::array(each.id, each.text, each.quote).get()) + '\n';
    return value::Digest{base::sha256(base::bytes_of(all))}.text();
}

base::Result<std::vector<BenchCase>, std::string> read_set(std::string_view file)
{
    std::vector<BenchCase> out;
    for (int number = 1; !file.empty(); ++number) {
        const auto end = std::min(file.find('\n'), file.size());
        const auto line = file.substr(0, end);
        file.remove_prefix(std::min(end + 1, file.size()));
        if (line.empty()) continue;
        const auto row = json::parse(line);
        const bool is_good = row && (number == 1 ? json::text_member(row->get(), "set").has_value()
                                                 : add_cases(row->get(), out));
        if (!is_good)
            return base::refuse(
                concat("line ", number, number == 1 ? " does not name the set" : " is no case"));
    }
    return out;
}

BenchSet made_set()
{
    BenchSet out{"made/1", {}};
    for (std::size_t i = 1; i <= static_cast<std::size_t>(llm::k_least_right_texts); ++i)
        add_twins(i, out.cases);
    return out;
}

} // namespace cli
