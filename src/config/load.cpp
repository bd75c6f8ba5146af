#include "config/load.hpp"

#include "base/concat.hpp"
#include "base/origin.hpp"
#include "config/suggest.hpp"
#include "config/values.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <set>
#include <tuple>

namespace config {

namespace {

constexpr std::size_t k_shown_of_a_name = 3;

std::string shown(const Option& option, const Raw& raw)
{
    if (const auto* number = std::get_if<std::int64_t>(&raw)) return base::concat(*number);
    const auto* text = std::get_if<std::string>(&raw);
    // An operator may have put the secret where its file's name belongs.
    if (text != nullptr && option.kind == Kind::credential_name && *text != option.fallback)
        return base::concat(in_quotes(base::concat(text->substr(0, k_shown_of_a_name), "...")),
                            " (", text->size(), " characters)");
    if (text != nullptr) return in_quotes(*text);
    std::string out;
    for (const auto& url : std::get<std::vector<std::string>>(raw)) {
        const auto parts = split_url(url);
        const bool hides = option.shows_origin_only && parts && parts->rest.size() > 1;
        out += out.empty() ? "" : ", ";
        out += in_quotes(hides ? base::concat(parts->origin, "/...") : url);
    }
    return base::concat('[', out, ']');
}

// What the parser says without the piece of the file that it quotes: that may be a secret.
std::string without_quotes(std::string_view description)
{
    constexpr std::size_t k_one_character = 3; // with its quotes
    const auto begin = std::min(description.find('\''), description.size());
    const auto end = std::max(description.rfind('\'') + 1, begin);
    const auto quote = description.substr(begin, end - begin);
    return base::concat(printable(description.substr(0, begin)),
                        quote.size() <= k_one_character ? printable(quote) : "'...'",
                        printable(description.substr(end)));
}

// nullopt for TOML types that no option takes.
std::optional<Raw> raw_of(const toml::node& node)
{
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* number = node.as_integer()) return number->get();
    const auto* array = node.as_array();
    if (array == nullptr) return std::nullopt;
    std::vector<std::string> members;
    for (const auto& member : *array) {
        if (!member.is_string()) return std::nullopt;
        members.push_back(member.as_string()->get());
    }
    return members;
}

// What the option refuses with the sentence that says what it takes.
Raw raw_of_another_kind(const Option& option)
{
    if (option.kind == Kind::url_list || option.kind == Kind::network_list) return std::string{};
    return std::vector<std::string>{};
}

class Loader {
public:
    Loader(const std::string& file, const Knowledge& knowledge, Purpose purpose)
        : m_file{file}, m_knowledge{knowledge}, m_purpose{purpose}, m_table{knowledge.products}
    {
        m_loaded.file = file;
    }

    Reading run(const toml::table& document)
    {
        refuse_unknown(document);
        for (const auto& option : m_table.rows()) take(option, document);
        check_llm(m_loaded.config.llm);
        if (m_purpose == Purpose::shop) check_shop();
        sort_by_place(m_problems);
        return {std::move(m_loaded), std::move(m_problems)};
    }

private:
    void complain(const toml::source_region& where, std::string message)
    {
        m_problems.push_back({m_file, static_cast<int>(where.begin.line),
                              static_cast<int>(where.begin.column), std::move(message)});
    }

    // For problems seen only when the keys are put together.
    void complain(std::string_view name, std::string_view message)
    {
        m_problems.push_back(m_loaded.problem(name, base::concat(name, ' ', message)));
    }

    // What was refused already says nothing about others.
    [[nodiscard]] bool has(std::initializer_list<std::string_view> names) const
    {
        return std::all_of(names.begin(), names.end(),
                           [&](auto name) { return m_loaded.find(name) != nullptr; });
    }

    void refuse_unknown(const toml::table& document)
    {
        std::vector<std::string_view> section_names;
        for (const auto& section : sections()) section_names.push_back(section.name);
        for (const auto& [name, node] : document) {
            if (std::find(section_names.begin(), section_names.end(), name.str()) ==
                section_names.end()) {
                complain(name.source(),
                         base::concat("unknown section or key \"", printable(name.str()), '"',
                                      suggestion(name.str(), section_names)));
            } else if (!node.is_table()) {
                complain(node.source(),
                         base::concat('"', name.str(), "\" must be a section: [", name.str(), ']'));
            } else {
                const auto& begin = node.source().begin;
                m_loaded.sections[std::string{name.str()}] = {static_cast<int>(begin.line),
                                                              static_cast<int>(begin.column)};
                refuse_unknown_keys(name.str(), *node.as_table());
            }
        }
    }

