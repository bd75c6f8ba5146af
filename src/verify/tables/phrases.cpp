#include "verify/tables/phrases.hpp"

#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/tables/lexicon.hpp"
#include "verify/tables/limits.hpp"
#include "verify/tables/phrase_reader.hpp"

#include <algorithm>
#include <set>

namespace verify::tables {

using reading::WordSet;

namespace {

Phrase phrase_of(Part part, Pieces pieces)
{
    Phrase out;
    out.part = part;
    out.text = joined(pieces);
    out.begin = pieces.front().begin;
    out.end = pieces.back().end;
    out.size = pieces.size();
    return out;
}

// "1.5" as it is printed, whatever the marks of the text are: pieces have a point.
void read_digits(Phrase& out)
{
    const auto point = out.text.find('.');
    if (point == std::string::npos) {
        out.value = Rational{out.text};
    } else if (out.text.find('.', point + 1) == std::string::npos) {
        std::string digits = out.text;
        digits.erase(point, 1);
        digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
        out.place = -static_cast<int>(out.text.size() - point - 1);
        out.value = Rational{digits} * reading::power_of_ten(out.place);
    }
}

} // namespace

std::optional<Phrase> PhraseReader::whole_cell(Pieces rest) const
{
    for (std::size_t size = std::min(k_longest_cell, rest.size()); size > 0; --size) {
        const auto& first = rest.front().text;
        // "the" and "only" are cells of some tables and words of all sentences; numbers have a way
        // of their own.
        if (size == 1 && (reading::is_in(k_function, first) || is_cue(first) || is_number(first)))
            continue;
        const auto found = m_texts.whole.find(joined(rest.first(size)));
        if (found == m_texts.whole.end()) continue;
        Phrase out = phrase_of(Part::cell, rest.first(size));
        out.places = found->second;
        const auto more = m_texts.parts.find(out.text);
        if (more != m_texts.parts.end())
            out.places.insert(out.places.end(), more->second.begin(), more->second.end());
        return out;
    }
    return std::nullopt;
}

// Some words of longer cells: "kenny perry" of "kenny perry (usa)".
std::optional<Phrase> PhraseReader::part_of_cell(Pieces rest, std::size_t least) const
{
    for (std::size_t size = std::min(k_longest_part, rest.size()); size >= least; --size) {
        const auto taken = rest.first(size);
        // What begins or ends in a word that joins goes on.
        if (reading::is_in(k_function, taken.back().text) ||
            reading::is_in(k_function, taken.front().text))
            continue;
        const auto found = m_texts.parts.find(joined(taken));
        if (found == m_texts.parts.end()) continue;
        Phrase out = phrase_of(Part::cell, taken);
        out.is_weak = size == 1;
        out.places = found->second;
        return out;
    }
    return std::nullopt;
}

std::optional<Phrase> PhraseReader::head(Pieces rest) const
{
    constexpr std::size_t k_longest_head = 6;
    std::string stems;
    std::optional<Phrase> out;
    for (std::size_t size = 1; size <= std::min(k_longest_head, rest.size()); ++size) {
        if (size > 1) stems += ' ';
        stems += m_stemmer.stem(rest[size - 1].text);
        const auto found = m_texts.heads.find(stems);
        if (found == m_texts.heads.end() || is_number(stems)) continue;
        out = phrase_of(Part::head, rest.first(size));
        out->columns = found->second;
        out->is_whole = true;
    }
    return out;
}

// The quantity that the piece is the number of; nullptr when there is none.
const Quantity* PhraseReader::quantity_at(const Piece& piece) const
{
    const auto& quantities = m_sentence.quantities();
    const auto& tokens = m_sentence.document().tokens;
    const auto at = std::find_if(quantities.begin(), quantities.end(), [&](const Quantity& each) {
        return tokens[each.number_begin].begin <= piece.begin &&
               piece.end <= tokens[each.number_end - 1].end;
    });
    return at == quantities.end() ? nullptr : &*at;
}

// A number with its scale word and the word for percent.
std::optional<Phrase> PhraseReader::number(Pieces rest) const
{
    const Piece& piece = rest.front();
    const Quantity* quantity = quantity_at(piece);
    const bool is_spelled = quantity != nullptr && quantity->spelled;
    if (!is_spelled && !is_number(piece.text)) return std::nullopt;
    const auto& tokens = m_sentence.document().tokens;
    std::size_t size = 1;
    if (quantity != nullptr) {
        const bool is_percent = quantity->kind == QuantityKind::percent;
        const auto end = tokens[(is_percent ? quantity->end : quantity->number_end) - 1].end;
        while (size < rest.size() && rest[size].begin < end && !is_spelled) ++size;
    }
    Phrase out = phrase_of(Part::number, rest.first(size));
    out.text = piece.text;
    out.is_spelled = is_spelled;
    if (quantity != nullptr) {
        out.is_percent = quantity->kind == QuantityKind::percent;
        out.is_plain = !quantity->doubtful && !quantity->in_range && !quantity->plus &&
                       quantity->qualifier == reading::Qualifier::none;
    }
    if (is_spelled || (quantity != nullptr && quantity->scaled)) {
        out.value = reading::value_of(*quantity);
        out.place = quantity->place;
        out.text = reading::exact_text(*out.value);
    } else {
        read_digits(out);
        if (out.is_percent) out.place = std::min(out.place, quantity->place);
    }
    const auto found = m_texts.whole.find(out.text);
    if (found != m_texts.whole.end()) out.places = found->second;
    return out;
}

Phrase PhraseReader::word(Pieces rest) const
{
    const Pieces one = rest.first(1);
    const std::string& text = one.front().text;
    if (is_cue(text)) return phrase_of(Part::cue, one);
    if (reading::is_in(k_function, text)) return phrase_of(Part::joins, one);
    const std::string stem = m_stemmer.stem(text);
    const auto found = m_texts.head_words.find(stem);
    if (found != m_texts.head_words.end()) {
        Phrase out = phrase_of(Part::head, one);
        out.columns = found->second;
        return out;
    }
    if (auto part = part_of_cell(one, 1)) return *part;
    const bool is_said = m_texts.topic.contains(stem) || reading::is_in(k_glue, text) ||
                         reading::is_one_of(text, k_light);
    return phrase_of(is_said ? Part::joins : Part::unknown, one);
}

// The longer of a cell and a head, a head where they are as long.
Phrase PhraseReader::next(Pieces rest) const
{
    const auto named = head(rest);
    const auto cell = whole_cell(rest);
    if (cell && (!named || cell->size > named->size)) return *cell;
    if (named) return *named;
    if (const auto part = part_of_cell(rest, 2)) return *part;
    if (const auto value = number(rest)) {
        // A year of a head, where no cell holds it.
        const auto in_head = m_texts.head_words.find(value->text);
        if (!value->places.empty() || in_head == m_texts.head_words.end()) return *value;
        Phrase year = phrase_of(Part::head, rest.first(1));
        year.columns = in_head->second;
        return year;
    }
    return word(rest);
}

// Two heads beside each other are the column that both name: "the score at home", "subscribers in
// 2006".
std::vector<Phrase> PhraseReader::read(Pieces pieces)
{
    while (!pieces.empty()) {
        m_out.push_back(next(pieces));
        pieces = pieces.subspan(m_out.back().size);
    }
    join_heads();
    bind_numbers();
    read_limits(m_out);
    bind_cells();
    name_rows();
    for (auto& phrase : m_out) {
        if (phrase.part != Part::cell && (phrase.part != Part::number || phrase.is_bound)) continue;
        if (phrase.over != 0 || phrase.is_absent) continue;
        std::set<std::size_t> columns;
        for (const auto& place : phrase.places) columns.insert(place.second);
        phrase.columns.assign(columns.begin(), columns.end());
    }
    return std::move(m_out);
}

std::vector<Phrase> read_phrases(const Document& document, const CellTexts& texts,
                                 std::size_t sentence, const reading::Stemmer& stemmer)
{
    const auto& place = document.sentences[sentence];
    const auto folded =
        std::string_view{document.view.folded}.substr(place.begin, place.end - place.begin);
    const Passage passage = Passage::sentence(document, sentence);
    return PhraseReader{texts, passage, stemmer}.read(pieces_of(folded, place.begin));
}

} // namespace verify::tables
