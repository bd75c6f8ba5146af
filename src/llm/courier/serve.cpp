#include "llm/courier/courier.hpp"
#include "llm/frames.hpp"
#include "llm/lines.hpp"

namespace llm::courier {

void serve(int descriptor, Model& model)
{
    LineReader reader{descriptor};
    while (const auto line = reader.next()) {
        const auto asked = parse_question(*line);
        if (!asked) return;
        if (!write_all(descriptor, answer_frame(asked->number, model.ask(asked->question)))) return;
    }
}

} // namespace llm::courier
