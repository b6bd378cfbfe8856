/* lanes.js - rows of things in time, as lanes.c. */

const namesWidth = () => theme.text * 4;

/* So much time is seen without zoom: as much in both of two runs, where a
 * length is the same time in both. */
function timeAxis() {
    const shown = parts.slice(0, view.shown);
    const isOne = shown.every(each =>
        each.recording.steps === shown[0].recording.steps);

    return isOne ? wholeDuration() : duration;
}

/* So many rows in the box, the names at its left; no row is higher than
 * `most`. */
function lanesIn(box, rows, most) {
    const names = namesWidth(), w = box.w - names;

    return {box: {x: box.x + names, y: box.y, w, h: box.h}, rows,
            row: Math.min(box.h / Math.max(rows, 1), most),
            scale: w / Math.max(timeAxis(), 1e-9)};
}

const lanesX = (lanes, at) => lanes.box.x + at * lanes.scale;
const lanesEnd = lanes => lanes.box.y + lanes.row * lanes.rows;

/* The row at y, or -1. */
function lanesRowAt(lanes, y) {
    const row = Math.floor((y - lanes.box.y) / lanes.row);

    return row >= 0 && row < lanes.rows ? row : -1;
}

function lanesBar(lanes, row, at, until) {
    const gap = lanes.row * 0.1;

    return {x: lanesX(lanes, at), y: lanes.box.y + row * lanes.row + gap,
            w: (until - at) * lanes.scale, h: lanes.row - 2 * gap};
}

/* True: the bars have room for letters. */
const lanesHaveRoom = lanes => lanes.row * 0.8 >= theme.least * 0.78;

/* Where so wide a plate in the bar begins: not on the line of now. NaN: it has
 * no room. */
function placeOfWords(lanes, bar, w, atLeft) {
    const now = lanesX(lanes, moment.at), clear = theme.text * 0.25;
    const x = atLeft ? bar.x : bar.x + (bar.w - w) / 2;

    if (w > bar.w)
        return NaN;
    if (x >= now + clear || x + w <= now - clear)
        return x;
    return now + clear + w <= bar.x + bar.w ? now + clear
        : now - clear - w >= bar.x ? now - clear - w : NaN;
}

/* Words in a bar, where they fit, on a plain ground of its colour; the line of
 * now runs beside them. False: they do not fit. */
function lanesWords(lanes, bar, words, colour, atLeft) {
    const size = Math.max(Math.min(bar.h * 0.75, theme.text), theme.least);
    const w = textRoom(words, size) + size * 0.3;
    const x = placeOfWords(lanes, bar, w, atLeft);

    if (!words || isNaN(x))
        return false;
    fillBox({x, y: bar.y, w, h: bar.h}, theme[colour]);
    pen.fillStyle = theme.on[colour];
    drawWhole(words, size, x + w / 2, middleY(bar), 0.5, 0);
    return true;
}

/* ------------------------------------------------------------------ phases */

/* What is seen of the lanes, pixel by pixel: how much of it each phase takes.
 * Thousands of phases may fall on one. */
function rasterOf(lanes) {
    const fine = window.devicePixelRatio || 1;
    const x = Math.floor(Math.max(0, lanes.box.x) * fine);
    const right = Math.min(canvas.clientWidth, lanes.box.x + lanes.box.w);
    const width = Math.max(Math.ceil(right * fine) - x, 0);
    const share = new Float32Array(width * lanes.rows * KINDS);

    for (const {at, until, row, phase} of part.spans) {
        const from = Math.max(lanesX(lanes, at) * fine - x, 0);
        const to = Math.min(lanesX(lanes, until) * fine - x, width);
        for (let k = Math.floor(from); k < to; k++)
            share[(row * width + k) * KINDS + phase] +=
                Math.min(to, k + 1) - Math.max(from, k);
    }
    return {x, width, fine, share};
}

/* The phase that takes most of a pixel; where none takes some of it, the
 * block, 0; or -1. */
function phaseAt({width, share}, row, x) {
    const first = (row * width + x) * KINDS;
    let most = 1;

    for (let phase = 2; phase < KINDS; phase++)
        if (share[first + phase] > share[first + most])
            most = phase;
    return share[first + most] > 0 ? most : share[first] > 0 ? 0 : -1;
}

/* The boxes of each phase. */
function runsOf(raster, lanes) {
    const runs = PHASES.map(() => []);

    for (let row = 0; row < lanes.rows; row++) {
        const bar = snapBox(lanesBar(lanes, row, 0, 0));
        for (let x = 0, from = 0; x < raster.width; from = x) {
            const phase = phaseAt(raster, row, x);
            while (x < raster.width && phaseAt(raster, row, x) === phase)
                x++;
            if (phase >= 0)
                runs[phase].push({x: (raster.x + from) / raster.fine, y: bar.y,
                                  w: (x - from) / raster.fine, h: bar.h});
        }
    }
    return runs;
}

