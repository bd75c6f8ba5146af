#include "verify/sameness/assertions.hpp"
#include "verify/law/walk.hpp"

#include "reading/alike.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/sameness/assertion_words.hpp"
#include "verify/sameness/subjects.hpp"

#include <algorithm>

namespace verify::sameness {

using reading::WordSet;

namespace {

class AssertionReader {
public:
    explicit AssertionReader(const Document& document) : m_document{document}, m_subjects{document}
    {
    }

    std::vector<Assertion> read()
    {
        for (std::size_t i = 0; i < m_document.sentences.size(); ++i) {
            if (!is_read(m_document, i, Reads::paragraphs)) continue;
            const Passage sentence = Passage::sentence(m_document, i);
            if (sentence.end() - sentence.begin() > k_longest) continue;
            one(i, sentence);
        }
        return std::move(m_out);
    }

private:
    static constexpr std::uint32_t k_longest = 60; // tokens; longer ones say too many things
    static constexpr std::uint32_t k_owner = 7;    // tokens up to "Arden's"

    void one(std::size_t index, const Passage& sentence)
    {
        const std::size_t known = m_out.size();
        for (std::uint32_t i = sentence.begin() + 1; i < sentence.end(); ++i) {
            auto found = at_verb(sentence, i);
            if (!found) continue;
            found->sentence = index;
            // Points of a list may each be about another thing with the same name.
            const bool listed =
                m_document.blocks[m_document.sentences[index].block].kind == BlockKind::list_item;
            if (found->subject.empty() || (listed && found->attribute == "is")) break;
            m_out.push_back(std::move(*found));
            break; // the first verb is the sentence's own
        }
        if (m_out.size() == known)
            if (auto found = led_by_value(sentence)) {
                found->sentence = index;
                m_out.push_back(std::move(*found));
            }
        m_subjects.remember(sentence);
        if (m_out.size() == known) return;
        Assertion& made = m_out.back();
        const bool elsewhere = sentence.any(k_elsewhere) || made.begin == made.end ||
                               m_document.tokens[made.begin].quoted;
        if (elsewhere)
            m_out.pop_back();
        else
            add_scope(sentence, made);
    }

    // The noun that a number at `token` counts.
    [[nodiscard]] static std::string_view noun_after(const Passage& sentence, std::uint32_t token)
    {
        const Quantity* value = quantity_at(sentence, token);
        return value != nullptr ? sentence.word(value->end) : std::string_view{};
    }

    // The frames that a verb at `at` may open.
    [[nodiscard]] std::optional<Assertion> at_verb(const Passage& sentence, std::uint32_t at) const
    {
        const auto word = sentence.word(at);
        if (reading::is_in(k_be, word)) {
            if (auto out = dated(sentence, at)) return out;
            if (auto out = tall(sentence, at)) return out;
            return attribute_is(sentence, at);
        }
        const bool takes_part = reading::is_in(k_takes, word) &&
                                reading::is_in(k_participants, noun_after(sentence, at + 1));
        if (takes_part || reading::is_in(k_have, word)) return has(sentence, at);
        for (const auto& group : k_dated)
            if (!group.passive && group.verb == word) return date_after(sentence, at, at, group);
        for (const auto& group : k_measured)
            if (group.verb == word) return measured(sentence, at, group);
        return std::nullopt;
    }

