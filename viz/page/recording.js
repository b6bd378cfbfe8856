/* recording.js - the recording, what is so at one time of it, and how it is
 * looked at. */
"use strict";

/* --------------------------------------------------------------- recording */

/* As recording.h has it. Captions come as a pattern with numbers: words[k] has
 * a U+0001 where a number belongs. */
const recording = JSON.parse(document.getElementById("data").textContent);

function sentence(say) {
    const parts = recording.words[say[0]].split("\u0001");
    return parts.map((part, k) => (k ? say[k] : "") + part).join("");
}

function eventOf([kind, at, tile, row, say, remark, ...more]) {
    const event = {kind: recording.kinds[kind], at, tile, row, say, remark};

    switch (event.kind) {
    case "block": [event.until] = more; break;
    case "phase": [event.until, event.phase] = more; break;
    case "publish": [event.state, event.value] = more; break;
    case "look": [event.first, event.flags, event.found] = more; break;
    }
    return event;
}

const events = recording.events.map(eventOf);
const tiles = recording.tile.length;
const duration = recording.duration;

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

/* -------------------------------------------------------------------- view */

const view = Object.assign({
    hover: null, playing: false, speed: 0, marks: []
}, recording.view);
const moment = new Moment();

/* The newest event that has words for those who look at tiles. */
function eventToTell() {
    for (let i = moment.event; i >= 0; i--) {
        const event = events[i];
        if (event.say && (view.follow < 0 || event.tile === view.follow))
            return event;
    }
    return null;
}

function tileInView() {
    const told = ["look", "publish", "ticket", "phase"];

    if (view.follow >= 0)
        return view.follow;
    for (let i = moment.event; i >= 0; i--)
        if (events[i].tile >= 0 && told.includes(events[i].kind))
            return events[i].tile;
    return -1;
}

/* As enum phase of recording.h. */
const PHASES = ["", "load", "scan", "look back", "store"], LOOK_BACK = 3;
