// arith.sum: a list of parts and the total the text gives for them.
#include "verify/judge.hpp"
#include "verify/skeptic/frames.hpp"
#include "verify/skeptic/skeptic.hpp"

#include <algorithm>

namespace verify::skeptic {

namespace {

constexpr std::uint32_t k_max_distance = 16;

// Words that say the list is not all of the total, or that more than adding happens.
constexpr std::string_view k_disabling[] = {
    "including", "include",  "includes",   "included", "such",       "among",   "mostly",
    "mainly",    "average",  "averaged",   "mean",     "median",     "tax",     "vat",
    "shipping",  "discount", "interest",   "fee",      "fees",       "tip",     "minus",
    "deducted",  "refund",   "refunded",   "withdrew", "net",        "overlap", "overlapping",
    "some",      "other",    "others",     "e.g",      "remaining",  "rest",    "remainder",
    "excluding", "except",   "multiplied", "lost",     "returned",   "balance", "profit",
    "rounding",  "rounded",  "example",    "partly",   "unless",     "old",     "previously",
    "prior",     "weighted", "compared",   "versus",   "cumulative", "each"};

// Words for things of any kind.
constexpr std::string_view k_generic[] = {
    "people",       "items",    "units",    "pieces",  "products", "things",  "persons",
    "participants", "animals",  "vehicles", "fruits",  "fruit",    "members", "employees",
    "staff",        "students", "medals",   "entries", "objects",  "goods",   "guests",
    "players",      "workers",  "patients", "books",   "files",    "tests",   "cases",
    "countries",    "in",       "total",    "jobs",    "votes"};

bool is_measured_whole(const Quantity& quantity)
{
    using enum reading::Dimension;
    if (quantity.unit == nullptr || quantity.place != 0 || quantity.scaled) return false;
    const auto dimension = quantity.unit->dimension;
    return dimension != time && dimension != none;
}

class Sums {
public:
    Sums(const Passage& passage, Review& review) : m_passage{passage}, m_review{review} {}

    // `total` with a list before it, or with one that explains it after it.
    void one(const Quantity& total)
    {
        if (total.unit != nullptr && total.unit->dimension == Dimension::temperature) return;
        if (total.doubtful || total.in_range || total.kind != QuantityKind::cardinal) return;
        if (total.qualifier != reading::Qualifier::none &&
            total.qualifier != reading::Qualifier::about &&
            total.qualifier != reading::Qualifier::nearly &&
            total.qualifier != reading::Qualifier::over)
            return;
        const bool called_total = is_total(m_passage, total);
        if (called_total && try_list(list_before(m_passage, total), total, /*before=*/true)) return;
        const auto explaining = explained(total, called_total);
        if (try_list(explaining, total, /*before=*/false)) return;
        const bool named = called_total || is_named_total(m_passage, total);
        if (named && try_near(list_before(m_passage, total, Joint::loose), total, /*before=*/true))
            return;
        if (!explaining.empty() && ends_shortly(*explaining.back()) &&
            try_near(explaining, total, /*before=*/false))
            return;
        if (named || opens_together(total))
            try_near(explained(total, /*called_total=*/true), total, /*before=*/false);
    }

    // "the sum of 12, 15 and 18 is 46"
    void of_list(const Quantity& first)
    {
        constexpr std::string_view k_heads[] = {"sum", "total"};
        const auto listed = listed_result(m_passage, first, k_heads);
        if (listed && are_alike(first, *listed->result) && !m_passage.any(k_disabling))
            weigh(listed->items, *listed->result);
    }

private:
    // "Together they earned $90,000: ...": the first number but for a count of who they are.
    [[nodiscard]] bool opens_together(const Quantity& total) const
    {
        const std::uint32_t start = m_passage.begin();
        if (!m_passage.is(start, {"together", "combined", "altogether"}) &&
            !m_passage.reads(start, {"in", "total"}) && !m_passage.reads(start, {"all", "told"}))
            return false;
        const auto* first = m_passage.quantities().data();
        return &total == first || (&total == first + 1 && first->spelled);
    }

    // A word or sign that may open an explanation stands shortly behind the number.
    [[nodiscard]] bool has_link(const Quantity& total) const
    {
        for (std::uint32_t i = total.end; i < total.end + 8 && m_passage.holds(i); ++i) {
            if (m_passage.is(i, {":", "(", "comprising", "comprised", "\u2014", "consisting",
                                 "consists", "composed", "up"}) ||
                m_passage.reads(i, {",", "with"}))
                return true;
            if (m_passage.document().kind(i) != TokenKind::word) return false;
        }
        return false;
    }

