#include "cli/verbs.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "config/suggest.hpp"

#include <algorithm>
#include <iostream>
#include <vector>

namespace cli {

namespace {

constexpr Verb k_verbs[] = {
    {"setup",
     "setup [--answers FILE] [--base-url URL] [--pay-to ADDRESS] [--contact URL] [--rpc-urls URLS] "
     "[--facilitator-urls URLS] [--anchor MODE] [--certificate FOLDER] [--replace] [--online] "
     "[--root DIR] [--dry-run]",
     "ask at a terminal what is not said, write the configuration, the site and the key of "
     "anchors, "
     "check them (--online: first by chain and facilitator), and say what is to be done next; a "
     "line of the file of "
     "answers is an option without its dashes: pay-to = 0x...",
     run_setup,
     {"setup", "setup --answers answers.txt --root /mnt/image"}},
    {"config",
     "config check [--online | --start PROGRAM] | show | init | ip-deny   [--config FILE]",
     "find all that keeps a program from starting or a product from being sold, a line each with "
     "its "
     "place: 0 good, 2 not (--start assay-api or assay-worker: only what ends that program, and "
     "nothing is asked; with --online: do chain, token, facilitator and model agree?); show what "
     "is in effect, print a file to begin with, or a drop-in of "
     "the worker's unit that denies what is not public",
     run_config,
     {"config check --online", "config show"}},
    {"render",
     "render [--check | --mcp-server-json] [--nginx DIR [--nginx-log DIR]] [--config FILE]",
     "write the documents that nginx serves; --check only compares, --mcp-server-json prints what "
     "a registry of MCP servers takes",
     run_render,
     {"render --check", "render --mcp-server-json"}},
    {"stack",
     "stack --run DIR [--nginx-files DIR] [--limits] [--config FILE]",
     "run nginx, the pools and the worker in the foreground, everything below DIR",
     run_stack,
     {"stack --run ./run --limits", "stack --run ./run --config ./assay.toml"}},
    {"status",
     "status [--json] [--config FILE]",
     "one screen: worker, money of today, what is owed, lanes, the world outside, anchors, disk, "
     "certificate, units, alarms: 0 ok, 5 degraded, 1 down",
     run_status,
     {"status", "status --json"}},
    {"doctor",
     "doctor [--json] [--fix [--dry-run]] [--config FILE]",
     "whether this installation is fit to sell: files and rights, name, certificate and routes as "
     "buyers find them, clock, chain, facilitators, model, worker, alarms; and what to do about "
     "each thing that is not in order; --fix: first, as root, owner and mode of what the "
     "installation keeps, and folders that are missing",
     run_doctor,
     {"doctor", "doctor --fix --dry-run"}},
    {"site",
     "site HOST [--certificate FOLDER] [--replace] [--root DIR] [--dry-run]",
     "give nginx's site its name and its certificate (certbot's, or the folder's; none: port 80 "
     "alone, with certbot's webroot), and say what is to be done next; what was edited is left, or "
     "with --replace kept as a copy; below DIR for an image",
     run_site,
     {"site api.example.org", "site api.example.org --certificate /etc/ssl/assay"}},
    {"jobs",
     "jobs [list] [--state WORD] [--product KEY] [--last N] [--json] | show JOB_ID [--json]   "
     "[--config FILE]",
     "what was sold and what became of it, the newest first; one job with its payment, credits and "
     "anchor",
     run_jobs,
     {"jobs --state failed --last 20", "jobs show job_01m3250v0039abcdefghjkmnpq --json"}},
    {"payments",
     "payments [list] [--phase WORD] [--json] | show JOB_ID [--json] | reconcile JOB_ID | "
     "recheck JOB_ID   [--config FILE]",
     "what was paid and what is still open",
     run_payments,
     {"payments --phase settle_sent", "payments show job_01m3250v0039abcdefghjkmnpq"}},
    {"credits",
     "credits [list] [--state WORD] [--json] | plan [--fee USDC] [--online] [--json] | "
     "refunded CREDIT --tx HASH [--amount USDC] [--dry-run] | waive CREDIT [--dry-run]   "
     "[--config FILE]",
     "what is owed to whom: all of it, what is to be sent back now (--online: first ask the chain "
     "what was, which a copy that was put back does not know), and what was paid back",
     run_credits,
     {"credits plan", "credits waive 7"}},
    {"anchor",
     "anchor status [--json] | address | retry | flush   [--config FILE]",
     "what waits for the chain, who pays for it; go on after the key was used elsewhere",
     run_anchor,
     {"anchor status", "anchor flush"}},
    {"key",
     "key new anchor FILE",
     "make the key of the account that pays for anchors, and print its address",
     run_key,
     {"key new anchor /etc/assay/credentials/anchor_key", "key new anchor ./anchor_key"}},
    {"db",
     "db check | migrate | backup FILE [--dry-run] | backup --keep N FOLDER [--dry-run] | "
     "restore FILE [--dry-run] | move [--from STORE] --to STORE   [--config FILE]",
     "whether jobs, payments and credits agree, and the file is whole; the schema of this version, "
     "which a server gets by nothing else; a checked and compressed "
     "copy while everything runs (--keep: named by the time, all but the newest N go), and one put "
     "back while nothing does; move: all of it to a file or a postgresql:// URL, which must be "
     "empty, from that of the configuration or --from, which is closed then",
     run_db,
     {"db check", "db backup --keep 14 /var/backups/assay"}},
    {"metrics",
     "metrics [--textfile FILE]   [--config FILE]",
     "sales, money, queue, alarms and what else is worth a graph, as Prometheus reads it; "
     "--textfile: into a file for node_exporter, whole or not at all",
     run_metrics,
     {"metrics", "metrics --textfile ./assay.prom"}},
    {"reference",
     "reference update [--to FILE] [--patient] | check [--basket FILE] [--config FILE]",
     "fetch the list of certificate transparency logs, signed by its publisher (--patient: where "
     "there is none yet, again after 1, 5 and 15 minutes); look which entries "
     "of the basket fail night after night: 0 none, 5 some, 3 no verdict",
     run_reference,
     {"reference update", "reference check --basket ./basket.json"}},
    {"scan",
     "scan [--basket FILE] [--custom HOST...]",
     "this host's network, as a scan sees it: 0 OK, 5 WARN, 1 CRITICAL, 3 INCONCLUSIVE",
     run_scan,
     {"scan", "scan --custom example.org www.example.org"}},
    {"verify",
     "verify [--tier TIER] [--source FILE | URL]... [--model [--transcript FILE] [--config FILE]] "
     "FILE | URL | -",
     "a text of your own, as a buyer's is verified, beside at most 20 sources if there are any "
     "(not in the tier basic) and with the model of [llm]; each a file of text, PDF (pdftotext) or "
     "DOCX (docx2txt), or a page's URL: 0 PASS, 5 CAUTION, 1 FAIL, 6 UNDISPUTED, 3 INCONCLUSIVE",
     run_verify,
     {"verify report.pdf",
      "verify --tier deep --source figures.txt --source https://example.org/report draft.txt"}},
    {"llm",
     "llm check | bench [SET...] [--anew | --replay FILE] | bench account (SET... [--anew | "
     "--replay FILE] | --judged FILE) --page FILE | capacity | controls   [--config FILE]",
     "whether the model of [llm] does what a review asks of it: 0 yes, 1 no, 3 no answer; how "
     "often it is right and wrong in texts whose errors are known, and the level that follows; a "
     "page on which you judge its accounts of about 40 topics, 5 sentences each, and their record; "
     "how many orders an hour a shop does with it; the sentences that try a model, for a simulated "
     "one",
     run_llm,
     {"llm check", "llm bench"}},
    {"synthesize",
     "synthesize --query TEXT [--brief] [--model [--transcript FILE] [--config FILE]] FILE...",
     "what texts of your own have nearest to a question, and on what they differ, with an account "
     "that the model of [llm] edits from their lines: 0 CORROBORATED, 5 differing, alone or not "
     "sure, 3 INSUFFICIENT",
     run_synthesize,
     {"synthesize --query \"When does the bridge open?\" a.txt b.txt",
      "synthesize --brief --query \"When does the bridge open?\" a.txt b.txt"}},
    {"correlate",
     "correlate [--query TEXT] [--timeframe FRAME] [--aggregate HOW] [--detrend HOW] [--alpha P] "
     "FILE FILE",
     "whether two streams (CSV or JSON) move together: 0 judged, 3 too little to judge by",
     run_correlate,
     {"correlate sales.csv visits.csv", "correlate --alpha 0.01 a.json b.json"}},
    {"verify-artifact",
     "verify-artifact FILE | URL | JOB_ID --service URL   [--rpc URL[,URL]] [--tx HASH] "
     "[--chain-id N] [--contract ADDRESS] [--replay TRANSCRIPT --request FILE] [--json]",
     "whether a result is what was sold and anchored: 0 yes, 1 no, 3 no answer, 4 not yet "
     "anchored, "
     "5 undecided",
     run_verify_artifact,
     {"verify-artifact result.json",
      "verify-artifact job_01m3250v0039abcdefghjkmnpq --service https://api.example.org"}},
    {"manual",
     "manual DIR",
     "write the pages of the manual and the completion of bash below DIR, such as /usr/share",
     run_manual,
     {"manual /usr/share", "manual ./out"}},
    {"version", "version", "print the version", run_version, {"version"}},
    {"help",
     "help [VERB | alarms]",
     "this list, one verb, or what each alarm means",
     run_help,
     {"help verify", "help alarms"}},
};

} // namespace

std::span<const Verb> verbs()
{
    return k_verbs;
}

const Verb& verb_named(std::string_view name)
{
    for (const auto& verb : k_verbs)
        if (verb.name == name) return verb;
    throw base::Fault{base::concat("no verb ", name)};
}

Exit complain_usage(const Verb& verb, std::string_view message)
{
    std::cerr << "assay " << verb.name << ": " << message << "\nusage: assay " << verb.usage
              << '\n';
    return Exit::usage;
}

Exit run(Words words)
{
    if (words.empty()) {
        static_cast<void>(run_help({}));
        return Exit::usage;
    }
    // It belongs behind the verb, and many write it in front.
    if (words.front().starts_with("--config")) {
        const std::size_t own = words.front() == "--config" ? 2 : 1;
        if (words.size() > own) {
            std::vector<std::string_view> turned{words.begin() + static_cast<std::ptrdiff_t>(own),
                                                 words.end()};
            turned.insert(turned.end(), words.begin(),
                          words.begin() + static_cast<std::ptrdiff_t>(own));
            return run(turned);
        }
    }
    auto name = words.front();
    if (name == "--help" || name == "-h") name = "help";
    if (name == "--version") name = "version";
    std::vector<std::string_view> names;
    for (const auto& verb : k_verbs) {
        const auto rest = words.subspan(1);
        if (verb.name == name && std::ranges::count(rest, std::string_view{"--help"}) > 0)
            return run_help(std::span{&verb.name, 1});
        if (verb.name == name) return verb.run(rest);
        names.push_back(verb.name);
    }
    std::cerr << "assay: unknown verb " << config::printable(name)
              << config::suggestion(name, names) << "\n`assay help` lists the verbs.\n";
    return Exit::usage;
}

} // namespace cli
