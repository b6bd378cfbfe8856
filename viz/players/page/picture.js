/* picture.js - the scene, the sentence, the time: as picture.c. */

/* ------------------------------------------------------------------ scenes */

/* Those that this page can draw; recording.scenes has all, by their keys. */
const drawn = {
    tiles: {draw: drawTiles, tileAt, tell: tellTile},
    lanes: {draw: drawLanes, tileAt: tileInLanes, tell: tellLane, wide: true},
    statistics: {draw: drawStatistics},
    memory: {draw: drawMemory, tell: tellMemory},
    network: {draw: drawNetwork, tell: tellNetwork},
    both: {draw: drawBoth, tileAt: tileInBoth, tell: tellBoth, wide: true}
};

/* The scene as large as it is with zoom, as scene_box() of picture.h. */
function sceneBox() {
    const {wide} = drawn[recording.scenes[view.scene].name];
    const w = canvas.clientWidth * view.zoom;
    const h = canvas.clientHeight * (wide ? 1 : view.zoom);
    const within = (x, least) => Math.min(Math.max(x, least), 0);

    return {x: within(canvas.clientWidth / 2 - view.lookX * w,
                      canvas.clientWidth - w),
            y: within(canvas.clientHeight / 2 - view.lookY * h,
                      canvas.clientHeight - h), w, h};
}

function drawTooltip(scene) {
    const size = theme.small, pad = size * 0.6, at = pointer();
    const line = scene.tell && at && scene.tell(sceneBox(), at.x, at.y);

    if (!line)
        return;
    const w = Math.min(textWidth(line, size) + 2 * pad, canvas.clientWidth);
    const box = {x: at.x + size, y: at.y + size, w, h: size + 2 * pad};
    box.x = Math.max(0, Math.min(box.x, canvas.clientWidth - box.w));
    if (box.y + box.h > canvas.clientHeight)
        box.y = at.y - size - box.h;
    fillBox(box, theme.paper);
    strokeBox(box, theme.ink, theme.line);
    pen.fillStyle = theme.ink;
    drawText(line, size, box.x + pad, middleY(box), 0, w - 2 * pad);
}

function drawScene() {
    const {name, lacks} = recording.scenes[view.scene];
    const w = canvas.clientWidth, h = canvas.clientHeight;

    fitCanvas();
    pen.clearRect(0, 0, w, h);
    if (lacks) {
        pen.fillStyle = theme.ink;
        drawText(lacks, theme.text, w / 2, h / 2, 0.5, w);
        return;
    }
    drawn[name].draw(sceneBox());
    drawTooltip(drawn[name]);
}

/* One pixel of the canvas is one of the screen; the pen works in CSS pixels. */
function fitCanvas() {
    const scale = window.devicePixelRatio || 1;
    const w = Math.round(canvas.clientWidth * scale);
    const h = Math.round(canvas.clientHeight * scale);

    if (canvas.width !== w || canvas.height !== h) {
        canvas.width = w;
        canvas.height = h;
    }
    pen.setTransform(scale, 0, 0, scale, 0, 0);
}

/* ------------------------------------------------------------------- words */

const byId = id => document.getElementById(id);

/* Of this part of the page. */
const own = name => part.section.querySelector("." + name);

/* A caption that is too wide takes two lines, in smaller letters if need be. */
function fitCaption() {
    const caption = own("caption");
    let size;

    caption.style.fontSize = "";
    caption.classList.remove("long");
    if (caption.scrollWidth <= caption.clientWidth)
        return;
    caption.classList.add("long");
    size = parseFloat(getComputedStyle(caption).fontSize);
    caption.style.height = caption.clientHeight + "px";
    while (size > 4 && (caption.scrollHeight > caption.clientHeight ||
                        caption.scrollWidth > caption.clientWidth)) {
        size *= 0.9;
        caption.style.fontSize = size + "px";
    }
    caption.style.height = "";
}

/* A line that is too wide is made narrower. */
function fitLine(element) {
    element.style.fontSize = "";
    const size = parseFloat(getComputedStyle(element).fontSize);
    const most = element.parentElement.clientWidth;

    if (element.scrollWidth > most)
        element.style.fontSize = size * most / element.scrollWidth + "px";
}

/* As %.4g of C writes it, or with another number of digits. */
function number(x, most = 4) {
    const [digits, power] = x.toExponential(most - 1).split("e");

    if (x !== 0 && (power < -4 || power >= most))
        return Number(digits) + "e" + power[0] +
            power.slice(1).padStart(2, "0");
    return String(Number(x.toPrecision(most)));
}

/* As %.0f of C writes it: of two that are as near the even one. */
function whole(x) {
    return String(x % 1 === 0.5 ? 2 * Math.round(x / 2) : Math.round(x));
}

function tell() {
    const event = eventToTell(), {name, about} = recording.scenes[view.scene];
    const line = event ? sentence(event.say) : "nothing has happened yet";
    const caption = own("caption");

    caption.setAttribute("aria-live", view.playing ? "off" : "polite");
    caption.classList.toggle("warn", !!event && event.kind === "finding");
    if (caption.textContent !== line) {
        caption.textContent = line;
        fitCaption();
    }
    tellRemark(event);
    canvas.setAttribute("aria-label", `${name}, ${about}: ${line}`);
}

/* For a speaker: why it is so, or what to ask. */
function tellRemark(event) {
    const remark = own("remark");

    remark.hidden = !view.speaker;
    remark.textContent = view.speaker && event && event.remark >= 0
        ? sentence([event.remark]) : "";
    if (view.speaker)
        fitLine(remark);
}

function tellTime() {
    const clock = recording.steps
        ? `step ${whole(moment.at)} of ${whole(duration)}`
        : `${number(moment.at, 5)} us of ${number(duration, 5)}`;
    const much = Math.pow(2, Math.abs(view.speed)), bar = own("bar");

    own("clock").textContent = clock +
        (view.speed ? `   x${view.speed < 0 ? "1/" : ""}${much}` : "");
    own("done").style.width = duration
        ? `calc(${moment.at / duration} * (100% + 2 * var(--line)))` : "0";
    bar.setAttribute("aria-valuemax", duration);
    bar.setAttribute("aria-valuenow", moment.at);
    bar.setAttribute("aria-valuetext", clock);
    byId("play").textContent = view.playing ? "pause" : "play";
}

/* One picture for all that has changed since the last. */
let asked = false;

function change() {
    if (!asked)
        requestAnimationFrame(show);
    asked = true;
}

let before = 0; /* when the last picture was shown, in ms */

function show(now) {
    asked = false;
    if (view.playing) {
        goTo(view.at + wholeDuration() * (now - before) / 1000 /
                           recording.seconds * Math.pow(2, view.speed));
        view.playing = view.at < wholeDuration();
    }
    before = now;
    inEachPart(() => {
        moment.go(Math.min(view.at, duration));
        tell();
        tellTime();
        drawScene();
    });
    for (const button of byId("scenes").children)
        button.setAttribute("aria-pressed",
                            Number(button.value) === view.scene);
}
