// A node of the chain, asked through JSON-RPC: was this hash stamped, and does that transaction
// carry it? It is chosen by the reader, and nothing that it says is believed beyond its own name.
import { is_object } from "./artifact.js";

/**
 * @typedef {import("./witness.js").Tell} Tell
 * @typedef {object} Question
 * @property {string} url
 * @property {number} chain_id
 * @property {string} contract of the Ethereum Attestation Service; empty: it is not asked
 * @property {string} hash
 * @property {string | null} tx_hash
 * @property {string} sender that the service publishes; empty: none
 */

const k_timeout_ms = 10_000;
const k_get_timestamp = "0xd45c4435"; // getTimestamp(bytes32)
const k_latest_s = 253_402_300_799; // the year 9999
const k_hex = /^0x[0-9a-f]*$/i;

class NoAnswer extends Error {}

/**
 * @param {string} url
 * @param {string} method
 * @param {unknown[]} params
 * @returns {Promise<any>} the result; rejects with NoAnswer
 */
async function call(url, method, params) {
    let answer;
    try {
        const response = await fetch(url, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
            signal: AbortSignal.timeout(k_timeout_ms),
            credentials: "omit",
            redirect: "error",
        });
        answer = await response.json();
    } catch {
        throw new NoAnswer("does not answer, or does not let a page of another origin ask it");
    }
    if (!is_object(answer) || answer.error || !("result" in answer))
        throw new NoAnswer(`refuses ${method}`);
    return answer.result;
}

/**
 * @param {unknown} value
 * @param {string} method
 */
function integer(value, method) {
    const read =
        typeof value === "string" && k_hex.test(value) && value.length > 2
            ? Number(BigInt(value))
            : NaN;
    if (!Number.isSafeInteger(read)) throw new NoAnswer(`gives nonsense for ${method}`);
    return read;
}

/** @param {number} seconds */
const moment = (seconds) => new Date(seconds * 1000).toISOString();

/**
 * @param {Question} question
 * @param {Tell} tell
 */
export async function ask_node(question, tell) {
    try {
        await ask(question, tell);
    } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        tell("no_answer", error.message);
    }
}

/**
 * @param {Question} question
 * @param {Tell} tell
 */
async function ask(question, tell) {
    const { url, chain_id } = question;
    const serves = integer(await call(url, "eth_chainId", []), "eth_chainId");
    if (serves !== chain_id) throw new NoAnswer(`serves chain ${serves}, not ${chain_id}`);
    const head = await call(url, "eth_getBlockByNumber", ["latest", false]);
    if (!is_object(head)) throw new NoAnswer("has no block");
    const number = integer(head.number, "eth_getBlockByNumber");
    const at_s = integer(head.timestamp, "eth_getBlockByNumber");
    const stamped = await stamped_at(question, head.number, tell);
    if (stamped > 0)
        tell("agrees", `says that the attestation service stamped the hash at ${moment(stamped)}`);
    const is_carried = question.tx_hash !== null && (await ask_transaction(question, tell));
    // Anyone may stamp any hash, and the stamp does not keep who did.
    if (stamped > 0 && !is_carried && question.sender)
        tell("unproven", "shows no transaction of the service's that put the hash there");
    if (stamped === 0 && !is_carried)
        tell(
            "not_yet",
            `does not have the hash on chain ${chain_id} as of block ${number} of ` + moment(at_s),
        );
}

/**
 * Seconds since 1970; 0: never, or no such contract is there.
 * @param {Question} question
 * @param {string} block
 * @param {Tell} tell
 */
async function stamped_at({ url, contract, hash }, block, tell) {
    if (!contract) return 0;
    const data = `${k_get_timestamp}${hash.slice(2)}`;
    const word = await call(url, "eth_call", [{ to: contract, data }, block]);
    if (word === "0x") {
        tell("note", `has no contract at ${contract}`);
        return 0;
    }
    const seconds = integer(word, "eth_call");
    if (seconds > k_latest_s) throw new NoAnswer("gives nonsense for eth_call");
    return seconds;
}

/**
 * True when the transaction is in the chain, succeeded, and its calldata holds the hash.
 * @param {Question} question
 * @param {Tell} tell
 */
async function ask_transaction({ url, tx_hash, hash, sender }, tell) {
    const [receipt, sent] = await Promise.all([
        call(url, "eth_getTransactionReceipt", [tx_hash]),
        call(url, "eth_getTransactionByHash", [tx_hash]),
    ]);
    if (!is_object(receipt) || !is_object(sent)) {
        tell("note", `knows no block with the transaction ${tx_hash}`);
        return false;
    }
    if (typeof sent.input !== "string" || !sent.input.toLowerCase().includes(hash.slice(2))) {
        tell("differs", `says that the transaction ${tx_hash} does not carry the hash`);
        return false;
    }
    // A receipt alone may be of a block that the chain has dropped.
    const block = await call(url, "eth_getBlockByNumber", [receipt.blockNumber, false]);
    if (!is_object(block) || block.hash !== receipt.blockHash || receipt.status !== "0x1") {
        tell(
            "note",
            `says that the transaction ${tx_hash} failed, or its block is not in the chain`,
        );
        return false;
    }
    const when = moment(integer(block.timestamp, "eth_getBlockByNumber"));
    tell(
        "agrees",
        `says that the transaction ${tx_hash}, sent by ${sent.from} at ${when}, ` +
            "carries the hash",
    );
    if (sender) tell(...same(sender, sent.from));
    return true;
}

/**
 * An anchor keeps its sender, and services change their keys; but anyone can send a transaction
 * with the hash of what they forged: another sender leaves it undecided.
 * @param {string} published
 * @param {unknown} from
 * @returns {[import("./witness.js").Finding, string]}
 */
function same(published, from) {
    return typeof from === "string" && from.toLowerCase() === published.toLowerCase()
        ? ["agrees", "names the account that the service publishes as its sender"]
        : [
              "unproven",
              `names another sender than the account that the service publishes, ${published}`,
          ];
}
