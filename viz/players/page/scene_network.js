/* scene_network.js - as scene_network.c and network_layout.c; what goes into
 * what, and where it stands, page_network.c has found out. */

const IDENTITY = -1, UNKNOWN = -2; /* in place of a node */
const MOST_LEAVES = 64;

/* The network of this part, opened once. */
function openNetwork() {
    const {node, output, made} = recording.network;
    const nodes = node.map(row => row && nodeOf(...row));
    const isNone = number => number < 0 || nodes[number].kind === "nothing";

    return Object.assign({}, recording.network, {
        nodes, outputs: output, isNone, made,
        isDrawn: number => nodes[number] && !isNone(number),
        maxDepth: Math.max(...made.map(number => nodes[number].depth))
    });
}

function nodeOf(kind, left, right, column, depth, place, places, at, needed,
                value, range) {
    return {kind, left, right, column, depth, place, places, at, needed, value,
            range};
}

function rangeOf(net, number) {
    return number === IDENTITY ? "the identity"
        : number < 0 ? "what is not known" : net.nodes[number].range;
}

/* What goes into a node, itself included: a set. */
function coneOf(net, number) {
    const cone = new Set();

    if (number >= 0)
        cone.add(number);
    for (let k = number; k >= net.leaves; k--)
        if (cone.has(k))
            for (const from of [net.nodes[k].left, net.nodes[k].right])
                if (from >= 0)
                    cone.add(from);
    return cone;
}

/* ------------------------------------------------------------------ layout */

const levelAt = (d, depth) => d.box.y + (depth + 0.25) * d.h;
const columnAt = (d, column) => d.box.x + (column + 0.5) * d.w;

/* So many nodes share a cell: the rows and columns in which they are large. */
function packIn(d, places, rows) {
    const most = Math.min(d.w * 0.26, d.h * 0.3, d.label * 0.6);
    const columns = Math.ceil(places / rows);
    const w = d.w * 0.8 / columns, h = d.h * 0.7 / rows;
    const radius = Math.min(Math.min(w, h) * 0.42, most);

    return {columns, rows, apartX: Math.min(w, radius * 3),
            apartY: Math.min(h, radius * 3), radius};
}

function packOf(d, places) {
    const rows = Math.floor(Math.max(1, Math.sqrt(places * d.h / d.w)));
    const few = packIn(d, places, rows), more = packIn(d, places, rows + 1);

    return places > 1 && more.radius > few.radius ? more : few;
}

function spotOf(d, {kind, column, depth, place, places}) {
    const pack = packOf(d, places), across = place % pack.columns;
    const down = (place - across) / pack.columns;

    return {x: columnAt(d, column) +
                (across - (pack.columns - 1) / 2) * pack.apartX,
            y: levelAt(d, depth) + (down - (pack.rows - 1) / 2) * pack.apartY,
            radius: pack.radius * (kind === "leaf" ? 0.45 : 1)};
}

/* A node that has room for letters; the square of a result. */
function plateAt(d, {x, y}) {
    const w = d.w * 0.86, h = d.label * 1.5;

    return {x: x - w / 2, y: y - h / 2, w, h};
}

function sinkOf(d, output) {
    const side = Math.min(Math.min(d.w, d.h) * 0.6, d.label * 0.9);

    return {x: columnAt(d, output + d.net.carry) - side / 2,
            y: levelAt(d, d.net.depth + 1) - side / 2, w: side, h: side};
}

/* The result whose square or label is there, or -1. */
function outputAt(d, x, y) {
    const output = Math.floor((x - d.box.x) / d.w) - d.net.carry;

    return y >= levelAt(d, d.net.depth + 0.6) && x >= d.box.x && output >= 0 &&
        output < d.net.outputs.length ? output : -1;
}

function nodeAt(d, x, y) {
    let found = UNKNOWN, best = Infinity;

    d.spot.forEach((spot, number) => {
        const away = spot ? Math.hypot(spot.x - x, spot.y - y) : Infinity;
        const hit = spot && (away <= Math.max(d.label * 0.5, spot.radius * 1.2)
            || (d.ranges && isInside(plateAt(d, spot), x, y)));
        if (hit && away < best) {
            best = away;
            found = number;
        }
    });
    return found;
}

/* The newest op that a result needs. */
function newestOp({made, nodes, isDrawn}) {
    const done = made.filter(number => nodes[number].at <= moment.at &&
        nodes[number].needed && isDrawn(number));

    return done.length ? done[done.length - 1] : UNKNOWN;
}