    // "S was founded in 1998", "S was built by X in 1998".
    [[nodiscard]] std::optional<Assertion> dated(const Passage& sentence, std::uint32_t be) const
    {
        for (const auto& group : k_dated)
            if (sentence.word(be + 1) == group.verb) return date_after(sentence, be, be + 1, group);
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Assertion> date_after(const Passage& sentence, std::uint32_t verb,
                                                      std::uint32_t last,
                                                      const VerbGroup& group) const
    {
        for (const auto& quantity : sentence.quantities()) {
            if (!quantity.year_like || quantity.begin <= last || quantity.begin - last > 8 ||
                !sentence.is(quantity.begin - 1, {"in"}))
                continue;
            Assertion out;
            out.subject = m_subjects.before(sentence, verb);
            out.attribute = group.attribute;
            out.quantity = &quantity;
            out.begin = quantity.begin;
            out.end = quantity.end;
            return out;
        }
        return std::nullopt;
    }

    // "S is 120 metres tall".
    [[nodiscard]] std::optional<Assertion> tall(const Passage& sentence, std::uint32_t be) const
    {
        const Quantity* value = quantity_at(sentence, be + 1);
        if (value == nullptr) return std::nullopt;
        for (const auto& group : k_adjectives)
            if (sentence.word(value->end) == group.verb)
                return with_value(sentence, be, group.attribute, *value);
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Assertion> measured(const Passage& sentence, std::uint32_t verb,
                                                    const VerbGroup& group) const
    {
        std::uint32_t at = verb + 1;
        if (sentence.is(at, {"for", "at"})) ++at;
        const Quantity* value = quantity_at(sentence, at);
        if (value == nullptr) return std::nullopt;
        if (group.attribute == "price" && value->currency.empty()) return std::nullopt;
        return with_value(sentence, verb, group.attribute, *value);
    }

    // "S has 120 employees": the attribute is the noun.
    [[nodiscard]] std::optional<Assertion> has(const Passage& sentence, std::uint32_t verb) const
    {
        std::uint32_t at = verb + 1;
        if (sentence.reads(at, {"a", "total", "of"})) at += 3;
        if (sentence.is(at, {"exactly"})) ++at;
        if (auto out = has_attribute(sentence, verb)) return out;
        const Quantity* value = quantity_at(sentence, at);
        if (value == nullptr) return std::nullopt;
        // "covers 14 hectares": the verb is the attribute.
        if (value->unit != nullptr && !sentence.is(verb, WordSet::have))
            return with_value(sentence, verb, m_subjects.stem(sentence.word(verb)), *value);
        auto noun = std::string{reading::noun_of(sentence, *value)};
        if (sentence.is(value->end, {"people", "staff", "workers"}) &&
            sentence.is(verb, {"employs", "employed", "employ"}))
            noun = "employees";
        if (sentence.is(verb, {"seats", "houses", "accommodates"}) && noun.empty())
            noun = sentence.word(verb);
        // One word between may narrow it: "120 new employees".
        const bool direct = noun.empty() || sentence.word(value->end) == noun ||
                            sentence.is(value->end, {"people", "staff", "workers"});
        if (noun.empty() || !direct || value->unit != nullptr) return std::nullopt;
        if (sentence.is(verb, {"employs", "employed", "employ"})) noun = "employees";
        return with_value(sentence, verb, m_subjects.stem(noun), *value);
    }

    // "S has a maximum depth of V".
    [[nodiscard]] std::optional<Assertion> has_attribute(const Passage& sentence,
                                                         std::uint32_t verb) const
    {
        if (!sentence.is(verb, WordSet::have) || !sentence.is(verb + 1, WordSet::indefinite))
            return std::nullopt;
        for (std::uint32_t of = verb + 3; of <= verb + 4; ++of) {
            if (!sentence.is(of, {"of"})) continue;
            const Quantity* value = quantity_at(sentence, of + 1);
            // "The type field has a value of zero": another one in another message.
            if (value == nullptr || sentence.is(of - 1, {"value"})) return std::nullopt;
            return with_value(sentence, verb, m_subjects.stems(sentence, verb + 2, of), *value);
        }
        return std::nullopt;
    }

    // "With a length of V, S is ..."
    [[nodiscard]] std::optional<Assertion> led_by_value(const Passage& sentence) const
    {
        const std::uint32_t first = sentence.begin();
        if (!sentence.is(first, {"with", "at"}) || !sentence.is(first + 1, WordSet::indefinite))
            return std::nullopt;
        std::uint32_t of = first + 3;
        if (!sentence.is(of, {"of"})) ++of;
        const Quantity* value = sentence.is(of, {"of"}) ? quantity_at(sentence, of + 1) : nullptr;
        if (value == nullptr || !sentence.is(value->end, {","})) return std::nullopt;
        for (std::uint32_t i = value->end + 2; i < std::min(value->end + 8, sentence.end()); ++i) {
            if (!reading::is_in(k_be, sentence.word(i)) &&
                !reading::is_in(k_have, sentence.word(i)))
                continue;
            Assertion out;
            out.subject = m_subjects.resolved(sentence, value->end + 1, i);
            out.attribute = m_subjects.stems(sentence, first + 2, of);
            out.quantity = value;
            out.begin = value->begin;
            out.end = value->end;
            return out;
        }
        return std::nullopt;
    }

    // "The capital of S is V", "S's capital is V", "its price is V".
    [[nodiscard]] std::optional<Assertion> attribute_is(const Passage& sentence,
                                                        std::uint32_t be) const
    {
        std::uint32_t of = 0;
        for (std::uint32_t i = sentence.begin(); i < be; ++i) {
            if (sentence.is(i, {"of", "for"})) of = of == 0 ? i : be;
            if (sentence.is(i, {","})) return std::nullopt;
        }
        Assertion out;
        if (of != 0 && of < be) {
            if (of - sentence.begin() > 4) return std::nullopt;
            out.attribute = m_subjects.stems(sentence, sentence.begin(), of);
            out.subject = m_subjects.resolved(sentence, of + 1, be);
        } else {
            const auto owner = possessor_end(sentence, be);
            if (!owner) return itself_is(sentence, be);
            out.attribute = m_subjects.stems(sentence, *owner, be);
            out.subject = m_subjects.resolved(sentence, sentence.begin(), *owner);
        }
        if (out.attribute.empty()) return std::nullopt;
        std::uint32_t at = be + 1;
        if (sentence.is(at, {"exactly"})) ++at;
        if (const Quantity* value = quantity_at(sentence, at)) {
            out.quantity = value;
            out.begin = value->begin;
            out.end = value->end;
            return out;
        }
        if (const Quantity* year = year_at(sentence, at)) {
            out.quantity = year;
            out.begin = year->begin;
            out.end = year->end;
            return out;
        }
        return day_value(sentence, at, out) ? std::optional{out}
                                            : named_value(sentence, at, std::move(out));
    }

    // "The warranty period is 24 months": of what has a name of two words or more. What was so once
    // may have been otherwise another time, but for a size or a number.
    [[nodiscard]] std::optional<Assertion> itself_is(const Passage& sentence,
                                                     std::uint32_t be) const
    {
        const Quantity* value = quantity_at(sentence, be + 1);
        if (value == nullptr || !sentence.is(sentence.begin(), {"the", "our"})) return std::nullopt;
        const bool lasting =
            sentence.is(be, WordSet::copula) || sentence.is(be - 1, {"size", "number"});
        auto out = with_value(sentence, be, "is", *value);
        if (!lasting || out->subject.find(' ') == std::string::npos) return std::nullopt;
        return out;
    }

    // "is 30 June", "is on 30 June": the day is kept as its words.
    [[nodiscard]] bool day_value(const Passage& sentence, std::uint32_t at, Assertion& out) const
    {
        if (sentence.is(at, {"on"})) ++at;
        for (const auto& date : sentence.dates()) {
            if (date.begin != at || date.day == 0 || date.in_range) continue;
            for (std::uint32_t i = date.begin; i < date.end; ++i)
                if (m_document.kind(i) != TokenKind::symbol)
                    out.name += std::string{sentence.word(i)} + ' ';
            out.name.pop_back();
            out.begin = date.begin;
            out.end = date.end;
            return true;
        }
        return false;
    }

    // A name of up to three words that ends the sentence or the clause.
    [[nodiscard]] std::optional<Assertion> named_value(const Passage& sentence, std::uint32_t at,
                                                       Assertion out) const
    {
        std::uint32_t end = at;
        while (end < sentence.end() && end - at < 4 && m_subjects.is_capital(end)) {
            out.name += out.name.empty() ? "" : " ";
            out.name += sentence.word(end++);
        }
        const bool closed = end == sentence.end() ||
                            sentence.is(end, WordSet::stop | WordSet::comma | WordSet::semicolon);
        if (out.name.empty() || !closed) return std::nullopt;
        out.begin = at;
        out.end = end;
        return out;
    }

    // The token after "Arden's" or "its" at the start of the sentence.
    [[nodiscard]] std::optional<std::uint32_t> possessor_end(const Passage& sentence,
                                                             std::uint32_t be) const
    {
        for (std::uint32_t i = sentence.begin(); i < be && i < sentence.begin() + k_owner; ++i)
            if (sentence.word(i).ends_with("'s") || sentence.is(i, WordSet::possessive))
                return i + 1;
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Assertion> with_value(const Passage& sentence, std::uint32_t verb,
                                                      std::string_view attribute,
                                                      const Quantity& value) const
    {
        Assertion out;
        out.subject = m_subjects.before(sentence, verb);
        out.attribute = attribute;
        out.quantity = &value;
        out.begin = value.begin;
        out.end = value.end;
        return out;
    }

    [[nodiscard]] static const Quantity* quantity_at(const Passage& sentence, std::uint32_t token)
    {
        for (const auto& quantity : sentence.quantities()) {
            const bool here =
                quantity.begin == token || (quantity.qualifier != reading::Qualifier::none &&
                                            quantity.begin > token && quantity.begin - token <= 2);
            if (here && !quantity.doubtful && !quantity.in_range &&
                (quantity.kind == QuantityKind::cardinal ||
                 quantity.kind == QuantityKind::percent) &&
                !is_year(sentence, quantity))
                return &quantity;
        }
        return nullptr;
    }

    [[nodiscard]] static const Quantity* year_at(const Passage& sentence, std::uint32_t token)
    {
        for (const auto& quantity : sentence.quantities())
            if (quantity.begin == token && quantity.year_like) return &quantity;
        return nullptr;
    }

    void add_scope(const Passage& sentence, Assertion& made) const
    {
        // What happens once has one year, wherever it is told.
        if (reading::is_one_of(made.attribute, {"founded", "born", "died", "built"})) return;
        for (const auto& quantity : sentence.quantities())
            if (&quantity != made.quantity && is_year(sentence, quantity))
                made.scope.insert(std::string{m_document.raw(quantity.begin)});
        for (const auto& date : sentence.dates())
            if (date.begin != made.begin)
                made.scope.insert(std::string{m_document.raw(date.begin)});
        // To the end of the clause: the next one speaks of something else.
        for (std::uint32_t i = made.end; i < sentence.end(); ++i) {
            if (sentence.is(
                    i, reading::Cues{WordSet::comma | WordSet::semicolon, {"and", "but", "so"}}))
                break;
            if (m_subjects.is_capital(i)) made.scope.insert(std::string{sentence.word(i)});
            if (!sentence.is(i, reading::Cues{WordSet::place_prep | WordSet::role_prep, {"per"}}))
                continue;
            const bool article =
                sentence.is(i + 1, reading::Cues{WordSet::article, {"its", "our"}});
            made.scope.insert(m_subjects.stem(sentence.word(article ? i + 2 : i + 1)));
        }
        if (sentence.any(std::initializer_list<std::string_view>{"had", "were"}))
            made.scope.insert("then");
    }

    const Document& m_document;
    Subjects m_subjects;
    std::vector<Assertion> m_out;
};

} // namespace

std::vector<Assertion> read_assertions(const Document& document)
{
    return AssertionReader{document}.read();
}

} // namespace verify::sameness
