/* picture.js - shows the drawing, the sentence and the time of each part. */

/* An element of a part of the page. */
const own = (part, name) => part.section.querySelector("." + name);

const shownParts = () => parts.slice(0, view.shown);

/* ----------------------------------------------------------------- drawings */

/* One pixel of the canvas is one of the screen. */
function fitCanvas({canvas}) {
    const w = Math.round(canvas.clientWidth * fine());
    const h = Math.round(canvas.clientHeight * fine());

    if (canvas.width !== w || canvas.height !== h) {
        canvas.width = w;
        canvas.height = h;
    }
}

function drawPart(part) {
    fitCanvas(part);
    part.pen.clearRect(0, 0, part.canvas.width, part.canvas.height);
    const marks = askOf(part, "draw");
    if (marks >= 0)
        play(part.pen, marks);
}

/* ------------------------------------------------------------------- words */

/* A caption that is too wide takes two lines, or three on an upright screen, in smaller
 * letters if necessary. */
function fitCaption(part) {
    const caption = own(part, "caption");
    let size;

    caption.style.fontSize = caption.style.height = "";
    caption.classList.remove("long");
    if (caption.scrollWidth <= caption.clientWidth)
        return;
    caption.classList.add("long");
    size = parseFloat(getComputedStyle(caption).fontSize);
    caption.style.height = caption.clientHeight + "px"; /* as it stays */
    while (size > 4 && (caption.scrollHeight > caption.clientHeight ||
                        caption.scrollWidth > caption.clientWidth)) {
        size *= 0.9;
        caption.style.fontSize = size + "px";
    }
}

/* Makes a line narrower if it is too wide. */
function fitLine(element) {
    element.style.fontSize = "";
    const size = parseFloat(getComputedStyle(element).fontSize);
    const most = element.parentElement.clientWidth;

    if (element.scrollWidth > most)
        element.style.fontSize = size * most / element.scrollWidth + "px";
}

function tell(part) {
    /* Neither a formula nor a list of flags is broken. */
    const line = textAt(askOf(part, "caption"))
        .replace(/\b([XAP]) (?=[XAP]\b)/g, "$1\u00a0")
        .replace(/ ([=+*]) /g, "\u00a0$1\u00a0");
    const caption = own(part, "caption"), remark = own(part, "remark");
    const {name, about} = scenes[view.scene];

    caption.setAttribute("aria-live", view.playing ? "off" : "polite");
    caption.classList.toggle("warn", askOf(part, "warns"));
    caption.classList.toggle("asks", part.number === 0 && view.asks >= 0);
    if (caption.textContent !== line) {
        caption.textContent = line;
        fitCaption(part);
    }
    remark.hidden = !view.speaker;
    if (view.speaker) {
        remark.textContent = textAt(askOf(part, "remark"));
        fitLine(remark);
    }
    part.canvas.setAttribute("aria-label", `${name}, ${about}: ${line}`);
}

function tellTime(part) {
    const clock = textAt(askOf(part, "clock")), bar = own(part, "bar");
    const duration = code.duration(part.number);
    const at = Math.min(view.at, duration);
    const much = Math.pow(2, Math.abs(view.speed));

    own(part, "clock").textContent = clock +
        (view.speed ? `   x${view.speed < 0 ? "1/" : ""}${much}` : "");
    own(part, "done").style.width = duration
        ? `calc(${at / duration} * (100% + 2 * var(--line)))` : "0";
    bar.setAttribute("aria-valuemax", duration);
    bar.setAttribute("aria-valuenow", at);
    bar.setAttribute("aria-valuetext", clock);
    byId("play").textContent = view.playing ? "pause" : "play";
}

function showMarks(part) {
    const duration = Math.max(code.duration(part.number), 1e-9);

    own(part, "bar").querySelectorAll("i").forEach(mark => mark.remove());
    for (const at of view.marks) {
        const mark = document.createElement("i");
        mark.style.left = 100 * Math.min(at / duration, 1) + "%";
        own(part, "bar").append(mark);
    }
    own(part, "bar").querySelectorAll("b").forEach(mark => mark.remove());
    let edge = 0; /* of the mark before: each stands beside it, if not further on */
    for (const k of part.number === 0 ? count("stops") : []) {
        const mark = document.createElement("b"), bar = own(part, "bar");
        mark.textContent = "?";
        bar.append(mark);
        const half = mark.offsetWidth / 2;
        const at = Math.max(bar.clientWidth * code.stop_at(k) / duration,
                            edge + half);
        mark.style.left = 100 * at / bar.clientWidth + "%";
        edge = at + half;
    }
}

/* -------------------------------------------------------------------- show */

/* Draws one picture for all changes since the last one. */
let isAsked = false;

function change() {
    if (!isAsked)
        requestAnimationFrame(show);
    isAsked = true;
}

let before = 0; /* when the last picture was shown, in ms */

function show(now) {
    isAsked = false;
    if (view.playing)
        playOn(Math.max(now - before, 0) / 1000 * Math.pow(2, view.speed));
    before = now;
    for (const part of shownParts()) {
        tell(part);
        tellTime(part);
        drawPart(part);
    }
    for (const button of byId("scenes").children)
        button.setAttribute("aria-pressed",
                            Number(button.value) === view.scene);
}
