// The Ethereum Attestation Service where every OP-stack chain has it: published byte code, so that
// an anchor is made and looked up here as it is on Base. Version 1.4.0; timestamps are the same
// three functions as in the predeployed one.
import { createRequire } from "node:module";
import { encodeDeployData, encodeFunctionData } from "viem";
import { receipt_of } from "./receipts.mjs";

export const k_eas = "0x4200000000000000000000000000000000000021";
const k_schema_registry = "0x4200000000000000000000000000000000000020";

const packages = createRequire(import.meta.url);
const artifact = packages(
    "@ethereum-attestation-service/eas-contracts/artifacts/contracts/EAS.sol/EAS.json",
);
export const eas_abi = artifact.abi;

// Puts the contract at its address. A call that would create it answers with its code, immutables
// filled in, and costs neither a block nor a nonce.
export async function put_eas(client) {
    const { data } = await client.call({
        data: encodeDeployData({ ...artifact, args: [k_schema_registry] }),
    });
    await client.setCode({ address: k_eas, bytecode: data });
}

// What a stranger does with the contract; `fields.from` defaults to a dev account that no other pays from.
//   submit(hashes, fields)  one multiTimestamp, its transaction hash; `fields` of the transaction
//   stamp(hashes, fields)   likewise, its receipt
//   time_of(hash)           bigint, seconds; 0n when never stamped
//   stamps(filter)          Timestamped logs: {args: {data, timestamp}, transactionHash, ...}
export function eas(chain) {
    const { client } = chain;
    const contract = { address: k_eas, abi: eas_abi };
    const submit = async (hashes, fields = {}) => {
        const [, from] = await client.request({ method: "eth_accounts" });
        const data = encodeFunctionData({
            abi: eas_abi,
            functionName: "multiTimestamp",
            args: [hashes],
        });
        return client.request({
            method: "eth_sendTransaction",
            params: [{ from, to: k_eas, data, ...fields }],
        });
    };
    return {
        submit,
        stamp: async (hashes, fields) => receipt_of(client, await submit(hashes, fields)),
        time_of: (hash) =>
            client.readContract({ ...contract, functionName: "getTimestamp", args: [hash] }),
        stamps: (filter = {}) =>
            client.getContractEvents({
                ...contract,
                eventName: "Timestamped",
                args: filter,
                fromBlock: 0n,
            }),
    };
}
