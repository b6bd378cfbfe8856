/* pen.js - colours, texts, boxes, arrows: as theme.c has them. */

/* Colours by name, `on` each of them that of letters; sizes in CSS pixels. */
const theme = {on: {}};
const NARROWEST = 0.7; /* of letters */

/* Letters in the scene are never below a 40th of its height: on a wide window
 * that is a 40th of the whole height, as theme_of() of theme.c has it. */
function readTheme() {
    const root = document.documentElement;

    root.dataset.theme = view.dark ? "dark" : "light";
    root.classList.toggle("projector", view.projector);
    const style = getComputedStyle(root);
    for (const name of recording.colours) {
        theme[name] = style.getPropertyValue("--" + name).trim();
        theme.on[name] = lightOf(theme[name]) < 0.2 ? "#ffffff" : "#000000";
    }
    const text = parseFloat(getComputedStyle(document.body).fontSize);
    theme.least = Math.max(text * (view.projector ? 0.6 : 0.9),
                           canvas.clientHeight / 40);
    theme.text = Math.max(text, theme.least);
    theme.small = Math.max(theme.text * 0.8, theme.least);
    theme.line = text * (view.projector ? 0.1 : 0.075);
}

/* How light "#rrggbb" is, as eyes see it: 0 to 1. */
function lightOf(colour) {
    const rgb = parseInt(colour.slice(1), 16);
    const part = shift => Math.pow((rgb >> shift & 255) / 255, 2.2);

    return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0);
}

/* -------------------------------------------------------------------- text */

const widths = new Map(); /* of texts of 100 pixels */

function textWidth(text, size) {
    if (!widths.has(text)) {
        pen.font = "100px sans-serif";
        widths.set(text, pen.measureText(text).width);
    }
    return widths.get(text) * size / 100;
}

/* By the number of its letters: the same with every font. */
const textRoom = (text, size) => text.length * size * 0.62;

/* As much of it as has room, and dots; or nothing. */
function shorten(text, size, most) {
    const letters = Array.from(text);
    const cut = count => letters.slice(0, count).join("").trimEnd() + "...";
    let low = 0, high = letters.length;

    while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (textWidth(cut(middle), size) <= most)
            low = middle;
        else
            high = middle;
    }
    return cut(low).length >= 5 ? cut(low) : "";
}

/* As put() of theme.c. */
function putText(text, size, x, y, at, most, isWhole) {
    let shown = text, narrow = 1;

    size = Math.max(size, theme.least);
    if (most > 0 && textWidth(text, size) > most) {
        size = Math.max(size * most / textWidth(text, size), theme.least);
        narrow = Math.min(1, most / textWidth(text, size));
    }
    if (narrow < NARROWEST) {
        shown = isWhole ? "" : shorten(text, size, most / NARROWEST);
        narrow = Math.min(1, most / Math.max(textWidth(shown, size), 1e-9));
    }
    if (!shown)
        return;
    const left = x - at * textWidth(shown, size) * narrow;
    pen.font = size + "px sans-serif";
    pen.fillText(shown, left, y + size * 0.36,
                 textWidth(shown, size) * narrow * 1.001);
}

/* As draw_text() and draw_whole() of theme.h. */
function drawText(text, size, x, y, at, most) {
    putText(text, size, x, y, at, most, false);
}

function drawWhole(text, size, x, y, at, most) {
    putText(text, size, x, y, at, most, true);
}

/* ------------------------------------------------------------------- boxes */

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

/* ----------------------------------------------------------------- hatches */

const squares = new Map(); /* patterns, by what they look like */

/* What is repeated, as in draw_hatch() of theme.c; in pixels of the screen. */
function drawSquare(on, hatch, side, width) {
    on.lineWidth = width;
    if (hatch === "falling")
        on.setTransform(-1, 0, 0, 1, side, 0);
    on.beginPath();
    if (hatch === "level") {
        on.moveTo(0, Math.floor(side / 2) + 0.5);
        on.lineTo(side, Math.floor(side / 2) + 0.5);
    } else if (hatch === "dots") {
        on.arc(side / 2, side / 2, width, 0, 2 * Math.PI);
        on.fill();
    } else {
        for (let k = 0; k <= 2; k++) {
            on.moveTo(k * side + 1, -1);
            on.lineTo((k - 1) * side - 1, side + 1);
        }
    }
    if (hatch !== "dots")
        on.stroke();
}

function patternOf(hatch, side, colour, width) {
    const key = [hatch, side, colour, width].join(" ");

    if (squares.size > 200) /* sizes change with zoom */
        squares.clear();
    if (!squares.has(key)) {
        const square = document.createElement("canvas");
        const on = square.getContext("2d");
        square.width = square.height = side;
        on.strokeStyle = on.fillStyle = colour;
        drawSquare(on, hatch, side, width);
        squares.set(key, on.createPattern(square, "repeat"));
    }
    return squares.get(key);
}

/* In all boxes of the path. */
function hatchPath(hatch, apart, colour, width) {
    const fine = window.devicePixelRatio || 1;
    const side = Math.max(Math.round(apart * fine), 3);

    if (hatch === "none")
        return;
    const pattern = patternOf(hatch, side, colour, width * fine);
    pattern.setTransform(new DOMMatrix().scale(1 / fine));
    pen.fillStyle = pattern;
    pen.fill();
}

function pathOf(boxes) {
    pen.beginPath();
    for (const {x, y, w, h} of boxes)
        pen.rect(x, y, w, h);
}

/* ------------------------------------------------------------------ arrows */

/* The head alone, of an arrow that comes in this direction. */
function drawHead(x, y, angle, size) {
    pen.beginPath();
    pen.moveTo(x, y);
    for (const turn of [-0.45, 0.45])
        pen.lineTo(x - size * Math.cos(angle + turn),
                   y - size * Math.sin(angle + turn));
    pen.fill();
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
    drawHead(x1, y1, angle, head);
}

function drawNow(x, from, to) {
    pen.strokeStyle = pen.fillStyle = theme.warn;
    pen.lineWidth = theme.line * 1.5;
    pen.beginPath();
    pen.moveTo(x, from);
    pen.lineTo(x, to);
    pen.stroke();
    drawHead(x, from, Math.PI / 2, theme.text * 0.5);
}
