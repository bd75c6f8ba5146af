#include "llm/frames.hpp"

namespace llm {

namespace json = base::json;

namespace {

constexpr std::int64_t k_most_frames = 1'000'000;

std::optional<int> number_in(const json_t* frame_view)
{
    const auto number = json::integer_member(frame_view, "n");
    if (!number || *number < 1 || *number > k_most_frames) return std::nullopt;
    return static_cast<int>(*number);
}

std::string line(const json::Ref& frame)
{
    return json::dump(frame.get()) + '\n';
}

} // namespace

std::string question_frame(int number, const Question& question)
{
    return line(json::object("n", number, "task", question.task, "instructions",
                             question.instructions, "material", question.material, "schema",
                             json::share(question.schema.get())));
}

std::string answer_frame(int number, const base::Result<std::string, Silence>& answer)
{
    if (!answer) return line(json::object("n", number, "silence", name_of(answer.error())));
    return line(json::object("n", number, "body", *answer));
}

std::optional<NumberedQuestion> parse_question(std::string_view line)
{
    const auto frame = json::parse_within(line, json::k_small_structure);
    if (!frame) return std::nullopt;
    const auto number = number_in(frame->get());
    const auto task = json::text_member(frame->get(), "task");
    const auto instructions = json::text_member(frame->get(), "instructions");
    const auto material = json::text_member(frame->get(), "material");
    const json_t* schema_view = json::object_member(frame->get(), "schema");
    if (!number || !task || !instructions || !material || schema_view == nullptr)
        return std::nullopt;
    return NumberedQuestion{*number,
                            {std::string{*task}, std::string{*instructions}, std::string{*material},
                             json::share(schema_view)}};
}

std::optional<NumberedAnswer> parse_answer(std::string_view line)
{
    const auto frame = json::parse_within(line, json::k_small_structure);
    if (!frame) return std::nullopt;
    const auto number = number_in(frame->get());
    if (!number) return std::nullopt;
    if (const auto body = json::text_member(frame->get(), "body"))
        return NumberedAnswer{*number, std::string{*body}};
    const auto silence = parse_silence(json::text_member(frame->get(), "silence").value_or(""));
    if (!silence) return std::nullopt;
    return NumberedAnswer{*number, base::refuse(*silence)};
}

} // namespace llm
