#include "forensics/dns/dns.hpp"

#include "forensics/dns/batch.hpp"
#include "forensics/dns/evidence.hpp"
#include "forensics/dns/rules.hpp"
#include "forensics/dns/services.hpp"
#include "forensics/dns/signatures.hpp"
#include "forensics/dns/silent.hpp"
#include "forensics/tls/trust.hpp"
#include "net/dns_ask.hpp"
#include "net/special_ranges.hpp"

#include <algorithm>
#include <filesystem>
#include <future>

namespace forensics {

namespace json = base::json;

namespace {

using Clock = std::chrono::steady_clock;
using net::DnsQuestion;
using net::DnsType;
using std::chrono::milliseconds;

constexpr milliseconds k_first_answer_time{2000};
constexpr milliseconds k_second_try_time{1500};
constexpr milliseconds k_whole_answer_time{1500}; // over TCP, or without EDNS
constexpr milliseconds k_round_trip_time{800};
constexpr milliseconds k_control_time{3500};
constexpr milliseconds k_dnssec_time{4000};
constexpr milliseconds k_proof_time{2000};
constexpr milliseconds k_time_to_judge{200};

// An address that the controls do not know: whose server is there?
struct Doubt {
    std::string name;
    net::IpAddress address;
    TlsProof* proof = nullptr; // to be told
};

class Look {
public:
    Look(const ScanContext& context, const DnsWays& ways)
        : m_context{context}, m_section{*context.basket.dns}, m_ways{ways},
          m_plan{dns_plan(context, m_section)}, m_end{context.deadline - k_time_to_judge}
    {
    }

    CheckResult run()
    {
        ask_everything();
        for (AskedName& each : m_batch.names) compare(each);
        m_context.keep(evidence({}));
        ask_again();
        prove_others();
        read_signatures();
        return judge();
    }

private:
    [[nodiscard]] Clock::time_point in(milliseconds time) const
    {
        return std::min(m_end, Clock::now() + time);
    }

    [[nodiscard]] net::DnsLines lines() const { return {m_ways.datagrams, m_ways.connections}; }

    [[nodiscard]] net::Endpoint system() const
    {
        return {m_context.egress.system_resolvers()[m_resolver], k_dns_port};
    }

    void ask_everything()
    {
        std::vector<DnsQuestion> questions;
        for (const std::string& name : m_plan.names)
            for (const DnsType type : {DnsType::a, DnsType::aaaa})
                questions.push_back({name, type});
        for (std::size_t i = 0; i < questions.size(); ++i)
            m_batch.names.push_back({questions[i], {}, i, {}});
        for (const std::string& name : m_plan.random_names) {
            m_batch.random.push_back({name, DnsType::a});
            questions.push_back({name, DnsType::a});
        }
        const auto of_controls = [&](std::span<const DnsQuestion> asked) {
            return ask_controls(m_ways.gate, *m_context.basket.public_roots_pem,
                                m_section.control_doh, asked, in(k_control_time));
        };
        auto controls = std::async(std::launch::async, of_controls, questions);
        auto services = std::async(std::launch::async, [&] {
            return look_at_services(names_with_services(m_context.targets), lines(), system(),
                                    of_controls, m_end);
        });
        auto silent = std::async(std::launch::async, [&] {
            return ask_silent_addresses(m_ways.datagrams, m_section.non_resolvers, m_plan.names,
                                        m_end);
        });
        auto by_system = validate_over(m_context.egress.system_resolvers());
        auto by_control = validate_over(m_section.control_udp);
        m_round_trip =
            round_trip_to(m_ways.connections, m_section.control_doh, in(k_round_trip_time));
        m_hold_on = hold_on_for(m_round_trip, m_ways.hold_on);
        ask_system(questions);
        m_context.keep(evidence({}));
        m_batch.controls = controls.get();
        m_batch.services = services.get();
        m_batch.silent = silent.get();
        m_batch.signed_by_system = by_system.get();
        m_batch.signed_by_control = by_control.get();
    }

