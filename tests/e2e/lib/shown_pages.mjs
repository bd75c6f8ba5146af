// The pages that people see, each as it is when all of it is there.
const at_once = () => undefined;
const compared = (page) =>
    page.waitForFunction(
        () => !document.querySelector("#live")?.textContent.startsWith("Prices as"),
    );
const a_result = async (page) => {
    await page.waitForSelector("#words-title");
    if (page.url().endsWith("correlation")) await page.waitForSelector(".u-over");
};

// A product of each kind of result: brief has all that synthesis has.
const k_kinds = ["verify_standard", "brief", "brief_account", "correlation", "forensics_run"];

// [{path, until(page)}]: `until` resolves when nothing more is awaited. `products`: whose samples.
export const shown_pages = (products = k_kinds) => [
    { path: "/ui", until: compared },
    { path: "/ui/status", until: (page) => page.waitForSelector("#anchors *") },
    ...["/ui/result", "/ui/verify", "/ui/errors", "/docs", "/accuracy"].map(
        (path) => ({ path, until: at_once }),
    ),
    ...products.map((product) => ({ path: `/ui/result#sample=${product}`, until: a_result })),
];

// The form of each product, once it is chosen; a source is added
// where there may be some. The query of an address only names it.
export const shown_forms = (products) =>
    products.map((product) => ({
        path: `/ui?form=${product}#buy`,
        until: async (page) => {
            await page.selectOption("#ask-product", product);
            const more = page.locator("text=Add a source");
            if (await more.count()) await more.click();
        },
    }));
