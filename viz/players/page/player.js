/* player.js - time, keys, pointer: as window.c. */

/* -------------------------------------------------------------------- time */

function goTo(at) {
    view.at = Math.min(Math.max(at, 0), wholeDuration());
    change();
}

/* To the next event of the first recording that is told of, or the one
 * before. */
function step(by, phases) {
    const told = ["look", "publish", "ticket"];

    view.playing = false;
    moment.go(Math.min(view.at, duration));
    for (let i = moment.event + by; i >= 0 && i < events.length; i += by) {
        const event = events[i];
        const counts = event.kind === "phase" ||
            (!phases && (told.includes(event.kind) || !tiles));
        const followed = view.follow < 0 || event.tile === view.follow;
        if (counts && followed &&
            (by > 0 ? event.at > view.at : event.at < view.at)) {
            goTo(event.at);
            return;
        }
    }
    goTo(by > 0 ? wholeDuration() : 0);
}

/* Sets a bookmark here, or takes away the one that is. */
function bookmark() {
    const marks = view.marks.filter(at => at !== view.at);

    if (marks.length === view.marks.length)
        marks.push(view.at);
    view.marks = marks.sort((a, b) => a - b);
    inEachPart(showMarks);
}

function showMarks() {
    own("bar").querySelectorAll("i").forEach(mark => mark.remove());
    for (const at of view.marks) {
        const mark = document.createElement("i");
        mark.style.left =
            100 * Math.min(at / Math.max(duration, 1e-9), 1) + "%";
        own("bar").append(mark);
    }
}

function goToMark(by) {
    const marks = view.marks.filter(
        at => by > 0 ? at > view.at : at < view.at);

    view.playing = false;
    if (marks.length)
        goTo(by > 0 ? marks[0] : marks[marks.length - 1]);
}

function play() {
    if (!view.playing && view.at >= wholeDuration())
        view.at = 0;
    view.playing = !view.playing;
    before = performance.now();
}

/* -------------------------------------------------------------------- keys */

function chooseScene(k) {
    if (!recording.scenes[k] || !drawn[recording.scenes[k].name])
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
    inEachPart(fitCaption);
    for (const element of document.querySelectorAll("h1, header p"))
        fitLine(element);
    change();
}

/* The second recording, or not. */
function compare() {
    view.shown = view.shown < parts.length ? parts.length : 1;
    goTo(view.at);
    restyle();
}

/* The scenes as a picture, side by side. */
function savePicture() {
    const shown = parts.slice(0, view.shown), picture =
        document.createElement("canvas"), on = picture.getContext("2d");
    const link = document.createElement("a");

    picture.width = shown.reduce((w, {canvas}) => w + canvas.width, 0);
    picture.height = canvas.height;
    on.fillStyle = theme.paper;
    on.fillRect(0, 0, picture.width, picture.height);
    shown.reduce((x, {canvas}) => {
        on.drawImage(canvas, x, 0);
        return x + canvas.width;
    }, 0);
    link.download = `scanviz-${recording.scenes[view.scene].name}.png`;
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
    " ": play,
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
    enter(0);
    does();
    change();
}

/* ----------------------------------------------------------------- pointer */

/* Where the button went down, or was last while it drags, and on what. */
let down = null;

/* The part of the page in which this is. */
function enterAt(element) {
    const section = element.closest && element.closest("section");

    enter(Math.max(parts.findIndex(part => part.section === section), 0));
}

function pointOf(event) {
    const box = canvas.getBoundingClientRect();
    return {x: event.clientX - box.left, y: event.clientY - box.top, part};
}

function scrub(event) {
    const box = own("bar").getBoundingClientRect();

    view.playing = false;
    goTo(duration * (event.clientX - box.left) / box.width);
}

/* So that this part of the scene is at that point of the canvas. */
function putPart(share, point) {
    const {w, h} = sceneBox();
    const within = (x, half) => Math.min(Math.max(x, half), 1 - half);
    const middle = {x: canvas.clientWidth / 2, y: canvas.clientHeight / 2};

    view.lookX = within(share.x - (point.x - middle.x) / w, middle.x / w);
    view.lookY = within(share.y - (point.y - middle.y) / h, middle.y / h);
}

