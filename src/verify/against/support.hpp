// What each source says of a claim of the text: a map of claims and sources.
#pragma once

#include "base/enumerators.hpp"
#include "verify/against/comparison.hpp"
#include "verify/claims/claims.hpp"

#include <map>
#include <memory>

namespace verify::against {

// In the order of strength: what a text with several sources takes is the first that any gives.
enum class Agreement {
    contradicted, // a finding says so
    verbatim,     // its words stand there, one after the other
    supported,    // a model reads it there, and code its numbers, dates and names
    partly,       // a model reads a part of it there, or code not all of these
    // Its numbers, dates and names stand in one sentence there or its neighbours, beside words of
    // it; of a sentence without any, most of its words do. Whether the source says so is open.
    mentioned,
    undecided, // the same, and a model that was asked whether the source says so came to nothing
    not_found,
    unreadable // the source could not be read
};

inline constexpr std::size_t k_agreements = base::k_enumerators<Agreement>;

std::string_view name_of(Agreement agreement);

struct Cell {
    std::uint32_t source = 0;
    Agreement agreement = Agreement::not_found;
    std::optional<Mark> place; // in the source; nullopt: nothing of it stands there
    bool is_of_a_model = false;
};

// The row of one claim: a cell for each source that it is compared with.
struct Row {
    Agreement agreement = Agreement::not_found;
    std::vector<Cell> cells;
    bool is_of_a_model = false;
    std::vector<Mark> missing{}; // of a claim that stands there partly: what code does not find
};

// What agrees with a source is nowhere counted as verified: the buyer chose the sources.
class Support {
public:
    // `with` must outlive it.
    explicit Support(const Comparison& with);
    ~Support();
    Support(const Support&) = delete;
    Support& operator=(const Support&) = delete;

    [[nodiscard]] const Comparison& with() const;

    // The rows of the first claims, in their order: of all, unless the order's work is spent
    // before. A sentence is looked at once, however often its row is asked for.
    std::vector<Row> rows(const Review& review, std::span<const Standing> standings,
                          std::span<const Claim> claims);

    // Which numbers, dates and names of a sentence stand neither in any of the windows nor beside
    // one.
    [[nodiscard]] std::vector<Mark> missing(std::size_t sentence,
                                            std::span<const Window> windows) const;

private:
    class Reader;

    std::unique_ptr<Reader> m_reader;
    std::map<std::size_t, std::vector<Cell>> m_cells; // by sentence
};

} // namespace verify::against
