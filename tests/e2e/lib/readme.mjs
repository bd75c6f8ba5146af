// The README's examples, word for word.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { repository } from "./paths.mjs";

// The code block in `language` whose first line is a comment that begins with `name`; without that
// line.
export function readme_block(language, name) {
    const readme = readFileSync(join(repository, "README.md"), "utf8");
    const mark = language === "js" ? "//" : "#";
    const found = readme
        .split(`\`\`\`${language}\n`)
        .find((block) => block.startsWith(`${mark} ${name}`));
    if (!found) throw new Error(`the README has no ${language} block "${name}"`);
    return found.slice(found.indexOf("\n") + 1, found.indexOf("```"));
}

// What the shell examples find on PATH: `cast`, beside what everybody has.
export function example_path() {
    const require = createRequire(import.meta.url);
    const cast = dirname(require.resolve("@foundry-rs/cast-linux-amd64/package.json"));
    return `${join(cast, "bin")}:${process.env.PATH}`;
}
