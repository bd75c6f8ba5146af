// Where things are, relative to the repository.
import { fileURLToPath } from "node:url";
import { resolve } from "node:path";

export const e2e_dir = fileURLToPath(new URL("..", import.meta.url));
export const repository = resolve(e2e_dir, "../..");
// Everything the tests write. The build mode does not matter to the chain or the contracts.
export const scratch = resolve(repository, "build/e2e");
export const programs = resolve(repository, "build", process.env.MODE ?? "release");
// The same programs with a product more: verify_basic under a second path.
export const twin_programs = `${programs}-twin`;
