// A text beside a model that answers with any bytes: frames, chat completions, answers and what
// they point at. What the built-in critics find stays as it is, and every span shows its words.
#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "catalog/products.hpp"
#include "fuzz/review_check.hpp"
#include "llm/consultation.hpp"
#include "llm/frames.hpp"
#include "support/test_sentences.hpp"
#include "verify/outcome/verify.hpp"

#include <array>

namespace {

namespace json = base::json;

json::Ref review(std::string_view text, llm::Consultation* consultation)
{
    const auto request = json::object("payload", text);
    return verify::outcome::run(
        *catalog::find_product("verify_deep"), request.get(), nullptr,
        [](std::string_view, std::size_t, std::size_t) {}, consultation);
}

// Test sentences are mostly answered right: an answer is looked into only then.
class AnyModel final : public llm::Model {
public:
    explicit AnyModel(std::string_view bytes) : m_bytes{bytes} {}

    base::Result<std::string, llm::Silence> ask(const llm::Question& question) override
    {
        if (next() == 0) return std::string{m_bytes};
        const bool has_items = question.material.starts_with("Item ");
        const bool is_defence = question.material.find("\nObjection: ") != std::string::npos;
        const std::string content = !has_items   ? derived(question.material)
                                    : is_defence ? defended(question.material)
                                                 : filled(question.material);
        const json::Ref text{json_stringn(content.data(), content.size())};
        return base::concat(R"({"choices":[{"finish_reason":"stop","message":{"content":)",
                            json::dump(text.get()), "}}]}");
    }

private:
    unsigned next()
    {
        if (m_at >= m_bytes.size()) return 1;
        return static_cast<unsigned char>(m_bytes[m_at++]);
    }

    // The words of each line: of a sentence, or of an item.
    static std::vector<std::string> rows(std::string_view material)
    {
        std::vector<std::string> out;
        for (std::size_t at = material.find("| "); at != std::string_view::npos;
             at = material.find("| ", at + 1)) {
            const auto end = std::min(material.find('\n', at), material.size());
            out.emplace_back(material.substr(at + 2, end - at - 2));
        }
        return out;
    }

    static std::vector<std::string> items(std::string_view material)
    {
        std::vector<std::string> out;
        for (std::size_t at = 0; at < material.size();) {
            const auto end = std::min(material.find("\nItem ", at), material.size());
            out.emplace_back(material.substr(at, end - at));
            at = end + 1;
        }
        return out;
    }

    // The next place that is not within a character: no client takes JSON that is cut in one.
    static std::size_t past_character(const std::string& text, std::size_t at)
    {
        while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) ++at;
        return std::min(at, text.size());
    }

    // A figure of a row with what stands behind it, or any piece.
    std::string quote(const std::string& row)
    {
        constexpr std::size_t k_longest = 16;
        auto at = row.find_first_of("0123456789", next() % (row.size() + 1));
        if (at == std::string::npos) at = past_character(row, next() % (row.size() + 1));
        const auto space = row.find(' ', at + next() % k_longest);
        const auto end = space == std::string::npos ? past_character(row, at + k_longest) : space;
        return row.substr(at, end - at);
    }

    std::string formula(const std::vector<std::string>& all)
    {
        constexpr std::array k_forms{"[$]",           "[$] + [$]",       "[$] - [$]",
                                     "[$] * [$]",     "[$] / [$]",       "[$] > [$]",
                                     "mean([$],[$])", "change([$],[$])", "max([$],[$])",
                                     "days([$],[$])", "rank([$],[$])",   "1 - [$]"};
        std::string out = k_forms[next() % k_forms.size()];
        for (auto at = out.find('$'); at != std::string::npos; at = out.find('$', at)) {
            const auto operand = quote(all[next() % all.size()]);
            out.replace(at, 1, operand);
            at += operand.size();
        }
        return out;
    }

    std::string derived(const std::string& material)
    {
        const auto all = rows(material);
        auto list = json::array();
        for (std::size_t i = 0; i < all.size() && json_array_size(list.get()) < 24; ++i) {
            const auto solved = tests::solve(all[i]);
            const bool is_right = solved && next() % 8 != 0;
            json::append(list.get(),
                         json::object("why", "", "sentence", i + 1, "quote",
                                      is_right ? solved->stated : quote(all[i]), "formula",
                                      is_right ? solved->formula : formula(all)));
        }
        return json::dump(json::object("derived", std::move(list)).get());
    }

    std::string filled(const std::string& material)
    {
        constexpr std::array k_fills{"formula", "formula", "words", "open"};
        auto list = json::array();
        for (const auto& item : items(material)) {
            const auto all = rows(item);
            const auto solved = all.size() == 1 ? tests::solve(all.front()) : std::nullopt;
            const bool is_right = solved && next() % 8 != 0;
            const bool is_empty = all.empty();
            json::append(list.get(),
                         json::object("item", json_array_size(list.get()) + 1, "why", "", "fill",
                                      is_right ? "formula" : k_fills[next() % k_fills.size()],
                                      "formula",
                                      is_right   ? solved->formula
                                      : is_empty ? std::string{}
                                                 : formula(all),
                                      "words", is_empty ? std::string{} : quote(all.front())));
        }
        return json::dump(json::object("answers", std::move(list)).get());
    }

    std::string defended(const std::string& material)
    {
        constexpr std::array k_words{"no", "no", "no", "yes", "unclear"};
        auto list = json::array();
        for (const auto& item : items(material)) {
            const auto all = rows(item);
            const bool is_ours = all.size() == 1 && tests::solve(all.front());
            json::append(list.get(),
                         json::object("item", json_array_size(list.get()) + 1, "why", "", "answer",
                                      is_ours ? "yes" : k_words[next() % k_words.size()]));
        }
        return json::dump(json::object("answers", std::move(list)).get());
    }

    std::string_view m_bytes;
    std::size_t m_at = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    // "text NUL answers"
    const std::string_view bytes{reinterpret_cast<const char*>(data), size};
    const auto middle = std::min(bytes.find('\0'), bytes.size());
    const auto text = bytes.substr(0, middle);
    const auto answers = bytes.substr(std::min(middle + 1, bytes.size()));
    static_cast<void>(llm::parse_question(answers));
    static_cast<void>(llm::parse_answer(answers));
    if (fuzz::document_of(data, middle) == nullptr) return 0;
    llm::Settings settings;
    settings.model = "any";
    settings.nonce = "0123456789abcdef";
    settings.level = static_cast<llm::Level>(size % 3);
    AnyModel model{answers};
    llm::Consultation consultation{model, settings};
    const auto with = review(text, &consultation);
    const auto without = review(text, nullptr);
    if (!base::canonical_json(with.get())) std::abort();
    fuzz::check_spans(with.get(), text);
    const json_t* own_view = json::array_member(without.get(), "findings");
    const json_t* all_view = json::array_member(with.get(), "findings");
    for (std::size_t i = 0; i < json_array_size(own_view); ++i) {
        const json_t* before_view = json_array_get(own_view, i);
        const json_t* now_view = json_array_get(all_view, i);
        for (const char* member : {"id", "check", "severity", "spans", "final"})
            if (json_equal(json::member(before_view, member), json::member(now_view, member)) != 1)
                std::abort();
    }
    return 0;
}
