#include "analysis/forensics/dns.hpp"

#include "analysis/forensics/dns_questions.hpp"
#include "analysis/forensics/dns_rules.hpp"
#include "analysis/forensics/trust.hpp"
#include "net/special_ranges.hpp"

#include <algorithm>
#include <filesystem>
#include <future>

namespace analysis::forensics {

namespace json = base::json;

namespace {

using Clock = std::chrono::steady_clock;
using net::DnsQuestion;
using net::DnsType;
using std::chrono::milliseconds;

constexpr std::uint16_t k_port = 53;
constexpr int k_nxdomain = 3;
constexpr net::DnsTiming k_silent{milliseconds{1500}, milliseconds{0}};
constexpr milliseconds k_control_time{3500};
constexpr milliseconds k_dnssec_time{4000};
constexpr milliseconds k_proof_time{2000};
constexpr milliseconds k_time_to_judge{200};

struct Asked {
    DnsQuestion question;
    net::DnsProbeResult by_system;
    std::size_t control = 0; // index of what the controls said
    DnsNameSeen seen;
};

// Everything that is asked at once.
struct Batch {
    std::vector<Asked> names;
    std::vector<net::DnsProbeResult> silent;
    std::vector<DnsQuestion> random;
    std::vector<net::DnsProbeResult> random_by_system;
    ControlAnswers controls; // of names, then of random names
    std::vector<net::DnssecOutcome> signed_by_system;
    std::vector<net::DnssecOutcome> signed_by_control;
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
        for (Asked& each : m_batch.names) compare(each);
        ask_again();
        prove_others();
        read_dnssec();
        return judge();
    }

private:
    [[nodiscard]] Clock::time_point in(milliseconds time) const
    {
        return std::min(m_end, Clock::now() + time);
    }

    [[nodiscard]] net::Endpoint system() const
    {
        return {m_context.egress.system_resolvers()[m_resolver], k_port};
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
        auto controls = std::async(std::launch::async, [&] {
            return ask_controls(m_ways.connections, *m_context.basket.public_roots_pem,
                                m_section.control_doh, questions, in(k_control_time));
        });
        auto silent = std::async(std::launch::async, [&] { return ask_silent_addresses(); });
        auto by_system = validate_over(m_context.egress.system_resolvers());
        auto by_control = validate_over(m_section.control_udp);
        ask_system(questions);
        m_batch.controls = controls.get();
        m_batch.silent = silent.get();
        m_batch.signed_by_system = by_system.get();
        m_batch.signed_by_control = by_control.get();
    }

    void ask_system(const std::vector<DnsQuestion>& questions)
    {
        std::vector<net::DnsProbe> probes;
        probes.reserve(questions.size());
        for (const DnsQuestion& each : questions) probes.push_back({system(), each});
        auto results = net::probe_dns(m_ways.datagrams, probes, m_ways.timing,
                                      in(m_ways.timing.first + m_ways.timing.hold_on));
        const std::size_t names = m_batch.names.size();
        for (std::size_t i = 0; i < names; ++i) m_batch.names[i].by_system = std::move(results[i]);
        m_batch.random_by_system.assign(
            std::make_move_iterator(results.begin() + static_cast<std::ptrdiff_t>(names)),
            std::make_move_iterator(results.end()));
    }

    // The first name at each of these addresses.
    std::vector<net::DnsProbeResult> ask_silent_addresses() const
    {
        std::vector<net::DnsProbe> probes;
        for (const net::IpAddress& each : m_section.non_resolvers)
            if (!m_plan.names.empty())
                probes.push_back({{each, k_port}, {m_plan.names.front(), DnsType::a}});
        return net::probe_dns(m_ways.datagrams, probes, k_silent, in(k_silent.first));
    }

    std::future<std::vector<net::DnssecOutcome>> validate_over(
        const std::vector<net::IpAddress>& resolvers) const
    {
        return std::async(std::launch::async, [this, &resolvers] {
            if (!m_ways.validate || resolvers.empty()) return std::vector<net::DnssecOutcome>{};
            return m_ways.validate(resolvers.front(), m_plan.signed_names, in(k_dnssec_time));
        });
    }

    static std::vector<DnsNameSeen::Answer> answers_of(const net::DnsProbeResult& result)
    {
        std::vector<DnsNameSeen::Answer> answers;
        for (const auto& each : result.answers)
            answers.push_back({each.reply.rcode, each.reply.addresses, each.reply.extended_error});
        return answers;
    }

