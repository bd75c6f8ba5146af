// Payments that are not what the terms ask for: refused here, before a facilitator is asked.
import assert from "node:assert/strict";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { names_no_job } from "../lib/checks.mjs";
import { post } from "../lib/http.mjs";
import { k_usdc } from "../lib/chain.mjs";

const k_stranger = "0x000000000000000000000000000000000000dEaD";
const k_curve_order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const now = () => Math.floor(Date.now() / 1000);
const amount = (terms, difference) => String(BigInt(terms.accepts[0].amount) + difference);
const seconds_from_now = (seconds) => String(now() + seconds);

// Each makes one payload: `s` signs with the changes it is given. The word is what
// PAYMENT-REQUIRED.error says.
const k_tampered = [
    [
        "one atom less",
        "invalid_exact_evm_payload_authorization_value_mismatch",
        (s, terms) =>
            s({
                authorization: { value: amount(terms, -1n) },
                accepted: { amount: amount(terms, -1n) },
            }),
    ],
    [
        "one atom less, though the accepted terms are right",
        "invalid_exact_evm_payload_authorization_value_mismatch",
        (s, terms) => s({ authorization: { value: amount(terms, -1n) } }),
    ],
    [
        "one atom more",
        "invalid_exact_evm_payload_authorization_value_mismatch",
        (s, terms) =>
            s({
                authorization: { value: amount(terms, 1n) },
                accepted: { amount: amount(terms, 1n) },
            }),
    ],
    [
        "another payTo",
        "invalid_exact_evm_recipient_mismatch",
        (s) =>
            s({
                authorization: { to: k_stranger },
                accepted: { payTo: k_stranger },
            }),
    ],
    [
        "another payTo, though the accepted terms are right",
        "invalid_exact_evm_recipient_mismatch",
        (s) => s({ authorization: { to: k_stranger } }),
    ],
    [
        "another network",
        "invalid_exact_evm_network_mismatch",
        (s) => s({ accepted: { network: "eip155:84532" } }),
    ],
    [
        "another network only in the accepted terms",
        "invalid_exact_evm_network_mismatch",
        (s) => s({ accepted: { network: "eip155:84532" }, domain: { chainId: 8453 } }),
    ],
    [
        "another network only in the signed domain",
        "invalid_exact_evm_signature",
        (s) => s({ domain: { chainId: 84532 } }),
    ],
    ["another asset", "invalid_payment_requirements", (s) => s({ accepted: { asset: k_stranger } })],
    [
        "another asset only in the accepted terms",
        /asset|requirements/,
        (s) => s({ accepted: { asset: k_stranger }, domain: { verifyingContract: k_usdc } }),
    ],
    [
        "another asset only in the signed domain",
        "invalid_exact_evm_signature",
        (s) => s({ domain: { verifyingContract: k_stranger } }),
    ],
    ["another scheme", /scheme/, (s) => s({ accepted: { scheme: "upto" } })],
    [
        "another token name in the signed domain",
        "invalid_exact_evm_signature",
        (s) => s({ domain: { name: "USDC" } }),
    ],
    [
        "expired",
        "invalid_exact_evm_payload_authorization_valid_before",
        (s) => s({ authorization: { validBefore: seconds_from_now(-10) } }),
    ],
    [
        "about to expire",
        "invalid_exact_evm_payload_authorization_valid_before",
        (s) => s({ authorization: { validBefore: seconds_from_now(12) } }),
    ],
    [
        "not valid yet",
        "invalid_exact_evm_payload_authorization_valid_after",
        (s) => s({ authorization: { validAfter: seconds_from_now(120) } }),
    ],
    [
        "changed after signing",
        "invalid_exact_evm_signature",
        (s) =>
            s({
                edit: (payload) => {
                    payload.payload.authorization.validBefore = seconds_from_now(200);
                },
            }),
    ],
    [
        "somebody else's wallet as payer",
        "invalid_exact_evm_signature",
        (s) =>
            s({
                edit: (payload) => {
                    payload.payload.authorization.from = k_stranger;
                },
            }),
    ],
    [
        "the other of the two signatures (high s)",
        "invalid_exact_evm_signature",
        (s) => s({ edit: with_high_s }),
    ],
    [
        "made for another route",
        /resource|requirements/i,
        (s, terms) =>
            s({
                edit: (payload) => {
                    payload.resource = {
                        ...terms.resource,
                        url: terms.resource.url.replace(/[^/]+$/, "other"),
                    };
                },
            }),
    ],
];

// All else is right, and the signature is another's: it may be that of a smart wallet's one owner, which
// only a facilitator can tell.
const k_may_be_an_owners = [
    "another network only in the signed domain",
    "another asset only in the signed domain",
    "another token name in the signed domain",
    "somebody else's wallet as payer",
    "changed after signing",
];