    void ask_system(const std::vector<DnsQuestion>& questions)
    {
        std::vector<net::DnsProbe> probes;
        probes.reserve(questions.size());
        for (const DnsQuestion& each : questions) probes.push_back({system(), each});
        auto results = net::ask_dns(lines(), probes, {k_first_answer_time, m_hold_on},
                                    in(k_first_answer_time + m_hold_on + k_whole_answer_time));
        const std::size_t names = m_batch.names.size();
        for (std::size_t i = 0; i < names; ++i) m_batch.names[i].by_system = std::move(results[i]);
        m_batch.random_by_system.assign(
            std::make_move_iterator(results.begin() + static_cast<std::ptrdiff_t>(names)),
            std::make_move_iterator(results.end()));
    }

    std::future<std::vector<net::DnssecOutcome>> validate_over(
        const std::vector<net::IpAddress>& resolvers) const
    {
        return std::async(std::launch::async, [this, &resolvers] {
            if (!m_ways.validate || resolvers.empty()) return std::vector<net::DnssecOutcome>{};
            return m_ways.validate(resolvers.front(), m_plan.signed_names, in(k_dnssec_time));
        });
    }

    void compare(AskedName& asked) const
    {
        const auto& control = m_batch.controls.of_question[asked.control];
        asked.seen.name = asked.question.name;
        asked.seen.by_system = answers_of(asked.by_system);
        asked.seen.by_control = control.addresses;
        asked.seen.controls_with_addresses = control.with_addresses;
    }

    // A lost datagram is not silence, and one NXDOMAIN may be an accident.
    void ask_again()
    {
        std::vector<AskedName*> doubtful;
        std::vector<net::DnsProbe> probes;
        const bool is_mute =
            std::all_of(m_batch.names.begin(), m_batch.names.end(),
                        [](const AskedName& each) { return each.seen.by_system.empty(); });
        // As the C library does when the first one is down.
        if (is_mute && m_context.egress.system_resolvers().size() > 1) m_resolver = 1;
        for (AskedName& each : m_batch.names) {
            const auto& answers = each.seen.by_system;
            const bool is_missing = !answers.empty() && answers.front().rcode == k_nxdomain;
            if (!answers.empty() && !(is_missing && !each.seen.by_control.empty())) continue;
            doubtful.push_back(&each);
            // A box on the way may drop whatever has EDNS.
            probes.push_back({system(), each.question, !answers.empty()});
        }
        const auto results = net::ask_dns(lines(), probes, {k_second_try_time, m_hold_on},
                                          in(k_second_try_time + k_whole_answer_time));
        for (std::size_t i = 0; i < results.size(); ++i) {
            DnsNameSeen& seen = doubtful[i]->seen;
            const auto answers = answers_of(results[i]);
            if (seen.by_system.empty())
                seen.by_system = answers;
            else
                seen.says_nxdomain_again = !answers.empty() && answers.front().rcode == k_nxdomain;
        }
    }

    [[nodiscard]] std::vector<Doubt> doubts()
    {
        std::vector<Doubt> out;
        const auto doubt = [&out](const std::string& name, const DnsNameSeen::Answer& answer,
                                  TlsProof& proof) {
            if (!answer.addresses.empty() && net::is_global(answer.addresses.front()))
                out.push_back({name, answer.addresses.front(), &proof});
        };
        for (AskedName& each : m_batch.names) {
            const auto kind = classify(each.seen);
            if (kind == DnsNameClass::unproven || kind == DnsNameClass::doubled)
                doubt(each.question.name, each.seen.by_system.front(), each.seen.tls_proof);
        }
        for (SilentQuestion& each : m_batch.silent)
            if (each.answer && !agrees(*each.answer, control_of(each.name), each.tls_proof))
                doubt(each.name, *each.answer, each.tls_proof);
        return out;
    }