    // "36 people: 12 adults, 15 children and 9 staff", "a total of 36 (12 + 15 + 9)".
    [[nodiscard]] std::vector<const Quantity*> explained(const Quantity& total,
                                                         bool called_total) const
    {
        if (!has_link(total)) return {};
        auto items = list_after(m_passage, total);
        if (!is_closed(m_passage, items)) return {};
        bool link = false;
        bool opened = false;
        for (std::uint32_t i = total.end; i < items.front()->begin; ++i) {
            const bool with = m_passage.reads(i, {",", "with"});
            link = link || with ||
                   m_passage.is(i, {":", "(", "comprising", "comprised", "\u2014"}) ||
                   (m_passage.is(i, {"of"}) &&
                    m_passage.is(i - 1, {"consisting", "consists", "composed", "up"}));
            opened = opened || m_passage.is(i, {"("});
            if (i > total.end + 8 || m_passage.is(i, {"which"})) return {};
            const bool sign = m_passage.document().kind(i) == TokenKind::symbol;
            if (sign && !with && !m_passage.is(i, {":", "(", "\u2014", "-"})) return {};
            if (with && !called_total) return {};
        }
        if (!link) return {};
        const Quantity& last = *items.back();
        if (!called_total && !ends_cleanly(last, opened)) return {};
        if (!called_total &&
            (!has_and(items) || !is_plain_count(total) || !each_begins_item(items)))
            return {};
        return items;
    }

    // "36 people": a whole number with a noun right behind it.
    [[nodiscard]] bool is_plain_count(const Quantity& total) const
    {
        return total.place >= 0 && (total.unit != nullptr || !total.currency.empty() ||
                                    !noun_of(m_passage, total).empty());
    }

    // Every part begins with its number: "12 adults, 15 children", not "API 21 and release 12".
    [[nodiscard]] bool each_begins_item(const std::vector<const Quantity*>& items) const
    {
        return std::all_of(items.begin(), items.end(), [&](const Quantity* item) {
            return m_passage.is(item->begin - 1,
                                {":", "(", ",", "and", "plus", "+", "&", ";", "\u2014"}) &&
                   (!noun_of(m_passage, *item).empty() || m_passage.is(item->end, {"in", "at"}));
        });
    }

    [[nodiscard]] bool has_and(const std::vector<const Quantity*>& items) const
    {
        for (std::uint32_t i = items[items.size() - 2]->end; i < items.back()->begin; ++i)
            if (m_passage.is(i, {"and", "plus", "+", "&"})) return true;
        return false;
    }

    // Nothing but a few nouns between the last item and the end of the bracket or sentence.
    [[nodiscard]] bool ends_cleanly(const Quantity& last, bool opened) const
    {
        for (std::uint32_t i = last.end; i < last.end + 7; ++i) {
            if (!m_passage.holds(i)) return !opened;
            if (m_passage.is(i, {")"})) return opened;
            if (m_passage.is(i, {".", ";"})) return !opened;
            if (m_passage.document().kind(i) != TokenKind::word) return false;
        }
        return false;
    }

    bool try_list(const std::vector<const Quantity*>& items, const Quantity& total, bool before)
    {
        if (!is_closed(m_passage, items) || !are_alike(*items.front(), total)) return false;
        const std::uint32_t begin = before ? items.front()->begin : total.begin;
        const std::uint32_t end = before ? total.end : items.back()->end;
        const std::uint32_t gap =
            before ? total.begin - items.back()->end : items.front()->begin - total.end;
        if (gap > k_max_distance) return false;
        const std::uint32_t from = begin >= m_passage.begin() + 4 ? begin - 4 : m_passage.begin();
        if (m_passage.any(from, end + 6, k_disabling) || counts_something_else(items, total))
            return false;
        for (const auto* item : items)
            if (item->qualifier != reading::Qualifier::none &&
                item->qualifier != reading::Qualifier::about)
                return false;
        if (before && other_number_between(*items.back(), total)) return false;
        weigh(items, total);
        return true;
    }

    // "20 boys." and "20 in Rome.", but not "20 boys came in July."
    [[nodiscard]] bool ends_shortly(const Quantity& last) const
    {
        std::uint32_t at = last.end;
        while (m_passage.document().kind(at) == TokenKind::word && m_passage.holds(at)) ++at;
        return at - last.end <= (m_passage.is(last.end, {"in", "at"}) ? 3U : 2U);
    }

