#include "analysis/verify/skeptic/assertions.hpp"

#include "analysis/verify/skeptic/assertion_words.hpp"
#include "analysis/verify/skeptic/frames.hpp"

#include <algorithm>

namespace analysis::verify::skeptic {

using text::Document;
using text::Passage;
using text::Quantity;
using text::TokenKind;

namespace {

class Reader {
public:
    explicit Reader(const Document& document) : m_document{document} {}

    std::vector<Assertion> read()
    {
        for (std::size_t i = 0; i < m_document.sentences.size(); ++i) {
            const auto kind = m_document.blocks[m_document.sentences[i].block].kind;
            if (kind != text::BlockKind::paragraph && kind != text::BlockKind::list_item) continue;
            const Passage sentence = Passage::sentence(m_document, i);
            if (sentence.end() - sentence.begin() > k_longest) continue;
            one(i, sentence);
        }
        return std::move(m_out);
    }

private:
    static constexpr std::uint32_t k_longest = 60; // tokens; longer ones say too many things
    static constexpr std::uint32_t k_subject = 7;  // tokens of a subject

    void one(std::size_t index, const Passage& sentence)
    {
        const std::size_t known = m_out.size();
        std::string named;
        for (std::uint32_t i = sentence.begin() + 1; i < sentence.end(); ++i) {
            auto found = at_verb(sentence, i);
            if (!found) continue;
            found->sentence = index;
            if (found->subject.empty()) break;
            m_out.push_back(std::move(*found));
            break; // the first verb is the sentence's own
        }
        named = proper_subject(sentence);
        if (!named.empty()) {
            m_named.insert(named);
            m_last = named;
        }
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
        if (text::is_one_of(word, k_be)) {
            if (auto out = dated(sentence, at)) return out;
            if (auto out = tall(sentence, at)) return out;
            return attribute_is(sentence, at);
        }
        const bool takes_part = text::is_one_of(word, k_takes) &&
                                text::is_one_of(noun_after(sentence, at + 1), k_participants);
        if (takes_part || text::is_one_of(word, k_have)) return has(sentence, at);
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
            out.subject = subject_before(sentence, verb);
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
        const Quantity* value = quantity_at(sentence, at);
        if (value == nullptr) return std::nullopt;
        auto noun = std::string{noun_of(sentence, *value)};
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
        return with_value(sentence, verb, m_stemmer.stem(noun), *value);
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
            out.attribute = stems(sentence, sentence.begin(), of);
            out.subject = resolved(sentence, of + 1, be);
        } else {
            const auto owner = possessor_end(sentence, be);
            if (!owner) return std::nullopt;
            out.attribute = stems(sentence, *owner, be);
            out.subject = resolved(sentence, sentence.begin(), *owner);
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
        while (end < sentence.end() && end - at < 4 && is_capital(end)) {
            out.name += out.name.empty() ? "" : " ";
            out.name += sentence.word(end++);
        }
        const bool closed = end == sentence.end() || sentence.is(end, {".", ",", ";", "!"});
        if (out.name.empty() || !closed) return std::nullopt;
        out.begin = at;
        out.end = end;
        return out;
    }

