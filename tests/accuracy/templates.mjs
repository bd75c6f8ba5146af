#!/usr/bin/env node
// Sentences that say one true thing, made by templates with numbers at random, and sentences whose words bind
// their numbers, of which one is off by a factor. `templates.mjs [N=1500] [SEED=1]`. Exit 1 when more than 2
// in 1,500 of the true ones are called wrong, or fewer than nine in ten of the others are found.
import { run_all } from "./engine.mjs";

const count = Number(process.env.N ?? 1_500);
let state = Number(process.env.SEED ?? 1);
const k_most_wrong = 2 / 1_500;
const k_least_found = 0.9;

// Mulberry32.
function random() {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}

const n = (least, most) => least + Math.floor(random() * (most - least + 1));
const pick = (list) => list[n(0, list.length - 1)];
const list = (length, least = 5, most = 900) => Array.from({ length }, () => n(least, most));
const sum = (all) => all.reduce((a, b) => a + b, 0);
const c = (value) => value.toLocaleString("en-US");
const and = (all) => `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
const k_words = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const w = (value) => k_words[value] ?? String(value);
const k_things = ["goats", "chairs", "boxes", "letters", "trees", "visitors", "bottles", "boats"];
const k_months = ["January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December"];
const day_of = (date) => `${date.getUTCDate()} ${k_months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
const any_day = () => new Date(Date.UTC(n(2001, 2024), n(0, 11), n(1, 28)));
const later = (date, days) => new Date(date.getTime() + days * 86_400_000);
const clock = (minutes) =>
    `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
const cents = (value) => (value / 100).toFixed(2);

const k_true = {
    sum_sign: (x = list(n(2, 5))) => `We paid ${and(x.map((v) => `$${c(v)}`))}, ` +
        `${pick(["a total of", "in total", "together", "adding up to"])} $${c(sum(x))}.`,
    sum_unit_behind: (x = list(n(3, 5)), u = pick(["dollars", "euros", "USD"])) =>
        `Fees of ${and(x)} ${u} ${pick(["add up to", "come to", "make"])} ${c(sum(x))} ${u}.`,
    sum_nouns: (x = list(3), m = pick(k_things)) =>
        `The groups gave ${and(x)} ${m}, ${pick(["a total of", "in all"])} ${c(sum(x))} ${m}.`,
    sum_places: (x = list(3)) => `Lund had ${x[0]} members, Kiel ${x[1]} and Graz ${x[2]}, together ${c(sum(x))}.`,
    sum_german: (x = list(3, 5, 300)) => `Wir zahlten ${x[0]} €, ${x[1]} € und ${x[2]} €, zusammen ${sum(x)} €.`,
    sum_colon: (x = list(3)) => `There were ${c(sum(x))} trees in all: ${x[0]} oaks, ${x[1]} elms and ${x[2]} limes.`,
    sum_bracket: (x = list(2, 5, 90)) => `${sum(x)} people came (${x[0]} women and ${x[1]} men).`,
    sum_next: (x = list(3)) => `Monday brought ${x[0]} guests, Tuesday ${x[1]} and Wednesday ${x[2]}. ` +
        `That makes ${c(sum(x))} guests.`,
    sum_cents: (x = list(3, 100, 9_999)) =>
        `The items cost ${and(x.map((v) => `$${cents(v)}`))}, so the bill was $${cents(sum(x))}.`,
    subtotal: (x = list(4, 5, 90)) => `Rent was $${x[0]} and heat $${x[1]}, $${x[0] + x[1]} together; ` +
        `with food at $${x[2]} and fares at $${x[3]} the month cost $${sum(x)}.`,
    two_totals: (x = list(4, 5, 90)) => `In spring ${x[0]} boys and ${x[1]} girls came, ${x[0] + x[1]} children; ` +
        `in autumn ${x[2]} boys and ${x[3]} girls, ${x[2] + x[3]} children.`,
    joined_left: (a = n(200, 9_000), b = n(5, 900), d = n(1, 150)) =>
        `The club had ${c(a)} members. ${b} joined and ${d} left, so it has ${c(a + b - d)} now.`,
    hired: (a = n(50, 500), b = n(5, 60), d = n(1, 40)) => `The firm began the year with ${a} employees. ` +
        `It hired ${b} and ${d} resigned, leaving ${a + b - d} at the end.`,
    stock: (a = n(200, 900), b = n(50, 300), d = n(10, 150)) =>
        `The shop opened with ${a} bottles, received ${b}, sold ${d} and closed with ${a + b - d}.`,
    bus: (a = n(20, 40), b = n(3, 9), d = n(3, 15)) => `The bus carried ${a} passengers. ` +
        `At the next stop ${b} got off and ${d} got on, so ${a - b + d} were on board.`,
    rest: (a = n(60, 900), b = n(10, a - 20)) => `Of the ${a} boats, ${b} were sold, so ${a - b} remain.`,
    margin: (a = n(500, 900), b = n(100, 499)) => `The motion passed by ${a} votes to ${b}, a margin of ${a - b}.`,
    loss: (a = n(10, 90), b = n(10, 90)) => `Net income was $${a / 10} million, compared to negative ` +
        `$${b / 10} million a year earlier.`,
    rise: (a = 20 * n(2, 40), p = pick([5, 10, 15, 25, 50])) =>
        `Sales rose from ${a} to ${a + (a * p) / 100} units, an increase of ${p}%.`,
    points: (a = n(5, 40), b = n(2, 9)) => `Support rose from ${a}% to ${a + b}%, up ${b} percentage points.`,
    relative: (a = pick([4, 8, 20, 40]), p = pick([25, 50, 100])) =>
        `The rate rose from ${a}% to ${a + (a * p) / 100}%, a relative increase of ${p}%.`,
    share: (a = 20 * n(2, 40), p = pick([10, 20, 25, 40, 75])) =>
        `${(a * p) / 100} of the ${a} pupils (${p}%) walk to school.`,
    partition: (a = n(10, 60), b = n(5, 30)) =>
        `${a}% voted yes, ${b}% no and the remaining ${100 - a - b}% stayed away.`,
    crates: (a = n(3, 30), b = n(2, 40)) => `${a} boxes of ${b} eggs each are ${a * b} eggs.`,
    crates_and_one: (a = n(3, 20), b = n(6, 12), d = n(2, 5)) =>
        `${a} crates of ${w(b)}, and a crate with ${w(d)}: ${a * b + d} jars.`,
    nights: (a = n(2, 9), b = n(50, 300)) => `The room was $${b} a night, so ${w(a)} nights came to $${c(a * b)}.`,
    speed: (a = n(2, 12), b = n(20, 120)) => `At ${b} km an hour the trip of ${a * b} km takes ${a} hours.`,
    mean: (m = n(30, 90), d = n(1, 9)) => `The scores were ${m - d}, ${m} and ${m + d}, an average of ${m}.`,
    times: (a = n(5, 90), k = n(2, 6)) => `Kiel sent ${a} boats and Graz ${a * k}, ${w(k)} times as many.`,
    years: (y = n(1900, 1980), a = n(5, 60)) => `The bridge was opened in ${y} and closed in ${y + a}, ${a} years later.`,
    days: (d = any_day(), k = n(2, 40)) =>
        `The work began on ${day_of(d)} and ended ${k} days later, on ${day_of(later(d, k))}.`,
    weekday: (d = any_day()) => `The council met on ${d.toLocaleDateString("en-US", { weekday: "long", timeZone: "UTC" })}, ` +
        `${day_of(d)}.`,
    train: (a = n(360, 900), b = n(1, 4)) => `The train left at ${clock(a)} and arrived at ${clock(a + 60 * b)}, ` +
        `${w(b)} hour${b > 1 ? "s" : ""} later.`,
    clocks_back: (a = n(19, 22), b = n(3, 7)) => `It ran from ${a}:00 on 3 November 2018 to 0${b}:00 on ` +
        `4 November 2018, ${w(25 - a + b)} hours in all, because the clocks went back that night.`,
    feet: (a = n(1, 9), b = n(1, 11)) => `The board is ${a} feet ${b} inches (${12 * a + b} inches) long.`,
    restated: (k = n(2, 9)) => pick([`The course takes ${k} weeks (${7 * k} days).`,
        `They stayed for ${k} days (${24 * k} hours).`, `The film lasts ${k} hours (${60 * k} minutes).`]),
    metres: (k = n(2, 90)) => `It is ${k} km, or ${c(1_000 * k)} metres, away.`,
    footnote: (x = list(3, 5, 90)) => `The towns had ${and(x)} cases, a total of ${sum(x)}.${n(1, 9)} Another had none.`,
    reference: (a = n(10, 90), b = n(10, 90)) => `We sold ${a} in May [4] and ${b} in June,[5] together ${a + b}.[6]`,
    vat: (a = 20 * n(1, 40)) => `The net price is €${a}, VAT of 20% is €${a / 5}, and the gross price €${a + a / 5}.`,
    split: (k = n(3, 9), a = n(5, 90)) => `The prize of $${a * k} was shared equally by ${w(k)} winners, who got $${a} each.`,
    area: (a = n(3, 40), b = n(3, 40)) => `The field is ${a} m by ${b} m, an area of ${a * b} square metres.`,
    games: (a = n(5, 20), b = n(2, 9), d = n(2, 9)) =>
        `With ${a} wins, ${b} draws and ${d} losses the team took ${3 * a + b} points from ${a + b + d} games.`,
    list_lines: (x = list(3, 5, 90)) => `Apples: ${x[0]}\nPears: ${x[1]}\nPlums: ${x[2]}\nTotal: ${sum(x)}`,
};

// Off by a factor between 1.1 and 7, up or down.
function off(value, most = Infinity) {
    for (;;) {
        const factor = 1.1 + 5.9 * random();
        const out = Math.max(1, Math.round(random() < 0.5 ? value * factor : value / factor));
        if (out !== value && out < most) return out;
    }
}

const k_wrong = {
    share: (a = n(40, 400), b = n(4, a - 4)) =>
        `${b} of ${a} pupils (${off(Math.round((100 * b) / a) || 1, 100)}%) walk to school.`,
    share_behind: (a = n(40, 400), b = n(4, a - 4)) =>
        `Of the ${a} patients, ${b} (${off(Math.round((100 * b) / a) || 1, 100)}%) had a fever.`,
    rise: (a = 20 * n(2, 40), p = pick([20, 25, 50])) =>
        `Revenue rose ${off(p)}% to $${a + (a * p) / 100} million from $${a} million.`,
    nights: (a = n(2, 9), b = n(50, 300)) => `${a} nights at ${b} euros come to ${off(a * b)} euros.`,
    tickets: (a = n(2, 40), b = n(11, 90)) => `They bought ${a} tickets at $${b} each, a total of $${c(off(a * b))}.`,
    crates: (a = n(3, 30), b = n(3, 40)) => `${a} boxes of ${b} eggs each are ${c(off(a * b))} eggs.`,
    total: (x = list(3)) => `We paid $${x[0]}, $${x[1]} and $${x[2]}, a total of $${c(off(sum(x)))}.`,
    sum: (x = list(3)) => `The sum of ${and(x)} is ${c(off(sum(x)))}.`,
    percent_of: (a = 100 * n(2, 90), p = n(3, 60)) => `${p}% of ${c(a)} is ${c(off((a * p) / 100))}.`,
};

function made(templates, wanted) {
    const kinds = Object.keys(templates);
    return Array.from({ length: wanted }, (_, i) => {
        const kind = kinds[i % kinds.length];
        return { kind, text: templates[kind]() };
    });
}

const right = made(k_true, count);
const wrong = made(k_wrong, Math.ceil(count / 5));
const told = await run_all(right);
const called = right.filter((_, i) => told[i].findings.length > 0);
for (const [i, { kind, text }] of right.entries())
    if (told[i].findings.length > 0) console.log(`called wrong: ${kind}: ${text}\n    ${told[i].findings[0].reasoning}`);
const answers = await run_all(wrong);
const missed = wrong.filter((_, i) => answers[i].findings.length === 0);
for (const { kind, text } of missed) console.log(`missed: ${kind}: ${text}`);
console.log(
    `${called.length} of ${right.length} true sentences called wrong; ` +
        `${wrong.length - missed.length} of ${wrong.length} wrong ones found`,
);
process.exit(
    called.length > k_most_wrong * right.length || missed.length > (1 - k_least_found) * wrong.length ? 1 : 0,
);