/* A node, and the result or -1 that leads to it: under the pointer, the result
 * that is followed, or the newest op. */
function chooseLit(d) {
    const at = pointer();

    d.litFrom = at ? outputAt(d, at.x, at.y) : -1;
    d.lit = at && d.litFrom < 0 ? nodeAt(d, at.x, at.y) : UNKNOWN;
    if (d.litFrom < 0 && d.lit === UNKNOWN) {
        if (view.follow >= 0 && view.follow < d.net.outputs.length)
            d.litFrom = view.follow;
        else
            d.lit = newestOp(d.net);
    }
    if (d.litFrom >= 0)
        d.lit = d.net.outputs[d.litFrom];
    d.cone = coneOf(d.net, d.lit);
    d.litOps = [...d.cone].filter(number => number >= d.net.leaves).length;
}

function networkLayout(box) {
    const net = part.network = part.network || openNetwork();
    const label = Math.max(theme.text * 0.9, theme.least);
    const gutter = theme.text * 2;
    const above = theme.text * 1.5 + label * 1.2, below = label * 1.4;
    const columns = {x: box.x + gutter, y: box.y + above, w: box.w - gutter,
                     h: box.h - above - below};
    const w = columns.w / net.leaves, h = columns.h / (net.depth + 1.5);
    const crowded = net.nodes.some(node => node && node.places > 1);
    const d = {net, box: columns, w, h, label, gutter, reach: [],
               ranges: h >= label * 2.2 && w >= label * 4 && !crowded};

    d.spot = net.nodes.map((node, number) =>
        net.isDrawn(number) ? spotOf(d, node) : null);
    chooseLit(d);
    return d;
}

/* True when the node has been made by now; leaves and the identity have. */
function isMade(d, number) {
    return number < 0 || d.net.nodes[number].at <= moment.at;
}

/* ------------------------------------------------------------------- wires */

/* How lines look, in the order in which they are drawn. */
const STROKES = [
    {lit: false, done: false, colour: "faint", width: 0.7},
    {lit: false, done: true, colour: "ink", width: 0.9},
    {lit: true, done: false, colour: "warn", width: 1.2, dashed: true},
    {lit: true, done: true, colour: "warn", width: 2.4}
];

/* Down the operand's column, then over to the op. The way down is shared by all
 * that take it in: it is drawn once, by drawWaysDown(). */
function drawWire(d, from, to, depth) {
    const at = d.spot[from], fromDepth = d.net.nodes[from].depth;
    const half = d.ranges ? d.label * 0.75 : 0; /* of a plate */
    let turn = at.y + (fromDepth > 0 ? half : 0);

    if (fromDepth < depth - 1)
        turn = levelAt(d, depth - 1) + Math.max(half, d.h * 0.3);
    if (at.x === to.x)
        turn = to.y;
    d.reach[from] = Math.max(d.reach[from] || 0, turn);
    if (at.x === to.x)
        return;
    pen.moveTo(at.x, turn);
    pen.lineTo(to.x, to.y - half);
    pen.lineTo(to.x, to.y);
}

function drawWaysDown(d) {
    d.reach.forEach((reach, number) => {
        const {x, y} = d.spot[number];
        if (reach > y) {
            pen.moveTo(x, y);
            pen.lineTo(x, reach);
        }
    });
    d.reach = [];
}

function sinkIsLit(d, output) {
    return d.litFrom >= 0 ? output === d.litFrom
        : d.lit >= 0 && d.net.outputs[output] === d.lit;
}

function drawOperands(d, number) {
    const {left, right, depth} = d.net.nodes[number];

    for (const from of [left, right])
        if (!d.net.isNone(from))
            drawWire(d, from, d.spot[number], depth);
}

function drawSinkWire(d, output) {
    const sink = sinkOf(d, output), from = d.net.outputs[output];

    if (from >= 0)
        drawWire(d, from, {x: middleX(sink), y: sink.y}, d.net.depth + 1);
}