export default function (test) {
    for (const [name, word, make] of k_tampered) {
        const asks = k_may_be_an_owners.includes(name);
        const who = asks ? "a facilitator once" : "no facilitator";
        test(`${name} is 402, costs nothing and asks ${who}`, async (world) => {
            const { route } = world;
            const buyer = await world.buyer();
            const terms = await world.terms(route);
            const payment = await make(
                (changes) => world.sign(buyer.account, terms, changes),
                terms,
            );
            const [answer, spent] = await world.money_moved(buyer.address, () =>
                post(route.url, route.sample, { payment }),
            );
            assert.equal(answer.status, 402, answer.text);
            assert.deepEqual(answer.required.accepts, terms.accepts);
            if (word instanceof RegExp) assert.match(answer.required.error, word);
            else assert.equal(answer.required.error, word);
            assert.equal(answer.json.error, answer.required.error);
            names_no_job(answer);
            assert.equal(spent, 0n);
            const called = world.facilitator.calls().map(({ operation }) => operation);
            assert.deepEqual(called, asks ? ["verify"] : []);
        });
    }

    test("addresses and hex in lower case are accepted", async (world) => {
        await accepts(world, (payload) =>
            JSON.parse(
                JSON.stringify(payload).replace(/0x[0-9a-fA-F]{40,}/g, (hex) => hex.toLowerCase()),
            ),
        );
    });

    test("a payload may lack resource and extensions and have more members", async (world) => {
        await accepts(world, ({ resource, extensions, ...rest }) => rest);
        await accepts(world, (payload) => ({
            ...payload,
            memo: { a: [1] },
            payload: { ...payload.payload, memo: 1 },
        }));
    });

    test("a clock 3 s ahead is tolerated", async (world) => {
        const buyer = await world.buyer();
        const payment = await world.sign(buyer.account, await world.terms(world.route), {
            authorization: { validAfter: seconds_from_now(3) },
        });
        // Ours lets it pass; whether the money moves is the facilitator's and the chain's affair.
        const answer = await post(world.route.url, world.route.sample, { payment });
        assert.ok([202, 402].includes(answer.status), answer.text);
        assert.equal(world.facilitator.calls("verify").length, 1);
    });

    test("an empty wallet is 402, and the header is good once it has money", async (world) => {
        const { route } = world;
        const buyer = await world.buyer({ atoms: 0n });
        const payment = await world.sign(buyer.account, await world.terms(route));
        const poor = await post(route.url, route.sample, { payment });
        assert.equal(poor.status, 402, poor.text);
        assert.equal(poor.payment.success, false);
        assert.equal(poor.payment.transaction, "");
        assert.equal(poor.payment.errorReason, "invalid_exact_evm_insufficient_balance");
        assert.equal(poor.required.error, poor.payment.errorReason);
        assert.equal(world.facilitator.calls("settle").length, 0);
        await world.chain.fund(buyer.address, route.price);
        const sold = await post(route.url, route.sample, { payment });
        assert.equal(sold.status, 202, sold.text);
    });

    test("an authorization that was cancelled on the chain buys nothing", async (world) => {
        const { route, chain } = world;
        const account = privateKeyToAccount(generatePrivateKey());
        await chain.fund(account.address, route.price);
        const payment = await world.sign(account, await world.terms(route));
        await cancel(chain, account, payment.payload.authorization.nonce);
        const answer = await post(route.url, route.sample, { payment });
        assert.equal(answer.status, 402, answer.text);
        assert.equal(answer.required.error, "invalid_exact_evm_nonce_already_used");
    });
}

async function accepts(world, edit) {
    const buyer = await world.buyer();
    const payment = await world.sign(buyer.account, await world.terms(world.route), { edit });
    const answer = await post(world.route.url, world.route.sample, { payment });
    assert.equal(answer.status, 202, answer.text);
}

function with_high_s(payload) {
    const signature = payload.payload.signature.slice(2);
    const s = (k_curve_order - BigInt(`0x${signature.slice(64, 128)}`))
        .toString(16)
        .padStart(64, "0");
    const v = signature.slice(128) === "1b" ? "1c" : "1b";
    payload.payload.signature = `0x${signature.slice(0, 64)}${s}${v}`;
}

// The payer signs a cancellation; any account may send it.
async function cancel(chain, account, nonce) {
    const signature = await account.signTypedData({
        domain: {
            name: "USD Coin",
            version: "2",
            chainId: chain.chain_id,
            verifyingContract: k_usdc,
        },
        types: {
            CancelAuthorization: [
                { name: "authorizer", type: "address" },
                { name: "nonce", type: "bytes32" },
            ],
        },
        primaryType: "CancelAuthorization",
        message: { authorizer: account.address, nonce },
    });
    await chain.send("cancelAuthorization", [account.address, nonce, signature]);
}