    // Other addresses than the controls know: the server that is there proves who it is.
    void prove_others()
    {
        const std::vector<Doubt> others = doubts();
        if (others.empty()) return;
        std::vector<net::TlsProbe> probes;
        probes.reserve(others.size());
        for (const Doubt& each : others) probes.push_back({each.name, {each.address, 443}});
        const RootStore roots{*m_context.basket.public_roots_pem};
        const auto results = net::probe_tls(m_ways.connections, probes, in(k_proof_time));
        for (std::size_t i = 0; i < results.size(); ++i) {
            *others[i].proof = proof_of(results[i], roots, others[i].name);
            ++m_proofs.asked;
            if (results[i].seen) ++m_proofs.answered;
        }
    }

    [[nodiscard]] TlsProof proof_of(const net::TlsProbeResult& result, const RootStore& roots,
                                    const std::string& name) const
    {
        if (!result.seen) return TlsProof::no_answer;
        const auto verdict =
            judge_chain(roots, roots, result.seen->chain_der, name, best_time(m_context.board));
        // Dates are another check's business: the key is the host's all the same.
        const bool is_right =
            verdict.kind == TlsClass::is_public || verdict.kind == TlsClass::expired;
        return is_right ? TlsProof::proven : TlsProof::disproven;
    }

    void read_signatures()
    {
        m_signatures = signatures_seen(m_plan.signed_names, m_batch.signed_by_system,
                                       m_batch.signed_by_control);
        for (const SignaturesSeen::Bogus& bogus : m_signatures.bogus)
            for (AskedName& each : m_batch.names) {
                if (each.question.name != bogus.name || each.question.type != DnsType::a) continue;
                each.seen.is_bogus = true;
                each.seen.control_validates = bogus.control_validates;
            }
    }

    // If there is no way by IPv6, nothing can be proven there, and nothing need be.
    static bool counts(const AskedName& asked)
    {
        if (asked.question.type == DnsType::a) return true;
        const auto kind = classify(asked.seen);
        return kind != DnsNameClass::unproven && kind != DnsNameClass::silent &&
               kind != DnsNameClass::no_reference;
    }

    CheckResult judge()
    {
        DnsSeen seen;
        seen.services_removed =
            std::any_of(m_batch.services.begin(), m_batch.services.end(), is_removed);
        seen.control_answers = m_batch.controls.has_any;
        seen.dnssec_works = m_signatures.work;
        seen.signatures_are_gone = m_signatures.are_gone && !refuses_edns();
        for (const AskedName& each : m_batch.names)
            if (counts(each)) seen.names.push_back(each.seen);
        for (std::size_t i = 0; i < m_batch.random.size(); ++i) {
            const auto& control = m_batch.controls.of_question[m_batch.names.size() + i];
            const auto answers = answers_of(m_batch.random_by_system[i]);
            seen.random_names.push_back(
                {answers.empty() ? std::vector<net::IpAddress>{} : answers.front().addresses,
                 control.nxdomain > 0 && control.with_addresses == 0});
        }
        for (const SilentQuestion& each : m_batch.silent)
            seen.silent_addresses.push_back(seen_of(each, control_of(each.name)));
        publish();
        CheckResult result = judge_dns(seen);
        result.evidence = evidence(seen);
        result.questions = questions_of(m_batch, m_proofs);
        result.is_silent = is_silent();
        return result;
    }

    // It says itself that it hands on no signatures: they travel with EDNS.
    [[nodiscard]] bool refuses_edns() const
    {
        return std::any_of(m_batch.names.begin(), m_batch.names.end(),
                           [](const AskedName& each) { return each.by_system.refuses_edns; });
    }

    // What the controls say of the IPv4 addresses of a name that was asked.
    [[nodiscard]] const std::vector<net::IpAddress>& control_of(const std::string& name) const
    {
        const auto is_it = [&name](const AskedName& each) {
            return each.question.name == name && each.question.type == DnsType::a;
        };
        return std::find_if(m_batch.names.begin(), m_batch.names.end(), is_it)->seen.by_control;
    }

