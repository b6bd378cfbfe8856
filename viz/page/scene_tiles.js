/* scene_tiles.js - as scene_tiles.c. */

const SPOT = 14; /* smaller cells have no room for letters */

/* Part of the scene's width that the diagram of decisions takes. */
const diagramPart = () => view.diagram ? 0.28 : 0;

/* As large cells as fit, somewhat wider than high; the first line of the box
 * has room for arrows. */
function gridIn(scene) {
    const box = {x: scene.x, y: scene.y + theme.text,
                 w: scene.w * (1 - diagramPart() * 1.07),
                 h: scene.h - theme.text};
    const best = {box, columns: 1, w: 0, h: 0};
    let most = 0;

    for (let columns = 1; columns <= tiles; columns++) {
        const w = box.w / columns;
        const h = Math.min(box.h / Math.ceil(tiles / columns), w / 1.1);
        const size = Math.min(w / 1.5, h);
        if (size > most + 1e-9) {
            most = size;
            Object.assign(best, {columns, w: Math.min(w, h * 1.9), h});
        }
    }
    if (best.h < SPOT) { /* whole pixels: all gaps are alike */
        best.w = Math.max(Math.floor(best.w), 1);
        best.h = Math.max(Math.floor(best.h), 1);
        best.columns = Math.max(Math.floor(box.w / best.w), 1);
    }
    return best;
}

function cellOf(grid, tile) {
    const gap = grid.h < SPOT ? Number(grid.h > 2)
        : Math.min(grid.w, grid.h) * 0.12;
    const column = tile % grid.columns, row = (tile - column) / grid.columns;

    return {x: grid.box.x + column * grid.w + gap / 2,
            y: grid.box.y + row * grid.h + gap / 2, w: grid.w - gap,
            h: grid.h - gap};
}

/* What a flag looks like without its letter: P fills the cell, A the lower
 * half, X is hatched, or a spot where that is too fine to see. */
function bodyOf(cell, flag, spot) {
    const {x, y, w, h} = cell;

    if (spot && flag === "A")
        return snapBox({x, y: y + h / 2, w, h: h / 2});
    if (spot && flag === "X")
        return snapBox({x: x + w * 0.35, y: y + h * 0.35, w: w * 0.3,
                        h: h * 0.3});
    return snapBox(cell);
}

function drawBodies(cells, flag) {
    const spot = cells.length > 0 && cells[0].h < SPOT;
    const bodies = [];

    cells.forEach((cell, tile) => {
        if (moment.tile[tile].flag === flag && isSeen(cell))
            bodies.push(bodyOf(cell, flag, spot));
    });
    for (const body of bodies)
        fillBox(body, spot && flag === "X" ? theme.faint
                                           : theme[flag.toLowerCase()]);
    if (flag === "X" && !spot && bodies.length)
        hatchBoxes(bodies, cells[0].h / 7, theme.faint, theme.line * 0.5);
}

/* What the tile is at, in its corner. */
function doingOf(tile) {
    const phase = moment.phase(tile), until = recording.tile[tile][2];

    if (phase || until === null || moment.at < until)
        return ["", "load", "scan", "look", "store"][phase];
    return recording.finding && until >= duration ? "stuck" : "done";
}

function drawWords(tile, cell) {
    const now = moment.tile[tile];
    const value = now.prefix === null ? now.aggregate : now.prefix;

    pen.fillStyle = now.flag === "X" ? theme.ink : BLACK;
    if (cell.h < 2 * SPOT) {
        drawText(now.flag, cell.h * 0.7, cell.x + cell.w / 2,
                 cell.y + cell.h / 2, 0.5, 0);
        return;
    }
    drawText(now.flag, cell.h * 0.42, cell.x + cell.w / 2,
             cell.y + cell.h * 0.40, 0.5, 0);
    drawText(String(tile), cell.h * 0.19, cell.x + cell.w * 0.05,
             cell.y + cell.h * 0.13, 0, cell.w * 0.4);
    if (value !== null)
        drawText(value, cell.h * 0.27, cell.x + cell.w / 2,
                 cell.y + cell.h * 0.80, 0.5, cell.w * 0.92);
    drawText(doingOf(tile), cell.h * 0.19, cell.x + cell.w * 0.95,
             cell.y + cell.h * 0.13, 1, cell.w * 0.55);
}

/* Who looks is framed; from each tile that it has looked at comes an arrow. */
function drawLook(grid, tile) {
    const to = cellOf(grid, tile), look = moment.tile[tile].look;

    strokeBox(to, theme.ink, theme.line * 2.5);
    if (moment.phase(tile) !== LOOK_BACK || !look)
        return;
    for (let k = 0; k < look.flags.length && look.first - k >= 0; k++) {
        const from = cellOf(grid, look.first - k), flag = look.flags[k];
        if (flag === ".")
            continue;
        const colour = flag === "X" ? theme.warn : theme.ink;
        strokeBox(from, colour, theme.line * 1.2);
        drawArrow(from.x + from.w / 2, from.y, to.x + to.w / 2, to.y,
                  grid.h * (0.30 + 0.12 * k), colour, theme.line * 1.1);
        if (flag === "P")
            break; /* nothing further counts */
    }
}

/* At the right of what is seen: with zoom, tiles pass below. */
function drawDiagram() {
    const w = canvas.clientWidth * diagramPart(), h = canvas.clientHeight;
    const x = canvas.clientWidth - w;

    fillBox({x: x - w * 0.04, y: 0, w: w * 1.04, h}, theme.paper);
    drawDecision({x, y: 0, w, h});
}

function drawTiles(box) {
    const grid = gridIn(box), tile = tileInView();
    const cells = recording.tile.map((_, k) => cellOf(grid, k));

    for (const flag of ["X", "A", "P"])
        drawBodies(cells, flag);
    cells.forEach((cell, k) => {
        if (cell.h >= SPOT && isSeen(cell))
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
    const [begin, count] = recording.tile[tile], now = moment.tile[tile];
    const value = now.flag === "A" ? now.aggregate : now.prefix;

    if (begin < 0)
        return `tile ${tile}: its block has not started`;
    const is = now.flag === "X" ? "nothing published yet"
        : now.flag === "A" ? "its sum is published"
        : "the prefix up to it is published";
    return `tile ${tile}: elements ${begin} to ${begin + count - 1}; ${is}` +
        (value === null ? "" : `, ${value}`);
}
