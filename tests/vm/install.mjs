// What the README says under "Deploy", and a purchase of each product.
import assert from "node:assert/strict";
import { k_gas_money } from "../e2e/lib/anchor.mjs";
import { request } from "../e2e/lib/http.mjs";
import { k_pay_to } from "../e2e/lib/stack.mjs";
import { k_shop, last_lines } from "./guest.mjs";
import { seen } from "./report.mjs";

export const k_empty_basket = "/etc/assay/basket.json";
const k_enabled = "/etc/nginx/sites-enabled/assay.conf";
const k_apt = "apt-get -qy --no-install-recommends";

// Whether the shop runs: nothing else can be tried where it does not.
export async function install(guest, street, report) {
    const steps = [
        ["apt-get install ./assay_*.deb", async () => {
            const line = `cd /root && ${k_apt} install ./assay_today.deb`;
            const said = await guest.must(line, { timeout_s: 400 });
            assert.match(said, /nothing runs yet/);
        }],
        ["assay setup --answers", () => set_up(guest, street)],
        ["assay config check --online", async () => {
            const { code, text } = await guest.check("--online");
            assert.equal(code, 0, last_lines(text, 12));
        }],
        ["systemctl enable --now assay.target", () =>
            guest.must("systemctl enable --now assay.target")],
        ["nginx takes the site", () =>
            guest.must(`ln -s ../sites-available/assay.conf ${k_enabled}
                nginx -t && systemctl reload nginx`)],
        ["/health/ready through TLS", () =>
            seen("/health/ready", /^200$/, async () =>
                (await request("GET", `${k_shop}/health/ready`)).status)],
        ["no alarm, no failed unit", async () => {
            await seen("/health", /^ok $/, async () => {
                const { status, alarms } = await guest.health();
                return `${status} ${alarms.map(({ code }) => code)}`;
            });
            assert.equal(await guest.must("systemctl --failed --no-legend --plain"), "");
        }],
        ["assay status", async () => {
            const { code, text } = await guest.run("assay status");
            assert.equal(code, 0, last_lines(text, 12));
        }],
        ["assay doctor", async () => {
            const { code, text } = await guest.run("assay doctor");
            assert.equal(code, 0, text);
            const states = text.trim().split("\n").map((line) => JSON.parse(line).state);
            assert.ok(states.every((state) => ["ok", "note"].includes(state)), text);
            const fix = await guest.run("assay doctor --fix --dry-run");
            assert.equal(fix.code, 10, fix.text);
            assert.equal(fix.text, "", "a new installation has something to mend");
        }],
    ];
    for (const [name, step] of steps)
        await report.step(`install: ${name}`, async () => void (await step()));
    return (await guest.run("systemctl is-active --quiet assay-worker")).code === 0;
}

async function set_up(guest, street) {
    guest.write("/root/answers", [
        `base-url = ${k_shop}`,
        `pay-to = ${k_pay_to}`,
        "contact = mailto:desk@shop.example",
        `rpc-urls = ${street.rpcs.map(({ url }) => url).join(", ")}`,
        `facilitator-urls = ${street.facilitator.url}`,
        "anchor = eas",
        "",
    ].join("\n"));
    const { code, text } = await guest.run("assay setup --answers /root/answers");
    await guest.must("systemctl daemon-reload");
    const address = (await guest.must("assay anchor address")).match(/0x[0-9a-fA-F]{40}/)[0];
    await street.chain.client.setBalance({ address, value: k_gas_money });
    // The public hosts of the shipped one are out of reach here.
    guest.write(k_empty_basket, '{"schema_version":1}\n');
    guest.configure({ "forensics.basket": k_empty_basket, "anchor.batch_interval": "1s" });
    await guest.must(`chmod 644 ${k_empty_basket}`);
    // Last, so that the walk goes on where setup is content with less than it should be.
    assert.equal(code, 0, last_lines(text));
}

export async function purchases(guest, street, report) {
    const bought = (name, buy) => report.wanted(name) && report.step(name, buy);
    for (const product of await street.products())
        await bought(`purchase: ${product}, complete and anchored`, () => street.buy(product));
    await bought("purchase: verify_basic by a transfer, complete and anchored", () =>
        street.buy_by_transfer());
    await bought("purchase: assay db check", async () =>
        assert.match(await guest.must("assay db check"), /^0 violations/m));
}