    // The token after "Arden's" or "its" at the start of the sentence.
    [[nodiscard]] std::optional<std::uint32_t> possessor_end(const Passage& sentence,
                                                             std::uint32_t be) const
    {
        for (std::uint32_t i = sentence.begin(); i < be && i < sentence.begin() + k_subject; ++i)
            if (sentence.word(i).ends_with("'s") || sentence.is(i, {"its", "their", "his", "her"}))
                return i + 1;
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Assertion> with_value(const Passage& sentence, std::uint32_t verb,
                                                      std::string_view attribute,
                                                      const Quantity& value) const
    {
        Assertion out;
        out.subject = subject_before(sentence, verb);
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
                quantity.begin == token || (quantity.qualifier != text::Qualifier::none &&
                                            quantity.begin > token && quantity.begin - token <= 2);
            if (here && !quantity.doubtful && !quantity.in_range &&
                (quantity.kind == text::QuantityKind::cardinal ||
                 quantity.kind == text::QuantityKind::percent) &&
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

    // What stands before the verb back to the start of the clause.
    [[nodiscard]] std::string subject_before(const Passage& sentence, std::uint32_t verb) const
    {
        std::uint32_t begin = verb;
        while (begin > sentence.begin() && verb - begin < k_subject &&
               !sentence.is(begin - 1, {",", ";", ":", "and", "but", "(", ")", "that", "which"}))
            --begin;
        if (begin > sentence.begin() && !sentence.is(begin - 1, {",", "and", ";"})) return {};
        // "X and Y have" is about both.
        if (sentence.is(begin - 1, {"and"}) && begin > sentence.begin()) return {};
        // "the price of" belongs to another frame, and a part of a thing is not the thing.
        for (std::uint32_t i = begin; i < verb; ++i)
            if (sentence.is(i, {"of", "in", "at", "with", "for", "on", "from", "by"})) return {};
        return resolved(sentence, begin, verb);
    }

    // The stems of a noun phrase, or the last thing named where it only points to that.
    [[nodiscard]] std::string resolved(const Passage& sentence, std::uint32_t begin,
                                       std::uint32_t end) const
    {
        const bool pronoun =
            end - begin == 1 && (text::is_one_of(sentence.word(begin), k_pronouns) ||
                                 sentence.is(begin, {"its", "their", "his", "her"}));
        const bool generic = end - begin == 2 && sentence.is(begin, {"the", "this", "our"}) &&
                             text::is_one_of(sentence.word(begin + 1), k_generic);
        if (pronoun || generic) {
            if (m_named.size() == 1) return m_last;
            return generic && m_named.empty() ? stems(sentence, begin, end) : std::string{};
        }
        return stems(sentence, begin, end);
    }

    [[nodiscard]] std::string stems(const Passage& sentence, std::uint32_t begin,
                                    std::uint32_t end) const
    {
        std::set<std::string> words;
        for (std::uint32_t i = begin; i < end; ++i) {
            auto word = sentence.word(i);
            if (m_document.kind(i) != TokenKind::word && m_document.kind(i) != TokenKind::opaque)
                continue;
            if (word.ends_with("'s")) word.remove_suffix(2);
            if (text::is_one_of(word, k_determiners) || word == "of") continue;
            words.insert(m_stemmer.stem(word));
        }
        std::string out;
        for (const auto& word : words) {
            out += out.empty() ? "" : " ";
            out += word;
        }
        return out;
    }

    [[nodiscard]] bool is_capital(std::uint32_t token) const
    {
        const auto raw = m_document.raw(token);
        return m_document.kind(token) == TokenKind::word && !raw.empty() &&
               text::is_upper(raw.front());
    }

    // The capitalised words with which the sentence begins, a leading "The" aside.
    [[nodiscard]] std::string proper_subject(const Passage& sentence) const
    {
        std::uint32_t begin = sentence.begin();
        if (sentence.is(begin, {"the"})) ++begin;
        std::uint32_t end = begin;
        while (end < sentence.end() && end - begin < k_subject && is_capital(end)) ++end;
        if (end == begin) return {};
        // "the Halden plant"
        if (text::is_one_of(sentence.word(end), k_generic)) ++end;
        const auto first = sentence.word(begin);
        const bool alone = end - begin == 1;
        // A sentence begins with a capital whatever it is about.
        if (alone && begin == sentence.begin()) {
            const bool verb = text::is_one_of(sentence.word(end), k_be) ||
                              text::is_one_of(sentence.word(end), k_have);
            if (!verb || text::is_one_of(first, k_pronouns) || text::is_one_of(first, k_no_names))
                return {};
        }
        return stems(sentence, begin, end);
    }

    void add_scope(const Passage& sentence, Assertion& made) const
    {
        // What happens once has one year, wherever it is told.
        if (text::is_one_of(made.attribute, {"founded", "born", "died", "built"})) return;
        for (const auto& quantity : sentence.quantities())
            if (&quantity != made.quantity && is_year(sentence, quantity))
                made.scope.insert(std::string{m_document.raw(quantity.begin)});
        for (const auto& date : sentence.dates())
            if (date.begin != made.begin)
                made.scope.insert(std::string{m_document.raw(date.begin)});
        for (std::uint32_t i = made.end; i < sentence.end(); ++i) {
            if (is_capital(i)) made.scope.insert(std::string{sentence.word(i)});
            if (sentence.is(i, {"in", "at", "with", "for", "on", "of"}))
                made.scope.insert(m_stemmer.stem(sentence.word(i + 1)));
        }
        if (sentence.any(std::initializer_list<std::string_view>{"had", "were"}))
            made.scope.insert("then");
    }

    const Document& m_document;
    text::Stemmer m_stemmer;
    std::set<std::string> m_named;
    std::string m_last;
    std::vector<Assertion> m_out;
};

} // namespace

std::vector<Assertion> read_assertions(const Document& document)
{
    return Reader{document}.read();
}

} // namespace analysis::verify::skeptic
