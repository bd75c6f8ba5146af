// From an empty Debian to a shop that sells, is broken, mended, restored, upgraded and removed.
//
//   node walk.mjs LEADER ROOT [WORD...]     in the network of the machine whose PID 1 is LEADER
import { faults } from "./faults.mjs";
import { guest_of } from "./guest.mjs";
import { install, purchases } from "./install.mjs";
import { removal, restore, upgrade } from "./later_days.mjs";
import { make_report } from "./report.mjs";
import { open_street } from "./street.mjs";

const [leader, root, ...words] = process.argv.slice(2);
const guest = guest_of(leader, root);
const report = make_report(words);
let street;
if (await report.step("boot", () => guest.booted())) {
    street = await open_street();
    if (await install(guest, street, report)) {
        for (const stage of [purchases, faults, restore, upgrade, removal])
            await stage(guest, street, report);
    }
    await street.close();
}
process.exit(report.end());