    // What the words bind less surely counts when the stated total is close to the sum.
    bool try_near(const std::vector<const Quantity*>& items, const Quantity& total, bool before)
    {
        if (!is_closed(m_passage, items)) return false;
        const bool alike = are_alike(*items.front(), total) ||
                           (total.unit != nullptr && total.currency.empty() &&
                            items.front()->currency.empty() && items.front()->unit == nullptr);
        const std::uint32_t gap =
            before ? total.begin - items.back()->end : items.front()->begin - total.end;
        if (!alike || gap > k_max_distance || is_disabled(items, total)) return false;
        for (const auto* item : items)
            if (item->qualifier != reading::Qualifier::none) return false;
        if (before && other_number_between(*items.back(), total)) return false;
        if (counts_something_else(items, total) &&
            !(before && stands_beside(*items.back(), total)) &&
            !(!before && each_begins_item(items)))
            return false;
        const Interval sum = sum_of(items, 0, items.size(), total, false);
        if (!is_near(total, sum.low)) return false;
        weigh(items, total, Certainty::strong);
        return true;
    }

    // A disabling word anywhere near, unless it names one of the items: "tax $6.72", "$5 shipping".
    [[nodiscard]] bool is_disabled(const std::vector<const Quantity*>& items,
                                   const Quantity& total) const
    {
        constexpr std::string_view k_charges[] = {
            "tax", "vat", "shipping", "fee", "tip", "fees", "interest", "net", "profit", "other"};
        const std::uint32_t begin = std::min(items.front()->begin, total.begin);
        const std::uint32_t end = std::max(items.back()->end, total.end);
        const std::uint32_t from = begin >= m_passage.begin() + 4 ? begin - 4 : m_passage.begin();
        for (std::uint32_t i = from; i < end + 6; ++i) {
            if (!reading::is_one_of(m_passage.word(i), k_disabling)) continue;
            if (!reading::is_one_of(m_passage.word(i), k_charges)) return true;
            const bool named = std::any_of(items.begin(), items.end(), [&](const Quantity* item) {
                const bool ahead = i < item->begin && item->begin - i <= 3 &&
                                   (item->begin - i == 1 ||
                                    m_passage.is(item->begin - 1, {"of", "was", "is", ":", "to"}));
                return ahead || (i >= item->end && i - item->end <= 1);
            });
            if (!named) return true;
        }
        return false;
    }

    // ", or 5,430 volumes altogether", ", a total of 36 pieces": nothing but the link in between.
    [[nodiscard]] bool stands_beside(const Quantity& last, const Quantity& total) const
    {
        const auto sports = noun_of(m_passage, last);
        if (reading::is_one_of(sports,
                               {"losses", "defeats", "draws", "ties", "wins", "victories"}) &&
            reading::is_one_of(noun_of(m_passage, total), {"games", "matches", "fixtures"}))
            return true;
        std::uint32_t at = last.end;
        while (m_passage.holds(at) && m_passage.document().kind(at) == TokenKind::word &&
               at < last.end + 3)
            ++at;
        if (!m_passage.is(at, {",", ":", "-", "\u2014", "("})) return false;
        for (++at; at < total.begin; ++at)
            if (!m_passage.is(at, {"or", "for", "a", "an", "total", "of", "making", "giving", "so",
                                   "grand", "combined", "which", "makes", "give", "in", "all"}))
                return false;
        return true;
    }

    // "12 stores and 45 people made a total of 300 sales": none of the items is a sale.
    [[nodiscard]] bool counts_something_else(const std::vector<const Quantity*>& items,
                                             const Quantity& total) const
    {
        const auto whole = noun_of(m_passage, total);
        if (whole.empty() || total.unit != nullptr || !total.currency.empty() ||
            reading::is_one_of(whole, k_generic))
            return false;
        bool all_named = true;
        for (const auto* item : items) {
            const auto noun = noun_of(m_passage, *item);
            if (same_noun(noun, whole)) return false;
            all_named = all_named && !noun.empty();
        }
        return all_named;
    }

    [[nodiscard]] bool other_number_between(const Quantity& last, const Quantity& total) const
    {
        for (const auto* at = &last + 1; at < &total; ++at)
            if (!is_year(m_passage, *at) && at->kind != QuantityKind::ordinal) return true;
        return false;
    }

