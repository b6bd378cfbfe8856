/* code.js - the program that writes the drawings: C, compiled to WebAssembly.
 * This script knows nothing about scans: see wasm_page.c for the functions. */
"use strict";

const byId = id => document.getElementById(id);

/* The parts of the page, each a recording with its canvas. */
const parts = Array.from(document.querySelectorAll("section"),
                         (section, number) => {
    const canvas = section.querySelector("canvas");
    return {number, section, canvas, pen: canvas.getContext("2d")};
});

async function bytesOf(script) {
    const packed = Uint8Array.from(atob(script.textContent.trim()),
                                   letter => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream()
        .pipeThrough(new DecompressionStream("deflate"));

    return new Uint8Array(await new Response(stream).arrayBuffer());
}

/* ------------------------------------------------------------------- texts */

let code, memory; /* what the program exports, once it is there */
const decoder = new TextDecoder();

/* The text at an address, up to its end. */
function textAt(address) {
    const bytes = new Uint8Array(memory.buffer);
    return decoder.decode(bytes.subarray(address, bytes.indexOf(0, address)));
}

const ruler = document.createElement("canvas").getContext("2d");
const widths = new Map(); /* of texts of 100 pixels */

function textWidth(text, size) {
    if (widths.size > 20000)
        widths.clear();
    if (!widths.has(text)) {
        ruler.font = "100px sans-serif";
        widths.set(text, ruler.measureText(text).width);
    }
    return widths.get(text) * size / 100;
}

/* "1.50" as "1.5". */
const bare = digits => digits.includes(".") ? digits.replace(/\.?0+$/, "")
    : digits;

/* x with so many digits after the first, rounded as in C: ties go to the even
 * digit. [digits, power of ten] */
function rounded(x, after) {
    const [exact] = x.toExponential(60).split("e");
    const [digits, power] = x.toExponential(after).split("e");
    const kept = exact.replace(/^-/, "").slice(0, after ? after + 2 : 1);
    const rest = exact.replace(/^-/, "").slice(kept.length).replace(".", "");
    const isEven = Number(kept[kept.length - 1]) % 2 === 0;

    return /^50*$/.test(rest) && isEven
        ? [(x < 0 ? "-" : "") + kept, exact === digits ? power
            : x.toExponential(60).split("e")[1]] : [digits, power];
}

/* x as %.*f of C writes it, or as %.*g. */
function numberText(x, precision, isGeneral) {
    const most = Math.max(precision, 1);

    if (!isFinite(x))
        return isNaN(x) ? "nan" : x < 0 ? "-inf" : "inf";
    if (!isGeneral) {
        const first = x === 0 ? 0
            : Math.floor(Math.log10(Math.abs(x)) + 1e-12);
        return first + precision < 0 ? x.toFixed(precision)
            : Number(rounded(x, Math.min(first + precision, 60)).join("e"))
                .toFixed(precision);
    }
    const [digits, power] = rounded(x, most - 1);
    if (power < -4 || power >= most)
        return bare(digits) + "e" + power[0] + power.slice(1).padStart(2, "0");
    return bare(Number(digits + "e" + power)
        .toFixed(Math.max(most - 1 - power, 0)));
}

/* The imports of small_printf.c and math.h. */
const asked = {
    width_of_text: (text, size) => textWidth(textAt(text), size),
    digits(x, precision, isGeneral, out) {
        const text = numberText(x, precision, isGeneral);
        new Uint8Array(memory.buffer).set(new TextEncoder().encode(text), out);
        return text.length;
    },
    pow: Math.pow, cos: Math.cos, sin: Math.sin, atan2: Math.atan2,
    hypot: Math.hypot
};

/* -------------------------------------------------------------------- view */

/* The view of all parts; page.html has its initial values. */
const view = Object.assign({
    text: 16, hover: null, playing: false, speed: 0,
    marks: [], shown: parts.length, played: false /* the program has come here by itself */,
    asks: -1 /* 2k: the question of stop k, 2k + 1: its answer; -1: none */
}, beginning);

const stillness = window.matchMedia("(prefers-reduced-motion: reduce)");

const fine = () => window.devicePixelRatio || 1;

/* In the order of enum setting in wasm_page.c; lengths are pixels of the screen. */
function settingsOf({number, canvas}) {
    const {hover} = view, on = hover && hover.part.number === number;

    return [view.scene, canvas.width, canvas.height, view.text * fine(),
            view.at, code.axis(), view.follow, view.zoom, view.lookX,
            view.lookY, on ? hover.x : -1, on ? hover.y : -1, view.dark,
            view.projector, view.diagram, stillness.matches, view.machine,
            view.played, view.asks];
}

/* Calls the program for a part, with the current view. */
function ask(part, what, ...more) {
    const settings = settingsOf(part);
    const own = () => new Float64Array(memory.buffer, code.settings(),
                                       settings.length);

    own().set(settings);
    const answer = code[what](...more);
    [, , , , view.at, , , view.zoom, view.lookX, view.lookY] = own();
    view.played = own()[settings.length - 2] !== 0;
    view.asks = own()[settings.length - 1];
    return answer;
}

/* The same, with the part's number. */
const askOf = (part, what, ...more) => ask(part, what, part.number, ...more);

const wholeDuration = () => code.whole_duration();

function count(what) {
    return Array.from({length: code[what]()}, (_, k) => k);
}

/* Compiles synchronously, so that the first picture appears with the page; browsers
 * that allow this only for small programs compile in the background. */
async function compiled(bytes, imports) {
    try {
        return new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
    } catch (error) {
        if (!(error instanceof RangeError))
            throw error;
        return (await WebAssembly.instantiate(bytes, imports)).instance;
    }
}

async function load() {
    const instance = await compiled(await bytesOf(byId("code")), {env: asked});

    code = instance.exports;
    memory = code.memory;
    const put = bytes => {
        const room = code.room(bytes.length);
        new Uint8Array(memory.buffer).set(bytes, room);
        return room;
    };
    for (const script of document.querySelectorAll("section script")) {
        const bytes = await bytesOf(script);
        if (code.open(put(bytes), bytes.length) < 0)
            throw new Error("out of memory");
    }
    const growth = byId("growth");
    document.documentElement.classList.toggle("film", growth !== null);
    if (growth && !code.play_film(put(
        new TextEncoder().encode(growth.textContent.trim() + "\n\0"))))
        throw new Error("the runs of the film do not match");
}
