/* scene_tiles.js - as scene_tiles.c. */

/* Part of the scene's width that the diagram of decisions takes. */
const diagramPart = () => view.diagram ? 0.31 : 0;

/* As large cells as fit, somewhat wider than high; above them there is room for
 * arrows. */
function gridIn(scene) {
    const above = theme.text * 0.5;
    const box = {x: scene.x, y: scene.y + above,
                 w: scene.w * (1 - diagramPart() * 1.07), h: scene.h - above};
    const grid = {box, columns: 1, w: 0, h: 0};
    let most = 0;

    for (let columns = 1; columns <= tiles; columns++) {
        const w = box.w / columns;
        const h = Math.min(box.h / Math.ceil(tiles / columns), w / 1.1);
        const size = Math.min(w / 1.5, h);
        if (size > most + 1e-9) {
            most = size;
            Object.assign(grid, {columns, w: Math.min(w, h * 3), h});
        }
    }
    return Object.assign(grid, finishGrid(grid));
}

/* Where letters have no room, cells are of whole pixels: gaps are alike. The
 * smallest have none. */
function finishGrid({box, columns, w, h}) {
    const spot = h < theme.least, tiny = h < theme.least / 6;

    if (spot && !tiny) {
        w = Math.max(Math.floor(w), 1);
        h = Math.max(Math.floor(h), 1);
        columns = Math.floor(box.w / w);
    }
    return {columns, w, h, spot, tiny,
            gap: !spot ? Math.min(w, h) * 0.14
                : tiny ? 0 : Math.max(1, Math.floor(h / 6))};
}

function cellOf(grid, tile) {
    const column = tile % grid.columns, row = (tile - column) / grid.columns;

    return {x: grid.box.x + column * grid.w + grid.gap / 2,
            y: grid.box.y + row * grid.h + grid.gap / 2,
            w: grid.w - grid.gap, h: grid.h - grid.gap};
}

/* What a flag looks like without its letter: P fills the cell, A the lower
 * half, X is a spot, and a tile that never publishes a line. */
function spotOfFlag({x, y, w, h}, flag) {
    return flag === "A" ? {x, y: y + h / 2, w, h: h / 2}
        : flag === "X" ? {x: x + w * 0.35, y: y + h * 0.35, w: w * 0.3,
                          h: h * 0.3}
        : flag === "-" ? {x, y: y + h * 0.8, w, h: h * 0.2} : {x, y, w, h};
}

/* Cells from this height on have room for two lines. */
const hasTwoLines = grid => grid.h - grid.gap >= theme.least * 2.1;

/* All cells with this flag. X, and tiles that never publish, are pale: they have an
 * edge. */
function drawBodies(grid, cells, flag) {
    const {colour} = signOfFlag(flag), isBare = flag === "X" || flag === "-";
    const edge = Math.max(Math.round(Math.min(theme.line, grid.h * 0.05)), 1);
    const bodies = cells.map(cell =>
        grid.tiny ? cell : snapBox(grid.spot ? spotOfFlag(cell, flag) : cell));

    pathOf(bodies);
    pen.fillStyle = theme[isBare && !grid.tiny ? "faint" : colour];
    pen.fill();
    if (!isBare || grid.spot)
        return;
    pathOf(bodies.map(({x, y, w, h}) => (
        {x: x + edge, y: y + edge, w: w - 2 * edge, h: h - 2 * edge})));
    pen.fillStyle = theme[colour];
    pen.fill();
    if (flag === "X" && hasTwoLines(grid))
        hatchPath("rising", grid.h / 7, theme.faint, theme.line * 0.5);
}

/* ------------------------------------------------------------------- words */

/* What the tile is at, in its corner. */
function doingOf(tile) {
    const phase = moment.phase(tile), {from, until} = part.tile[tile];

    if (phase)
        return ["", "load", "scan", "look", "store", "count", "reduce",
            "scatter"][phase];
    if (!(until > from && moment.at >= until))
        return moment.at < from ? "not started"
            : moment.tile[tile].phase ? "" : "started";
    return recording.finding && until >= duration ? "stuck" : "done";
}

/* Its number and what it does, its flag, its value: those that are read well
 * enough. */
function drawWords(tile, {x, y, w, h}) {
    const {prefix, aggregate} = moment.tile[tile], flag = flagNow(tile);
    const value = prefix === null ? aggregate : prefix;
    const corner = h * 0.25, edge = w * 0.04, roomy = corner >= theme.least;

    pen.fillStyle = theme.on[signOfFlag(flag).colour];
    if (roomy) {
        drawText(flag, h * 0.40, x + w / 2, y + h * 0.46, 0.5, 0);
        drawWhole(String(tile), corner, x + edge, y + h * 0.15, 0, w * 0.36);
        drawWhole(doingOf(tile), corner, x + w - edge, y + h * 0.15, 1,
                  w * 0.56);
    } else {
        drawText(flag, h * 0.5, x + w - edge, y + h * 0.3, 1, 0);
        drawWhole(String(tile), h * 0.4, x + edge, y + h * 0.3, 0,
                  w * 0.92 - h * 0.5);
    }
    if (value !== null)
        drawWhole(value, h * (roomy ? 0.28 : 0.4), x + w / 2,
                  y + h * (roomy ? 0.81 : 0.76), 0.5, w * 0.92);
}

/* Cells with room for nothing but their letters. */
function drawLetters(grid, cells, flag) {
    const size = Math.max(theme.least, (grid.h - grid.gap) * 0.75);

    pen.fillStyle = theme.on[signOfFlag(flag).colour];
    for (const {x, y, w, h} of cells)
        drawText(flag, size, x + w / 2, y + h / 2, 0.5, 0);
}

