/* player.js - time, keys, pointer, like window.c. */

/* -------------------------------------------------------------------- time */

function goTo(at) {
    view.at = Math.min(Math.max(at, 0), wholeDuration());
    view.asks = -1;
    view.played = false;
    change();
}

/* Goes to the next event with a caption of the first recording, or to the previous
 * one. */
function step(by, phases) {
    view.playing = false;
    goTo(ask(parts[0], "next_time", by, phases));
}

/* Sets a bookmark here, or removes the one there. */
function bookmark() {
    const marks = ask(parts[0], "bookmark");

    view.marks = Array.from(new Float64Array(memory.buffer, code.bookmarks(),
                                             marks));
    shownParts().forEach(showMarks);
}

function goToMark(by) {
    const to = ask(parts[0], "next_mark", by), asks = view.asks;

    view.playing = false;
    goTo(to);
    view.asks = asks;
}

/* Advances by so many seconds, at most to a question, which stays until a key. */
function playOn(seconds) {
    const question = view.asks;

    view.playing = Boolean(ask(parts[0], "play", seconds));
    if (view.asks >= 0 && view.asks % 2 === 0 && view.asks !== question)
        view.playing = false;
    change();
}

function playOrPause() {
    if (!view.playing && view.asks >= 0 && view.asks % 2 === 0) {
        view.playing = Boolean(ask(parts[0], "answer"));
        before = performance.now();
        return;
    }
    if (!view.playing && view.at >= wholeDuration())
        goTo(0);
    view.playing = !view.playing;
    before = performance.now();
}

/* -------------------------------------------------------------------- keys */

function chooseScene(k) {
    if (!scenes[k])
        return;
    view.scene = k;
    view.zoom = 1;
}

function restyle() {
    const root = document.documentElement;

    root.classList.toggle("two", view.shown > 1);
    root.style.setProperty("--nav", getComputedStyle(document.querySelector(
        "nav")).position === "absolute"
        ? document.querySelector("nav").offsetWidth + "px" : "0px");
    parts.forEach(({section}, k) => { section.hidden = k >= view.shown; });
    readTheme();
    shownParts().forEach(fitCaption);
    shownParts().forEach(showMarks);
    for (const element of document.querySelectorAll("h1, header p"))
        fitLine(element);
    change();
}

/* Shows or hides the second recording. */
function compare() {
    view.shown = view.shown < parts.length ? parts.length : 1;
    code.show_parts(view.shown);
    goTo(view.at);
    restyle();
}

/* Saves the scenes as a picture, side by side. */
function savePicture() {
    const shown = shownParts(), picture = document.createElement("canvas");
    const on = picture.getContext("2d");
    const link = document.createElement("a");

    picture.width = shown.reduce((w, {canvas}) => w + canvas.width, 0);
    picture.height = shown[0].canvas.height;
    on.fillStyle = getComputedStyle(document.documentElement)
        .getPropertyValue("--paper");
    on.fillRect(0, 0, picture.width, picture.height);
    shown.reduce((x, {canvas}) => {
        on.drawImage(canvas, x, 0);
        return x + canvas.width;
    }, 0);
    link.download = `scanviz-${scenes[view.scene].name}.png`;
    link.href = picture.toDataURL();
    link.click();
}

function toggleHelp() {
    byId("help").classList.toggle("open");
}

function escape() {
    if (byId("help").classList.contains("open"))
        toggleHelp();
    else
        view.follow = -1;
}

const keys = {
    " ": playOrPause,
    ArrowRight: () => step(1, false),
    ArrowLeft: () => step(-1, false),
    PageDown: () => step(1, true),
    PageUp: () => step(-1, true),
    Home: () => goTo(0),
    End: () => goTo(wholeDuration()),
    ArrowUp: () => { view.speed = Math.min(view.speed + 1, 4); },
    ArrowDown: () => { view.speed = Math.max(view.speed - 1, -4); },
    l: () => { view.dark = !view.dark; restyle(); },
    p: () => { view.projector = !view.projector; restyle(); },
    s: () => { view.speaker = !view.speaker; restyle(); },
    d: () => { view.diagram = !view.diagram; },
    k: () => { view.machine = !view.machine; },
    c: compare,
    e: savePicture,
    b: bookmark,
    "[": () => goToMark(-1),
    "]": () => goToMark(1),
    Escape: escape,
    0: () => { view.zoom = 1; },
    "?": toggleHelp,
    "/": toggleHelp,
    h: toggleHelp
};

function key(event) {
    const does = Object.hasOwn(keys, event.key) ? keys[event.key]
        : /^[1-9]$/.test(event.key) ? () => chooseScene(event.key - 1) : null;

    if (!does || event.ctrlKey || event.metaKey || event.altKey ||
        (event.key === " " && event.target.tagName === "BUTTON"))
        return;
    event.preventDefault();
    does();
    change();
}

/* ----------------------------------------------------------------- pointer */

/* The place where the button went down, or its last place while dragging, and the
 * element there. */
let down = null;

/* The part of the page that contains this element. */
function partOf(element) {
    const section = element.closest && element.closest("section");

    return parts[Math.max(parts.findIndex(part => part.section === section),
                          0)];
}

/* Pixels of the part's canvas. */
function pointIn(part, event) {
    const box = part.canvas.getBoundingClientRect();

    return {part, x: (event.clientX - box.left) * fine(),
            y: (event.clientY - box.top) * fine()};
}

function scrub(part, event) {
    const box = own(part, "bar").getBoundingClientRect();

    view.playing = false;
    goTo(code.duration(part.number) * (event.clientX - box.left) / box.width);
}

