#include "verify/orders/role_markers.hpp"

#include "reading/ascii.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace verify::orders {

namespace {

struct Sign {
    std::string_view text;
    bool alone;
    bool is_capital = false; // only in capitals: "[inst]" is also what changelogs call an area
};

// Signs of the published chat templates; in a text for people they have no use.
constexpr Sign k_signs[] = {{"<|im_start|>", true},
                            {"<|im_end|>", true},
                            {"<|system|>", true},
                            {"<|user|>", true},
                            {"<|assistant|>", true},
                            {"<|start_header_id|>", true},
                            {"<|end_header_id|>", true},
                            {"<|eot_id|>", true},
                            {"<|endoftext|>", true},
                            {"<|endofprompt|>", true},
                            {"<|begin_of_text|>", true},
                            {"[inst]", true, true},
                            {"[/inst]", true, true},
                            {"<<sys>>", true},
                            {"<</sys>>", true},
                            {"<start_of_turn>", true},
                            {"<end_of_turn>", true},
                            {"<system>", false},
                            {"</system>", false},
                            {"<system_prompt>", true},
                            {"<instructions>", false},
                            {"### system:", false},
                            {"### instruction:", false},
                            {"### assistant:", false},
                            {"### new instructions", false},
                            {R"("role":"system")", true},
                            {R"("role": "system")", true},
                            {"end of user input", false},
                            {"%%%end", false}};

// A wrapper that a program which hands a text to a machine may have put around it.
constexpr std::string_view k_wrappers[] = {"document", "text",     "input",   "content",
                                           "context",  "data",     "article", "payload",
                                           "user",     "untrusted"};

constexpr std::string_view k_system_turns[] = {"system"};
constexpr std::string_view k_user_turns[] = {"human", "user"};
constexpr std::string_view k_machine_turns[] = {"assistant"};

class MarkerFinder {
public:
    MarkerFinder(const layers::Layer& layer, std::size_t most)
        : m_written{layer.text}, m_text{reading::lower_case(layer.text)}, m_most{most}
    {
    }

    std::vector<RoleMarker> run()
    {
        for (std::size_t at = m_text.find_first_of("<[#\"%e"); at != std::string::npos;
             at = m_text.find_first_of("<[#\"%e", at + 1)) {
            if (m_found.size() >= m_most) break;
            for (const auto& sign : k_signs)
                if (std::string_view{m_text}.substr(at).starts_with(sign.text) &&
                    !(sign.is_capital && m_written.substr(at).starts_with(sign.text)))
                    add(at, at + sign.text.size(), sign.alone);
            if (std::string_view{m_text}.substr(at, 2) == "</") check_wrapper(at);
        }
        check_turns();
        return std::move(m_found);
    }

private:
    void add(std::size_t begin, std::size_t end, bool alone)
    {
        m_found.push_back(
            {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), alone});
    }

    void check_wrapper(std::size_t at)
    {
        const std::string_view rest = std::string_view{m_text}.substr(at + 2, 16);
        for (std::size_t i = 0; i < std::size(k_wrappers); ++i) {
            const auto name = k_wrappers[i];
            if (!rest.starts_with(name) || rest.substr(name.size(), 1) != ">") continue;
            if (!m_opened[i]) m_opened[i] = m_text.find("<" + std::string{name});
            if (*m_opened[i] > at) add(at, at + name.size() + 3, /*alone=*/false);
        }
    }

    struct Turn {
        std::size_t begin = std::string::npos;
        std::size_t end = 0;
    };

    // "Human: ... Assistant: ..." with a system's turn before it, or that breaks off where the
    // machine would go on.
    void check_turns()
    {
        Turn system;
        Turn user;
        Turn machine;
        for (std::size_t line = 0; line < m_text.size();) {
            const std::size_t end = std::min(m_text.find('\n', line), m_text.size());
            const std::string_view text = std::string_view{m_text}.substr(line, end - line);
            const std::size_t colon = text.substr(0, 12).find(':');
            if (colon != std::string_view::npos) {
                const auto who = text.substr(0, colon);
                const Turn turn{line, line + colon + 1};
                if (reading::is_one_of(who, k_system_turns)) system = turn;
                if (reading::is_one_of(who, k_user_turns)) user = turn;
                if (reading::is_one_of(who, k_machine_turns)) machine = turn;
            }
            line = end + 1;
        }
        if (machine.begin == std::string::npos) return;
        if (system.begin < machine.begin) {
            add(system.begin, system.end, /*alone=*/true);
        } else if (user.begin < machine.begin) {
            const std::string_view said = std::string_view{m_text}.substr(machine.end);
            const bool ends = said.find_last_of(".!?") != std::string_view::npos;
            if (said.size() < 80 && !ends) add(machine.begin, machine.end, /*alone=*/true);
        }
    }

    std::string_view m_written;
    std::string m_text; // in lower case
    std::size_t m_most;
    std::vector<RoleMarker> m_found;
    std::array<std::optional<std::size_t>, std::size(k_wrappers)> m_opened{}; // first place
};

} // namespace

std::vector<RoleMarker> find_role_markers(const layers::Layer& layer, std::size_t most)
{
    return MarkerFinder{layer, most}.run();
}

} // namespace verify::orders
