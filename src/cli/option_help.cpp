#include "cli/option_help.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"

#include <algorithm>

namespace cli {

namespace {

constexpr OptionHelp k_rows[] = {
    {"", "--config",
     "The configuration to read. Default: the file that $ASSAY_CONFIG names, else "
     "/etc/assay/assay.toml."},
    {"", "--json",
     "One object of JSON in a line, for each row. Default: a table on a terminal, JSON in a pipe."},
    {"", "--dry-run",
     "Say what would be changed, change nothing, and exit with 10. Default: it is changed."},
    {"", "--replace",
     "Put new files in place of edited ones, which are kept as FILE.before. Default: an edited "
     "file "
     "is left, and said."},
    {"", "--root",
     "The folder in which /etc lies, such as that of an image. Default: this machine."},
    {"", "--certificate",
     "The folder of fullchain.pem and privkey.pem. Default: certbot's for the name, if it has one, "
     "else port 80 alone."},
    {"", "--basket",
     "The file that says whom a scan asks and what they must answer. Default: the one that is "
     "installed."},
    {"", "--model", "Ask the model of [llm], too. Default: what code proves, alone."},
    {"", "--transcript",
     "The file to which all that was asked of the model and heard from it is written. Default: it "
     "is not kept."},

    {"setup", "--answers",
     "A file with a line NAME = VALUE for each of the options below, without its dashes. Default: "
     "what no option says is asked at the terminal."},
    {"setup", "--base-url", "The address under which buyers reach this shop: https://HOST."},
    {"setup", "--pay-to", "The account to which buyers pay: 0x and 40 hex digits."},
    {"setup", "--contact", "Where buyers reach the operator: mailto:NAME@HOST or https://..."},
    {"setup", "--rpc-urls",
     "Endpoints of the chain, with commas between them; two or more are best."},
    {"setup", "--facilitator-urls",
     "Facilitators of x402, with commas between them; none leaves rail v1 alone."},
    {"setup", "--anchor",
     "How hashes of results go to the chain: eas, selfsend or off. Unless it is off, a key is made "
     "where there is none."},
    {"setup", "--online",
     "Ask chain and facilitators before anything is written. Default: they are not asked."},

    {"config", "--online",
     "Ask chain, token, facilitators and model besides. Default: files of this machine alone are "
     "looked at."},
    {"config", "--start",
     "Look for nothing but what ends this program at once: assay-api or assay-worker. Default: for "
     "all that hinders a sale."},

    {"render", "--check", "Write nothing, and say what would be written: 0 nothing, 1 something."},
    {"render", "--nginx",
     "The folder for what nginx's site includes. Default: documents alone are written."},
    {"render", "--mcp-server-json",
     "Print server.json for registry.modelcontextprotocol.io, and write nothing. Default: "
     "documents "
     "are written."},
    {"render", "--nginx-log", "The folder of nginx's logs. Default: /var/log/nginx."},

    {"stack", "--run", "The folder for database, sockets, documents and logs. It must be given."},
    {"stack", "--nginx-files",
     "The folder of the project's nginx files. Default: the one that is installed."},
    {"stack", "--limits",
     "Hold clients to nginx's limits, as an installation does. Default: they are not held to "
     "them."},

    {"doctor", "--json",
     "Each look as an object of JSON in a line. Default: sentences on a terminal, JSON in a pipe."},
    {"doctor", "--fix",
     "Give files and folders of the installation their owner and mode, make missing folders, and "
     "close a key file that others can read; then look. Default: nothing is changed."},

    {"jobs", "--state",
     "Those in this state alone, such as awaiting_payment, queued, complete or failed. Default: "
     "all."},
    {"jobs", "--product", "Those of this product alone, such as verify_basic. Default: all."},
    {"jobs", "--last", "At most so many, the newest first. Default: 50."},

    {"payments", "--phase",
     "Those in this phase alone: reserved, settle_sent, settled_unproven, settled or refused. "
     "Default: all."},

    {"credits", "--state", "Those in this state alone: open, refunded or waived. Default: all."},
    {"credits", "--fee",
     "What sending back one credit costs in USDC: those that are worth less are marked. Default: "
     "0.01."},
    {"credits", "--online",
     "Ask the chain first what was sent back already. Needed where a copy was put back, else it "
     "changes nothing."},
    {"credits", "--tx", "The hash of the transaction that paid the credit back. It must be given."},
    {"credits", "--amount",
     "How much USDC it sent back. Needed for a sum that grows, else the amount that is owed."},

    {"db", "--keep",
     "Name the copy by the time, in FOLDER, and delete all such copies but the newest N."},
    {"db", "--to",
     "The file or the postgresql:// URL to which all is moved. It must be empty, and be given."},
    {"db", "--from",
     "The file or the URL from which it is moved. Default: that of the configuration."},

    {"metrics", "--textfile", "The file to replace. Default: standard output."},

    {"reference", "--to",
     "The file for the list of logs. Default: /var/lib/assay/reference/ct_log_list.json."},
    {"reference", "--patient",
     "Where there is no list yet, ask again after 1, 5 and 15 minutes. Default: once."},

    {"scan", "--custom",
     "The hosts to look at, instead of those of the basket. Default: the basket's."},

    {"verify", "--tier",
     "Which critics look: basic, standard or deep. Default: basic; standard with sources or a "
     "model."},
    {"verify", "--source",
     "A file or a page to compare the text with; up to 20 times. Default: the text alone."},

    {"llm", "--anew",
     "Forget what a bench that did not end has measured. Default: it goes on where that one "
     "ended."},
    {"llm", "--replay",
     "Judge the answers of this file of an earlier bench. Default: the model is asked."},
    {"llm", "--judged", "The page on which a person has judged the accounts."},
    {"llm", "--page", "The page to write for a person, or to add to. It must be given."},

    {"synthesize", "--query", "The question. It must be given."},
    {"synthesize", "--brief", "A brief for a decision. Default: a synthesis."},

    {"correlate", "--query", "The question, which stands in the result. Default: a general one."},
    {"correlate", "--timeframe",
     "The time to look at: an interval of ISO 8601 such as 2026-01-01/2026-03-31 or P90D, or an "
     "object of JSON. Default: where both streams have something."},
    {"correlate", "--aggregate",
     "What stands for the values of a step: mean, last, sum or median. Default: mean."},
    {"correlate", "--detrend",
     "What is taken out before the streams are compared: auto, none, linear or diff. Default: "
     "auto."},
    {"correlate", "--alpha",
     "How often chance may look like a relation: 0.001 to 0.2. Default: 0.05."},

    {"verify-artifact", "--service",
     "The shop that sold it, for a JOB_ID. Default: a file is checked without its shop."},
    {"verify-artifact", "--rpc",
     "Endpoints of the chain, with commas between them. Default: https://mainnet.base.org."},
    {"verify-artifact", "--tx",
     "The transaction that carries the hash. Default: the shop says which, or the contract is "
     "asked."},
    {"verify-artifact", "--chain-id", "The chain of the anchor. Default: 8453."},
    {"verify-artifact", "--contract",
     "The contract that timestamps hashes. Default: EAS on Base, "
     "0x4200000000000000000000000000000000000021."},
    {"verify-artifact", "--replay",
     "The recorded answers of the model, with which the analysis is made again. Default: it is not "
     "made again."},
    {"verify-artifact", "--request", "The file of the request; it goes with --replay."},
    {"verify-artifact", "--json", "Each step as an object of JSON. Default: sentences."},
};

} // namespace

std::span<const OptionHelp> option_help()
{
    return k_rows;
}

std::string_view meaning_of_option(const Verb& verb, std::string_view option)
{
    for (const auto name : {verb.name, std::string_view{}}) {
        const auto* const row = std::ranges::find_if(k_rows, [&](const OptionHelp& each) {
            return each.verb == name && each.option == option;
        });
        if (row != std::end(k_rows)) return row->meaning;
    }
    throw base::Fault{base::concat("no meaning of assay ", verb.name, ' ', option)};
}

} // namespace cli
