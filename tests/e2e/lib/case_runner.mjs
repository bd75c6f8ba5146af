// A process that runs the cases its parent names, in a world of its own. It tells each outcome as
// {name, ms, problem, said}, with what the case has said, and asks for the next one so.
import { format } from "node:util";
import { all_cases, run_case } from "./cases.mjs";
import { open_world } from "./world.mjs";

const cases = new Map((await all_cases()).map((each) => [each.name, each]));
let said = [];
console.log = (...words) => said.push(format(...words));

let world;
process.on("message", async ({ name }) => {
    if (name === undefined) return end();
    try {
        world ??= await open_world();
        tell({ name, ...(await run_case(cases.get(name), world)) });
    } catch (error) {
        tell({ name, ms: 0, problem: `the world the cases need: ${error?.stack ?? error}` });
    }
});
// The parent hears it too, and then lets go of us.
process.on("SIGINT", () => undefined);
// Without a parent none wants to know.
process.on("disconnect", end);
process.send({});

function tell(outcome) {
    process.send({ ...outcome, said });
    said = [];
}

async function end() {
    await world?.close();
    process.exit(0);
}
