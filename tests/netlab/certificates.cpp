// Authorities, CT logs and certificates of a test network's own, as a plan asks for them.
//
//   netlab-certificates FOLDER
//
// FOLDER/plan.json:
//       {"authorities": [NAME], "published": TIME,
//        "logs": [{"name", "operator", "tiled", "listed"}],
//        "leaves": [{"file", "authority", "names": [NAME], "key": NAME, "from_days", "to_days",
//                    "scts": [{"log", "forged"}]}]}
//
// Writes AUTHORITY.pem and AUTHORITY.key, LEAF.pem (the leaf alone), LEAF.key and logs.json; prints
// {LEAF: SHA-256 of its public key, in hex}. Leaves with the same "key" share it, a leaf without
// "authority" has signed itself. Days are counted from now, and SCTs are as old as the leaf.
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "base/json.hpp"
#include "forensics/tls/x509.hpp"
#include "support/ct_logs.hpp"

#include <iostream>
#include <map>

namespace {

namespace json = base::json;

constexpr std::size_t k_max_plan_bytes = std::size_t{1} << 20U;
constexpr unsigned k_readable = 0644; // by the scan, which is nobody
constexpr const char* k_usable = R"("state":{"usable":{"timestamp":"2020-01-01T00:00:00Z"}})";

std::string text_of(const json_t* view, const char* key)
{
    const auto text = json::text_member(view, key);
    if (!text) throw base::Fault{base::concat("the plan lacks ", key)};
    return std::string{*text};
}

template <typename F> void for_each_of(const json_t* plan_view, const char* key, F&& f)
{
    const json_t* list_view = json::array_member(plan_view, key);
    for (std::size_t i = 0; i < json_array_size(list_view); ++i) f(json_array_get(list_view, i));
}

class Maker {
public:
    Maker(std::string folder, const json_t* plan_view)
        : m_folder{std::move(folder)}, m_plan_view{plan_view}
    {
    }

    // What is printed.
    json::Ref make()
    {
        for_each_of(m_plan_view, "authorities", [&](const json_t* name_view) {
            const std::string name{json::text_of(name_view)};
            const auto& made = m_authorities.try_emplace(name, name).first->second;
            write(name + ".pem", support::pem_of(made.certificate()));
            write(name + ".key", support::pem_of(made.key()));
        });
        write("logs.json", log_list());
        json::Ref printed = json::object();
        for_each_of(m_plan_view, "leaves", [&](const json_t* leaf_view) {
            const std::string file = text_of(leaf_view, "file");
            json::set(printed.get(), file, json::value(write_leaf(leaf_view, file)));
        });
        return printed;
    }

private:
    void write(const std::string& name, const std::string& content) const
    {
        base::replace_file(base::concat(m_folder, "/", name), content, k_readable);
    }

    // Each operator's RFC 6962 logs and tiled logs; those that are not listed sign all the same.
    std::string log_list()
    {
        std::vector<support::LogOperator> operators;
        for_each_of(m_plan_view, "logs", [&](const json_t* log_view) {
            const std::string name = text_of(log_view, "name");
            const auto& log = m_logs[name];
            if (!json::boolean_member(log_view, "listed").value_or(true)) return;
            support::LogOperator entry{.name = text_of(log_view, "operator"),
                                       .logs = support::log_entry(log, name, k_usable),
                                       .tiled_logs = {}};
            if (json::boolean_member(log_view, "tiled").value_or(false))
                std::swap(entry.logs, entry.tiled_logs);
            operators.push_back(entry);
        });
        return support::log_list(operators, text_of(m_plan_view, "published"));
    }

    EVP_PKEY& key_of(const std::string& name)
    {
        auto& key = m_keys[name];
        if (!key) key = support::make_key();
        return *key;
    }

    // The digest of its key.
    std::string write_leaf(const json_t* leaf_view, const std::string& file)
    {
        const auto write_both = [&](const X509& leaf, const EVP_PKEY& key) {
            write(file + ".pem", support::pem_of(leaf));
            write(file + ".key", support::pem_of(key));
            return base::to_hex(forensics::key_digest_of(leaf));
        };
        if (json::member(leaf_view, "authority") == nullptr) {
            const support::Authority itself{file};
            return write_both(itself.certificate(), itself.key());
        }
        EVP_PKEY& key = key_of(text_of(leaf_view, "key"));
        return write_both(*issue(leaf_view, key), key);
    }

    support::CertificateRef issue(const json_t* leaf_view, EVP_PKEY& key) const
    {
        const auto in_days = [&](const char* member) {
            return m_now + std::chrono::days{json::integer_member(leaf_view, member).value_or(0)};
        };
        support::LeafRequest request{.names = {},
                                     .not_before = in_days("from_days"),
                                     .not_after = in_days("to_days"),
                                     .scts = {},
                                     .raw_sct_list = {}};
        for_each_of(leaf_view, "names", [&](const json_t* name_view) {
            request.names.emplace_back(json::text_of(name_view));
        });
        for_each_of(leaf_view, "scts", [&](const json_t* sct_view) {
            request.scts.push_back(
                {.log = &m_logs.at(text_of(sct_view, "log")),
                 .timestamp = request.not_before,
                 .is_forged = json::boolean_member(sct_view, "forged").value_or(false)});
        });
        return m_authorities.at(text_of(leaf_view, "authority")).issue(request, key);
    }

    std::string m_folder;
    const json_t* m_plan_view;
    const base::Instant m_now = base::SystemClock{}.now();
    std::map<std::string, support::Authority> m_authorities;
    std::map<std::string, support::CtLogSigner> m_logs;
    std::map<std::string, support::KeyRef> m_keys;
};

} // namespace

int main(int argc, char** argv)
{
    try {
        if (argc != 2) throw base::Fault{"usage: netlab-certificates FOLDER"};
        const std::string folder{argv[1]};
        const auto plan = json::parse(base::read_file(folder + "/plan.json", k_max_plan_bytes));
        if (!plan) throw base::Fault{plan.error().detail};
        std::cout << json::dump(Maker{folder, plan->get()}.make().get()) << '\n';
        return 0;
    } catch (const std::exception& fault) {
        std::cerr << fault.what() << '\n';
        return 1;
    }
}