const barOfSpan = (lanes, {row, at, until}) => lanesBar(lanes, row, at, until);

/* Around each block, where it has a width. */
function drawOutlines(lanes) {
    pathOf(part.spans.filter(({phase}) => phase === 0)
        .map(span => barOfSpan(lanes, span))
        .filter(bar => bar.w > theme.least * 3 && isSeen(bar)).map(snapBox));
    pen.strokeStyle = theme.faint;
    pen.lineWidth = theme.line * 0.5;
    pen.stroke();
}

/* A phase's bar: the tile's number, unless it stands in a phase before, and the
 * phase's word for the tile that acts; the legend tells it of the others. True:
 * the number stands there. */
function drawPhase(lanes, span, acts, numbered) {
    const {words, colour} = signOfPhase(span.phase), {tile, phase} = span;
    const bar = barOfSpan(lanes, span);

    if (numbered && acts)
        lanesWords(lanes, bar, words, colour, false);
    return numbered ||
        (acts && phase !== LOAD &&
         lanesWords(lanes, bar, `${tile} ${words}`, colour, true)) ||
        lanesWords(lanes, bar, String(tile), colour, true);
}

/* In a block that tells of no phases stands its number. */
function drawWordsOfSpans(lanes) {
    const tile = tileInView(), numbered = []; /* in each row, the last tile */

    for (const span of part.spans) {
        const bar = barOfSpan(lanes, span), {row} = span;
        if (bar.w < theme.least * 0.6 || !isSeen(bar))
            continue;
        if (span.phase === 0 && span.tile < 0)
            lanesWords(lanes, bar, `block ${span.block}`, "x", true);
        else if (span.phase > 0 &&
                 drawPhase(lanes, span, span.tile === tile,
                           numbered[row] === span.tile))
            numbered[row] = span.tile;
    }
}

/* What the slots do. */
function lanesDraw(lanes) {
    const apart = Math.max(lanes.row * 0.25, theme.least * 0.3);

    runsOf(rasterOf(lanes), lanes).forEach((run, phase) =>
        fillSign(run, signOfPhase(phase), apart));
    if (lanes.row < theme.least * 0.5)
        return;
    drawOutlines(lanes);
    if (lanesHaveRoom(lanes))
        drawWordsOfSpans(lanes);
}

/* ------------------------------------------------------------------- names */

/* Every so many rows have a name: 1, 2, 5, 10, ... */
function nameStep(lanes, least) {
    for (let ten = 1;; ten *= 10)
        for (const factor of [1, 2, 5])
            if (factor * ten * lanes.row >= least || ten >= lanes.rows)
                return factor * ten;
}

/* At the left of what is seen: with zoom, lanes pass below. */
function lanesNames(lanes, nameOf) {
    const w = namesWidth(), gap = theme.text * 0.4;
    const size = Math.max(Math.min(lanes.row * 0.7, theme.small), theme.least);
    const step = nameStep(lanes, size * 0.85);

    fillBox({x: 0, y: lanes.box.y, w, h: lanes.box.h}, theme.paper);
    pen.fillStyle = theme.ink;
    for (let row = 0; row < lanes.rows; row += step)
        drawText(nameOf(row), size, w - gap,
                 lanes.box.y + (row + 0.5) * lanes.row, 1, w - gap);
}

const slotName = row => recording.rows[row];

/* Samples, which stay where they are with zoom. */
function legendAbove(signs, y) {
    const w = canvas.clientWidth - namesWidth(), h = legendHeight(signs, w);

    fillBox({x: 0, y, w: canvas.clientWidth, h}, theme.paper);
    drawLegend(signs, {x: namesWidth(), y, w, h});
}

const legendAboveHeight = signs =>
    legendHeight(signs, canvas.clientWidth - namesWidth());

/* What the phases that there are look like. */
const signsOfLanes = () => part.phases.map(signOfPhase);

/* ------------------------------------------------------------------- hover */

/* The phase at that point, or else the block, or null. */
function spanAt(lanes, x, y) {
    const row = lanesRowAt(lanes, y);
    const at = (x - lanes.box.x) / lanes.scale;
    const there = part.spans.filter(span =>
        span.row === row && span.at <= at && at < span.until);

    return there.filter(({phase}) => phase > 0).pop() || there[0] || null;
}

function tellSpan({row, tile, block, phase, at, until}) {
    const doing = ["", "loads", "scans", "looks back", "stores", "counts",
        "reduces", "scatters"];
    const is = phase ? `tile ${tile} ${doing[phase]}` : `block ${block}`;

    return `${slotName(row)}: ${is}, ${number(until - at)} ${unit()}`;
}
