/* scene_statistics.js - as scene_statistics.c. */

const BARS = 12, SAMPLES = 160;

/* Bar k holds what is below limits[k] and not below the limit before it: all
 * of the recording, and those until now. */
function histogramOf(values, limits, names) {
    const bars = names.map(name => ({name, all: 0, now: 0}));

    for (const {value, at} of values) {
        let k = 0;
        while (k + 1 < bars.length && value >= limits[k])
            k++;
        bars[k].all++;
        bars[k].now += at <= moment.at;
    }
    return bars;
}

/* One bar for each distance that there can be, or where they are too many for
 * each power of 2, or of 4: named by the least that it holds. */
function distances() {
    const most = Math.max(tiles - 1, 1), names = [], limits = [];
    const times = most <= BARS ? 1 : most < 1 << BARS ? 2 : 4;
    const values = part.tile
        .filter(({found, distance}) => found <= duration && distance >= 1)
        .map(({found, distance}) => ({value: distance, at: found}));

    for (let low = 1; low <= most && names.length < BARS;) {
        names.push(low % 1024 === 0 && low >= 10240 ? low / 1024 + "k"
                                                    : String(low));
        low = times === 1 ? low + 1 : low * times;
        limits.push(low);
    }
    return {bars: histogramOf(values, limits, names), many: times > 1};
}

/* As many bars as have room for names. */
function waitsIn(width) {
    const letters = 4, fit = Math.floor(width / (theme.small * 0.62 * letters));

    return Math.min(Math.max(fit, 3), BARS);
}

function waits(count) {
    const values = part.spans.filter(({phase}) => phase === LOOK_BACK)
        .map(({at, until}) => ({value: until - at, at: until}));
    const most = values.reduce((most, {value}) => Math.max(most, value), 0);
    const limits = upTo(count, k => most * (k + 1) / count);

    return histogramOf(values, limits, limits.map(
        limit => limit < 99.5 ? number(limit, 2) : whole(limit)));
}

/* Where bars stand: below the title and what they mean, above their names. Each
 * takes `w`, with the gap to the next; the highest one has `most` tiles. */
function placeOfBars(bars, box) {
    const foot = theme.small * 1.4, head = theme.text * 3.5;

    return {left: box.x, bottom: box.y + box.h - foot,
            high: Math.max(box.h - foot - head, 1), w: box.w / bars.length,
            most: Math.max(1, ...bars.map(({all}) => all))};
}

/* Filled up to now, an outline up to the recording's end, with that number; the
 * one of now stands where it is not in the way. */
function drawColumn({all, now}, k, {left, bottom, high, w, most}) {
    const text = theme.small, tall = high * now / most, end = high * all / most;
    const x = left + (k + 0.1) * w, middle = left + (k + 0.5) * w;

    fillSign([{x, y: bottom - tall, w: w * 0.8, h: tall}],
             signOfPhase(LOOK_BACK), text * 0.5);
    if (!all)
        return;
    strokeBox({x, y: bottom - end, w: w * 0.8, h: end}, theme.faint,
              theme.line);
    pen.fillStyle = theme.ink;
    drawWhole(String(all), text, middle, bottom - end - text * 0.65, 0.5, w);
    if (now > 0 && end - tall > text * 1.3)
        drawWhole(String(now), text, middle, bottom - tall - text * 0.65, 0.5,
                  w * 0.8);
}

/* Which bars have names: those that are not empty, and of the others as many as
 * have room. */
function chooseNames(bars, w) {
    const letters = Math.max(1, ...bars.map(({name}) => name.length));
    const room = (letters + 0.4) * theme.small * 0.6;
    const step = Math.max(1, Math.ceil(room / w));
    const named = bars.map(({all}) => all > 0);

    for (let k = 0; k < named.length; k++) {
        const near = named.slice(Math.max(k - step + 1, 0), k + step);
        named[k] = named[k] || !near.includes(true);
    }
    return named;
}

