// The results that the service shows (www/samples), and the requests that they answer.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./paths.mjs";

const k_folder = join(repository, "www/samples");
const k_request = ".request.json";

export const sample_file = (product) => join(k_folder, `${product}.json`);

export const sample_request = (product) =>
    JSON.parse(readFileSync(join(k_folder, `${product}${k_request}`), "utf8"));

// Those of the products that have a request there.
export const sampled_products = () =>
    readdirSync(k_folder)
        .filter((name) => name.endsWith(k_request))
        .map((name) => name.slice(0, -k_request.length));
