// A text beside a model that answers with any bytes: frames, chat completions, answers and what
// they point at. What the built-in critics find stays as it is, and every span shows its words.
#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "catalog/products.hpp"
#include "fuzz/review_check.hpp"
#include "llm/consultation.hpp"
#include "llm/frames.hpp"
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

// What asks for its own wrong sentence gets it: an answer is looked into only then.
class AnyModel final : public llm::Model {
public:
    explicit AnyModel(std::string_view bytes) : m_bytes{bytes} {}

    base::Result<std::string, llm::Silence> ask(const llm::Question& question) override
    {
        const bool is_raw = next() == 0;
        if (is_raw) return std::string{m_bytes};
        std::string content = question.material.starts_with("Item ") ? answers(question.material)
                                                                     : findings(question.material);
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

    static std::vector<std::string> rows(const std::string& material)
    {
        std::vector<std::string> out;
        for (std::size_t at = material.find("| "); at != std::string::npos;
             at = material.find("| ", at + 1)) {
            const auto end = std::min(material.find('\n', at), material.size());
            out.push_back(material.substr(at + 2, end - at - 2));
        }
        return out;
    }

    std::string findings(const std::string& material)
    {
        constexpr std::array k_kinds{"calculation", "contradiction", "unsupported", "fallacy",
                                     "doubtful"};
        constexpr std::array k_operations{"none",     "sum",   "difference", "product",
                                          "quotient", "share", "change",     "mean"};
        const auto all = rows(material);
        auto list = json::array();
        const auto point = [&](std::size_t row, std::size_t other) {
            auto operands = json::array();
            for (unsigned i = next() % 5; i > 0; --i)
                json::append(operands.get(), json::value(next() % 64));
            auto sentences = json::array(row + 1);
            auto quotes = json::array(all[row].substr(0, 40));
            if (other != row) {
                json::append(sentences.get(), json::value(other + 1));
                json::append(quotes.get(), json::value(all[other].substr(0, next() % 50)));
            }
            json::append(list.get(),
                         json::object("why", "", "kind", k_kinds[next() % k_kinds.size()],
                                      "sentences", std::move(sentences), "quotes",
                                      std::move(quotes), "operation",
                                      k_operations[next() % k_operations.size()], "operands",
                                      std::move(operands), "result", next() % 64));
        };
        for (std::size_t i = 0; i < all.size() && i < 30; ++i) {
            const bool is_ours = all[i].find(" in the first room and ") != std::string::npos;
            if (is_ours) {
                json::append(list.get(), json::object("why", "", "kind", "calculation", "sentences",
                                                      json::array(i + 1), "quotes", json::array(""),
                                                      "operation", "sum", "operands", json::array(),
                                                      "result", 0));
                // Mostly the wrong one alone.
                if (next() % 4 != 0) break;
                continue;
            }
            point(i, next() % all.size());
        }
        return json::dump(json::object("findings", std::move(list)).get());
    }

    std::string answers(const std::string& material)
    {
        constexpr std::array k_words{"no", "no", "no", "yes", "unclear"};
        auto list = json::array();
        std::size_t item = 0;
        for (std::size_t at = material.find("Item "); at != std::string::npos;
             at = material.find("\nItem ", at + 1)) {
            const bool is_yes =
                material.find("A| The hall has ", at) < material.find("\nItem ", at + 1);
            json::append(list.get(),
                         json::object("item", ++item, "why", "", "answer",
                                      is_yes ? "yes" : k_words[next() % k_words.size()]));
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
