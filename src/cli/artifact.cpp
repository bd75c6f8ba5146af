#include "cli/artifact.hpp"

#include "base/canonical_json.hpp"
#include "base/concat.hpp"

namespace cli {

namespace json = base::json;
using base::refuse;

base::Result<Artifact, std::string> read_artifact(std::string_view text)
{
    json::Ref read;
    {
        auto parsed = json::parse(text, json::Integers::as_double);
        if (!parsed)
            return refuse(base::concat("is no JSON that we take: ", parsed.error().detail));
        read = std::move(*parsed);
    }
    // An artifact, too, has a member of that name: its shape, as text.
    const json_t* inner_view = json::object_member(read.get(), "artifact");
    const json_t* artifact_view = inner_view != nullptr ? inner_view : read.get();
    const auto job_id_text = json::text_member(artifact_view, "job_id");
    const auto job_id = job_id_text ? value::JobId::parse(*job_id_text) : std::nullopt;
    // Every answer about a job names it; only what is finished says when.
    if (!job_id || !json::text_member(artifact_view, "completed_at"))
        return refuse(std::string{"is neither an artifact nor the envelope of a complete job"});
    const auto bytes = base::canonical_json(artifact_view);
    if (!bytes) return refuse(std::string{"has no canonical form"});
    return Artifact{.job_id = *job_id,
                    .hash = value::Digest{base::sha256(base::bytes_of(*bytes))},
                    .byte_count = bytes->size(),
                    .was_canonical = *bytes == text,
                    .envelope = inner_view != nullptr ? std::move(read) : nullptr};
}

std::optional<value::Digest> stated_hash(const Artifact& artifact)
{
    const auto text = json::text_member(artifact.envelope.get(), "result_hash");
    return text ? value::Digest::parse(*text) : std::nullopt;
}

std::optional<value::TxHash> stated_transaction(const Artifact& artifact)
{
    const json_t* anchor_view = json::object_member(artifact.envelope.get(), "anchor");
    const auto text = json::text_member(anchor_view, "tx_hash");
    return text ? value::TxHash::parse(*text) : std::nullopt;
}

} // namespace cli
