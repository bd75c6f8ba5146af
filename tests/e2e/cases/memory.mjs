// Bodies that are small on the wire and large once they are read. No process of a pool grows by
// them beyond what its unit grants, what it took goes back, and who pays is served meanwhile.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { problem } from "../lib/checks.mjs";
import { post, request } from "../lib/http.mjs";
import { programs, twin_programs } from "../lib/paths.mjs";
import { eventually } from "../lib/process.mjs";
import { await_job, listed_endpoints, payer } from "../lib/purchase.mjs";
import { k_no_payment, samples } from "../lib/samples.mjs";

export const uses = "processors";

const k_at_once = 16;
const k_most_mib = 200; // the pools' units have MemoryMax=512M
// What a process may have gained in the end: statements and pages of SQLite, 4 MB; and what each
// thread's cache of small freed blocks pins, a page for each at worst. Runs end 6 to 25 MB up.
const k_kept_mib = 40;
const k_sample_every_ms = 25; // for what is told; the kernel keeps the peak

// Each makes a body of at most `size` bytes, nearly all of it hostile.
const k_kinds = {
    objects: (size) => repeated(size, "[", "{},", "{}]"),
    arrays: (size) => repeated(size, "[", "[],", "[]]"),
    nested: (size) => repeated(size, '{"payload":[', `${nest(20)},`, `${nest(20)}]}`),
    numbers: (size) => repeated(size, '{"payload":[', "1,", "1]}"),
    reals: (size) => repeated(size, '{"payload":[', "1.5,", "1.5]}"),
    texts: (size) => repeated(size, '{"payload":[', '"",', '""]}'),
    keys: (size) => keys(size),
    // Values before what is not JSON have been built when it is met.
    cut: (size) => repeated(size, "[", "{},", "{"),
    taken: (size) => just_taken(size),
    escapes: (size) => repeated(size, '{"payload":"', "\\u0001", '"}'),
};

export default function (test) {
    // The second time with the bodies of 6 MiB, and trees of 64, that products to come may bring.
    for (const [size, program_dir] of Object.entries({ today: programs, most: twin_programs })) {
        test(`hostile bodies (${size}): no process passes 200 MB`, (world) =>
            attack(world, program_dir), { timeout_ms: 600_000, takes_s: 60 });
    }
}

async function attack(world, program_dir) {
    const stack = await world.open_stack({ program_dir });
    const buys = async () => {
        const { send } = await payer(world, stack);
        const { json } = await send();
        assert.equal((await await_job(stack.base_url, json.job_id)).json.status, "complete");
    };
    await buys();
    const pids = stack.children("assay-api").map(({ pid }) => pid);
    const at_start = Math.max(...pids.map((pid) => memory(pid).rss));
    const routes = await hostile_routes(world, stack);
    assert.ok(routes.length >= world.routes.length + 2, "a route is missing");

    const figures = [];
    for (const [turn, route] of routes.entries()) {
        const watch = watch_memory(pids);
        const told = {};
        for (const [number, make] of Object.values(k_kinds).entries()) {
            const body = make(route.size);
            assert.ok(body.length <= route.size && body.length > route.size - 300);
            // Each kind comes with each payment, on one route or another.
            const payment = route.payments[(turn + number) % route.payments.length];
            const [answers] = await Promise.all([at_once(route.url, body, payment), buys()]);
            for (const answer of answers) {
                refused(answer);
                told[answer.status] = (told[answer.status] ?? 0) + 1;
            }
        }
        figures.push({ path: route.path, ...watch.stop(), told: JSON.stringify(told) });
    }
    await buys();
    assert.deepEqual(
        stack.children("assay-api").map(({ pid }) => pid),
        pids,
        "a process ended",
    );
    const peak = Math.max(...pids.map((pid) => memory(pid).peak));
    for (const { path, highest, told } of figures) {
        console.log(`      ${path}: highest RSS ${highest} MB (${told})`);
    }
    console.log(`      at start ${at_start} MB, highest ever ${peak} MB`);
    assert.ok(peak < k_most_mib, `${peak} MB`);
    const after = () => Math.max(...pids.map((pid) => memory(pid).rss));
    console.log(`      afterwards ${after()} MB`);
    await eventually("memory goes back", () => after() <= at_start + k_kept_mib);
    await stack.stop();
}

function repeated(size, begin, part, end) {
    return begin + part.repeat((size - begin.length - end.length) / part.length) + end;
}

// As many objects as are built, and text.
function just_taken(size) {
    const count = Math.floor((0.99 * tree_bytes(size)) / 248);
    const begin = `{"payload":7,"more":[${"{},".repeat(count)}{}],"text":"`;
    return repeated(size, begin, "x", '"}');
}

// The largest tree of a route with bodies of `size`: verify_basic_twin's, or any other's.
const tree_bytes = (size) => (size > 6_000_000 ? 64 * 1024 * 1024 : 256 * 1024);

const nest = (depth) => "[".repeat(depth) + "]".repeat(depth);

function keys(size) {
    const parts = [];
    for (let i = 0, length = 2; ; ++i) {
        const part = `"${i.toString(36)}":1`;
        length += part.length + 1;
        if (length > size) return `{${parts.join()}}`;
        parts.push(part);
    }
}

// Every route that sells, with the largest body that it takes and how it is asked: unpaid, with
// what is no payment, and with a signed one that does not fit the terms.
async function hostile_routes(world, stack) {
    const catalog = await request("GET", new URL("/", stack.base_url));
    const sizes = Object.fromEntries(
        Object.values(catalog.json.products)
            .flatMap((family) => Object.values(family.tiers ?? family.types))
            .map((variant) => [variant.product, variant.body_max_bytes]),
    );
    const endpoints = await listed_endpoints(stack.base_url);
    const { account } = await world.buyer();
    const routes = [];
    for (const { resource, metadata, product } of endpoints) {
        if (routes.some(({ url }) => url === resource)) continue;
        const sold = endpoints.filter((each) => each.resource === resource);
        const size = Math.max(...sold.map((each) => sizes[each.product]));
        const payments = [undefined, k_no_payment];
        if (metadata.rail === "v2") {
            const { required } = await post(resource, samples[product]);
            payments.push(await world.sign(account, required, { accepted: { amount: "1" } }));
        }
        routes.push({ url: resource, path: new URL(resource).pathname, size, payments });
    }
    return routes;
}

const at_once = (url, body, payment) =>
    Promise.all(Array.from({ length: k_at_once }, () => post(url, body, { payment })));

// A body that is not read for want of room says when to come again, and that nothing was charged.
function refused(answer) {
    if (answer.status === 503) {
        problem(answer, 503, "busy", false);
        assert.ok(Number(answer.headers["retry-after"]) > 0);
        return;
    }
    assert.ok([400, 402, 422, 429].includes(answer.status), `${answer.status}: ${answer.text}`);
}

// {rss, peak} of a process, in MB.
function memory(pid) {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const of = (name) => Math.round(Number(status.match(`${name}:\\s+(\\d+) kB`)[1]) / 1024);
    return { rss: of("VmRSS"), peak: of("VmHWM") };
}

// stop() tells the highest RSS of any of the processes since.
function watch_memory(pids) {
    let highest = 0;
    const look = () => {
        highest = Math.max(highest, ...pids.map((pid) => memory(pid).rss));
    };
    const timer = setInterval(look, k_sample_every_ms);
    return {
        stop: () => {
            look();
            clearInterval(timer);
            return { highest };
        },
    };
}
