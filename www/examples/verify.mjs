// A result against the chain, with viem and canonicalize: node verify.mjs JOB_URL RPC_URL
import canonicalize from "canonicalize";
import { createPublicClient, http, parseAbi, sha256, stringToHex } from "viem";

const [job_url, rpc_url] = process.argv.slice(2);
const { artifact, result_hash, anchor } = await (await fetch(job_url)).json();
const hash = sha256(stringToHex(canonicalize(artifact)));
if (hash !== result_hash) throw new Error("the service says another hash");
const chain = createPublicClient({ transport: http(rpc_url) });
const stamped = await chain.readContract({
    address: "0x4200000000000000000000000000000000000021",
    abi: parseAbi(["function getTimestamp(bytes32) view returns (uint64)"]),
    functionName: "getTimestamp",
    args: [hash],
});
if (stamped > 0n) {
    console.log(hash, new Date(Number(stamped) * 1000).toISOString());
} else {
    // Method selfsend: the hash is in the calldata of a transaction.
    if (!anchor.tx_hash) throw new Error("not anchored yet");
    const { status } = await chain.getTransactionReceipt({ hash: anchor.tx_hash });
    const { input } = await chain.getTransaction({ hash: anchor.tx_hash });
    if (status !== "success" || !input.includes(hash.slice(2))) throw new Error("not anchored there");
    console.log(hash, anchor.tx_hash);
}
