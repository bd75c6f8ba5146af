#include "verify/law/found.hpp"

namespace verify {

namespace json = base::json;

Found::Found(CheckRef check, std::string_view title, const Document& document, Certainty certainty,
             Severity severity)
    : m_document{document}
{
    m_finding.check = check;
    m_finding.title = title;
    m_finding.certainty = certainty;
    m_finding.severity = severity;
    m_finding.evidence = json::object();
}

Found& Found::mark(Mark place, std::string_view role)
{
    place.role = role;
    m_finding.marks.push_back(place);
    return *this;
}

Found& Found::stated(const Quantity& quantity)
{
    return stated(mark_of(m_document, quantity, "stated"));
}

Found& Found::stated(std::uint32_t begin, std::uint32_t end)
{
    return stated(mark_tokens(m_document, begin, end, "stated"));
}

Found& Found::operand(const Quantity& quantity)
{
    return operand(mark_of(m_document, quantity, "operand"));
}

Found& Found::operand(std::uint32_t begin, std::uint32_t end)
{
    return operand(mark_tokens(m_document, begin, end, "operand"));
}

Found& Found::context(std::uint32_t begin, std::uint32_t end)
{
    return mark(mark_tokens(m_document, begin, end, "context"), "context");
}

Found& Found::marks(std::span<const Mark> places)
{
    m_finding.marks.insert(m_finding.marks.end(), places.begin(), places.end());
    return *this;
}

std::string_view Found::quote(std::size_t mark) const
{
    return quote_of(m_document, m_finding.marks[mark]);
}

Found& Found::readings(std::span<const Reading> readings)
{
    m_readings.assign(readings.begin(), readings.end());
    return *this;
}

Found& Found::read_as(std::string_view reading)
{
    m_readings = {{reading, false}};
    return *this;
}

Found& Found::replacement(std::string_view better)
{
    m_finding.replacement = std::string{better};
    return *this;
}

void Found::correct(Review& review, std::string_view written, std::string_view better,
                    std::string_view other)
{
    replacement(better).raise(review, "Replace ", written, " by ", better, " or correct ", other,
                              ".");
}

void Found::pass(Review& review, std::string_view reading)
{
    review.passes.push_back({m_finding.check, std::move(m_finding.marks), reading});
}

Finding Found::finish(std::string advice)
{
    m_finding.suggestion = std::move(advice);
    if (m_has_readings) json::set(m_finding.evidence.get(), "readings", readings_json(m_readings));
    return std::move(m_finding);
}

void raise(const Document& document, Finding finding, Review& review)
{
    if (is_quoted(document, finding.marks.front())) {
        finding.severity = Severity::info;
        finding.reasoning += " The statement is quoted, so it is only noted.";
    }
    review.findings.push_back(std::move(finding));
}

Found found(CheckRef check, std::string_view title, const Document& document, Certainty certainty,
            Severity severity)
{
    return Found{check, title, document, certainty, severity};
}

} // namespace verify