/* Each has the room up to the names beside it. */
function drawNames(bars, {left, bottom, w}) {
    const named = chooseNames(bars, w);

    pen.fillStyle = theme.ink;
    bars.forEach(({name}, k) => {
        const before = k > 0 ? named.lastIndexOf(true, k - 1) : -1;
        const after = named.indexOf(true, k + 1);
        const right = after < 0 ? bars.length : after;
        const room = Math.min(k - before, right - k, 3) * w;
        if (named[k])
            drawWhole(name, theme.small, left + (k + 0.5) * w,
                      bottom + theme.small * 0.77, 0.5, room * 0.92);
    });
}

function drawHistogram(bars, title, box) {
    const place = placeOfBars(bars, box);

    pen.fillStyle = theme.ink;
    drawText(title, theme.text, box.x, box.y + theme.text * 0.6, 0, box.w);
    drawText("tiles so far; outline: in the end", theme.small, box.x,
             box.y + theme.text * 1.8, 0, box.w);
    bars.forEach((bar, k) => drawColumn(bar, k, place));
    drawNames(bars, place);
    fillBox({x: box.x, y: place.bottom, w: box.w, h: theme.line}, theme.ink);
}

/* How many tiles are P, A and X in each part of the time. */
function takeSamples() {
    const sampleOf = at => Math.min(Math.max(Math.ceil(
        at / Math.max(duration, 1e-9) * SAMPLES - 0.5), 0), SAMPLES);
    const any = new Int32Array(SAMPLES + 1), p = new Int32Array(SAMPLES + 1);

    for (const {hasA, hasP} of part.tile) {
        any[sampleOf(Math.min(hasA, hasP))]++;
        p[sampleOf(hasP)]++;
    }
    let anySoFar = 0, pSoFar = 0;
    return upTo(SAMPLES, k => {
        anySoFar += any[k];
        pSoFar += p[k];
        return {P: pSoFar, A: anySoFar - pSoFar, X: tiles - anySoFar};
    });
}

/* Areas one above the other: P below, then A, then X. */
function drawAreas(box) {
    const step = box.w / SAMPLES;
    const below = part.samples.map(() => 0);

    for (const flag of ["P", "A", "X"])
        fillSign(part.samples.map((count, k) => {
            const h = box.h * count[flag] / tiles;
            const y = box.y + box.h * (1 - below[k] / tiles) - h;
            below[k] += count[flag];
            return h > 0 && snapBox({x: box.x + k * step, y, w: step, h});
        }).filter(area => area), signOfFlag(flag), theme.least * 0.4);
}

function drawStates(box) {
    const foot = theme.text * 2, head = theme.text * 1.6;
    const scale = box.w / Math.max(timeAxis(), 1e-9);
    const area = {x: box.x, y: box.y + head, w: duration * scale,
                  h: box.h - foot - head};
    const y = area.y + area.h + theme.text * 1.2;

    pen.fillStyle = theme.ink;
    drawText("tiles that have published P, A, nothing (X)", theme.text, box.x,
             box.y + theme.text * 0.6, 0, box.w);
    if (!tiles)
        return;
    part.samples = part.samples || takeSamples();
    drawAreas(area);
    ["P", "A", "X"].forEach((flag, k) => {
        const x = box.x + box.w * k / 3;
        fillSign([{x, y: y - theme.text * 0.4, w: theme.text,
                   h: theme.text * 0.8}], signOfFlag(flag), theme.least * 0.3);
        pen.fillStyle = theme.ink;
        drawText(`${flag}: ${moment.count[flag]}`, theme.text,
                 x + theme.text * 1.4, y, 0, box.w / 3 - theme.text * 1.5);
    });
    drawNow(box.x + moment.at * scale, area.y, area.y + area.h);
}

function drawStatistics(box) {
    const gap = theme.text * 1.5, half = (box.h - gap * 0.4) / 2;
    const w = (box.w - gap) / 2, {bars, many} = distances();

    drawHistogram(bars, "how many tiles back until a prefix" +
                  (many ? ", at least" : ""), {x: box.x, y: box.y, w, h: half});
    drawHistogram(waits(waitsIn(w)),
                  `how long a tile looked back, ${unit()} at most`,
                  {x: box.x, y: box.y + half + gap * 0.4, w, h: half});
    drawStates({x: box.x + w + gap, y: box.y, w, h: box.h});
}
