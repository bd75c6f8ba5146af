// The results that the service shows (www/samples), and the requests that they answer.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./paths.mjs";

const k_folder = join(repository, "www/samples");
const k_request = ".request.json";

export const sample_file = (product) => join(k_folder, `${product}.json`);

export const sample_request_file = (product) => join(k_folder, `${product}${k_request}`);

export const sample_request = (product) =>
    JSON.parse(readFileSync(sample_request_file(product), "utf8"));

// All that have a request there.
export const all_samples = () =>
    readdirSync(k_folder)
        .filter((name) => name.endsWith(k_request))
        .map((name) => name.slice(0, -k_request.length));

// Those with an account, which were not bought: `product` of "product_account".
const k_account = "_account";
export const account_of = (product) => `${product}${k_account}`;
export const products_with_account = () =>
    all_samples()
        .filter((name) => name.endsWith(k_account))
        .map((name) => name.slice(0, -k_account.length));

// One of each product.
export const sampled_products = () => all_samples().filter((name) => !name.endsWith(k_account));

// What people who have read the sources of a request say that its result must hold: the words of
// the answer, of two values, and of a line that must not be missed.
export const k_must_hold = {
    synthesis: {
        answer: "Five people",
        values: ["Five people", "Three people"],
        line: "A faulty electric heater caused the fire",
    },
    brief: {
        answer: "11 million dollars",
        values: ["11 million dollars", "9 million dollars"],
        line: "The council will decide on the fuel depot in June 2024.",
    },
};
