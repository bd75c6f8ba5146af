#include "account/account.hpp"

#include "account/sheet.hpp"
#include "base/concat.hpp"

#include <algorithm>
#include <set>

namespace account {

using base::concat;

namespace {

constexpr std::string_view k_kinds[] = {"answer", "differs", "changed", "position",
                                        "watch",  "context", "limit"};

// A sentence that was refused, with what it may be replaced by.
struct Refused {
    Kind kind = Kind::context;
    std::string text;
    gate::Refusal why;
    std::vector<std::size_t> lines; // that it quotes, of the material
};

class Writing {
public:
    Writing(const Material& material, Purpose purpose, llm::Interview& interview)
        : m_material{material}, m_rounds{rounds_of(purpose)}, m_interview{interview}
    {
    }

    std::optional<Account> run()
    {
        bool is_written = false;
        for (const auto& round : m_rounds)
            if (const auto asked = ask(k_write, round.told, {}, {})) {
                is_written = true;
                take(*asked, round.kinds);
            }
        if (!is_written) return std::nullopt;
        for (const auto& each : m_refused) ++m_out.refused[each.why.check];
        if (!m_refused.empty()) rewrite();
        for (const auto& each : m_refused) replace(each);
        order();
        return std::move(m_out);
    }

private:
    struct Asked {
        base::json::Ref held; // what the answer's texts are parts of
        Sheet sheet;
        Answer answer;
    };

    std::optional<Asked> ask(const llm::Prompt& prompt, std::string_view kinds,
                             const std::vector<std::size_t>& only,
                             const std::vector<std::string>& refused)
    {
        llm::Chance chance{concat(m_interview.settings().nonce, "/account/", ++m_questions)};
        Asked out;
        out.sheet = make_sheet(m_material, kinds, only, refused, chance);
        bool was_cut = false;
        out.held = m_interview.ask(prompt, out.sheet.material, written_schema(), was_cut);
        if (was_cut) m_interview.note(llm::Lack::answer);
        if (!out.held) return std::nullopt;
        auto answer = read_written(out.held.get());
        if (!answer) {
            m_interview.reject();
            return std::nullopt;
        }
        out.answer = std::move(*answer);
        return only.empty() && !knows_ours(out) ? std::nullopt : std::optional{std::move(out)};
    }

    // Lines of ours answer no question: of four one may be used.
    bool knows_ours(const Asked& asked)
    {
        std::set<std::int64_t> used;
        for (const auto& sentence : asked.answer.sentences)
            for (const auto& quote : sentence.quotes)
                if (asked.sheet.is_ours(quote.sentence)) used.insert(quote.sentence);
        return m_interview.passes(k_ours_shown - used.size(), k_ours_shown, 1);
    }

    void take(const Asked& asked, const std::vector<Kind>& kinds)
    {
        for (const auto& written : asked.answer.sentences) read(asked.sheet, kinds, written);
        // Words of the question alone: nothing else of the model's is shown.
        for (const auto word : asked.answer.unanswered)
            if (!word.empty() && m_material.question.find(word) != std::string::npos &&
                std::ranges::find(m_out.unanswered, word) == m_out.unanswered.end())
                m_out.unanswered.emplace_back(word);
    }

    void read(const Sheet& sheet, const std::vector<Kind>& kinds, const Written& written)
    {
        const auto* kind = std::ranges::find(k_kinds, written.kind);
        if (kind == std::end(k_kinds)) return;
        Sentence out;
        out.kind = static_cast<Kind>(kind - std::begin(k_kinds));
        if (std::ranges::find(kinds, out.kind) == kinds.end()) return;
        out.text = written.text;
        std::vector<gate::Quoted> quoted;
        std::vector<gate::Quoted> whole; // the lines in which the quotes stand
        std::vector<std::size_t> lines;
        bool are_exact = true;
        for (const auto& quote : written.quotes) {
            const auto number = sheet.line(quote.sentence);
            if (number) lines.push_back(*number);
            const auto at =
                number ? m_material.lines[*number].text.find(quote.exact) : std::string::npos;
            if (at == std::string::npos || quote.exact.empty()) {
                are_exact = false;
                continue;
            }
            const Line& line = m_material.lines[*number];
            const Source& source = m_material.sources[line.source];
            const auto begin = line.begin + static_cast<std::uint32_t>(at);
            out.quotes.push_back({*number, line.source, begin,
                                  begin + static_cast<std::uint32_t>(quote.exact.size())});
            quoted.push_back({std::string{quote.exact}, source.title, source.published});
            if (std::ranges::count(lines, *number) == 1)
                whole.push_back({line.text, source.title, source.published});
        }
        auto why = are_exact ? gate::refuse(written.text, quoted)
                             : std::optional{gate::Refusal{gate::Check::quote, "not exact"}};
        // A part that is quoted alone could lose who says it, a denial or a condition.
        if (!why) why = gate::refuse(written.text, whole);
        if (!why && std::ranges::count(m_out.sentences, out.text, &Sentence::text) > 0) return;
        if (why) {
            m_refused.push_back({out.kind, out.text, std::move(*why), std::move(lines)});
            return;
        }
        count_groups(out);
        m_out.sentences.push_back(std::move(out));
    }

