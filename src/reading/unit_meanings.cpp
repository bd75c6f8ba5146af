// The names of units and what each may mean.
#include "reading/units.hpp"

#include "reading/number_scan.hpp"

#include <map>
#include <unordered_map>

namespace reading {

namespace {

using enum Measured;

constexpr std::string_view k_plain = "plain";

// Tokens joined by one blank, without points, between bars; plurals are listed. A tilde stands
// before a name that is an ordinary word, letter or sign as well.
struct UnitRow {
    std::string_view names;
    std::string_view reading;
    Measured measured;
    std::string_view factor;
    std::string_view zero = "0";
};

constexpr UnitRow k_unit_rows[] = {
    {"km|kilometer|kilometers|kilometre|kilometres", k_plain, length, "1000"},
    {"m|meter|meters|metre|metres", k_plain, length, "1"},
    {"cm|centimeter|centimeters|centimetre|centimetres", k_plain, length, "0.01"},
    {"mm|millimeter|millimeters|millimetre|millimetres", k_plain, length, "0.001"},
    {"mi|mile|miles", k_plain, length, "1609.344"},
    {"nautical mile|nautical miles|nmi", k_plain, length, "1852"},
    {"yd|yds|yard|yards", k_plain, length, "0.9144"},
    {"ft|foot|feet|~'", k_plain, length, "0.3048"},
    {"~in|inch|inches|~\"", k_plain, length, "0.0254"},
    {"~fathoms", k_plain, length, "1.8288"},
    {"~furlongs", k_plain, length, "201.168"},
    {"kg|kgs|kilogram|kilograms|kilogrammes|kilo|kilos", k_plain, mass, "1"},
    {"g|gram|grams|grammes", k_plain, mass, "0.001"},
    {"mg", k_plain, mass, "0.000001"},
    {"t|tonne|tonnes|metric ton|metric tons|ton|tons", "tonne", mass, "1000"},
    {"ton|tons|short tons", "short ton", mass, "907.18474"},
    {"ton|tons|long tons", "long ton", mass, "1016.0469088"},
    {"lb|lbs|pound|pounds", k_plain, mass, "0.45359237"},
    {"oz|ounce|ounces", "mass", mass, "0.028349523125"},
    {"oz|ounce|ounces|troy ounces", "troy", mass, "0.0311034768"},
    {"oz|ounces", "US fluid", volume, "0.0295735295625"},
    {"~st|~stone", k_plain, mass, "6.35029318"},
    {"~carats", k_plain, mass, "0.0002"},
    {"l|liter|liters|litre|litres", k_plain, volume, "1"},
    {"dl", k_plain, volume, "0.1"},
    {"cl", k_plain, volume, "0.01"},
    {"ml|millilitres|milliliters", k_plain, volume, "0.001"},
    {"m\u00b3|m \u00b3|cubic metres|cubic meters|cubic metre|cubic meter", k_plain, volume, "1000"},
    {"cubic feet|cu ft", k_plain, volume, "28.316846592"},
    {"cubic yards", k_plain, volume, "764.554857984"},
    {"cubic inches", k_plain, volume, "0.016387064"},
    {"gal|gallon|gallons|us gallons|us gallon|us gal|u s gallons", "US", volume, "3.785411784"},
    {"gal|gallon|gallons|imperial gallons|imp gal", "imperial", volume, "4.54609"},
    {"~quart|~quarts|qt", "US", volume, "0.946352946"},
    {"~quarts|qt", "imperial", volume, "1.1365225"},
    {"~pint|~pints|us pints", "US", volume, "0.473176473"},
    {"~pint|~pints|imperial pints", "imperial", volume, "0.56826125"},
    {"~cup|~cups", "US", volume, "0.2365882365"},
    {"~cup|~cups", "US legal", volume, "0.24"},
    {"~cup|~cups", "metric", volume, "0.25"},
    {"~cup|~cups", "imperial", volume, "0.284130625"},
    {"fl oz|fluid ounces|us fl oz|us fluid ounces", "US", volume, "0.0295735295625"},
    {"fl oz|fluid ounces", "imperial", volume, "0.0284130625"},
    {"barrels|bbl", "oil", volume, "158.987294928"},
    {"m\u00b2|m \u00b2|sqm|sq m|square metre|square metres|square meter|"
     "square meters",
     k_plain, area, "1"},
    {"km \u00b2|km2|sq km|square kilometre|square kilometres|square kilometer|"
     "square kilometers",
     k_plain, area, "1000000"},
    {"cm \u00b2|square centimetres|square centimeters", k_plain, area, "0.0001"},
    {"sq mi|mi \u00b2|square mile|square miles", k_plain, area, "2589988.110336"},
    {"sq ft|ft \u00b2|sqft|square foot|square feet", k_plain, area, "0.09290304"},
    {"square inches|sq in", k_plain, area, "0.00064516"},
    {"square yards", k_plain, area, "0.83612736"},
    {"acre|acres", k_plain, area, "4046.8564224"},
    {"ha|hectare|hectares", k_plain, area, "10000"},
    {"km / h|kmh|kph|km per hour|kilometres per hour|kilometers per hour|"
     "kilometres an hour|kilometers an hour",
     k_plain, speed, "5/18"},
    {"mph|miles per hour|miles an hour", k_plain, speed, "0.44704"},
    {"~knot|~knots|~kn|~kt", k_plain, speed, "463/900"},
    {"m / s|metres per second|meters per second", k_plain, speed, "1"},
    {"km / s|kilometres per second|kilometers per second", k_plain, speed, "1000"},
    {"miles per second", k_plain, speed, "1609.344"},
    {"ft / s|feet per second", k_plain, speed, "0.3048"},
    {"byte|bytes", k_plain, data, "1"},
    {"kb", "decimal", data, "1000"},
    {"kb", "binary", data, "1024"},
    {"mb|megabytes", "decimal", data, "1000000"},
    {"mb|megabytes", "binary", data, "1048576"},
    {"gb|gigabytes", "decimal", data, "1000000000"},
    {"gb|gigabytes", "binary", data, "1073741824"},
    {"tb|terabytes", "decimal", data, "1000000000000"},
    {"tb|terabytes", "binary", data, "1099511627776"},
    {"kib", k_plain, data, "1024"},
    {"mib", k_plain, data, "1048576"},
    {"gib", k_plain, data, "1073741824"},
    {"tib", k_plain, data, "1099511627776"},
    {"~j|joules", k_plain, energy, "1"},
    {"kj|kilojoules", k_plain, energy, "1000"},
    {"mj|megajoules", k_plain, energy, "1000000"},
    {"gj", k_plain, energy, "1000000000"},
    {"~cal|calories", k_plain, energy, "4.184"},
    {"~cal|calories", "kilocalorie", energy, "4184"},
    {"kcal|kilocalories", k_plain, energy, "4184"},
    {"kwh|kilowatt hours|kilowatt hour", k_plain, energy, "3600000"},
    {"mwh|megawatt hours|megawatt hour", k_plain, energy, "3600000000"},
    {"tj|terajoules", k_plain, energy, "1000000000000"},
    {"btu", k_plain, energy, "1055.05585262"},
    {"mmbtu", k_plain, energy, "1055055852.62"},
    {"w|watts|watt", k_plain, power, "1"},
    {"kw|kilowatts|kilowatt", k_plain, power, "1000"},
    {"megawatts|mw|megawatt", k_plain, power, "1000000"},
    {"hp|horsepower|bhp", "mechanical", power, "745.69987158227022"},
    {"hp|horsepower|~ps", "metric", power, "735.49875"},
    {"~pa", k_plain, pressure, "1"},
    {"hpa|mbar|millibars", k_plain, pressure, "100"},
    {"kpa", k_plain, pressure, "1000"},
    {"mpa", k_plain, pressure, "1000000"},
    {"~bar|~bars", k_plain, pressure, "100000"},
    {"psi", k_plain, pressure, "6894.757293168"},
    {"atm|~atmospheres", k_plain, pressure, "101325"},
    {"inhg", k_plain, pressure, "3386.389"},
    {"mmhg", k_plain, pressure, "133.322387415"},
    {"\u00b0 c|\u00b0c|~c|celsius|degrees c|degrees celsius|degrees centigrade", k_plain,
     temperature, "1", "273.15"},
    {"\u00b0 f|~f|fahrenheit|degrees f|degrees fahrenheit", k_plain, temperature, "5/9",
     "45967/180"},
    {"~k|kelvin|kelvins|\u00b0 k", k_plain, temperature, "1"},
    {"second|seconds|s|sec|secs", k_plain, Measured::time, "1"},
    {"minute|minutes|min|mins", k_plain, Measured::time, "60"},
    {"hour|hours|h|hr|hrs", k_plain, Measured::time, "3600"},
    {"day|days", k_plain, Measured::time, "86400"},
    {"~night|nights", k_plain, Measured::time, "86400"},
    {"week|weeks", k_plain, Measured::time, "604800"},
    {"fortnight|fortnights", k_plain, Measured::time, "1209600"},
    {"ms|millisecond|milliseconds", k_plain, Measured::time, "0.001"},
    {"\u00b5s|microsecond|microseconds", k_plain, Measured::time, "0.000001"},
    {"month|months", k_plain, calendar, "1"},
    {"~quarter|~quarters", k_plain, calendar, "3"},
    {"year|years|yr|yrs", k_plain, calendar, "12"},
    {"decade|decades", k_plain, calendar, "120"},
    {"~century|~centuries", k_plain, calendar, "1200"},
    {"~n|newton|newtons", k_plain, force, "1"},
    {"~kn", "kilonewton", force, "1000"},
    {"~nm", "newton metre", energy, "1"},
    {"knm", k_plain, energy, "1000"},
    {"lbf", k_plain, force, "4.4482216152605"},
    {"~kip|~kips", k_plain, force, "4448.2216152605"},
    {"lbf ft|ft lbf|lb ft|ft lb|lbf \u00b7 ft|lb \u00b7 ft|ft \u00b7 lb|ft \u00b7 lbf", k_plain,
     energy, "1.3558179483314004"},
    {"kilonewton|kilonewtons", k_plain, force, "1000"},
    {"~v|volt|volts", k_plain, voltage, "1"},
    {"mv|millivolts", k_plain, voltage, "0.001"},
    {"kv|kilovolts", k_plain, voltage, "1000"},
    {"~a|amp|amps|ampere|amperes", k_plain, current, "1"},
    {"~ma|milliamps", k_plain, current, "0.001"},
    {"ohm|ohms|\u03c9|\u2126", k_plain, resistance, "1"},
    {"hz|hertz", k_plain, frequency, "1"},
    {"khz|kilohertz", k_plain, frequency, "1000"},
    {"mhz|megahertz", k_plain, frequency, "1000000"},
    {"ghz|gigahertz", k_plain, frequency, "1000000000"},
    {"gw|gigawatts", k_plain, power, "1000000000"},
    {"gwh|gigawatt hours|gigawatt hour", k_plain, energy, "3600000000000"},
    {"twh|terawatt hours|terawatt hour", k_plain, energy, "3600000000000000"},
    {"wh|watt hours|watt hour", k_plain, energy, "3600"},
    {"\u00b5l|microlitres|microliters", k_plain, volume, "0.000001"},
    {"hl|hectolitres|hectoliters", k_plain, volume, "100"},
    {"\u00b5m|micrometres|micrometers|microns", k_plain, length, "0.000001"},
    {"~nm|nanometres|nanometers", k_plain, length, "0.000000001"},
    {"\u00b5g|micrograms", k_plain, mass, "0.000000001"},
    {"kilotonnes", k_plain, mass, "1000000"},
};

// The names of a row, each with whether it is an ordinary word as well.
template <typename Take> void each_name(const UnitRow& row, const Take& take)
{
    for (std::size_t at = 0; at <= row.names.size();) {
        const std::size_t end = std::min(row.names.find('|', at), row.names.size());
        const bool is_ordinary = row.names[at] == '~';
        if (is_ordinary) ++at;
        take(row.names.substr(at, end - at), is_ordinary);
        at = end + 1;
    }
}

std::vector<Meaning> make_meanings()
{
    std::vector<Meaning> out;
    for (const auto& row : k_unit_rows)
        each_name(row, [&](std::string_view name, bool) {
            out.push_back({name, row.reading, row.measured, row.factor, row.zero});
        });
    return out;
}

// A decimal or a fraction of the table above.
Rational exact_of(std::string_view text)
{
    if (text.find('/') != std::string_view::npos) {
        Rational out{std::string{text}};
        out.canonicalize();
        return out;
    }
    const auto number = read_number(text, DecimalMark::point);
    return number ? to_rational(number->value) : Rational{1};
}

using UnitIndex = std::unordered_map<std::string_view, Unit>;

UnitIndex make_units()
{
    UnitIndex out;
    for (const auto& row : k_unit_rows) {
        std::string_view first;
        each_name(row, [&](std::string_view name, bool is_ordinary) {
            if (first.empty()) first = name;
            if (is_ordinary) return;
            const bool is_open = out.contains(name) || row.measured == temperature;
            out[name] = {first, row.measured, is_open ? Rational{0} : exact_of(row.factor)};
        });
    }
    return out;
}

} // namespace

const Unit* find_unit(std::string_view folded_word)
{
    static const UnitIndex k_units = make_units();
    const auto found = k_units.find(folded_word);
    return found == k_units.end() ? nullptr : &found->second;
}

const Meanings* meanings_of(const std::string& name)
{
    static const auto k_by_name = [] {
        static const std::vector<Meaning> k_meanings = make_meanings();
        std::map<std::string_view, Meanings> out;
        for (const auto& meaning : k_meanings) out[meaning.name].push_back(&meaning);
        return out;
    }();
    const auto found = k_by_name.find(name);
    return found == k_by_name.end() ? nullptr : &found->second;
}

Rational factor_of(const Meaning& meaning)
{
    return exact_of(meaning.factor);
}

Rational zero_of(const Meaning& meaning)
{
    return exact_of(meaning.zero);
}

} // namespace reading
