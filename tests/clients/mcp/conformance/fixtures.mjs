// The tools of the suite's own, as calls of tools that are sold: a server before a stack, which renames
// such a call and pays for it, and lets all else through. What the suite then sees is the stack's own
// answer, as it came.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { body_of, make_front, parsed, pass_on, sent, without_connection } from "../../../e2e/lib/front.mjs";
import { once_decided, tool_payer } from "../../../e2e/lib/mcp.mjs";
import { programs } from "../../../e2e/lib/paths.mjs";
import { await_job } from "../../../e2e/lib/purchase.mjs";
import { free_port } from "../../../e2e/lib/stack.mjs";
import { judging, wrapped_programs } from "../../../e2e/lib/wrapped_programs.mjs";

const k_product = "verify_basic";
// What is bought. The job of the second text goes on when the test says so, that of the third then fails.
const k_at_once = "2 + 2 = 4.";
const k_held = "2 + 2 = 4. The job is held.";
const k_failing = "2 + 2 = 4. The job is held and fails.";
const k_judge = judging(`case $request in *"The job is held"*)
    while [ -e "$ASSAY_RUN_DIR/held" ]; do sleep 0.02; done ;;
esac
case $request in *"held and fails"*) exit 1 ;; esac`);
// The suite waits 10 s for an answer, and 5 to 10 s for the end of a task, also of one that it asked to
// last a minute: a sale takes less than the first, and what is held ends after the second more.
const k_answered_within = "3s";
const k_held_ms = 1_000;

const k_fixtures = {
    test_simple_text: () => k_at_once,
    test_error_handling: () => undefined, // asks for a result that there is not
    greet: () => k_at_once,
    slow_compute: ({ seconds }) => (seconds > 0 ? k_held : k_at_once),
    failing_job: () => k_failing,
    confirm_delete: () => k_held,
};

// What `use(url)` returns, with the address of a stack of its own that has the fixtures, too.
export async function with_fixtures(world, use) {
    const stack = await world.open_stack({
        program_dir: wrapped_programs(programs, k_judge),
        overrides: { http: { poll_wait_max: k_answered_within } },
    });
    const shop = { world: { ...world, stack }, stack, calls: 0, idle: Promise.resolve() };
    const front = make_front({
        port: await free_port(),
        serve: (request, response) => serve(shop, request, response),
    });
    await front.open();
    try {
        const result = await use(front.url);
        await shop.idle;
        return result;
    } finally {
        await front.close();
        await world.close_more();
    }
}

async function serve(shop, request, response) {
    const body = await body_of(request);
    const message = parsed(body.toString("utf8"));
    const name = message?.method === "tools/call" ? message.params?.name : undefined;
    if (!Object.hasOwn(k_fixtures, name ?? ""))
        return pass_on(shop.stack.base_url, request, response, body);
    const text = k_fixtures[name](message.params.arguments ?? {});
    const answer = await (text ? bought(shop, request, message, text) : unknown(shop, request, message));
    response.writeHead(answer.statusCode, without_connection(answer.rawHeaders));
    response.end(answer.bytes);
}

function unknown(shop, request, message) {
    const args = { job_id: `job_${"0".repeat(26)}` };
    return called(shop, request, message, { tool: "get_result", args });
}

// Only one job is held at a time.
async function bought(shop, request, message, text) {
    await shop.idle;
    const args = { payload: `${text} This is call ${++shop.calls}.` };
    const { payment } = await tool_payer(shop.world, k_product, args);
    const hold = join(shop.stack.run_dir, "run/held");
    writeFileSync(hold, "");
    const answer = await once_decided(() =>
        called(shop, request, message, { tool: k_product, args, payment }));
    shop.idle = ended(shop, answer, hold);
    shop.idle.catch(() => {}); // it is thrown where it is waited for
    return answer;
}

async function ended({ stack }, { result }, hold) {
    if (result?.taskId) await sleep(k_held_ms);
    rmSync(hold);
    const job_id = result?.taskId ?? result?.structuredContent?.job_id;
    if (job_id) await await_job(stack.base_url, job_id);
}

// The answer to the suite's own message, in which nothing is another but the tool, its arguments and the
// payment.
async function called({ stack }, request, message, { tool, args, payment }) {
    const { name, _meta } = message.params;
    const paid = payment ? { _meta: { ..._meta, "x402/payment": payment } } : {};
    const params = { ...message.params, name: tool, arguments: args, ...paid };
    const answer = await sent(stack.base_url, request, {
        path: request.url,
        headers: renamed(request.rawHeaders, name, tool),
        body: JSON.stringify({ ...message, params }),
    });
    const bytes = await body_of(answer);
    const result = parsed(bytes.toString("utf8"))?.result;
    const { statusCode, rawHeaders } = answer;
    return { statusCode, rawHeaders, bytes, result, told: result?.structuredContent };
}

// A header that names the fixture names the tool; one that names something else is left as it is.
function renamed(raw_headers, name, tool) {
    return without_connection(raw_headers).flatMap((each, i, all) => {
        if (i % 2 || /^content-length$/i.test(each)) return [];
        const is_named = /^mcp-name$/i.test(each) && all[i + 1] === name;
        return [each, is_named ? tool : all[i + 1]];
    });
}
