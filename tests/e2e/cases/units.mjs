// What the units deny their programs costs no sale: tests/support/as_unit puts each program under
// the directives of its own unit.
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { e2e_dir, repository, scratch } from "../lib/paths.mjs";

const k_as_unit = join(repository, "tests/support/as_unit");
const k_units = join(repository, "systemd");

export default function (test) {
    test("under their units' directives all is delivered, and errands are done", async () => {
        const said = await new Promise((done, fail) => {
            const words = [join(e2e_dir, "confined_programs.mjs")];
            execFile(process.execPath, words, (error, stdout, stderr) =>
                error ? fail(new Error(`${error.message}\n${stdout}\n${stderr}`)) : done(stdout));
        });
        console.log(said.trim());
    }, { timeout_ms: 300_000, takes_s: 60 });

    test("each service can start a program; a directive that is not known here starts none", () => {
        const folder = join(scratch, `units-${process.pid}`);
        for (const name of ["run", "reference"]) mkdirSync(join(folder, name), { recursive: true });
        const env = { ...process.env, ASSAY_RUN_DIR: join(folder, "run") };
        const started = (service) =>
            spawnSync(k_as_unit, [service, "/bin/true"], { encoding: "utf8", env });
        const services = readdirSync(k_units).filter((name) => name.endsWith(".service"));
        assert.ok(services.length > 5, services.join());
        for (const service of services) {
            const { status, stderr } = started(service);
            assert.equal(status, 0, `${service}: ${stderr}`);
        }
        const other = join(folder, "other.service");
        const text = readFileSync(join(k_units, services[0]), "utf8");
        writeFileSync(other, `${text}[Service]\nRootDirectory=/srv\n`);
        const { status, stderr } = started(other);
        assert.notEqual(status, 0);
        assert.match(stderr, /RootDirectory=\/srv is not known/);
        rmSync(folder, { recursive: true });
    });
}