function drawWires(d, {lit, done, colour, width, dashed}) {
    const {net} = d;

    pen.beginPath();
    for (let k = net.leaves; k < net.nodes.length; k++)
        if (net.isDrawn(k) && d.cone.has(k) === lit &&
            (net.nodes[k].needed && isMade(d, k)) === done)
            drawOperands(d, k);
    net.outputs.forEach((number, output) => {
        if (sinkIsLit(d, output) === lit && isMade(d, number) === done)
            drawSinkWire(d, output);
    });
    drawWaysDown(d);
    pen.strokeStyle = theme[colour];
    pen.lineWidth = Math.min(width * theme.line, Math.min(d.w, d.h) * 0.25);
    pen.setLineDash(dashed ? [theme.line * 3, theme.line * 2] : []);
    pen.stroke();
    pen.setLineDash([]);
}

/* ------------------------------------------------------------------- nodes */

function shapeNode(d, number) {
    const at = d.spot[number], quarter = Math.PI / 2;

    pen.beginPath();
    if (d.ranges && d.net.nodes[number].kind !== "leaf") {
        const plate = plateAt(d, at), r = plate.h / 2;
        pen.arc(plate.x + r, at.y, r, quarter, -quarter);
        pen.arc(plate.x + plate.w - r, at.y, r, -quarter, quarter);
        pen.closePath();
    } else {
        pen.arc(at.x, at.y, at.radius, 0, 4 * quarter);
    }
}

/* What the colour says: orange goes into the lit one, blue has happened, grey
 * has happened and no result takes it in, paper is to come. A copy stays
 * hollow. */
function colourOfNode(d, number) {
    const {kind, needed} = d.net.nodes[number];

    return kind === "copy" || !isMade(d, number) ? "paper"
        : kind === "leaf" ? "ink" : kind === "broken" ? "warn"
        : d.cone.has(number) ? "a" : !needed ? "x" : "load";
}

function edgeOfNode(d, number) {
    return d.cone.has(number) ? "warn" : isMade(d, number) ? "ink" : "faint";
}

const isPale = colour => colour === "paper" || colour === "x";

/* What it combines, without brackets: "4..7". */
function nameNode(d, number) {
    const {kind, range} = d.net.nodes[number], at = d.spot[number];

    drawText(kind === "broken" ? "?" : range.replace(/[[\]]/g, ""), d.label,
             at.x, at.y, 0.5, d.w * 0.82);
}

function drawNode(d, number) {
    const {x, y, radius} = d.spot[number], fill = colourOfNode(d, number);
    const edge = edgeOfNode(d, number);
    const width = theme.line * (d.cone.has(number) ? 1.6 : 0.9);

    if (radius < theme.line * 1.5) { /* too small for an outline */
        fillBox({x: x - radius, y: y - radius, w: radius * 2, h: radius * 2},
                theme[isPale(fill) ? edge : fill]);
        return;
    }
    shapeNode(d, number);
    pen.fillStyle = theme[fill];
    pen.fill();
    pen.strokeStyle = theme[edge];
    pen.lineWidth = Math.min(width, radius * 0.6);
    pen.stroke();
    if (!d.ranges || d.net.nodes[number].kind === "leaf" || !isMade(d, number))
        return;
    pen.fillStyle = isPale(fill) ? theme.ink : theme.on[fill];
    nameNode(d, number);
}

function drawSink(d, output) {
    const number = d.net.outputs[output], sink = sinkOf(d, output);
    const done = number !== UNKNOWN && isMade(d, number);
    const lit = sinkIsLit(d, output);

    fillBox(sink, done ? theme.p : theme.paper);
    strokeBox(sink, lit ? theme.warn : done ? theme.ink : theme.faint,
              Math.min(theme.line * (lit ? 2 : 1), sink.w * 0.2));
}

/* ----------------------------------------------------------------- letters */

/* Every so manieth of labels that are so wide has room. */
function labelStep(d, sample) {
    const wide = textWidth(sample, d.label) + d.label * 0.3;
    let step = 1;

    while (step < MOST_LEAVES && step * d.w < wide)
        step *= 2;
    return step;
}

/* Names stay in sight when the network is larger than the window: depths at its
 * left, elements below its first line. */
const seenLeft = d => Math.max(d.box.x, d.gutter);
const seenTop = d => Math.max(d.box.y - d.label * 0.55,
                              theme.text * 1.4 + d.label * 0.6);