    // Sources that witness for each other are one group. What differs takes two of them, what
    // changed two dates, an answer a line that no later one has overtaken: else it is told as
    // context.
    void count_groups(Sentence& sentence) const
    {
        std::set<std::size_t> groups;
        std::set<std::string> dates;
        for (const auto& quote : sentence.quotes) {
            const Source& source = m_material.sources[quote.source];
            groups.insert(source.group);
            if (!source.published.empty()) dates.insert(source.published);
        }
        sentence.groups = groups.size();
        const bool is_held = sentence.kind == Kind::answer    ? !is_overtaken(sentence)
                             : sentence.kind == Kind::differs ? groups.size() > 1
                             : sentence.kind == Kind::changed ? dates.size() > 1
                                                              : true;
        if (!is_held) sentence.kind = Kind::context;
    }

    // All that it quotes stands in lines that others have overtaken.
    [[nodiscard]] bool is_overtaken(const Sentence& sentence) const
    {
        return std::ranges::all_of(sentence.quotes, [&](const Quote& quote) {
            return m_material.lines[quote.line].is_outdated;
        });
    }

    void rewrite()
    {
        std::set<std::size_t> lines;
        std::vector<std::string> told;
        for (std::size_t i = 0; i < m_refused.size(); ++i) {
            const auto& each = m_refused[i];
            for (const auto line : each.lines) lines.insert(line);
            told.push_back(concat("R|", i + 1, '|', gate::name_of(each.why.check), '|',
                                  one_line(each.why.word), '|', one_line(each.text), '\n'));
        }
        if (lines.empty()) return;
        std::vector<Kind> kinds;
        std::string told_kinds;
        for (const auto& round : m_rounds) {
            kinds.insert(kinds.end(), round.kinds.begin(), round.kinds.end());
            told_kinds += round.told;
        }
        const auto again = ask(k_rewrite, told_kinds, {lines.begin(), lines.end()}, told);
        if (!again) return;
        auto refused = std::exchange(m_refused, {});
        const auto before_count = m_out.sentences.size();
        take(*again, kinds);
        m_refused.clear(); // of the second try
        m_out.rewritten = m_out.sentences.size() - before_count;
        // One that was written again from the same line needs no quote in its place.
        std::erase_if(refused, [&](const Refused& each) {
            return std::any_of(m_out.sentences.begin() + static_cast<std::ptrdiff_t>(before_count),
                               m_out.sentences.end(),
                               [&](const Sentence& sentence) { return stands_on(sentence, each); });
        });
        m_refused = std::move(refused);
    }

    static bool stands_on(const Sentence& sentence, const Refused& refused)
    {
        return !refused.lines.empty() && std::ranges::find(sentence.quotes, refused.lines.front(),
                                                           &Quote::line) != sentence.quotes.end();
    }

    // Signs that part the members of a line have no meaning in words of the model's.
    static std::string one_line(std::string_view text)
    {
        std::string out{text};
        for (char& c : out)
            if (c == '|' || static_cast<unsigned char>(c) < 0x20) c = ' ';
        return out;
    }

    void replace(const Refused& refused)
    {
        if (refused.lines.empty() || m_out.sentences.size() >= most_sentences()) return;
        const Line& line = m_material.lines[refused.lines.front()];
        Sentence out{refused.kind,
                     Form::quoted,
                     line.text,
                     {{refused.lines.front(), line.source, line.begin,
                       line.begin + static_cast<std::uint32_t>(line.text.size())}}};
        const bool is_quoted = std::ranges::any_of(m_out.sentences, [&](const Sentence& each) {
            return each.quotes.size() == 1 && stands_on(each, refused);
        });
        if (is_quoted) return;
        count_groups(out);
        m_out.sentences.push_back(std::move(out));
    }

    // By kind; within one the newest first.
    void order()
    {
        const auto newest = [&](const Sentence& sentence) {
            std::string out;
            for (const auto& quote : sentence.quotes)
                out = std::max(out, m_material.sources[quote.source].published);
            return out;
        };
        std::ranges::stable_sort(m_out.sentences, [&](const Sentence& left, const Sentence& right) {
            return left.kind != right.kind ? left.kind < right.kind : newest(left) > newest(right);
        });
        if (m_out.sentences.size() > most_sentences()) m_out.sentences.resize(most_sentences());
    }

    [[nodiscard]] std::size_t most_sentences() const { return m_rounds.size() * k_most_sentences; }

    const Material& m_material;
    std::vector<Round> m_rounds;
    llm::Interview& m_interview;
    std::vector<Refused> m_refused;
    std::size_t m_questions = 0;
    Account m_out;
};

} // namespace

std::string_view name_of(Kind kind)
{
    return k_kinds[static_cast<std::size_t>(kind)];
}

std::string_view name_of(Form form)
{
    return form == Form::edited ? "edited" : "quoted";
}

std::size_t Account::count(Form form) const
{
    return static_cast<std::size_t>(std::ranges::count(sentences, form, &Sentence::form));
}

std::optional<Account> write(const Material& material, Purpose purpose, llm::Interview& interview)
{
    if (material.lines.empty()) return Account{}; // nothing is there to edit
    return Writing{material, purpose, interview}.run();
}

} // namespace account