    // Not one packet came back, from whomever.
    [[nodiscard]] bool is_silent() const
    {
        return !m_round_trip && !m_batch.controls.has_any &&
               std::all_of(m_batch.names.begin(), m_batch.names.end(),
                           [](const AskedName& each) { return each.seen.by_system.empty(); }) &&
               std::none_of(m_batch.silent.begin(), m_batch.silent.end(),
                            [](const SilentQuestion& each) { return each.answer.has_value(); });
    }

    void publish() const
    {
        for (const AskedName& each : m_batch.names) {
            if (each.question.type != DnsType::a) continue;
            const auto kind = classify(each.seen);
            NameAnswer news{.name = each.question.name,
                            .by_system = {},
                            .by_control = each.seen.by_control,
                            .control_says_nxdomain =
                                m_batch.controls.of_question[each.control].nxdomain > 0};
            if (!each.seen.by_system.empty())
                news.by_system = each.seen.by_system.front().addresses;
            news.is_forged = kind == DnsNameClass::bogon || kind == DnsNameClass::bogus ||
                             kind == DnsNameClass::disproven || kind == DnsNameClass::doubled;
            m_context.board.names.publish(std::move(news));
        }
        m_context.board.names.close();
    }

    [[nodiscard]] json::Ref evidence(const DnsSeen& seen) const
    {
        json::Ref names = json::array();
        for (const AskedName& each : m_batch.names)
            if (counts(each)) json::append(names.get(), name_evidence(each));
        json::Ref random = json::array();
        for (std::size_t i = 0; i < seen.random_names.size(); ++i)
            json::append(random.get(), json::object("name", m_batch.random[i].name, "ips",
                                                    shown_list(seen.random_names[i].by_system),
                                                    "control_says_nxdomain",
                                                    seen.random_names[i].control_says_nxdomain));
        return json::object(
            "resolver", shown(system().address), "names", std::move(names), "random",
            std::move(random), "silent_ip", silent_evidence(m_batch.silent), "https_records",
            services_evidence(m_batch.services), "controls",
            controls_evidence(m_section.control_doh, m_batch.controls.replies), "dnssec_works",
            m_signatures.work, "control_rtt_ms", round_trip_ms(), "hold_on_ms", m_hold_on.count());
    }

    [[nodiscard]] std::optional<std::int64_t> round_trip_ms() const
    {
        if (!m_round_trip) return std::nullopt;
        return m_round_trip->count();
    }

    const ScanContext& m_context;
    const DnsSection& m_section;
    const DnsWays& m_ways;
    DnsPlan m_plan;
    Clock::time_point m_end;
    Batch m_batch;
    std::optional<milliseconds> m_round_trip; // to the controls
    milliseconds m_hold_on{0};
    std::size_t m_resolver = 0; // of the system's
    SignaturesSeen m_signatures;
    Questions m_proofs; // handshakes that were to prove a name
};

} // namespace

CheckResult look_at_dns(const ScanContext& context, const DnsWays& ways)
{
    const Basket& basket = context.basket;
    if (!basket.dns || basket.dns->control_doh.empty() || !basket.public_roots_pem ||
        context.egress.system_resolvers().empty())
        return not_configured();
    return Look{context, ways}.run();
}

CheckResult run_dns(const ScanContext& context)
{
    DnsWays ways;
    ways.datagrams = net::datagrams_through(context.egress);
    ways.connections = net::dial_through(context.egress);
    ways.gate = net::gate_through(context.egress);
    // If dns-root-data is not installed, the check does without DNSSEC.
    const auto& anchor = context.basket.dnssec_trust_anchor;
    std::error_code unreadable;
    if (anchor && std::filesystem::is_regular_file(*anchor, unreadable))
        ways.validate = [anchor](const net::IpAddress& resolver, std::span<const std::string> names,
                                 Clock::time_point deadline) {
            return net::validate_dnssec(resolver, *anchor, names, deadline);
        };
    return look_at_dns(context, ways);
}

} // namespace forensics
