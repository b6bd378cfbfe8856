/* scene_lanes.js - as scene_lanes.c. */

function colourOfPhase(phase) {
    return theme[["faint", "load", "scan", "look", "store"][phase]];
}

/* What is seen of the lanes, pixel by pixel: how much of it each phase takes.
 * Thousands of phases may fall on one. */
function rasterOf(lanes, rows) {
    const fine = window.devicePixelRatio || 1;
    const x = Math.floor(Math.max(0, lanes.x) * fine);
    const width = Math.ceil(Math.min(canvas.clientWidth, lanes.x + lanes.w) *
                            fine) - x;
    const part = new Float32Array(Math.max(width, 0) * rows * PHASES.length);

    for (const event of events) {
        if (event.kind !== "phase" || event.row < 0)
            continue;
        const place = at => (lanes.x + at * lanes.scale) * fine - x;
        const from = Math.max(place(event.at), 0);
        const to = Math.min(place(event.until), width);
        for (let k = Math.floor(from); k < to; k++)
            part[(event.row * width + k) * PHASES.length + event.phase] +=
                Math.min(to, k + 1) - Math.max(from, k);
    }
    return {x, width, fine, part};
}

/* The phase that takes most of a pixel, if any takes some of it. */
function phaseAt(raster, row, x) {
    const first = (row * raster.width + x) * PHASES.length;
    let most = 0;

    for (let phase = 1; phase < PHASES.length; phase++)
        if (raster.part[first + phase] > raster.part[first + most])
            most = phase;
    return most;
}

/* The boxes of each phase. */
function runsOf(raster, lanes, rows) {
    const runs = PHASES.map(() => []);

    for (let row = 0; row < rows; row++)
        for (let x = 0, from = 0; x < raster.width; from = x) {
            const phase = phaseAt(raster, row, x);
            while (x < raster.width && phaseAt(raster, row, x) === phase)
                x++;
            const snapped = snapBox({x: 0, w: 1, h: lanes.row * 0.76,
                                     y: lanes.y + (row + 0.12) * lanes.row});
            runs[phase].push({x: (raster.x + from) / raster.fine, y: snapped.y,
                              w: (x - from) / raster.fine, h: snapped.h});
        }
    return runs;
}

function drawPhases(lanes, rows) {
    const runs = runsOf(rasterOf(lanes, rows), lanes, rows);

    for (let phase = 1; phase < PHASES.length; phase++)
        for (const run of runs[phase])
            fillBox(run, colourOfPhase(phase));
    hatchBoxes(runs[LOOK_BACK], lanes.row * 0.3, theme.ink, theme.line * 0.4);
}

/* Blocks that tell no phases are bars too, below all others. */
function drawBlocks(lanes) {
    for (const event of events)
        if (event.kind === "block" && event.row >= 0)
            fillBox(snapBox({x: lanes.x + event.at * lanes.scale,
                             y: lanes.y + (event.row + 0.12) * lanes.row,
                             w: (event.until - event.at) * lanes.scale,
                             h: lanes.row * 0.76}), theme.x);
}

function drawBlockName(lanes, event, colour) {
    const w = (event.until - event.at) * lanes.scale;
    const name = event.tile < 0 ? `block ${event.block}` : String(event.tile);

    if (lanes.row < 9 || w < lanes.row * 0.8)
        return;
    pen.fillStyle = colour;
    drawText(name, Math.min(lanes.row * 0.55, theme.text),
             lanes.x + event.at * lanes.scale + 3,
             lanes.y + (event.row + 0.5) * lanes.row, 0, w - 4);
}

/* On the first of its phases; where it tells of none, on its block. */
function drawNamesOfBlocks(lanes) {
    for (const event of events) {
        if (event.row < 0)
            continue;
        if (event.kind === "phase" && event.phase === 1)
            drawBlockName(lanes, event, BLACK);
        else if (event.kind === "block" && event.tile < 0)
            drawBlockName(lanes, event, theme.ink);
    }
}

/* What the colours are. */
function drawLegend(x, y) {
    for (let phase = 1; phase < PHASES.length; phase++) {
        const sample = {x, y: y - theme.text * 0.4, w: theme.text,
                        h: theme.text * 0.8};
        fillBox(sample, colourOfPhase(phase));
        if (phase === LOOK_BACK)
            hatchBoxes([sample], theme.text * 0.3, theme.ink,
                       theme.line * 0.4);
        x += theme.text * 1.3;
        pen.fillStyle = theme.ink;
        drawText(PHASES[phase], theme.text * 0.8, x, y, 0, 0);
        x += textWidth(PHASES[phase], theme.text * 0.8) + theme.text;
    }
}

function lanesIn(box) {
    const names = theme.text * 4, legend = theme.text * 1.5;
    const rows = Math.max(recording.rows.length, 1);

    return {x: box.x + names, y: box.y + legend, w: box.w - names,
            row: Math.min((box.h - legend) / rows, theme.text * 2),
            scale: (box.w - names) / Math.max(duration, 1e-9)};
}

/* At the left of what is seen: with zoom, lanes pass below. */
function drawNames(lanes, width) {
    fillBox({x: 0, y: 0, w: width, h: canvas.clientHeight}, theme.paper);
    fillBox({x: 0, y: 0, w: canvas.clientWidth, h: lanes.y}, theme.paper);
    drawLegend(width, lanes.y * 0.45);
    pen.fillStyle = theme.ink;
    if (lanes.row >= 9)
        recording.rows.forEach((name, row) =>
            drawText(name, Math.min(lanes.row * 0.6, theme.text * 0.8),
                     width - theme.text * 0.4,
                     lanes.y + (row + 0.5) * lanes.row, 1, width * 0.9));
}

function drawLanes(box) {
    const lanes = lanesIn(box), rows = recording.rows.length;

    drawBlocks(lanes);
    drawPhases(lanes, rows);
    drawNamesOfBlocks(lanes);
    drawNow(lanes.x + moment.at * lanes.scale, lanes.y, lanes.row * rows);
    drawNames(lanes, lanes.x - box.x);
}

/* What a slot does at that time. */
function tellLane(box, x, y) {
    const doing = ["", "loads", "scans", "looks back", "stores"];
    const lanes = lanesIn(box), row = Math.floor((y - lanes.y) / lanes.row);
    const at = (x - lanes.x) / lanes.scale, name = recording.rows[row];
    const there = events.filter(event => event.row === row &&
        event.at <= at && at < event.until);
    const phase = there.find(({kind}) => kind === "phase");
    const block = there.filter(({kind}) => kind === "block").pop();
    const took = event => `${number(event.until - event.at)} ${unit()}`;

    return phase ? `${name}: tile ${phase.tile} ${doing[phase.phase]}, ` +
        took(phase) : block && `${name}: block ${block.block}, ${took(block)}`;
}
