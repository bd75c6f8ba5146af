// What buyers are given to copy (www/examples), as it stands there.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { repository } from "./paths.mjs";

export const example = (name) => readFileSync(join(repository, "www/examples", name), "utf8");

// What the shell examples find on PATH: `cast`, beside what everybody has.
export function example_path() {
    const require = createRequire(import.meta.url);
    const cast = dirname(require.resolve("@foundry-rs/cast-linux-amd64/package.json"));
    return `${join(cast, "bin")}:${process.env.PATH}`;
}