    void refuse_unknown_keys(std::string_view section, const toml::table& keys)
    {
        std::vector<std::string> names;
        std::vector<std::string> all_names;
        for (const auto& option : m_table.rows()) {
            if (option.section == section) names.emplace_back(option.key);
            all_names.push_back(base::concat(option.section, '.', option.key));
        }
        const std::vector<std::string_view> known{all_names.begin(), all_names.end()};
        for (const auto& [key, node] : keys) {
            if (std::find(names.begin(), names.end(), key.str()) != names.end()) continue;
            const auto full = base::concat(section, '.', printable(key.str()));
            complain(key.source(), base::concat("unknown key ", full, suggestion(full, known)));
        }
    }

    void take(const Option& option, const toml::table& document)
    {
        const toml::node* section = document.get(option.section);
        const toml::node* node = section != nullptr && section->is_table()
                                     ? section->as_table()->get(option.key)
                                     : nullptr;
        const auto name = base::concat(option.section, '.', option.key);
        if (node == nullptr && option.required) {
            if (m_purpose == Purpose::shop)
                complain(name, base::concat("is required: ", option.help));
            return;
        }
        const auto raw = node == nullptr ? fallback_of(option) : raw_of(*node);
        const auto value = parse_value(option, raw ? *raw : raw_of_another_kind(option));
        if (!raw || !value) {
            complain(node->source(), base::concat(name, ' ', value.error()));
            return;
        }
        option.set(m_loaded.config, option.key, *value);
        Place place;
        if (node != nullptr) {
            const auto& begin = node->source().begin;
            place = {static_cast<int>(begin.line), static_cast<int>(begin.column)};
        }
        m_loaded.settings.push_back({option.section, option.key, shown(option, *raw), place});
    }

    void check_shop()
    {
        auto& config = m_loaded.config;
        auto& service = config.service;
        if (service.entity.empty()) service.entity = service.name;
        if (service.identity.empty()) service.identity = service.base_url;
        if (has({"service.base_url", "service.mode"}) && service.mode == Mode::production &&
            !service.base_url.starts_with("https://"))
            complain("service.base_url", "must be https:// in mode production");
        check_address("payment.asset", config.payment.asset, config.payment.asset_text);
        check_address("payment.pay_to", config.payment.pay_to, config.payment.pay_to_text);
        check_address("anchor.contract", config.anchor.contract, config.anchor.contract_text);
        if (!config.anchor.address_text.empty())
            check_address("anchor.address", config.anchor.address, config.anchor.address_text);
        if (has({"payment.rpc_urls", "payment.single_source_max"})) check_witnesses(config);
        if (has({"facilitator.auth"})) check_facilitator(config.facilitator);
        if (has({"store.result_retention", "store.request_retention"}) &&
            config.store.result_retention < config.store.request_retention)
            complain("store.request_retention", "must not be longer than store.result_retention");
    }

    void check_address(std::string_view name, const value::EvmAddress& address, std::string& text)
    {
        if (!has({name})) return;
        if (address.bytes() == value::EvmAddress::Raw{})
            complain(name, "must not be the zero address");
        const auto checksummed = m_knowledge.address_text(address);
        const bool has_upper = text.find_first_of("ABCDEF") != std::string::npos;
        const bool has_lower = text.find_first_of("abcdef") != std::string::npos;
        if (has_upper && has_lower && text != checksummed)
            complain(name, "is mistyped: its letters do not have the upper and lower case of its "
                           "checksum (EIP-55)");
        text = checksummed;
    }

    // What one witness may not prove needs two (DESIGN.md, 6): it would be sold, paid and
    // never confirmed.
    void check_witnesses(const Config& config)
    {
        std::set<std::string> origins;
        for (const auto& url : config.payment.rpc_urls)
            origins.insert(base::origin_of(url).value_or(url));
        const auto& prices = config.prices;
        const auto dearest =
            std::max_element(prices.begin(), prices.end(), [](const auto& one, const auto& other) {
                return one.second < other.second;
            });
        if (origins.size() > 1 || dearest == prices.end() ||
            config.payment.witnesses_of(dearest->second) < 2)
            return;
        complain("payment.rpc_urls",
                 base::concat(
                     "must name two endpoints of different origin (scheme, host and port), since "
                     "prices.",
                     dearest->first, " is ", dearest->second.decimal_text(),
                     " and payment.single_source_max ",
                     config.payment.single_source_max.decimal_text(),
                     ": name a second provider, or raise payment.single_source_max"));
    }

