// A wallet in the browser (EIP-1193) as a script plays it: an account with a key of its own, on the
// local chain. Pages of `context` find it as window.ethereum, or by what it announces (EIP-6963).
import { createWalletClient, http as transport, publicActions, toHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { dev_chain } from "./chain.mjs";

const k_binding = "__scripted_wallet";

// Options: atoms of USDC, wei of gas, announced_as (a name; empty: it stands as window.ethereum).
// Returns
//   address
//   asked(method)     how often pages have asked that
//   script            {method: function(params) in the place of the real answer}; an error with a
//                     code is what the page gets; `real(method, params)` answers as usual
//   chain_id          what it says it is on; a page that asks it to switch changes it
//   hold(method)      the next call of it waits: {asked (a promise), release(), real}
export async function scripted_wallet(context, world, options = {}) {
    const { atoms = 100_000_000n, wei = 10n ** 18n, announced_as = "" } = options;
    const { chain } = world;
    const account = privateKeyToAccount(generatePrivateKey());
    await chain.fund(account.address, atoms);
    await chain.client.setBalance({ address: account.address, value: wei });
    const client = createWalletClient({
        account,
        chain: dev_chain(chain.chain_id, chain.url),
        transport: transport(chain.url, { retryCount: 0 }),
        pollingInterval: 50,
    }).extend(publicActions);
    const calls = [];
    const real = async (method, params) => {
        switch (method) {
            case "eth_requestAccounts":
            case "eth_accounts":
                return [account.address];
            case "eth_chainId":
                return toHex(wallet.chain_id);
            case "wallet_switchEthereumChain":
                wallet.chain_id = Number(params[0].chainId);
                return null;
            case "eth_signTypedData_v4":
                return account.signTypedData(typed_data(params, account.address));
            case "eth_sendTransaction": {
                const [{ to, data, value, chainId }] = params;
                if (Number(chainId) !== wallet.chain_id) throw new Error("another chain");
                return client.sendTransaction({ to, data, value: BigInt(value), gas: 500_000n });
            }
            default:
                return client.request({ method, params });
        }
    };
    const wallet = {
        account,
        address: account.address,
        chain_id: chain.chain_id,
        script: {},
        calls,
        asked: (method) => calls.filter((each) => each.method === method).length,
        real,
        hold(method) {
            const held = {};
            let release;
            const released = new Promise((done) => (release = done));
            held.release = release;
            held.asked = new Promise((tell) => {
                wallet.script[method] = async (params) => {
                    delete wallet.script[method];
                    tell(params);
                    await released;
                    return real(method, params);
                };
            });
            return held;
        },
    };
    const binding = `${k_binding}_${account.address}`;
    await context.exposeFunction(binding, async (method, params) => {
        calls.push({ method, params });
        try {
            const scripted = wallet.script[method];
            return { value: await (scripted ? scripted(params) : real(method, params)) };
        } catch (error) {
            return { error: { code: error.code ?? -32603, message: error.message } };
        }
    });
    await context.addInitScript(stand_in_page, { binding, announced_as });
    return wallet;
}

// Runs in the page, before its own scripts.
function stand_in_page({ binding, announced_as }) {
    const provider = {
        request: async ({ method, params }) => {
            const { value, error } = await window[binding](method, params);
            if (error) throw Object.assign(new Error(error.message), { code: error.code });
            return value;
        },
    };
    if (!announced_as) {
        window.ethereum = provider;
        return;
    }
    const info = { uuid: binding, name: announced_as, icon: "data:,", rdns: `test.${binding}` };
    const detail = Object.freeze({ info: Object.freeze(info), provider });
    const announce = () =>
        window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
    window.addEventListener("eip6963:requestProvider", announce);
    announce();
}

// What a person's refusal looks like to a page.
export const rejected = () => {
    throw Object.assign(new Error("User rejected the request."), { code: 4001 });
};

function typed_data([from, text], address) {
    if (from.toLowerCase() !== address.toLowerCase()) throw new Error(`no account ${from}`);
    const { domain, types, primaryType, message } = JSON.parse(text);
    const number = (name) => BigInt(message[name]);
    return {
        domain,
        types: { [primaryType]: types[primaryType] },
        primaryType,
        message: {
            ...message,
            value: number("value"),
            validAfter: number("validAfter"),
            validBefore: number("validBefore"),
        },
    };
}
