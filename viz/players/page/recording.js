/* recording.js - the recording, or two, what is so at one time of each, and how
 * they are looked at. */
"use strict";

/* --------------------------------------------------------------- recording */

/* A part of the page: a recording with its canvas, its time and its words. */
const parts = Array.from(document.querySelectorAll("section"), openPart);

/* Of the part that is drawn or asked about: see enter(). */
let part, recording, events, tiles, duration, moment, canvas, pen;

function openPart(section) {
    const recording = JSON.parse(section.querySelector("script").textContent);
    const canvas = section.querySelector("canvas");
    const events = recording.events.map(row => eventOf(recording, row));

    const spans = spansOf(events);

    return {section, recording, events, canvas, pen: canvas.getContext("2d"),
            tile: tilesOf(recording, events), spans,
            phases: [...new Set(spans.map(({phase}) => phase))]
                .filter(phase => phase > 0).sort()};
}

/* When each tile runs, what it publishes and when, and when it finds a prefix,
 * how far away: as find_tiles() of recording.c. */
function tilesOf(recording, events) {
    const tile = recording.tile.map(([begin, count]) => ({
        begin, count, from: Infinity, until: 0, hasA: Infinity, hasP: Infinity,
        a: null, p: null, found: Infinity, distance: 0}));

    for (const {kind, at, tile: k, ...event} of events)
        if (k < 0)
            continue;
        else if (kind === "block")
            Object.assign(tile[k], {from: at, until: event.until});
        else if (kind === "publish")
            Object.assign(tile[k], event.state === "A"
                ? {hasA: at, a: event.value} : {hasP: at, p: event.value});
        else if (kind === "look" && event.found >= 0)
            Object.assign(tile[k], {found: at, distance: k - event.found});
    return tile;
}

/* Blocks, as phase 0, and phases that have a row. */
function spansOf(events) {
    return events.filter(({kind, row, phase}) => row >= 0 &&
        (kind === "block" || (kind === "phase" && phase > 0)))
        .map(({at, until, row, tile, block, phase = 0}) => (
            {at, until, row, tile, block, phase}));
}

/* From now on all is about this part. */
function enter(number) {
    part = parts[number];
    ({recording, events, moment, canvas, pen} = part);
    tiles = recording.tile.length;
    duration = recording.duration;
}

/* As recording.h has it. */
function eventOf(recording, [kind, at, tile, row, say, remark, step, ...more]) {
    const event = {kind: recording.kinds[kind], at, tile, row, say, remark,
                   step};

    switch (event.kind) {
    case "block": [event.until, event.block] = more; break;
    case "phase": [event.until, event.phase] = more; break;
    case "publish": [event.state, event.value] = more; break;
    case "look": [event.first, event.flags, event.found] = more; break;
    }
    return event;
}

/* A caption is a pattern with numbers: words[k] has a U+0001 where one
 * belongs. */
function sentence(say) {
    const pieces = recording.words[say[0]].split("\u0001");
    return pieces.map((piece, k) => (k ? say[k] : "") + piece).join("");
}

/* The text with that number, or null. */
const wordOf = number => number < 0 ? null : recording.words[number];

/* How times are told. */
const unit = () => recording.steps ? "steps" : "us";

/* ------------------------------------------------------------------ moment */

/* What is so at one time: a replay, as in moment.c. */
class Moment {
    constructor() {
        this.begin();
    }

    begin() {
        this.event = -1;
        this.at = 0;
        this.count = {X: tiles, A: 0, P: 0};
        this.tile = recording.tile.map(() => ({
            flag: "X", phase: 0, until: -1, look: null, aggregate: null,
            prefix: null}));
    }

    go(at) {
        if (at < this.at)
            this.begin();
        this.at = at;
        while (this.event + 1 < events.length &&
               events[this.event + 1].at <= at)
            this.apply(events[++this.event]);
    }

    apply(event) {
        if (event.tile < 0)
            return;
        const tile = this.tile[event.tile];
        if (event.kind === "publish") {
            this.count[tile.flag]--;
            tile.flag = event.state;
            this.count[tile.flag]++;
            tile[tile.flag === "A" ? "aggregate" : "prefix"] = event.value;
        } else if (event.kind === "look") {
            tile.look = event;
        } else if (event.kind === "phase") {
            tile.phase = event.phase;
            tile.until = event.until;
        }
    }

    phase(tile) {
        const now = this.tile[tile];
        return this.at < now.until ? now.phase : 0;
    }
}

parts.forEach((each, k) => {
    enter(k);
    each.moment = new Moment();
});
enter(0);

/* -------------------------------------------------------------------- view */

const view = Object.assign({
    hover: null, playing: false, speed: 0, marks: [], shown: parts.length
}, recording.view);

/* Calls `does` in each part that is shown; the first one is entered after. */
function inEachPart(does) {
    for (let k = 0; k < view.shown; k++) {
        enter(k);
        does();
    }
    enter(0);
}

/* Of the longer recording that is shown. */
function wholeDuration() {
    const shown = parts.slice(0, view.shown);

    return Math.max(...shown.map(({recording}) => recording.duration));
}

/* Where the pointer is on this canvas, or null. */
const pointer = () =>
    view.hover && view.hover.part === part ? view.hover : null;

/* The newest event that tells of tiles; of a tile that is followed also how it
 * combines what it has seen. */
function eventToTell() {
    for (let i = moment.event; i >= 0; i--) {
        const event = events[i];
        if (event.say && (!tiles || (view.follow < 0
            ? event.kind !== "op" : event.tile === view.follow)))
            return event;
    }
    return null;
}

/* The one that is followed, or else that of the newest event of one. */
function tileInView() {
    const told = ["look", "publish", "ticket", "phase"];

    if (view.follow >= 0 && view.follow < tiles)
        return view.follow;
    for (let i = moment.event; i >= 0; i--)
        if (events[i].tile >= 0 && told.includes(events[i].kind))
            return events[i].tile;
    return -1;
}

/* As enum phase of recording.h. */
const PHASES = ["", "load", "scan", "look back", "store", "count", "reduce",
    "scatter"];
const KINDS = PHASES.length, LOAD = 1, LOOK_BACK = 3;

const FLAGS = "XAP-"; /* the last: it is done and never publishes */

/* As recording_flag() of recording.h. */
function flagAt(k, at) {
    const {hasA, hasP, from, until} = part.tile[k];
    const hangs = recording.finding && until >= duration;
    const isSilent = hasA === Infinity && hasP === Infinity && !hangs;

    return at >= hasP ? "P" : at >= hasA ? "A"
        : isSilent && until > from && at >= until ? "-" : "X";
}

function flagNow(k) {
    const {flag} = moment.tile[k];

    return flag === "X" ? flagAt(k, moment.at) : flag;
}

/* The tiles that were looked at, up to a P: nothing further counts. */
function seenIn({first, flags}) {
    const end = flags.indexOf("P") + 1 || flags.length;

    return Array.from(flags.slice(0, end),
                      (flag, k) => ({tile: first - k, flag}))
        .filter(({tile, flag}) => tile >= 0 && flag !== ".");
}

/* ------------------------------------------------------------------- small */

const upTo = (count, of) => Array.from({length: count}, (_, k) => of(k));

const middleX = box => box.x + box.w / 2;
const middleY = box => box.y + box.h / 2;
