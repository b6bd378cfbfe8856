/* decision.js - what a tile of look-back does, as decision.c draws it; its
 * plates and the step of each event come from there. */

const PLATE_ROWS = 8, LOOK_ROW = 4;

/* What the newest event of that tile is. */
function stepOf(tile) {
    for (let i = moment.event; i >= 0 && tile >= 0; i--)
        if (events[i].tile === tile && events[i].step)
            return events[i].step;
    return 0;
}

function drawPlate([step, row, left, width, first, second], lit, box) {
    const h = box.h / PLATE_ROWS;
    const at = {x: box.x + left * box.w, y: box.y + row * h + h * 0.1,
                w: width * box.w, h: h * 0.70};
    const middle = at.x + at.w / 2, size = at.h * 0.40;

    fillBox(at, lit ? theme.scan : theme.paper);
    strokeBox(at, lit ? theme.ink : theme.faint,
              lit ? theme.line * 2 : theme.line);
    pen.fillStyle = lit ? theme.on.scan : theme.ink;
    drawText(first, size, middle, at.y + at.h * 0.27, 0.5, at.w * 0.94);
    drawText(second, size * 0.8, middle, at.y + at.h * 0.74, 0.5, at.w * 0.94);
}

/* From each row to the next one. */
function drawWaysOn(box) {
    const row = box.h / PLATE_ROWS;

    for (let k = 0; k + 1 < PLATE_ROWS; k++)
        for (const way of k === LOOK_ROW ? [-1, 0, 1]
            : k === LOOK_ROW + 1 ? [1] : [0]) {
            const x = box.x + box.w * (0.5 + way * 0.33);
            drawArrow(x, box.y + (k + 0.78) * row, x,
                      box.y + (k + 1.1) * row, 0, theme.ink, theme.line);
        }
}

/* From "look again" and "go on" back. */
function drawWaysBack(box) {
    const row = box.h / PLATE_ROWS, left = box.x - box.w * 0.04;
    const from = box.y + (LOOK_ROW + 1.78) * row;
    const below = box.y + (LOOK_ROW + 1.94) * row;
    const look = box.y + (LOOK_ROW + 0.44) * row;

    pen.beginPath();
    pen.moveTo(box.x + box.w * 0.15, from);
    pen.lineTo(box.x + box.w * 0.15, below);
    pen.lineTo(left, below);
    pen.lineTo(left, look);
    pen.moveTo(box.x + box.w / 2, from);
    pen.lineTo(box.x + box.w / 2, below);
    pen.lineTo(box.x + box.w * 0.1, below);
    pen.strokeStyle = theme.ink;
    pen.lineWidth = theme.line;
    pen.stroke();
    drawArrow(left, look, box.x + box.w * 0.1, look, 0, theme.ink, theme.line);
}

function drawDecision(box) {
    const tile = tileInView(), step = stepOf(tile), head = theme.text * 1.4;
    const below = {x: box.x + box.w * 0.04, y: box.y + head, w: box.w * 0.96,
                   h: box.h - head};

    pen.fillStyle = theme.ink;
    drawText(`what ${tile < 0 ? "a tile" : `tile ${tile}`} does`, theme.text,
             below.x + below.w / 2, box.y + head * 0.4, 0.5, below.w);
    drawWaysOn(below);
    drawWaysBack(below);
    for (const plate of recording.plates)
        drawPlate(plate, plate[0] === step, below);
}
