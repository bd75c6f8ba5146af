// A facilitator that says yes to everything, as quickly as nginx can: {url, stop}.
import { start_nginx } from "./nginx.mjs";
import { eventually } from "../../e2e/lib/process.mjs";

export async function start_yes_facilitator(directory) {
    const facilitator = await start_nginx({ directory, template: "facilitator.conf" });
    await eventually("the facilitator answers", () =>
        fetch(`${facilitator.url}/supported`).then(
            (answer) => answer.ok,
            () => false,
        ),
    );
    return facilitator;
}
