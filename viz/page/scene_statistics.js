/* scene_statistics.js - as scene_statistics.c. */

const BARS = 12, SAMPLES = 160;

/* Tiles by some number of theirs: of each tile the number and the time from
 * which it counts. Bar k holds what is below limits[k] and not below the limit
 * before it. */
function histogramOf(values, limits, names) {
    const bars = names.map(name => ({name, all: 0, now: 0}));

    for (const {value, at} of values) {
        let k = 0;
        while (k + 1 < BARS && value >= limits[k])
            k++;
        bars[k].all++;
        bars[k].now += at <= moment.at;
    }
    return bars;
}

const upTo = (count, of) => Array.from({length: count}, (_, k) => of(k));

/* One bar for each distance, or where they are too many for each power of 2. */
function distances() {
    const values = events
        .filter(event => event.kind === "look" && event.found >= 0 &&
            event.tile > event.found)
        .map(event => ({value: event.tile - event.found, at: event.at}));
    const most = values.reduce((most, {value}) => Math.max(most, value), 0);
    const low = k => most <= BARS ? k + 1 : 1 << k;
    const high = k => most <= BARS ? k + 1 : (2 << k) - 1;

    return histogramOf(values, upTo(BARS, k => high(k) + 1), upTo(BARS, k =>
        k + 1 === BARS && most > high(k) ? low(k) + "+"
            : low(k) === high(k) ? String(low(k)) : `${low(k)}-${high(k)}`));
}

function waits() {
    const values = events
        .filter(event => event.kind === "phase" && event.phase === LOOK_BACK)
        .map(event => ({value: event.until - event.at, at: event.until}));
    const most = values.reduce((most, {value}) => Math.max(most, value), 0);
    const limits = upTo(BARS, k => most * (k + 1) / BARS);

    return histogramOf(values, limits, limits.map(
        limit => limit < 99.5 ? number(limit, 2) : whole(limit)));
}

function drawHistogram(bars, title, box) {
    const text = theme.text * 0.75, w = box.w / BARS, foot = text * 1.6;
    const high = box.h - foot - theme.text * 2.6;
    const most = Math.max(1, ...bars.map(bar => bar.all));

    pen.fillStyle = theme.ink;
    drawText(title, theme.text, box.x, box.y + theme.text * 0.6, 0, box.w);
    bars.forEach(({name, now}, k) => {
        const h = high * now / most;
        const column = {x: box.x + k * w + w * 0.1,
                        y: box.y + box.h - foot - h, w: w * 0.8, h};
        const middle = column.x + w * 0.4;
        if (now) {
            fillBox(column, theme.look);
            hatchBoxes([column], theme.text * 0.5, theme.ink, theme.line * 0.4);
            pen.fillStyle = theme.ink;
            drawText(String(now), text, middle, column.y - text * 0.7, 0.5, w);
        }
        pen.fillStyle = theme.ink;
        drawText(name, text, middle, box.y + box.h - foot * 0.4, 0.5, w * 0.95);
    });
}

/* How many are X, A and P, at SAMPLES times. */
function takeSamples() {
    const m = new Moment();

    return Array.from({length: SAMPLES}, (_, k) => {
        m.go(duration * (k + 0.5) / SAMPLES);
        return Object.assign({}, m.count);
    });
}

/* Areas one above the other: P below, then A, then X. */
function drawStates(box) {
    const foot = theme.text * 2.4, head = theme.text * 2.2;
    const high = box.h - foot - head, bottom = box.y + box.h - foot;
    const step = box.w / SAMPLES;

    pen.fillStyle = theme.ink;
    drawText("tiles that have published P, A, nothing", theme.text, box.x,
             box.y + theme.text * 0.6, 0, box.w);
    if (!tiles)
        return;
    part.samples = part.samples || takeSamples();
    part.samples.forEach((count, k) => {
        let y = bottom;
        for (const flag of ["P", "A", "X"]) {
            const h = high * count[flag] / tiles;
            fillBox(snapBox({x: box.x + k * step, y: y - h, w: step, h}),
                    theme[flag.toLowerCase()]);
            y -= h;
        }
    });
    ["P", "A", "X"].forEach((flag, k) => {
        const x = box.x + box.w * k / 3;
        fillBox({x, y: bottom + theme.text * 0.8, w: theme.text,
                 h: theme.text * 0.8}, theme[flag.toLowerCase()]);
        pen.fillStyle = theme.ink;
        drawText(`${flag}: ${moment.count[flag]}`, theme.text,
                 x + theme.text * 1.4, bottom + theme.text * 1.2, 0, 0);
    });
    drawNow(box.x + box.w * moment.at / Math.max(duration, 1e-9),
            box.y + head, high);
}

function drawStatistics(box) {
    const w = (box.w - theme.text * 2) / 2, h = (box.h - theme.text) / 2;

    drawHistogram(distances(), "tiles looked back, to the prefix",
                  {x: box.x, y: box.y, w, h});
    drawHistogram(waits(), `looking back took, ${unit()} at most`,
                  {x: box.x, y: box.y + h + theme.text, w, h});
    drawStates({x: box.x + box.w - w, y: box.y, w, h: box.h});
}