function shareAt(point) {
    const box = sceneBox();
    return {x: (point.x - box.x) / box.w, y: (point.y - box.y) / box.h};
}

function zoom(event) {
    enterAt(event.target);
    const point = pointOf(event), share = shareAt(point);

    event.preventDefault();
    view.zoom *= Math.pow(1.25, -Math.sign(event.deltaY));
    view.zoom = Math.min(Math.max(view.zoom, 1), 64);
    putPart(share, point);
    change();
}

function press(event) {
    enterAt(event.target);
    down = Object.assign(pointOf(event), {moved: false, onBar: false});
    view.hover = null;
}

function pressBar(event) {
    enterAt(event.target);
    down = {onBar: true, part};
    scrub(event);
}

function pan(point) {
    if (view.zoom > 1 &&
        (down.moved || Math.hypot(point.x - down.x, point.y - down.y) > 3)) {
        putPart(shareAt(down), point);
        down = Object.assign(point, {moved: true, onBar: false});
    }
}

function move(event) {
    enterAt(down ? down.part.section : event.target);
    view.hover = !down && event.target === canvas ? pointOf(event) : null;
    if (down && down.onBar)
        scrub(event);
    else if (down)
        pan(pointOf(event));
    change();
}

function release(event) {
    if (down && !down.onBar && !down.moved) {
        enterAt(down.part.section);
        const {name, lacks} = recording.scenes[view.scene];
        const point = pointOf(event), scene = drawn[name];
        view.follow = scene.tileAt && !lacks
            ? scene.tileAt(sceneBox(), point.x, point.y) : -1;
    }
    down = null;
    change();
}

/* ------------------------------------------------------------------- begin */

/* #at=62%25&scene=lanes&theme=dark&follow=12 */
function readAddress() {
    const given = new URLSearchParams(location.hash.slice(1));
    const at = parseFloat(given.get("at")), theme = given.get("theme");
    const scene = recording.scenes.findIndex(
        scene => scene.name === given.get("scene"));
    const follow = parseInt(given.get("follow"), 10);

    if (isFinite(at))
        goTo(given.get("at").endsWith("%") ? at / 100 * wholeDuration()
                                           : at);
    if (theme) {
        view.dark = theme === "dark";
        view.projector = theme === "projector";
    }
    if (follow >= 0 && follow < Math.max(tiles, recording.n))
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
    addRow(table, "Right, Left", "next event, the one before");
    addRow(table, "PgDn, PgUp", "next phase, the one before");
    addRow(table, "Home, End", "the beginning, the end");
    addRow(table, "Up, Down", "faster, slower");
    addRow(table, "wheel, drag, 0", "zoom, pan, fit");
    addRow(table, "click, Esc", "follow a tile, let it go");
    if (parts.length > 1)
        addRow(table, "c", "the second trace, side by side");
    addRow(table, "d", "what a tile decides, beside the tiles");
    addRow(table, "l, p, s",
           "light or dark, for a projector, remarks for a speaker");
    addRow(table, "b, [ and ]",
           "bookmark this time; the one before, the next one");
    addRow(table, "e", "save the scene as a picture");
    addRow(table, "?", "this help");
    recording.scenes.forEach((scene, k) => {
        if (drawn[scene.name])
            addRow(table, `${k + 1}  ${scene.name}`, scene.about);
    });
}

/* Those that some recording has; keys of the others tell what is lacking. */
function addScenes() {
    recording.scenes.forEach((scene, k) => {
        if (!drawn[scene.name] ||
            parts.every(({recording}) => recording.scenes[k].lacks))
            return;
        const button = document.createElement("button");
        button.textContent = scene.name;
        button.title = k + 1;
        button.value = k;
        button.addEventListener("click", () => chooseScene(k));
        byId("scenes").append(button, " ");
    });
}

function listen() {
    byId("play").addEventListener("click", play);
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

function begin() {
    const dark = window.matchMedia("(prefers-color-scheme: dark)");

    document.documentElement.classList.add("script");
    view.dark = view.dark || dark.matches;
    addScenes();
    fillHelp();
    listen();
    readAddress();
    show(performance.now());
}

begin();
