#include "cli/tasks.hpp"

#include "base/concat.hpp"

#include <algorithm>

namespace cli {

namespace {

bool has_option(const Task& task, std::string_view option)
{
    return std::ranges::find(task.options, option) != task.options.end();
}

// "list, show or waive"
std::string choices_of(std::span<const Task> tasks)
{
    std::string out;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        if (i != 0) out += i + 1 == tasks.size() ? " or " : ", ";
        out += tasks[i].word;
    }
    return out;
}

} // namespace

base::Result<ChosenTask, std::string> choose_task(std::span<const std::string_view> words,
                                                  std::span<const Task> tasks,
                                                  std::span<const AcceptedOption> options)
{
    auto arguments = Arguments::parse(words, options, 2);
    if (!arguments) return base::refuse(arguments.error());
    const auto& said = arguments->words();
    const auto at = said.empty() ? tasks.begin()
                                 : std::ranges::find(tasks, std::string_view{said[0]}, &Task::word);
    if (at == tasks.end()) return base::refuse(base::concat("say what: ", choices_of(tasks)));
    for (const AcceptedOption& option : options)
        if (arguments->has(option.name) && !has_option(*at, option.name) &&
            std::ranges::any_of(tasks,
                                [&](const Task& task) { return has_option(task, option.name); }))
            return base::refuse(base::concat(at->word, " takes no ", option.name));
    if (at->object.empty() && said.size() > 1) return base::refuse(std::string{"too many words"});
    if (!at->object.empty() && said.size() < 2)
        return base::refuse(base::concat(at->word, " needs ", at->object));
    std::string object = said.size() < 2 ? "" : said[1];
    return ChosenTask{&*at, std::move(*arguments), std::move(object)};
}

} // namespace cli
