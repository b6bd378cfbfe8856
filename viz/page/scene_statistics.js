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

function waits() {
    const values = part.spans.filter(({phase}) => phase === LOOK_BACK)
        .map(({at, until}) => ({value: until - at, at: until}));
    const most = values.reduce((most, {value}) => Math.max(most, value), 0);
    const limits = upTo(BARS, k => most * (k + 1) / BARS);

    return histogramOf(values, limits, limits.map(
        limit => limit < 99.5 ? number(limit, 2) : whole(limit)));
}

/* Filled up to now, an outline up to the recording's end. Names that do not fit
 * are left out: every second one of them, or more. */
function drawHistogram(bars, title, box) {
    const text = theme.small, w = box.w / bars.length, foot = text * 1.4;
    const high = box.h - foot - theme.text * 2.6;
    const bottom = box.y + box.h - foot;
    const most = Math.max(1, ...bars.map(({all}) => all));
    const letters = Math.max(1, ...bars.map(({name}) => name.length));
    const step = Math.max(1, Math.ceil((letters + 0.4) * text * 0.6 / w));

    pen.fillStyle = theme.ink;
    drawText(title, theme.text, box.x, box.y + theme.text * 0.6, 0, box.w);
    bars.forEach(({name, all, now}, k) => {
        const tall = high * now / most, end = high * all / most;
        const column = {x: box.x + k * w + w * 0.1, y: bottom - tall,
                        w: w * 0.8, h: tall};
        fillSign([column], signOfPhase(LOOK_BACK), text * 0.5);
        if (all)
            strokeBox({x: column.x, y: bottom - end, w: column.w, h: end},
                      theme.faint, theme.line);
        pen.fillStyle = theme.ink;
        if (now)
            drawWhole(String(now), text, middleX(column),
                      column.y - text * 0.65, 0.5, w);
        if (k % step === 0) /* nothing is seen at the left of the canvas */
            drawWhole(name, text,
                      Math.max(middleX(column), textWidth(name, text) / 2),
                      bottom + foot * 0.55, 0.5, w * step);
    });
    fillBox({x: box.x, y: bottom, w: box.w, h: theme.line}, theme.ink);
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
    const area = {x: box.x, y: box.y + head, w: box.w, h: box.h - foot - head};
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
    drawNow(box.x + box.w * moment.at / Math.max(duration, 1e-9), area.y,
            area.y + area.h);
}

function drawStatistics(box) {
    const gap = theme.text * 1.5, half = (box.h - gap * 0.4) / 2;
    const w = (box.w - gap) / 2, {bars, many} = distances();

    drawHistogram(bars, "tiles looked back, to the prefix" +
                  (many ? ": at least" : ""), {x: box.x, y: box.y, w, h: half});
    drawHistogram(waits(), `looking back took, ${unit()} at most`,
                  {x: box.x, y: box.y + half + gap * 0.4, w, h: half});
    drawStates({x: box.x + w + gap, y: box.y, w, h: box.h});
}