function drawLeafNames(d) {
    const {net, label} = d, y = seenTop(d), left = seenLeft(d);
    const step = labelStep(d, "60");

    fillBox({x: 0, y: 0, w: canvas.clientWidth, h: y + label * 0.5},
            theme.paper);
    pen.fillStyle = theme.ink;
    drawText("in", label, left - label * 0.4, y, 1, d.gutter);
    for (let i = 0; i < net.outputs.length; i += step)
        if (columnAt(d, i + net.carry) > left)
            drawText(String(i), label, columnAt(d, i + net.carry), y, 0.5, 0);
    if (net.carry && columnAt(d, 0) > left)
        drawText(d.w < label * 3 ? "c" : "carry", label, columnAt(d, 0), y, 0.5,
                 0);
}

/* What each result combines; where that has no room, its number. */
function drawSinkNames(d) {
    const {net, label} = d, y = d.box.y + d.box.h + label * 0.6;
    const ranges = labelStep(d, "[0..15]") === 1;
    const step = ranges ? 1 : labelStep(d, "60");

    for (let i = 0; i < net.outputs.length; i += step) {
        const number = net.outputs[i];
        drawText(ranges && number === IDENTITY ? "none"
            : ranges && number >= 0 ? rangeOf(net, number) : String(i),
                 label, columnAt(d, i + net.carry), y, 0.5, 0);
    }
}

function drawDepths(d) {
    const {label} = d, x = seenLeft(d) - label * 0.4;
    let step = 1;

    fillBox({x: 0, y: 0, w: x + label * 0.2, h: canvas.clientHeight},
            theme.paper);
    pen.fillStyle = theme.ink;
    while (step * d.h < label * 1.3)
        step *= 2;
    for (let depth = step; depth <= d.net.depth; depth += step)
        drawText(String(depth), label, x, levelAt(d, depth), 1, 0);
    drawText("out", label, x, d.box.y + d.box.h + label * 0.6, 1, d.gutter);
}

function sayLit(d) {
    const ops = `${rangeOf(d.net, d.lit)} by ${d.litOps} ` +
        `op${d.litOps === 1 ? "" : "s"}`;

    return d.litFrom >= 0 ? `lit: out[${d.litFrom}], ${ops}`
        : d.lit < d.net.leaves ? "" : `lit: op ${d.lit - d.net.leaves}, ${ops}`;
}

function sayWork({made, nodes, idle, maxDepth}) {
    const done = made.filter(number => nodes[number].at <= moment.at);
    const deep = Math.max(0, ...done.map(number => nodes[number].depth));

    return `work ${done.length} of ${made.length}, ` +
        `depth ${deep} of ${maxDepth}` +
        (idle ? `; no result needs ${idle} of them` : "");
}

/* Stays where it is when the network is larger than the window. */
function drawCorner(d) {
    const line = sayWork(d.net), lit = sayLit(d), size = theme.text;
    const row = {x: 0, y: 0, w: canvas.clientWidth, h: size * 1.4};

    fillBox(row, theme.paper);
    pen.fillStyle = theme.ink;
    drawText(line, size, 0, row.h / 2, 0, row.w);
    if (textWidth(line, size) + textWidth(lit, size) + size * 2 < row.w)
        drawText(lit, size, row.w, row.h / 2, 1, 0);
}

/* ------------------------------------------------------------------- scene */

function drawNetwork(box) {
    const d = networkLayout(box);

    for (const stroke of STROKES)
        drawWires(d, stroke);
    for (const lit of [false, true])
        d.spot.forEach((spot, number) => {
            if (spot && d.cone.has(number) === lit)
                drawNode(d, number);
        });
    d.net.outputs.forEach((_, output) => drawSink(d, output));
    pen.fillStyle = theme.ink;
    drawSinkNames(d);
    drawDepths(d);
    drawLeafNames(d);
    drawCorner(d);
}

function tellOp(net, number) {
    const {value, depth, left, right, needed} = net.nodes[number];

    return `op ${number - net.leaves} makes ${rangeOf(net, number)}` +
        (value === null ? "" : ` = ${value}`) + ` at depth ${depth}: ` +
        `${rangeOf(net, left)} with ${rangeOf(net, right)}` +
        (needed ? "" : "; no result needs it");
}

function tellNetwork(box, x, y) {
    const d = networkLayout(box), {net} = d;
    const output = outputAt(d, x, y), number = nodeAt(d, x, y);

    if (output >= 0)
        return `out[${output}] is ${rangeOf(net, net.outputs[output])}`;
    if (number < 0)
        return null;
    return number >= net.leaves ? tellOp(net, number)
        : (net.carry && number === 0 ? "the " : "element ") +
          rangeOf(net, number).replace(/[[\]]/g, "");
}
