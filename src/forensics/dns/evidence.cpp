#include "forensics/dns/evidence.hpp"

namespace forensics {

namespace json = base::json;

DnsNameSeen::Answer answer_of(const net::DnsReply& reply)
{
    return {reply.rcode, reply.addresses, reply.extended_error, reply.is_truncated};
}

std::vector<DnsNameSeen::Answer> answers_of(const net::DnsProbeResult& result)
{
    std::vector<DnsNameSeen::Answer> answers;
    answers.reserve(result.answers.size());
    for (const auto& each : result.answers) answers.push_back(answer_of(each.reply));
    return answers;
}

json::Ref shown_list(const std::vector<net::IpAddress>& addresses)
{
    json::Ref out = json::array();
    for (const net::IpAddress& each : addresses) json::append(out.get(), json::value(shown(each)));
    return out;
}

json::Ref answers_evidence(const net::DnsProbeResult& result)
{
    json::Ref out = json::array();
    for (const auto& each : result.answers)
        json::append(out.get(),
                     json::object("rcode", each.reply.rcode, "ips",
                                  shown_list(each.reply.addresses), "ttl_sec", each.reply.ttl_sec,
                                  "at_ms", each.at.count(), "over_tcp", each.over_tcp));
    return out;
}

json::Ref controls_evidence(const std::vector<ControlDoh>& controls,
                            const std::vector<std::size_t>& replies)
{
    json::Ref out = json::array();
    for (std::size_t i = 0; i < controls.size(); ++i)
        json::append(out.get(), json::object("url", controls[i].url, "replies",
                                             i < replies.size() ? replies[i] : 0));
    return out;
}

std::string_view to_text(TlsProof proof)
{
    switch (proof) {
    case TlsProof::not_tried: return "not_tried";
    case TlsProof::proven: return "proven";
    case TlsProof::disproven: return "disproven";
    case TlsProof::no_answer: return "no_answer";
    }
    __builtin_unreachable();
}

json::Ref name_evidence(const AskedName& asked)
{
    return json::object("name", asked.question.name, "type",
                        asked.question.type == net::DnsType::a ? "A" : "AAAA", "class",
                        to_text(classify(asked.seen)), "answers", answers_evidence(asked.by_system),
                        "doh", shown_list(asked.seen.by_control), "tls_proof",
                        to_text(asked.seen.tls_proof), "dnssec_bogus", asked.seen.is_bogus);
}

} // namespace forensics
