// Lines over time or over shifts, by uPlot, which is loaded when the first is drawn. What they show
// stands in words or a table beside them, too.
import { h } from "./dom.js";

/**
 * @typedef {object} Chart
 * @property {string} label for those who do not see it
 * @property {boolean} [is_time] x is seconds since 1970
 * @property {number[]} x ascending
 * @property {{name: string, values: (number | null)[]}[]} lines
 * @property {number | null} [band] two dashed lines at plus and minus this
 */

const k_height = 260;
/** @type {Promise<any> | undefined} */
let loading;

/** @returns {Promise<any>} */
function uplot() {
    const folder = new URL(".", import.meta.url).href;
    if (!loading) {
        document.head.append(h("link", { rel: "stylesheet", href: `${folder}uPlot.min.css` }));
        loading = import(`${folder}uPlot.esm.js`).then((module) => module.default);
    }
    return loading;
}

/**
 * @param {Chart} chart
 * @returns {HTMLElement} empty until uPlot is there
 */
export function line_chart(chart) {
    const place = h("div", { class: "chart", role: "img", "aria-label": chart.label });
    uplot().then(
        (uPlot) => draw(uPlot, chart, place),
        () => place.replaceChildren("The chart could not be loaded."),
    );
    return place;
}

/**
 * @param {any} uPlot
 * @param {Chart} chart
 * @param {HTMLElement} place
 */
function draw(uPlot, chart, place) {
    const style = getComputedStyle(document.documentElement);
    const color = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    const axis = { stroke: color("--quiet"), grid: { stroke: color("--line") } };
    const series = chart.lines.map(({ name }, i) => ({
        label: name,
        stroke: color(i === 0 ? "--a" : "--b"),
        width: 2,
        scale: chart.is_time && i > 0 ? "second" : "y",
        dash: i > 0 ? [6, 3] : undefined,
    }));
    const bounds = chart.band ? [chart.band, -chart.band] : [];
    const edges = bounds.map((at) => ({
        label: `chance ${at.toFixed(2)}`,
        stroke: color("--quiet"),
        width: 1,
        dash: [4, 4],
        scale: "y",
        points: { show: false },
    }));
    const has_second = chart.is_time && chart.lines.length > 1;
    const options = {
        width: Math.max(240, place.clientWidth),
        height: k_height,
        scales: { x: { time: chart.is_time === true } },
        axes: [
            axis,
            { ...axis, scale: "y" },
            ...(has_second ? [{ ...axis, scale: "second", side: 1 }] : []),
        ],
        series: [{}, ...series, ...edges],
    };
    const data = [
        chart.x,
        ...chart.lines.map(({ values }) => values),
        ...bounds.map((at) => chart.x.map(() => at)),
    ];
    const plot = new uPlot(options, data, place);
    new ResizeObserver(() => {
        const width = Math.max(240, place.clientWidth);
        if (width !== plot.width) plot.setSize({ width, height: k_height });
    }).observe(place);
}
