/* pen.js - colours, texts, boxes, arrows: as theme.c has them. */

const theme = {}; /* colours by name, text and line in CSS pixels */
const BLACK = "#0a0a0a"; /* on colour */

function readTheme() {
    const root = document.documentElement;

    root.dataset.theme = view.dark ? "dark" : "light";
    root.classList.toggle("projector", view.projector);
    const style = getComputedStyle(root);
    for (const name of recording.colours)
        theme[name] = style.getPropertyValue("--" + name).trim();
    theme.text = parseFloat(getComputedStyle(document.body).fontSize);
    theme.line = theme.text * (view.projector ? 0.1 : 0.075);
}

const widths = new Map(); /* of texts of 100 pixels */

function textWidth(text, size) {
    if (!widths.has(text)) {
        pen.font = "100px sans-serif";
        widths.set(text, pen.measureText(text).width);
    }
    return widths.get(text) * size / 100;
}

/* As draw_text() of theme.h. */
function drawText(text, size, x, y, at, most) {
    let width = textWidth(text, size);

    if (most > 0 && width > most) {
        size *= most / width;
        width = most;
    }
    if (size < 4)
        return;
    pen.font = size + "px sans-serif";
    pen.fillText(text, x - at * width, y + size * 0.36);
}

function fillBox(box, colour) {
    pen.fillStyle = colour;
    pen.fillRect(box.x, box.y, box.w, box.h);
}

function strokeBox(box, colour, width) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.strokeRect(box.x + width / 2, box.y + width / 2, box.w - width,
                   box.h - width);
}

/* On whole pixels, at least one each way. */
function snapBox(box) {
    const x = Math.round(box.x), y = Math.round(box.y);

    return {x, y, w: Math.max(Math.round(box.x + box.w) - x, 1),
            h: Math.max(Math.round(box.y + box.h) - y, 1)};
}

function isSeen(box) {
    return box.x < canvas.clientWidth && box.y < canvas.clientHeight &&
        box.x + box.w > 0 && box.y + box.h > 0;
}

/* Slanting lines within boxes; lines of neighbours meet. */
function hatchBoxes(boxes, apart, colour, width) {
    const step = Math.max(Math.round(apart), 3);

    pen.beginPath();
    for (const {x, y, w, h} of boxes)
        for (let k = Math.ceil((x + y) / step) * step - x - y; k < w + h;
             k += step) {
            const from = Math.max(0, k - w), to = Math.min(h, k);
            pen.moveTo(x + k - from, y + from);
            pen.lineTo(x + k - to, y + to);
        }
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.stroke();
}

/* As draw_arrow() of theme.h. */
function drawArrow(x0, y0, x1, y1, bend, colour, width) {
    const mx = (x0 + x1) / 2, my = (y0 + y1) / 2 - bend;
    const angle = Math.atan2(y1 - my, x1 - mx), head = width * 4.5;
    const bx = x1 - head * 0.8 * Math.cos(angle);
    const by = y1 - head * 0.8 * Math.sin(angle);

    pen.strokeStyle = pen.fillStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    pen.moveTo(x0, y0);
    pen.quadraticCurveTo(mx, my, bx, by);
    pen.stroke();
    pen.beginPath();
    pen.moveTo(x1, y1);
    for (const turn of [-0.45, 0.45])
        pen.lineTo(x1 - head * Math.cos(angle + turn),
                   y1 - head * Math.sin(angle + turn));
    pen.fill();
}

function drawNow(x, y, h) {
    pen.strokeStyle = theme.warn;
    pen.lineWidth = theme.line * 1.5;
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x, y + h);
    pen.stroke();
}