/* ------------------------------------------------------------------- looks */

/* Where lines run: above a row, and at the left of a column. */
const aboveRow = (grid, tile) =>
    grid.box.y + Math.floor(tile / grid.columns) * grid.h;
const leftOfColumn = (grid, tile) =>
    grid.box.x + tile % grid.columns * grid.w;

/* From a tile that was seen up to the line above its row, along it to the
 * column of the tile that looks, down beside that to its own row, and over to it. */
function addWay(grid, from, to) {
    const a = cellOf(grid, from), x = a.x + a.w / 2;
    const start = aboveRow(grid, from), end = aboveRow(grid, to);

    pen.moveTo(x, a.y);
    pen.lineTo(x, start);
    if (start < end) {
        pen.lineTo(leftOfColumn(grid, to), start);
        pen.lineTo(leftOfColumn(grid, to), end);
    }
    pen.lineTo(middleX(cellOf(grid, to)), end);
}

/* Around a cell, so that no letter is hidden. */
function frameCell(grid, {x, y, w, h}, colour, line) {
    const wide = Math.min(line, Math.max(grid.gap * 0.4, 1));

    strokeBox({x: x - wide * 0.7, y: y - wide * 0.7, w: w + wide * 1.4,
               h: h + wide * 1.4}, colour, wide);
}

/* A dot where a way begins; a ring where nothing was to be had. */
function drawStart(grid, {tile, flag}) {
    const cell = cellOf(grid, tile), colour = flag === "X" ? "warn" : "ink";
    const dot = Math.min(theme.line * 3.2, grid.gap * 0.4);

    frameCell(grid, cell, theme[colour], theme.line * 1.6);
    pen.beginPath();
    pen.arc(middleX(cell), cell.y, dot, 0, 2 * Math.PI);
    pen.fillStyle = theme[flag === "X" ? "paper" : "ink"];
    pen.fill();
    if (flag !== "X")
        return;
    pen.lineWidth = dot * 0.6;
    pen.stroke();
}

/* All ways that lead to the tile that looks. */
function drawWays(grid, look, to) {
    const cell = cellOf(grid, to), x = middleX(cell), seen = seenIn(look);
    const line = Math.min(theme.line * 1.8, Math.max(grid.gap * 0.3, 1));
    const head = Math.max(line * 4.5, theme.text * 0.4);

    pen.beginPath();
    for (const {tile} of seen)
        addWay(grid, tile, to);
    pen.moveTo(x, aboveRow(grid, to));
    pen.lineTo(x, cell.y + head * 0.2);
    pen.strokeStyle = theme.ink;
    pen.lineWidth = line;
    pen.lineJoin = "round";
    pen.stroke();
    pen.lineJoin = "miter";
    for (const each of seen)
        drawStart(grid, each);
    pen.fillStyle = theme.ink;
    drawHead(x, cell.y + Math.max(head - grid.gap / 2, 0), Math.PI / 2, head);
}

/* Tiles in view are framed. */
function drawLook(grid, tile) {
    const {look} = moment.tile[tile];

    frameCell(grid, cellOf(grid, tile), theme.ink, theme.line * 3);
    if (moment.phase(tile) === LOOK_BACK && look)
        drawWays(grid, look, tile);
}

/* ------------------------------------------------------------------- scene */

/* At the right of what is seen: with zoom, tiles pass below. */
function drawDiagram() {
    const w = canvas.clientWidth * diagramPart(), h = canvas.clientHeight;
    const x = canvas.clientWidth - w;

    fillBox({x: x - w * 0.04, y: 0, w: w * 1.04, h}, theme.paper);
    drawDecision({x, y: 0, w, h});
}

function drawTiles(box) {
    const grid = gridIn(box), tile = tileInView();
    const cells = part.tile.map((_, k) => cellOf(grid, k));

    for (const flag of FLAGS) {
        const seen = cells.filter((cell, k) => flagNow(k) === flag &&
            isSeen(cell));
        drawBodies(grid, seen, flag);
        if (!grid.spot && !hasTwoLines(grid))
            drawLetters(grid, seen, flag);
    }
    cells.forEach((cell, k) => {
        if (hasTwoLines(grid) && isSeen(cell))
            drawWords(k, cell);
    });
    if (tile >= 0)
        drawLook(grid, tile);
    if (view.diagram)
        drawDiagram();
}

function tileAt(box, x, y) {
    const grid = gridIn(box);
    const column = Math.floor((x - grid.box.x) / grid.w);
    const row = Math.floor((y - grid.box.y) / grid.h);
    const tile = row * grid.columns + column;

    return column >= 0 && column < grid.columns && row >= 0 && tile < tiles
        ? tile : -1;
}

/* Its elements, and what it has published. */
function tellTile(box, x, y) {
    const tile = tileAt(box, x, y);

    if (tile < 0)
        return null;
    const {begin, count} = part.tile[tile], now = moment.tile[tile];
    const flag = flagNow(tile);
    const value = flag === "A" ? now.aggregate : now.prefix;

    if (begin < 0)
        return `tile ${tile}: its block has not started`;
    const is = flag === "-" ? "it is done and has published nothing"
        : flag === "X" ? "nothing published yet"
        : flag === "A" ? "its sum is published"
        : "the prefix up to it is published";
    return `tile ${tile}: elements ${begin} to ${begin + count - 1}; ${is}` +
        (value === null ? "" : `, ${value}`);
}
