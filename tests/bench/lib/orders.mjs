// Orders of rail v1, each of which writes a row, beside what the database's gate allows.
import http from "node:http";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { repository } from "../../e2e/lib/paths.mjs";
import { start_stack } from "../../e2e/lib/stack.mjs";
import { load, write_script } from "./load.mjs";
import { gate_rate } from "./purchases.mjs";
import { median } from "./rounds.mjs";

const k_path = "/v1/verify";
const k_writers = 16; // the threads of the fast pool
const k_steady_rate = 200;
const k_json = { "content-type": "application/json" };

// Five orders of a client await payment at most: each client makes as many, then comes the next.
const k_next_client = `local n = 0
request = function()
  n = n + 1
  local client = math.floor(n / 5)
  wrk.headers["X-Forwarded-For"] = string.format("10.%d.%d.%d",
    ROUND, math.floor(client / 250) % 250, client % 250)
  return wrk.format()
end`;

// `plan` as measure_purchases has it.
export async function measure_orders(report, plan) {
    const body = JSON.stringify({ tier: "basic", ...JSON.parse(plan.body) });
    const stack = await start_stack({ ...plan.world, nginx_files: behind_proxy(plan.directory) });
    try {
        const rounds = [];
        for (let round = 0; round < plan.rounds; ++round) {
            const gate = await gate_rate(plan, k_writers, "order");
            const script = write_script(plan.directory, "orders", {
                method: "POST",
                headers: k_json,
                body,
                lua: k_next_client.replace("ROUND", String(round)),
            });
            const target = { url: stack.base_url + k_path, script, connections: k_writers };
            const found = await load({ ...target, roots: [stack.pid] }, plan.seconds);
            rounds.push({ ...found, gate, of_gate: found.rate / gate });
            // wrk counts what is not 2xx: every answer should be a 402.
            if (found.refused !== found.requests) throw new Error("an order was not a 402");
        }
        const of = (key) => median(rounds.map((each) => each[key]));
        report.note(
            `v1 orders: ${of("rate").toFixed(0)}/s, p50 ${of("p50").toFixed(2)} ms, ` +
                `${of("cpu_us").toFixed(0)} cpu us each; the bare gate with the least an order needs: ` +
                `${of("gate").toFixed(0)}/s`,
        );
        report.gate("v1 orders / what the bare gate allows", of("of_gate"), ">=", 0.7, "x");
        const p99 = await steady(stack.base_url + k_path, body, plan.seconds * plan.rounds);
        report.gate(`v1 order at ${k_steady_rate}/s, p99`, p99, "<", 10, "ms");
    } finally {
        await stack.stop();
    }
}

// nginx as it stands behind a proxy: clients are those that the proxy names.
function behind_proxy(directory) {
    const files = join(directory, "nginx-behind-proxy");
    cpSync(join(repository, "nginx"), files, { recursive: true });
    const site = join(files, "assay.conf");
    const text = readFileSync(site, "utf8");
    const proxied = "set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;\n    server_tokens off;";
    writeFileSync(site, text.replace("server_tokens off;", proxied));
    return files;
}

// p99 of the answers to requests that come at a steady rate, whether earlier ones are answered or not.
async function steady(url, body, seconds) {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
    const took = [];
    const total = k_steady_rate * seconds;
    const begin = performance.now();
    const waiting = [];
    for (let i = 0; i < total; ++i) {
        const due = begin + (i * 1000) / k_steady_rate;
        const ahead = due - performance.now();
        if (ahead > 1) await sleep(ahead);
        const client = Math.floor(i / 5);
        const from = `10.200.${Math.floor(client / 250) % 250}.${client % 250}`;
        waiting.push(order(agent, url, body, from).then((ms) => took.push(ms)));
    }
    await Promise.all(waiting);
    agent.destroy();
    took.sort((a, b) => a - b);
    return took[Math.floor(took.length * 0.99)];
}

function order(agent, url, body, from) {
    return new Promise((resolve, reject) => {
        const begin = performance.now();
        const headers = { ...k_json, "content-length": body.length, "x-forwarded-for": from };
        const sent = http.request(url, { method: "POST", agent, headers }, (answer) => {
            if (answer.statusCode !== 402) reject(new Error(`an order was answered ${answer.statusCode}`));
            answer.resume();
            answer.on("end", () => resolve(performance.now() - begin));
        });
        sent.on("error", reject);
        sent.end(body);
    });
}