    void compare(Asked& asked) const
    {
        const auto& control = m_batch.controls.of_question[asked.control];
        asked.seen.name = asked.question.name;
        asked.seen.by_system = answers_of(asked.by_system);
        asked.seen.by_control = control.addresses;
        asked.seen.controls_with_addresses = control.with_addresses;
    }

    // A lost datagram is no silence, and one NXDOMAIN may be an accident.
    void ask_again()
    {
        std::vector<Asked*> doubtful;
        std::vector<net::DnsProbe> probes;
        const bool is_mute =
            std::all_of(m_batch.names.begin(), m_batch.names.end(),
                        [](const Asked& each) { return each.seen.by_system.empty(); });
        // As the C library does when the first one is down.
        if (is_mute && m_context.egress.system_resolvers().size() > 1) m_resolver = 1;
        for (Asked& each : m_batch.names) {
            const auto& answers = each.seen.by_system;
            const bool is_missing = !answers.empty() && answers.front().rcode == k_nxdomain;
            if (!answers.empty() && !(is_missing && !each.seen.by_control.empty())) continue;
            doubtful.push_back(&each);
            probes.push_back({system(), each.question});
        }
        const auto results =
            net::probe_dns(m_ways.datagrams, probes, m_ways.timing, in(k_silent.first));
        for (std::size_t i = 0; i < results.size(); ++i) {
            DnsNameSeen& seen = doubtful[i]->seen;
            const auto answers = answers_of(results[i]);
            if (seen.by_system.empty())
                seen.by_system = answers;
            else
                seen.says_nxdomain_again = !answers.empty() && answers.front().rcode == k_nxdomain;
        }
    }

