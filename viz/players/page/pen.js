/* pen.js - plays the marks of a drawing on a canvas, like paint.c. */

/* In the order of enum mark_kind in drawing.h; a mark is a row of nine numbers of
 * eight bytes; the first two contain smaller numbers. */
const MOVE = 0, LINE = 1, ARC = 2, CLOSE = 3, BOX = 4, NEW = 5, FILL = 6,
    HATCH = 7, STROKE = 8, TEXT = 9, LETTERS = 10, IMAGE = 11, CLIP = 12;
const ROW = 9, INK_ON = 32, RISING = 1, FALLING = 2, LEVEL = 3, DOTS = 4;

const theme = []; /* colours by number; from INK_ON on those of letters */

function readTheme() {
    const root = document.documentElement;

    root.dataset.theme = view.dark ? "dark" : "light";
    root.classList.toggle("projector", view.projector);
    const style = getComputedStyle(root);
    view.text = parseFloat(getComputedStyle(document.body).fontSize);
    ask(parts[0], "settings");
    for (const k of count("colours")) {
        theme[k] = style.getPropertyValue("--" + textAt(code.colour(k))).trim();
        theme[INK_ON + k] = "#" + code.ink(k).toString(16).padStart(6, "0");
    }
}

/* ----------------------------------------------------------------- hatches */

const squares = new Map(); /* patterns, by what they look like */

/* The repeated tile. */
function drawSquare(on, hatch, side, width) {
    on.lineWidth = width;
    if (hatch === FALLING)
        on.setTransform(-1, 0, 0, 1, side, 0);
    on.beginPath();
    if (hatch === LEVEL) {
        on.moveTo(0, Math.floor(side / 2) + 0.5);
        on.lineTo(side, Math.floor(side / 2) + 0.5);
    } else if (hatch === DOTS) {
        on.arc(side / 2, side / 2, width, 0, 2 * Math.PI);
        on.fill();
    } else if (hatch === RISING || hatch === FALLING) {
        for (let k = 0; k <= 2; k++) {
            on.moveTo(k * side + 1, -1);
            on.lineTo((k - 1) * side - 1, side + 1);
        }
    }
    if (hatch !== DOTS)
        on.stroke();
}

function patternOf(hatch, apart, colour, width) {
    const side = Math.max(Math.round(apart), 3);
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

/* -------------------------------------------------------------------- marks */

function writeText(pen, text, [x, y, at, , narrow, size]) {
    const width = textWidth(text, size) * narrow;

    pen.font = size + "px sans-serif";
    pen.fillText(text, x - at * width, y + size * 0.36, width * 1.001);
}

const sheet = document.createElement("canvas"); /* for images */

function putImage(pen, address, isSmooth, [x, y, wide, high, w, h]) {
    const bytes = new Uint8ClampedArray(memory.buffer, address, w * h * 4);

    sheet.width = w;
    sheet.height = h;
    sheet.getContext("2d").putImageData(new ImageData(bytes, w, h), 0, 0);
    pen.imageSmoothingEnabled = isSmooth && wide !== 1;
    pen.drawImage(sheet, x, wide === 1 ? Math.round(y) : y, w * wide,
                  h * high);
}

function clip(pen, [x, y, w, h, shift]) {
    pen.save();
    pen.translate(shift, 0);
    pen.beginPath();
    pen.rect(x, y, w, h);
    pen.clip();
}

function stroke(pen, [width, on, off], isRound, colour) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.lineJoin = isRound ? "round" : "miter";
    pen.setLineDash(on > 0 ? [on, off] : []);
    pen.stroke();
}

/* Plays the first `marks` marks. */
function play(pen, marks) {
    const begin = code.marks(), texts = code.texts(), pixels = code.pixels();
    const rows = new Float64Array(memory.buffer, begin, marks * ROW);
    const small = new Uint8Array(memory.buffer, begin, marks * ROW * 8);
    const numbers = new Int32Array(memory.buffer, begin, marks * ROW * 2);
    const value = k => rows.subarray(k * ROW + 2, (k + 1) * ROW);
    let isUsed = true; /* the path is: a new one begins */

    for (let k = 0; k < marks; k++) {
        const kind = small[k * 72], what = small[k * 72 + 1];
        const keeps = small[k * 72 + 2], colour = small[k * 72 + 3];
        const text = numbers[k * 18 + 1], shown = numbers[k * 18 + 2];
        const v = value(k);

        if (isUsed && kind <= STROKE)
            pen.beginPath();
        isUsed = kind >= FILL ? !keeps : kind === NEW;
        if (kind === MOVE)
            pen.moveTo(v[0], v[1]);
        else if (kind === LINE)
            pen.lineTo(v[0], v[1]);
        else if (kind === ARC)
            pen.arc(v[0], v[1], v[2], v[3], v[4]);
        else if (kind === CLOSE)
            pen.closePath();
        else if (kind === BOX)
            pen.rect(v[0], v[1], v[2], v[3]);
        else if (kind === STROKE)
            stroke(pen, v, what, theme[colour]);
        else if (kind === IMAGE)
            putImage(pen, pixels + text * 4, what, v);
        else if (kind === CLIP)
            clip(pen, v);
        else if (kind > CLIP)
            pen.restore();
        if (kind < FILL || kind === STROKE || kind > LETTERS)
            continue;
        pen.fillStyle = kind === HATCH
            ? patternOf(what, v[0], theme[colour], v[1]) : theme[colour];
        if (kind === FILL || kind === HATCH)
            pen.fill();
        else if (kind === TEXT && shown >= 0)
            writeText(pen, textAt(texts + shown), v);
        for (let left = kind === LETTERS ? v[1] : 0; left > 0; left--) {
            const at = value(++k);
            writeText(pen, textAt(texts + shown),
                      [at[0], at[1], 0.5, 0, 1, v[0]]);
        }
    }
}