function zoom(event) {
    const {part, x, y} = pointIn(partOf(event.target), event);

    event.preventDefault();
    askOf(part, "zoom", x, y, Math.pow(1.25, -Math.sign(event.deltaY)));
    change();
}

function press(event) {
    down = Object.assign(pointIn(partOf(event.target), event),
                         {moved: false, onBar: false});
    view.hover = null;
}

function pressBar(event) {
    down = {onBar: true, part: partOf(event.target)};
    scrub(down.part, event);
}

function pan(to) {
    if (view.zoom > 1 &&
        (down.moved || Math.hypot(to.x - down.x, to.y - down.y) > 3)) {
        askOf(down.part, "pan", down.x, down.y, to.x, to.y);
        down = Object.assign(to, {moved: true, onBar: false});
    }
}

function move(event) {
    const part = down ? down.part : partOf(event.target);

    view.hover = !down && event.target === part.canvas ? pointIn(part, event)
        : null;
    if (down && down.onBar)
        scrub(part, event);
    else if (down)
        pan(pointIn(part, event));
    change();
}

function release() {
    if (down && !down.onBar && !down.moved)
        view.follow = askOf(down.part, "tile_at", down.x, down.y);
    down = null;
    change();
}

/* ------------------------------------------------------------------- begin */

/* #at=62%25&scene=timeline&theme=dark&follow=12 */
function readAddress() {
    const given = new URLSearchParams(location.hash.slice(1));
    const at = parseFloat(given.get("at")), theme = given.get("theme");
    const scene = scenes.findIndex(({name}) => name === given.get("scene"));
    const follow = parseInt(given.get("follow"), 10);

    if (isFinite(at))
        goTo(given.get("at").endsWith("%") ? at / 100 * wholeDuration()
                                           : at);
    if (theme) {
        view.dark = theme === "dark";
        view.projector = theme === "projector";
    }
    if (follow >= 0 && follow < code.most_followed(0))
        view.follow = follow;
    chooseScene(scene);
    restyle();
}

function addRow(table, ...words) {
    const row = table.insertRow();

    for (const word of words)
        row.insertCell().textContent = word;
}

function fillHelp() {
    const table = document.querySelector("#help table");

    addRow(table, "Space", "play, pause");
    addRow(table, "Right, Left", "next event, previous event");
    addRow(table, "PgDn, PgUp", "next phase, previous phase");
    addRow(table, "Home, End", "beginning, end");
    addRow(table, "Up, Down", "faster, slower");
    addRow(table, "wheel, drag, 0", "zoom, pan, fit");
    addRow(table, "click, Esc", "follow a tile, stop following");
    if (parts.length > 1)
        addRow(table, "c", "the second trace, side by side");
    addRow(table, "d", "a tile's decisions, as a diagram beside the tiles");
    addRow(table, "k", "play by event or by the run's clock");
    addRow(table, "l, p, s",
           "light or dark, for a projector, remarks for a speaker");
    addRow(table, "b, [ and ]",
           "bookmark; previous, next bookmark or question");
    addRow(table, "e", "save the scene as a picture");
    addRow(table, "?", "this help");
    scenes.forEach(({name, about}, k) => addRow(table, `${k + 1}  ${name}`,
                                                about));
}

/* Scenes that some recording has; keys of other scenes show what is missing. */
function addScenes() {
    scenes.forEach(({name}, k) => {
        if (parts.every(part => code.scene_lacks(part.number, k)))
            return;
        const button = document.createElement("button");
        button.textContent = name;
        button.title = k + 1;
        button.value = k;
        button.addEventListener("click", () => chooseScene(k));
        byId("scenes").append(button, " ");
    });
}

function listen() {
    byId("play").addEventListener("click", playOrPause);
    byId("back").addEventListener("click", () => step(-1, false));
    byId("forth").addEventListener("click", () => step(1, false));
    byId("keys").addEventListener("click", toggleHelp);
    byId("help").addEventListener("click", toggleHelp);
    for (const button of document.querySelectorAll("button"))
        button.addEventListener("click", event => {
            if (event.detail) /* by a pointer: Space plays again */
                button.blur();
            change();
        });
    document.addEventListener("keydown", key);
    for (const {section, canvas} of parts) {
        section.querySelector(".bar").addEventListener("pointerdown",
                                                       pressBar);
        canvas.addEventListener("pointerdown", press);
        canvas.addEventListener("wheel", zoom, {passive: false});
    }
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", release);
    window.addEventListener("pointercancel", () => { down = null; });
    document.documentElement.addEventListener("pointerleave", () => {
        view.hover = null;
        change();
    });
    window.addEventListener("hashchange", readAddress);
    window.addEventListener("resize", restyle);
}

let scenes = []; /* all that there are: name, about */

async function begin() {
    const dark = window.matchMedia("(prefers-color-scheme: dark)");

    await load();
    scenes = count("scenes").map(k => ({name: textAt(code.scene_name(k)),
                                        about: textAt(code.scene_about(k))}));
    document.documentElement.classList.add("script");
    view.dark = view.dark || dark.matches;
    addScenes();
    fillHelp();
    listen();
    readAddress();
    show(performance.now());
}

/* A browser without WebAssembly shows the reason. */
function fail(error) {
    const words = document.createElement("p");

    words.textContent = "This page plays a recorded run, but this browser " +
        `cannot run its program: ${error.message}`;
    document.body.prepend(words);
    console.error(error);
}

const ready = begin().catch(fail);