    // Other addresses than the controls know: the server that is there proves who it is.
    void prove_others()
    {
        std::vector<Asked*> others;
        std::vector<net::TlsProbe> probes;
        for (Asked& each : m_batch.names) {
            if (classify(each.seen) != DnsNameClass::unproven &&
                classify(each.seen) != DnsNameClass::doubled)
                continue;
            const auto& addresses = each.seen.by_system.front().addresses;
            if (addresses.empty() || !net::is_global(addresses.front())) continue;
            others.push_back(&each);
            probes.push_back({each.question.name, {addresses.front(), 443}});
        }
        if (probes.empty()) return;
        const RootStore roots{*m_context.basket.public_roots_pem};
        const auto results = net::probe_tls(m_ways.connections, probes, in(k_proof_time));
        for (std::size_t i = 0; i < results.size(); ++i)
            others[i]->seen.tls_proof = proof_of(results[i], roots, others[i]->question.name);
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

    // A resolver that hands on no signatures makes everything look bogus: it takes one name that is
    // secure over it to believe that another is not.
    void read_dnssec()
    {
        const auto& outcomes = m_batch.signed_by_system;
        m_dnssec_works =
            std::any_of(outcomes.begin(), outcomes.end(), [](const net::DnssecOutcome& each) {
                return each.state == net::DnssecState::secure;
            });
        for (std::size_t i = 0; m_dnssec_works && i < outcomes.size(); ++i) {
            if (outcomes[i].state != net::DnssecState::bogus) continue;
            mark_bogus(m_plan.signed_names[i],
                       i < m_batch.signed_by_control.size() &&
                           m_batch.signed_by_control[i].state == net::DnssecState::secure);
        }
    }

    void mark_bogus(const std::string& name, bool control_validates)
    {
        for (Asked& each : m_batch.names) {
            if (each.question.name != name || each.question.type != DnsType::a) continue;
            each.seen.is_bogus = true;
            each.seen.control_validates = control_validates;
        }
    }

    // Without a way by IPv6 nothing can be proven there, and nothing need be.
    static bool counts(const Asked& asked)
    {
        if (asked.question.type == DnsType::a) return true;
        const auto kind = classify(asked.seen);
        return kind != DnsNameClass::unproven && kind != DnsNameClass::silent &&
               kind != DnsNameClass::no_reference;
    }

    CheckResult judge()
    {
        DnsSeen seen;
        seen.control_answers = m_batch.controls.has_any;
        seen.dnssec_works = m_dnssec_works;
        for (const Asked& each : m_batch.names)
            if (counts(each)) seen.names.push_back(each.seen);
        for (std::size_t i = 0; i < m_batch.random.size(); ++i) {
            const auto& control = m_batch.controls.of_question[m_batch.names.size() + i];
            const auto answers = answers_of(m_batch.random_by_system[i]);
            seen.random_names.push_back(
                {answers.empty() ? std::vector<net::IpAddress>{} : answers.front().addresses,
                 control.nxdomain > 0 && control.with_addresses == 0});
        }
        for (const net::DnsProbeResult& each : m_batch.silent)
            seen.silent_addresses.push_back(of_silent(each));
        publish();
        CheckResult result = judge_dns(seen);
        result.evidence = evidence(seen);
        return result;
    }

    [[nodiscard]] SilentAddressSeen of_silent(const net::DnsProbeResult& result) const
    {
        if (result.answers.empty()) return {};
        const auto& known = m_batch.names.front().seen.by_control;
        const auto& given = result.answers.front().reply.addresses;
        const bool agrees =
            std::any_of(given.begin(), given.end(), [&](const net::IpAddress& each) {
                return std::find(known.begin(), known.end(), each) != known.end();
            });
        // Without a control to compare with, it is intercepted, and no more can be said.
        return {.has_answered = true, .agrees_with_control = agrees || known.empty()};
    }

    void publish() const
    {
        for (const Asked& each : m_batch.names) {
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

    static json::Ref shown_list(const std::vector<net::IpAddress>& addresses)
    {
        json::Ref out = json::array();
        for (const net::IpAddress& each : addresses)
            json::append(out.get(), json::value(shown(each)));
        return out;
    }

    static std::string_view to_text(TlsProof proof)
    {
        switch (proof) {
        case TlsProof::not_tried: return "not_tried";
        case TlsProof::proven: return "proven";
        case TlsProof::disproven: return "disproven";
        case TlsProof::no_answer: return "no_answer";
        }
        __builtin_unreachable();
    }

    static json::Ref name_evidence(const Asked& asked)
    {
        json::Ref answers = json::array();
        for (const auto& each : asked.by_system.answers)
            json::append(answers.get(), json::object("rcode", each.reply.rcode, "ips",
                                                     shown_list(each.reply.addresses), "ttl_sec",
                                                     each.reply.ttl_sec, "at_ms", each.at.count()));
        return json::object("name", asked.question.name, "type",
                            asked.question.type == DnsType::a ? "A" : "AAAA", "class",
                            forensics::to_text(classify(asked.seen)), "answers", std::move(answers),
                            "doh", shown_list(asked.seen.by_control), "tls_proof",
                            to_text(asked.seen.tls_proof), "dnssec_bogus", asked.seen.is_bogus);
    }

    [[nodiscard]] json::Ref evidence(const DnsSeen& seen) const
    {
        json::Ref names = json::array();
        for (const Asked& each : m_batch.names)
            if (counts(each)) json::append(names.get(), name_evidence(each));
        json::Ref random = json::array();
        for (std::size_t i = 0; i < seen.random_names.size(); ++i)
            json::append(random.get(), json::object("name", m_batch.random[i].name, "ips",
                                                    shown_list(seen.random_names[i].by_system),
                                                    "control_says_nxdomain",
                                                    seen.random_names[i].control_says_nxdomain));
        json::Ref silent = json::array();
        for (std::size_t i = 0; i < seen.silent_addresses.size(); ++i)
            json::append(silent.get(),
                         json::object("ip", shown(m_section.non_resolvers[i]), "answered",
                                      seen.silent_addresses[i].has_answered));
        return json::object("resolver", shown(system().address), "names", std::move(names),
                            "random", std::move(random), "silent_ip", std::move(silent),
                            "dnssec_works", m_dnssec_works);
    }

    const ScanContext& m_context;
    const DnsSection& m_section;
    const DnsWays& m_ways;
    DnsPlan m_plan;
    Clock::time_point m_end;
    Batch m_batch;
    std::size_t m_resolver = 0; // of the system's
    bool m_dnssec_works = false;
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
    // Where dns-root-data is not installed, the check does without DNSSEC.
    const auto& anchor = context.basket.dnssec_trust_anchor;
    std::error_code unreadable;
    if (anchor && std::filesystem::is_regular_file(*anchor, unreadable))
        ways.validate = [anchor](const net::IpAddress& resolver, std::span<const std::string> names,
                                 Clock::time_point deadline) {
            return net::validate_dnssec(resolver, *anchor, names, deadline);
        };
    return look_at_dns(context, ways);
}

} // namespace analysis::forensics
