// A verb whose first word says what to do, and whose second, of what.
#pragma once

#include "cli/arguments.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace cli {

struct Task {
    std::string_view word;
    std::string_view object{};                 // what its second word is: "a job id"; "": none
    std::array<std::string_view, 4> options{}; // of its own
};

struct ChosenTask {
    const Task* task; // one of those that were offered
    Arguments arguments;
    std::string object{};

    [[nodiscard]] bool is(std::string_view word) const { return task->word == word; }
};

// The first task where no word was said; the options that no task names belong to all. The error is
// one sentence: no such task, an option that is another's, a word too many or too few, and what
// Arguments::parse() refuses.
base::Result<ChosenTask, std::string> choose_task(std::span<const std::string_view> words,
                                                  std::span<const Task> tasks,
                                                  std::span<const AcceptedOption> options);

} // namespace cli
