// Buyers. `make_buyer` is a fresh wallet with the published clients, unmodified; `sign_payment`
// makes a PAYMENT-SIGNATURE by hand, for everything an honest client would never send.
import { randomBytes } from "node:crypto";
import axios from "axios";
import { wrapAxiosWithPayment, x402Client as AxiosX402Client } from "@x402/axios";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { wrapFetchWithPayment, x402Client } from "@x402/fetch";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

// `cap` raises the default cap of 1 USD a payment ("$10"). `base_fetch` stands in for fetch, for
// tests that look at the traffic.
export function make_buyer({ key = generatePrivateKey(), cap, base_fetch = fetch } = {}) {
    const account = privateKeyToAccount(key);
    const client = new x402Client().register("eip155:*", new ExactEvmScheme(account));
    if (cap) client.setSpendControls({ maxAmountPerPayment: cap });
    const axios_client = new AxiosX402Client().register("eip155:*", new ExactEvmScheme(account));
    return {
        account,
        address: account.address,
        client,
        axios_client,
        fetch: wrapFetchWithPayment(base_fetch, client),
        axios: wrapAxiosWithPayment(axios.create(), axios_client),
    };
}

export const encode_header = (value) => Buffer.from(JSON.stringify(value)).toString("base64");
export const decode_header = (text) => JSON.parse(Buffer.from(text, "base64").toString("utf8"));

const k_types = {
    TransferWithAuthorization: [
        { name: "from", type: "address" },
        { name: "to", type: "address" },
        { name: "value", type: "uint256" },
        { name: "validAfter", type: "uint256" },
        { name: "validBefore", type: "uint256" },
        { name: "nonce", type: "bytes32" },
    ],
};

// A payment payload for the first entry of `terms.accepts` (a decoded PAYMENT-REQUIRED), signed by
// `account`. `authorization` and `accepted` override members before signing, `domain` the EIP-712
// domain; `edit(payload)` may change the finished payload, signature and all.
export async function sign_payment(account, terms, { authorization, accepted, domain, edit } = {}) {
    const requirement = { ...terms.accepts[0], ...accepted };
    const now = Math.floor(Date.now() / 1000);
    const message = {
        from: account.address,
        to: requirement.payTo,
        value: requirement.amount,
        validAfter: "0",
        validBefore: String(now + requirement.maxTimeoutSeconds),
        nonce: `0x${randomBytes(32).toString("hex")}`,
        ...authorization,
    };
    const signature = await account.signTypedData({
        domain: {
            name: requirement.extra.name,
            version: requirement.extra.version,
            chainId: Number(requirement.network.split(":")[1]),
            verifyingContract: requirement.asset,
            ...domain,
        },
        types: k_types,
        primaryType: "TransferWithAuthorization",
        message: {
            ...message,
            value: BigInt(message.value),
            validAfter: BigInt(message.validAfter),
            validBefore: BigInt(message.validBefore),
        },
    });
    const payload = {
        x402Version: 2,
        payload: { authorization: message, signature },
        resource: terms.resource,
        accepted: requirement,
        ...(terms.extensions ? { extensions: terms.extensions } : {}),
    };
    return edit?.(payload) ?? payload;
}