    [[nodiscard]] static Interval sum_of(const std::vector<const Quantity*>& items,
                                         std::size_t first, std::size_t last, const Quantity& total,
                                         bool other_mark)
    {
        Interval sum = Interval::point(0);
        for (std::size_t i = first; i < last; ++i) {
            Interval part = reading::measured(*items[i], other_mark);
            if (items[i]->qualifier == reading::Qualifier::about) {
                const Rational slack = abs(reading::value_of(*items[i])) / 20;
                part = {part.low - slack, part.high + slack};
            }
            sum = sum + part * Interval::point(conversion(*items[i], total));
        }
        return sum;
    }

    // A run of neighbours that gives the total: the rest of the list was not meant.
    [[nodiscard]] static std::optional<Interval> part_that_fits(
        const std::vector<const Quantity*>& items, const Quantity& total, bool other_mark)
    {
        const Interval allowed = reading::stated(total, other_mark);
        for (std::size_t first = 0; first < items.size(); ++first)
            for (std::size_t last = first + 2; last <= items.size(); ++last) {
                if (last - first == items.size()) continue;
                const Interval sum = sum_of(items, first, last, total, other_mark);
                if (allowed.meets(sum)) return sum;
            }
        return std::nullopt;
    }

    // The list together with one more number of the sentence.
    [[nodiscard]] std::optional<Interval> with_neighbour(const std::vector<const Quantity*>& items,
                                                         const Quantity& total,
                                                         bool other_mark) const
    {
        const Interval allowed = reading::stated(total, other_mark);
        const Interval sum = sum_of(items, 0, items.size(), total, other_mark);
        std::size_t tried = 0;
        for (const auto& other : m_passage.quantities()) {
            const bool listed = &other >= items.front() && &other <= items.back();
            if (listed || &other == &total || !are_alike(other, total) || ++tried > 20) continue;
            const Interval value = reading::measured(other, other_mark);
            if (allowed.meets(sum + value)) return sum + value;
            if (allowed.meets(sum - value)) return sum - value;
        }
        return std::nullopt;
    }

    void weigh(const std::vector<const Quantity*>& items, const Quantity& total,
               Certainty certainty = Certainty::exact)
    {
        Claimed claimed;
        claimed.certainty = certainty;
        claimed.check = "arith.sum";
        claimed.title = "Total does not match its parts";
        claimed.stated = &total;
        claimed.operands = items;
        claimed.formula = joined(items, "+");
        claimed.unit = total.unit != nullptr ? total.unit->canonical : total.currency;
        const Candidate candidates[] = {
            {"plain", [&](bool other) { return sum_of(items, 0, items.size(), total, other); }},
            {"part of the list", [&](bool other) { return part_that_fits(items, total, other); }},
            {"with another number",
             [&](bool other) { return with_neighbour(items, total, other); }},
        };
        const std::size_t known = m_review.findings.size();
        const Rational whole{items.size() > 2 ? 2 : 1, 2};
        judge(m_passage.document(), claimed, candidates, m_review,
              is_measured_whole(total) ? whole : rounding_slack(items, total));
        if (m_review.findings.size() > known && is_disowned(m_passage))
            m_review.findings.pop_back();
    }

    const Passage& m_passage;
    Review& m_review;
};

// The next sentence speaks about the list of this one: "The total is 400.", "Together they ...".
bool continues(const Document& document, std::size_t sentence)
{
    const auto range = document.of_sentence[sentence];
    const Passage next{document, range.begin, range.end};
    constexpr std::string_view k_total[] = {"total", "sum", "altogether", "together", "totals"};
    if (!next.any(range.begin, range.begin + 5, k_total) && !next.reads(range.begin, {"in", "all"}))
        return false;
    return next.quantities().size() == 1;
}

} // namespace

void check_sums(const Document& document, std::size_t sentence, Review& review)
{
    const Passage here = Passage::sentence(document, sentence);
    if (here.quantities().size() >= 3) {
        Sums sums{here, review};
        for (const auto& quantity : here.quantities()) {
            sums.of_list(quantity);
            sums.one(quantity);
        }
    }
    const Passage both = Passage::sentence_and_next(document, sentence);
    if (both.end() == here.end() || both.quantities().size() < 3 ||
        !continues(document, sentence + 1))
        return;
    Sums sums{both, review};
    sums.one(both.quantities().back());
}

} // namespace verify::skeptic
