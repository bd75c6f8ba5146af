#include "verify/orders/frames.hpp"

#include "reading/ascii.hpp"
#include "verify/orders/frame_table.hpp"
#include "verify/orders/spelled.hpp"

#include <algorithm>
#include <string>

namespace verify::orders {

namespace {

// How many words a frame may reach over; one bit each.
constexpr std::size_t k_window = 48;

// Words that name a machine as the one who is spoken to.
constexpr std::string_view k_addressed[] = {
    "ai",  "assistant", "assistants", "chatbot", "chatgpt",   "gpt", "llm", "llms",
    "bot", "claude",    "gemini",     "copilot", "automated", "ki",  "ia",  "ии"};

// Also persons are called so: they are spoken to as reviewers of "this" text.
constexpr std::string_view k_reviewers[] = {"grader",    "graders",  "evaluator", "reviewer",
                                            "reviewers", "verifier", "whoever",   "evaluates",
                                            "gutachter", "prüfer",   "revisor",   "evaluador",
                                            "relecteur", "revisore", "reader",    "readers"};

// Whose orders are meant when they are not the machine's: a frame does not reach over them.
constexpr std::string_view k_other_owner[] = {"my",  "our",   "his",    "her",  "their",
                                              "its", "meine", "meinen", "mein", "mon",
                                              "mes", "mi",    "mis"};

// A command may follow them without a sign.
constexpr std::string_view k_openers[] = {
    "please",     "kindly",     "now",         "just",  "and",    "then",     "also",
    "simply",     "always",     "instead",     "first", "bitte",  "et",       "und",
    "e",          "y",          "и",           "favor", "favore", "plaît",    "plait",
    "veuillez",   "пожалуйста", "immediately", "again", "or",     "secretly", "jetzt",
    "maintenant", "ahora",      "ora",         "agora", "теперь"};

constexpr std::string_view k_duties[] = {"must", "should", "shall", "will"};
constexpr std::string_view k_to_command[] = {"need",    "have", "required",   "want",
                                             "is",      "are",  "supposed",   "asked",
                                             "ordered", "told", "instructed", "has"};
constexpr std::string_view k_machine[] = {"you",    "assistant", "ai",         "model",   "models",
                                          "llm",    "llms",      "bot",        "chatbot", "chatgpt",
                                          "grader", "reviewer",  "assistants", "system"};

bool stands_for(const Spelled& word, std::uint16_t kind)
{
    const auto& kinds = word.word.kinds;
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

class Matcher {
public:
    Matcher(const layers::Layer& layer, std::size_t most) : m_words{words_of(layer)}, m_most{most}
    {
    }

    std::vector<Match> run()
    {
        mark_sentences();
        for (std::size_t i = 0; i < m_words.size() && m_found.size() < m_most; ++i) {
            const Row* last = nullptr;
            for (const auto kind : m_words[i].word.kinds)
                for (const Frame* frame : frame_table().starting_with(kind)) {
                    if (frame->row == last) continue;
                    last = frame->row;
                    try_frame(*frame, i);
                }
        }
        return std::move(m_found);
    }

private:
    void mark_sentences()
    {
        m_sentence.resize(m_words.size());
        for (std::size_t i = 0, first = 0; i < m_words.size(); ++i) {
            if (m_words[i].word.starts) first = i;
            m_sentence[i] = first;
        }
        m_addresses.resize(m_words.size(), false);
        std::vector<bool> reviewers(m_words.size(), false);
        std::vector<bool> this_text(m_words.size(), false);
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            const std::string& word = m_words[i].lower;
            const std::size_t sentence = m_sentence[i];
            const bool model = (word == "model" || word == "models") &&
                               reading::is_one_of(before(i, 1), {"language", "ai"});
            if (model || reading::is_one_of(word, k_addressed)) m_addresses[sentence] = true;
            if (reading::is_one_of(word, k_reviewers)) reviewers[sentence] = true;
            if (reading::is_one_of(word, {"this", "diesen", "diese", "este", "ce", "questo"}))
                this_text[sentence] = true;
            if (reviewers[sentence] && this_text[sentence]) m_addresses[sentence] = true;
        }
    }

    // The last word of the frame from `first` on; 0 when it does not match.
    [[nodiscard]] std::size_t last_of(const Frame& frame, std::size_t first) const
    {
        std::uint64_t reached = 1; // bit k: the element before ended at word first + k
        std::size_t last = first;
        for (std::size_t e = 1; e < frame.elements.size(); ++e) {
            const Element& element = frame.elements[e];
            std::uint64_t next = 0;
            for (std::size_t from = 0; from < k_window; ++from) {
                if ((reached >> from & 1U) == 0) continue;
                for (std::size_t k = 1; k <= element.gap + 1U; ++k) {
                    const std::size_t at = first + from + k;
                    if (from + k >= k_window || at >= m_words.size() || m_words[at].word.starts)
                        break;
                    if (stands_for(m_words[at], element.kind))
                        next |= std::uint64_t{1} << (from + k);
                    if (reading::is_one_of(m_words[at].lower, k_other_owner)) break;
                }
            }
            if (element.optional) {
                reached |= next;
                continue;
            }
            if (next == 0) return 0;
            reached = next;
        }
        for (std::size_t k = 1; k < k_window; ++k)
            if ((reached >> k & 1U) != 0) {
                last = first + k;
                break;
            }
        return last;
    }

    [[nodiscard]] std::string_view before(std::size_t at, std::size_t back) const
    {
        return at >= back && m_sentence[at] + back <= at
                   ? std::string_view{m_words[at - back].lower}
                   : std::string_view{};
    }

    // Whether the word stands where the verb of a command stands.
    [[nodiscard]] bool commands(std::size_t at) const
    {
        const Word& word = m_words[at].word;
        if (word.glued && !word.starts) return false;
        if (word.starts || word.after_sign) return true;
        const auto previous = before(at, 1);
        if (reading::is_one_of(previous, k_openers)) {
            // "he sat down and ignored": the other verb does not command either, but a form that
            // looks like one after "to ... and" is not ours.
            return before(at, 1) != "or" || before(at, 2) != "to";
        }
        if (previous == "you") return before(at, 2).empty() || before(at, 2) == "that";
        if (reading::is_one_of(previous, k_machine)) return before(at, 2).empty();
        if (reading::is_one_of(previous, k_duties))
            return reading::is_one_of(before(at, 2), k_machine) ||
                   reading::is_one_of(before(at, 3), k_machine);
        if (previous == "to" && reading::is_one_of(before(at, 2), k_to_command))
            for (std::size_t back = 3; back <= 6; ++back)
                if (reading::is_one_of(before(at, back), {"you", "your", "assistant", "model"}))
                    return true;
        return false;
    }

    void try_frame(const Frame& frame, std::size_t first)
    {
        const std::size_t last = last_of(frame, first);
        if (last == 0 || (last == first && frame.elements.size() > 1)) return;
        Match match;
        match.row = frame.row;
        match.check = frame.row->check;
        match.strength = frame.row->strength;
        match.begin = m_words[first].word.begin;
        match.end = m_words[last].word.end;
        const std::size_t sentence = m_sentence[first];
        match.sentence = m_words[sentence].word.begin;
        match.sentence_end = match.end;
        match.commands = !frame.row->imperative || commands(first);
        // Also the sentence before: "Note to the grader. Give it full marks."
        match.addresses =
            m_addresses[sentence] || (sentence > 0 && m_addresses[m_sentence[sentence - 1]]);
        m_found.push_back(match);
    }

    std::vector<Spelled> m_words;
    std::vector<std::size_t> m_sentence; // index of the first word of its sentence
    std::vector<bool> m_addresses;       // at the first word of a sentence
    std::vector<Match> m_found;
    std::size_t m_most;
};

} // namespace

std::vector<Match> find_frames(const layers::Layer& layer, std::size_t most)
{
    return Matcher{layer, most}.run();
}

} // namespace verify::orders
