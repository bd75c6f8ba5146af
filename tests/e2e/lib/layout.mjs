// What is wrong with how a page is laid out. Runs in the page, so it uses nothing from outside.
export function layout_faults() {
    const faults = [];
    const name = (element) => {
        const text = element.textContent.trim().slice(0, 40);
        return `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} "${text}"`;
    };
    const is_shown = (element) => element.checkVisibility() && element.getClientRects().length > 0;
    const scrolls = (element) => {
        for (let each = element; each; each = each.parentElement) {
            const { overflowX } = getComputedStyle(each);
            if (["auto", "scroll", "hidden", "clip"].includes(overflowX) && each !== document.body)
                return true;
        }
        return false;
    };
    const root = document.documentElement;
    const width = root.clientWidth;
    if (root.scrollWidth > width) faults.push(`the page is ${root.scrollWidth} px wide`);
    for (const element of document.body.querySelectorAll("*")) {
        if (!is_shown(element) || element.closest(".skip")) continue;
        const box = element.getBoundingClientRect();
        if (box.right > width + 1 && !scrolls(element))
            faults.push(`beyond the edge: ${name(element)}`);
        const { overflowX } = getComputedStyle(element);
        const cuts = ["hidden", "clip"].includes(overflowX) && !element.closest(".chart");
        if (cuts && element.scrollWidth > element.clientWidth + 1)
            faults.push(`cut: ${name(element)}`);
    }
    // A word of prose stands on one line; a hash or an address may be broken.
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const holder = node.parentElement;
        if (!is_shown(holder) || holder.closest("code, pre, .hash, svg, textarea, .u-legend"))
            continue;
        const hashes = [...node.data.matchAll(/0x[\da-f]{8,}/gi)];
        for (const { 0: word, index } of node.data.matchAll(/\p{L}{2,24}/gu)) {
            if (hashes.some((hash) => index > hash.index && index < hash.index + hash[0].length))
                continue;
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
            if (lines.size > 1) faults.push(`broken: ${word} in ${name(holder)}`);
        }
    }
    return faults.slice(0, 10);
}
