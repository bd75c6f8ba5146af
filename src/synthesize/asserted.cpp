#include "synthesize/asserted.hpp"

#include "base/concat.hpp"
#include "statements/figures.hpp"
#include "verify/skeptic/assertions.hpp"

#include <algorithm>
#include <map>
#include <sstream>

namespace synthesize {

namespace skeptic = verify::skeptic;

namespace {

// Attributes of the skeptic's frames whose value stays as it is.
constexpr std::string_view k_lasting[] = {
    "founded",   "built",     "opened", "born",          "died",  "launched",
    "completed", "published", "height", "length",        "width", "depth",
    "thickness", "weight",    "capit",  "depth maximum", "caus",  "birthplac"};

// One thing the skeptic read in one source.
struct SaidThing {
    std::size_t statement = 0;
    skeptic::Assertion assertion;
};

const Figure* figure_at(const Statement& statement, std::uint32_t token)
{
    for (const auto& figure : statement.figures)
        if (figure.begin <= token && token < figure.end) return &figure;
    return nullptr;
}

// Of names in lower case: "Anna Berg" and "Berg" are one.
bool one_name(std::string_view left, std::string_view right)
{
    return left.ends_with(right) || right.ends_with(left) || left.starts_with(right) ||
           right.starts_with(left);
}

class AssertionReader {
public:
    AssertionReader(const std::vector<std::unique_ptr<Source>>& sources,
                    const Independence& independence, const std::vector<Statement>& statements,
                    const Vocabulary& vocabulary)
        : m_sources{sources}, m_independence{independence}, m_statements{statements},
          m_vocabulary{vocabulary}
    {
    }

    // What the skeptic can read of each source, by subject, attribute and scope.
    std::vector<Dispute> read()
    {
        constexpr std::size_t k_most = 40; // values of one attribute that are compared
        std::map<std::pair<std::string, std::string>, std::vector<SaidThing>> by_attribute;
        for (std::size_t i = 0; i < m_sources.size(); ++i) {
            for (auto& assertion : skeptic::read_assertions(m_sources[i]->document)) {
                const auto statement = statement_at(i, assertion.begin);
                if (!statement) continue;
                auto& known = by_attribute[{assertion.subject, assertion.attribute}];
                if (known.size() < k_most) known.push_back({*statement, std::move(assertion)});
            }
        }
        for (const auto& [key, all] : by_attribute)
            for (std::size_t late = 0; late < all.size(); ++late)
                for (std::size_t early = 0; early < late; ++early) compare(all[early], all[late]);
        return std::move(m_disputes);
    }

private:
    // The statement of a source with the token, if it is one that can be quoted.
    [[nodiscard]] std::optional<std::size_t> statement_at(std::size_t source,
                                                          std::uint32_t token) const
    {
        const auto at = std::ranges::upper_bound(m_statements, std::pair{source, token}, {},
                                                 [](const Statement& each) {
                                                     return std::pair{each.source, each.first};
                                                 });
        if (at == m_statements.begin()) return std::nullopt;
        const auto& before = *std::prev(at);
        if (before.source != source || token >= before.last) return std::nullopt;
        return static_cast<std::size_t>(std::prev(at) - m_statements.begin());
    }

    void compare(const SaidThing& first, const SaidThing& second)
    {
        const Statement& left = m_statements[first.statement];
        const Statement& right = m_statements[second.statement];
        const auto& group = m_independence.group;
        if (group[left.source] == group[right.source]) return;
        if (first.assertion.scope != second.assertion.scope || left.labels != right.labels) return;
        const auto kind = opposition(first, second);
        if (!kind) return;
        const auto& attribute = first.assertion.attribute;
        m_disputes.push_back({first.statement,
                              second.statement,
                              {*kind,
                               base::concat(in_words(first.assertion.subject), ": ", attribute),
                               {first.assertion.begin, first.assertion.end},
                               {second.assertion.begin, second.assertion.end},
                               !reading::is_one_of(attribute, k_lasting)}});
    }

    // "bridge arden" of the stems "bridg arden", as far as a text has the words.
    [[nodiscard]] std::string in_words(const std::string& stems) const
    {
        std::istringstream all{stems};
        std::string out;
        for (std::string stem; all >> stem;) {
            const auto term = m_vocabulary.find(stem);
            out += base::concat(out.empty() ? "" : " ", term ? m_vocabulary.word(*term) : stem);
        }
        return out;
    }

    [[nodiscard]] std::optional<Opposition> opposition(const SaidThing& first,
                                                       const SaidThing& second) const
    {
        const auto* one = first.assertion.quantity;
        const auto* other = second.assertion.quantity;
        if ((one == nullptr) != (other == nullptr)) return std::nullopt;
        if (one == nullptr) {
            if (one_name(first.assertion.name, second.assertion.name)) return std::nullopt;
            return Opposition::category;
        }
        if (one->year_like && other->year_like) {
            if (reading::value_of(*one) == reading::value_of(*other)) return std::nullopt;
            return Opposition::date;
        }
        const Figure* left = figure_at(m_statements[first.statement], first.assertion.begin);
        const Figure* right = figure_at(m_statements[second.statement], second.assertion.begin);
        if (left == nullptr || right == nullptr) return std::nullopt;
        // The attribute says what is counted: "employs 120 people", "has 120 employees".
        const bool alike =
            left->unit == right->unit || (left->counts_things && right->counts_things);
        if (!alike || left->stated.meets(right->stated) || may_be_one_value(*left, *right))
            return std::nullopt;
        return Opposition::value;
    }

    const std::vector<std::unique_ptr<Source>>& m_sources;
    const Independence& m_independence;
    const std::vector<Statement>& m_statements;
    const Vocabulary& m_vocabulary;
    std::vector<Dispute> m_disputes;
};

} // namespace

std::vector<Dispute> read_asserted(const std::vector<std::unique_ptr<Source>>& sources,
                                   const Independence& independence,
                                   const std::vector<Statement>& statements,
                                   const Vocabulary& vocabulary)
{
    return AssertionReader{sources, independence, statements, vocabulary}.read();
}

} // namespace synthesize
