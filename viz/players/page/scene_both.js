/* scene_both.js - tiles and lanes over the same time, one line of now through
 * both; a head marks the tile that acts: as scene_both.c. */

/* The dash only where a tile never publishes. */
const signsOfTiles = () => [...FLAGS].map(signOfFlag).slice(
    0, part.tile.some((_, k) => flagAt(k, duration) === "-") ? 4 : 3);

/* Tiles get as much as slots, or more where they are more. */
function bothIn(box) {
    const rows = recording.rows.length, high = theme.text * 1.6;
    const gap = theme.text * 0.3, now = theme.text * 0.35; /* its head */
    const legend = legendAboveHeight(signsOfTiles()) + now;
    const slotLegend = legendAboveHeight(signsOfLanes());
    const free = box.h - legend - slotLegend - gap;
    const wantSlots = Math.min(rows * high, free * 0.62);
    const share = Math.min(Math.max(tiles / Math.max(tiles + rows, 1), 0.57),
                           0.62);
    const h = Math.min(tiles * high, Math.max(free * share, free - wantSlots));
    const top = box.y + legend, middle = top + h + gap;

    return {middle,
            tiles: lanesIn({x: box.x, y: top, w: box.w, h}, tiles, high),
            slots: lanesIn({x: box.x, y: middle + slotLegend, w: box.w,
                            h: free - h}, rows, high)};
}

/* ------------------------------------------------------------------- tiles */

/* When it has that flag. */
function barOfFlag(rows, k, flag) {
    const tile = part.tile[k], silent = flagAt(k, duration) === "-";
    const p = Math.min(tile.hasP, duration), a = Math.min(tile.hasA, p);
    const x = silent ? tile.until : a;

    return flag === "-" ? lanesBar(rows, k, silent ? x : duration, duration)
        : flag === "P" ? lanesBar(rows, k, p, duration)
        : flag === "A" ? lanesBar(rows, k, a, p) : lanesBar(rows, k, 0, x);
}

function drawFlagWords(rows, k, flag) {
    const {a, p} = part.tile[k], bar = barOfFlag(rows, k, flag);
    const value = flag === "P" ? p : flag === "A" ? a : null;
    const {colour} = signOfFlag(flag);

    if (value === null ||
        !lanesWords(rows, bar, `${flag} ${value}`, colour, true))
        lanesWords(rows, bar, flag, colour, true);
}

/* A bar for each flag of each tile. */
function drawFlagBars(rows) {
    for (const flag of FLAGS) {
        const bars = part.tile.map((_, k) => barOfFlag(rows, k, flag));
        fillSign(bars.filter(bar => bar.w > 0 && isSeen(bar)).map(snapBox),
                 signOfFlag(flag), theme.least * 0.4);
        for (let k = 0; k < tiles && lanesHaveRoom(rows); k++)
            drawFlagWords(rows, k, flag);
    }
}

/* Many tiles share a row of pixels: the middle one of them is drawn. */
function drawFlagPixels(rows) {
    const h = Math.floor(rows.row * tiles);

    for (const flag of FLAGS)
        fillSign(upTo(h, y => {
            const bar = barOfFlag(rows, Math.floor((y + 0.5) * tiles / h),
                                  flag);
            return {x: bar.x, y: Math.round(rows.box.y) + y, w: bar.w, h: 1};
        }).filter(({w}) => w > 0), signOfFlag(flag), theme.least * 0.4);
}

/* ------------------------------------------------------------------- looks */

/* A dot on each tile that was seen, a line on that of now, its head at the
 * tile that looks. An X, which stops it, is a ring. */
function drawLookInRows(rows, tile) {
    const {look} = moment.tile[tile];
    const head = Math.min(theme.text * 0.5, rows.row * 0.6);
    const dot = Math.min(theme.line * 2, rows.row * 0.2);
    const x = lanesX(rows, moment.at);
    const yOf = k => rows.box.y + (k + 0.5) * rows.row;
    let far = yOf(tile);

    if (moment.phase(tile) !== LOOK_BACK || !look)
        return;
    pen.strokeStyle = theme.ink;
    pen.lineWidth = theme.line * 1.5;
    for (const {tile: k, flag} of seenIn(look)) {
        pen.beginPath();
        pen.arc(x, yOf(k), dot, 0, 2 * Math.PI);
        pen.fillStyle = theme[flag === "X" ? "paper" : "ink"];
        pen.fill();
        if (flag === "X")
            pen.stroke();
        far = yOf(k) + (flag === "X" ? dot : 0);
    }
    pen.beginPath();
    pen.moveTo(x, far);
    pen.lineTo(x, yOf(tile) - head * 0.6);
    pen.stroke();
    pen.fillStyle = theme.ink;
    drawHead(x, yOf(tile), Math.PI / 2, head);
}

function drawTileRows(rows) {
    if (rows.row < theme.least * 0.25)
        drawFlagPixels(rows);
    else
        drawFlagBars(rows);
}

/* The row that acts: a head at its name, and a frame where that hides no letter. */
function drawMark(rows, tile) {
    const bar = lanesBar(rows, tile, 0, duration), {line} = theme;

    if (bar.h > theme.least + 4 * line)
        strokeBox(bar, theme.ink, line * 1.4);
    pen.fillStyle = theme.ink;
    drawHead(namesWidth(), middleY(bar), 0, theme.text * 0.4);
}

/* ------------------------------------------------------------------- scene */

function drawBoth(box) {
    const {tiles: rows, slots, middle} = bothIn(box), tile = tileInView();

    drawTileRows(rows);
    legendAbove(signsOfTiles(), box.y);
    lanesDraw(slots);
    drawNow(lanesX(rows, moment.at), rows.box.y, lanesEnd(slots));
    legendAbove(signsOfLanes(), middle);
    if (tile >= 0)
        drawLookInRows(rows, tile);
    lanesNames(rows, row => `tile ${row}`);
    lanesNames(slots, slotName);
    if (tile >= 0)
        drawMark(rows, tile);
}

function tileInBoth(box, x, y) {
    const both = bothIn(box), row = lanesRowAt(both.tiles, y);
    const span = spanAt(both.slots, x, y);

    return row >= 0 ? row : span ? span.tile : -1;
}

/* "tile 3: A since 4.2 us" */
function tellBoth(box, x, y) {
    const {tiles: rows, slots} = bothIn(box), span = spanAt(slots, x, y);
    const row = lanesRowAt(rows, y);

    if (row < 0)
        return span && tellSpan(span);
    const flag = flagAt(row, (x - rows.box.x) / rows.scale);
    const since = number(part.tile[row][flag === "P" ? "hasP" : "hasA"], 6);

    return `tile ${row}: ` + (flag === "X" ? "nothing published"
        : flag === "-" ? "nothing published, and it is done"
        : flag + (recording.steps ? ` since step ${since}`
                                  : ` since ${since} us`));
}
