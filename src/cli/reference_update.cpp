#include "cli/reference_update.hpp"

#include "base/fd.hpp"
#include "forensics/ct/log_list.hpp"
#include "forensics/ct/log_list_signature.hpp"

#include <filesystem>
#include <optional>

namespace cli {

namespace {

using forensics::k_max_log_list_bytes;

constexpr std::chrono::seconds k_connect_time{10};
constexpr std::chrono::seconds k_fetch_time{60};
constexpr std::size_t k_max_signature_bytes = 4096;
constexpr unsigned k_log_list_file_mode = 0644;

std::optional<std::string> fetch(net::HttpClient& http, const std::string& url, std::size_t most)
{
    net::HttpRequest request;
    request.url = url;
    request.connect_timeout = k_connect_time;
    request.total_timeout = k_fetch_time;
    request.response_limit = most;
    auto answer = http.send(request);
    if (!answer || answer->status != 200) return std::nullopt;
    return std::move(answer->body);
}

// What is there now; nullopt when there is nothing, or nothing that is a list.
std::optional<std::string> current_text(const std::string& path)
{
    std::error_code absent;
    const auto size = std::filesystem::file_size(path, absent);
    if (absent || size > k_max_log_list_bytes) return std::nullopt;
    return base::read_file(path, k_max_log_list_bytes);
}

} // namespace

std::string_view to_text(ReferenceUpdate outcome)
{
    switch (outcome) {
    case ReferenceUpdate::replaced: return "replaced";
    case ReferenceUpdate::unchanged: return "unchanged";
    case ReferenceUpdate::no_answer: return "the publisher does not answer";
    case ReferenceUpdate::bad_signature: return "the signature is not the publisher's";
    case ReferenceUpdate::unreadable: return "signed, but not a list of logs as we know it";
    case ReferenceUpdate::too_few_operators: return "the list has fewer than four operators";
    case ReferenceUpdate::older: return "the list is older than the one at hand";
    }
    __builtin_unreachable();
}

ReferenceUpdate update_log_list(net::HttpClient& http, const ReferenceSource& source,
                                const std::string& path)
{
    using enum ReferenceUpdate;
    namespace forensics = forensics;
    const auto text = fetch(http, source.list_url, k_max_log_list_bytes);
    const auto signature =
        text ? fetch(http, source.signature_url, k_max_signature_bytes) : std::nullopt;
    if (!text || !signature) return no_answer;
    if (!forensics::is_signed(*text, *signature, source.key_pem)) return bad_signature;

    const auto fetched = forensics::parse_ct_log_list(*text);
    if (!fetched) return unreadable;
    const auto old_text = current_text(path);
    if (old_text == text) return unchanged;
    // A broken file at its place is not a reason to stay without a list.
    const auto old_list = forensics::parse_ct_log_list(old_text.value_or(""));
    const auto* const known = old_list ? &*old_list : nullptr;
    if (const auto refusal = forensics::refuse_replacement(*fetched, known))
        return *refusal == forensics::CtLogListReplaceRefusal::older ? older : too_few_operators;
    if (old_text) base::replace_file(path + ".previous", *old_text, k_log_list_file_mode);
    base::replace_file(path, *text, k_log_list_file_mode);
    return replaced;
}

ReferenceUpdate update_until_there(const std::function<ReferenceUpdate()>& update,
                                   const std::function<bool()>& is_there,
                                   const std::function<void(std::chrono::minutes)>& rest)
{
    constexpr std::chrono::minutes k_pauses[] = {std::chrono::minutes{1}, std::chrono::minutes{5},
                                                 std::chrono::minutes{15}};
    ReferenceUpdate outcome = update();
    for (const auto pause : k_pauses) {
        if (is_there()) break;
        rest(pause);
        outcome = update();
    }
    return outcome;
}

} // namespace cli