    void check_facilitator(const Facilitator& facilitator)
    {
        const bool is_cdp = facilitator.auth == FacilitatorAuth::cdp;
        if (is_cdp && has({"facilitator.cdp_key_id"}) && facilitator.cdp_key_id.empty())
            complain("facilitator.cdp_key_id", "is required when facilitator.auth is cdp");
        if (!is_cdp && !facilitator.cdp_key_id.empty())
            complain("facilitator.cdp_key_id",
                     "is only for facilitator.auth = \"cdp\": set that, or take this line out");
        if (facilitator.auth == FacilitatorAuth::none) return;
        const std::string_view auth = is_cdp ? "cdp" : "bearer";
        if (has({"facilitator.auth_credential"}) && facilitator.auth_credential.empty())
            complain("facilitator.auth_credential",
                     base::concat("is required when facilitator.auth is ", auth));
        for (const auto& url : facilitator.urls) {
            const auto parts = split_url(url);
            if (parts && parts->scheme != "https" && !is_loopback(parts->host))
                complain("facilitator.urls",
                         base::concat("must be https:// when facilitator.auth is ", auth,
                                      ": the credential would travel in clear text"));
        }
    }

    void check_llm(const Llm& llm)
    {
        if (!llm.is_set()) return;
        if (has({"llm.model"}) && llm.model.empty())
            complain("llm.model", "is required when llm.url is set");
        constexpr int k_of_the_prompt = 2'048;
        if (has({"llm.context_tokens", "llm.max_output_tokens"}) &&
            llm.context_tokens < llm.max_output_tokens + k_of_the_prompt)
            complain(
                "llm.context_tokens",
                base::concat("must be at least llm.max_output_tokens and ", k_of_the_prompt,
                             " more: instructions and a piece of the text have to fit beside the "
                             "answer"));
        const auto parts = split_url(llm.url);
        if (!llm.auth_credential.empty() && parts && parts->scheme != "https" &&
            !is_loopback(parts->host))
            complain("llm.url",
                     "must be https:// with llm.auth_credential: it would travel in clear text");
    }

    const std::string& m_file;
    const Knowledge& m_knowledge;
    const Purpose m_purpose;
    OptionTable m_table;
    Loaded m_loaded;
    std::vector<Problem> m_problems;
};

Reading refuse_file(const std::string& file, std::string message)
{
    Reading out;
    out.loaded.file = file;
    out.problems.push_back({file, 0, 0, std::move(message)});
    return out;
}

} // namespace

std::string Problem::place_text() const
{
    return line > 0 ? base::concat(file, ':', line, ':', column) : file;
}

std::string Problem::text() const
{
    return base::concat(place_text(), ": ", message);
}

void sort_by_place(std::vector<Problem>& problems)
{
    std::stable_sort(problems.begin(), problems.end(), [](const auto& a, const auto& b) {
        return std::tie(a.line, a.column) < std::tie(b.line, b.column);
    });
}

const Setting* Loaded::find(std::string_view name) const
{
    const auto dot = std::min(name.find('.'), name.size());
    const auto found = std::find_if(settings.begin(), settings.end(), [&](const auto& setting) {
        return setting.section == name.substr(0, dot) &&
               setting.key == name.substr(std::min(dot + 1, name.size()));
    });
    return found == settings.end() ? nullptr : &*found;
}

Problem Loaded::problem(std::string_view name, std::string message) const
{
    const auto* setting = find(name);
    Place place = setting == nullptr ? Place{} : setting->place;
    const auto section = sections.find(name.substr(0, name.find('.')));
    if (place.line == 0 && section != sections.end()) place = section->second;
    if (place.line == 0) place = {1, 1};
    return {file, place.line, place.column, std::move(message)};
}

LoadResult Reading::result() &&
{
    if (problems.empty()) return std::move(loaded);
    return base::refuse(std::move(problems));
}

Reading read(std::string_view text, const std::string& file, const Knowledge& knowledge,
             Purpose purpose)
{
    if (text.size() > k_file_max_bytes)
        return refuse_file(file, base::concat("longer than ", k_file_max_bytes, " bytes"));
    try {
        const toml::table document = toml::parse(text, std::string_view{file});
        return Loader{file, knowledge, purpose}.run(document);
    } catch (const toml::parse_error& error) {
        const auto& at = error.source().begin;
        auto out = refuse_file(file, without_quotes(error.description()));
        out.problems.front().line = static_cast<int>(at.line);
        out.problems.front().column = static_cast<int>(at.column);
        return out;
    }
}

LoadResult parse(std::string_view text, const std::string& file, const Knowledge& knowledge,
                 Purpose purpose)
{
    return read(text, file, knowledge, purpose).result();
}

Reading read_file(const std::string& file, const Knowledge& knowledge, Purpose purpose)
{
    errno = 0;
    std::ifstream stream{file, std::ios::binary};
    std::string text(k_file_max_bytes + 1, '\0');
    if (stream) stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (stream.bad() || !stream.is_open())
        return refuse_file(file,
                           base::concat("cannot be read: ", std::strerror(errno),
                                        ". `assay config init` prints a sample file; --config "
                                        "FILE or ASSAY_CONFIG names another place"));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return read(text, file, knowledge, purpose);
}

LoadResult load(const std::string& file, const Knowledge& knowledge, Purpose purpose)
{
    return read_file(file, knowledge, purpose).result();
}

} // namespace config
