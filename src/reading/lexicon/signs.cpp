// Signs, between blanks; none has a language.
#include "reading/lexicon/rows.hpp"

namespace reading::lexicon {

namespace {

using enum WordSet;

constexpr Row k_sign_rows[] = {
    {comma, "", "", ","},
    {colon, "", "", ":"},
    {stop, "", "", ". ! ?"},
    {semicolon, "", "", ";"},
    {opens, "", "", "( ["},
    {closes, "", "", ") ]"},
    {quote, "", "", "\" ' `"},
    {dash, "", "", "- \u2013 \u2014 \u2212"},
    {times_sign, "", "", "x \u00d7 * \u00b7"},
    {per_sign, "", "", "/ per"},
    {equals, "", "", "= \u2248 \u2243 \u2245"},
    {rough, "", "", "~ \u2248 \u223c"},
};

} // namespace

std::span<const Row> sign_rows()
{
    return k_sign_rows;
}

} // namespace reading::lexicon
