// What every case starts from: one chain, one facilitator, one stack, and the routes on sale.
import { make_buyer, sign_payment } from "./buyer.mjs";
import { start_chain } from "./chain.mjs";
import { start_facilitator } from "./facilitator.mjs";
import { post } from "./http.mjs";
import { listed_endpoints } from "./purchase.mjs";
import { sample } from "./samples.mjs";
import { k_pay_to, start_stack } from "./stack.mjs";

const k_wallet_atoms = 100_000_000n;

// `overrides`: of the configuration of the first stack; `stacks`: options of every stack.
export async function open_world({ overrides, stacks } = {}) {
    const chain = await start_chain();
    const facilitator = await start_facilitator({ chain });
    const opened = [];
    const open_stack = async (options = {}) => {
        const stack = await start_stack({ chain, facilitator, ...stacks, ...options });
        opened.push(stack);
        return stack;
    };
    // All but the first: a stack that no case uses any more still looks at its chain.
    const close_more = () => Promise.all(opened.splice(1).map((each) => each.stop()));
    const close = async () => {
        await close_more();
        for (const stack of opened) await stack.stop();
        await facilitator.stop();
        await chain.stop();
    };
    try {
        const stack = await open_stack({ overrides });
        const endpoints = await listed_endpoints(stack.base_url);
        const routes = await v2_routes(stack);
        return {
            chain,
            facilitator,
            stack,
            endpoints,
            routes,
            open_stack,
            close_more,
            close,
            logs: () => opened.map((each) => each.log()).join("\n"),
            pay_to: k_pay_to,
            // The route most cases use: the cheapest product whose job runs by itself.
            route: routes.find((each) => each.product === "verify_basic"),
            // A fresh wallet with money.
            async buyer(options = {}) {
                const buyer = make_buyer({ cap: "$10", ...options });
                await chain.fund(buyer.address, options.atoms ?? k_wallet_atoms);
                return buyer;
            },
            // The terms of a route as its 402 tells them.
            terms: async (route) => (await post(route.url, route.sample)).required,
            // Runs `spend` and returns [its result, what `address` paid, what payTo got].
            async money_moved(address, spend) {
                const before = [await chain.balance(address), await chain.balance(k_pay_to)];
                const result = await spend();
                const after = [await chain.balance(address), await chain.balance(k_pay_to)];
                return [result, before[0] - after[0], after[1] - before[1]];
            },
            sign: sign_payment,
        };
    } catch (error) {
        await close();
        throw error;
    }
}

// What `use(world)` returns, with a world of its own, whose logs are told with what goes wrong.
export async function with_world(use, options = {}) {
    const world = await open_world(options);
    try {
        return await use(world);
    } catch (error) {
        error.stack += `\n--- logs of a world of its own\n${world.logs()}`;
        throw error;
    } finally {
        await world.close();
    }
}

// What `stack` sells on rail v2: entries of its manifest with url, path, price and a request.
export async function v2_routes(stack) {
    const endpoints = await listed_endpoints(stack.base_url);
    return endpoints
        .filter((each) => each.metadata.rail === "v2")
        .map((each) => ({
            ...each,
            url: each.resource,
            path: new URL(each.resource).pathname,
            sample: sample(each.product),
            price: BigInt(each.accepts[0].amount),
        }));
}
