/* scene_memory.js - as scene_memory.c and its parts; which thread accesses what,
 * from step to step, page_memory.c has found out. */

const LANES = 32, BANKS = 32, BANK_BYTES = 4, ROW_BYTES = 128;
const MOST_ROWS = 16, MOST_WARPS = 2, GLOBAL_ROWS = 2, MOST_NAMED = 6;

/* A block of memory at one time: a replay of its frames. */
class Memory {
    constructor({block, warp, threads, cells, rows, steps, accesses, frames}) {
        Object.assign(this, {block, warp, threads, frames});
        this.cell = cells.map(([word, byte, bytes, row, shared]) => (
            {word: wordOf(word), byte, bytes, row, shared}));
        this.row = rows.map(([first, last, shared, name]) => (
            {first, last, shared, name: wordOf(name)}));
        this.step = steps.map(([first, end, about]) => (
            {first, end, about: wordOf(about)}));
        this.access = accesses.map(([cell, thread, writes, line], number) => (
            {number, cell, thread, writes, line: wordOf(line) || "?"}));
        this.begin();
    }

    begin() {
        this.frame = -1;
        for (const cell of this.cell)
            Object.assign(cell, {value: null, writer: -1, atOnce: 0});
    }

    go(at) {
        if (this.frame >= 0 && at < this.frames[this.frame][0])
            this.begin();
        while (this.frame + 1 < this.frames.length &&
               this.frames[this.frame + 1][0] <= at)
            this.apply(this.frames[++this.frame]);
        this.now = this.step[this.stepNumber];
        this.inStep = this.access.slice(this.now.first, this.now.end);
        this.rowsInStep = new Set(
            this.inStep.map(({cell}) => this.cell[cell].row));
    }

    apply([, step, done, turns, banks, changes]) {
        this.stepNumber = step;
        this.newest = done - 1;
        this.turns = turns;
        this.atOnce = new Map();
        for (let k = 0; k < banks.length; k += 2)
            this.atOnce.set(banks[k], banks[k + 1]);
        for (let k = 0; k < changes.length; k += 4) {
            const [number, value, writer, atOnce] = changes.slice(k, k + 4);
            Object.assign(this.cell[number],
                          {value: wordOf(value), writer, atOnce});
        }
    }

    isDone(access) {
        return access.number <= this.newest;
    }
}

/* The block that the newest access is by, or that of the followed tile; else
 * the first one. Null: there is none. */
function memoryInView() {
    const {shown, blocks} = recording.memory;
    const mine = shown.filter(
        ([, tile]) => view.follow < 0 || tile === view.follow);
    const number = mine.filter(([at]) => at <= moment.at).length;

    if (!mine.length)
        return null;
    part.memory = part.memory || blocks.map(block => new Memory(block));
    const memory = part.memory[mine[Math.max(number - 1, 0)][2]];
    memory.go(moment.at);
    return memory;
}

/* ------------------------------------------------------------------ layout */

function columnsOf(memory) {
    const ends = memory.cell.map(({byte, bytes}) =>
        Math.floor((byte % ROW_BYTES + bytes - 1) / BANK_BYTES) + 1);
    const most = Math.max(Math.min(memory.threads, LANES), ...ends);

    return Math.min(Math.max(most, 8), BANKS);
}

/* The most rows of global memory that a step of the block accesses: their room
 * stays free in other steps, so that nothing jumps. */
function globalRows(memory) {
    const rows = memory.step.map(({first, end}) => new Set(
        memory.access.slice(first, end).map(({cell}) => memory.cell[cell].row)
            .filter(row => !memory.row[row].shared)).size);

    return Math.min(Math.max(...rows), GLOBAL_ROWS);
}

/* Up to `most` rows, in their order, those of the step before the others;
 * without `idle`, those of the step alone. */
function chooseRows(p, shared, most, idle) {
    const rows = p.memory.row.map((row, k) => k)
        .filter(k => !p.memory.row[k].shared === !shared);
    const touched = rows.filter(k => p.memory.rowsInStep.has(k)).length;
    let others = idle ? most - touched : 0, used = 0;

    for (const k of rows)
        if (p.memory.rowsInStep.has(k) ? used++ < most : others-- > 0)
            p.rows.push(k);
    p.leftOut += Math.max(touched - most, 0);
}

/* Those of the newest access, where not all fit. */
function chooseWarps(p) {
    const {access, newest, now, warp, threads} = p.memory;
    const warps = Math.ceil(threads / LANES);
    const at = access[newest >= 0 ? newest : now.first].thread;
    const last = Math.floor(at / LANES);

    p.warps = warp >= 0 ? 1 : Math.min(warps, MOST_WARPS);
    p.firstWarp = warp >= 0 ? warp : last < p.warps ? 0
        : Math.min(last, warps - p.warps);
}

/* From top to bottom: numbers of banks, rows, threads, rows. */
function placeRows(p, shared, global) {
    const all = p.places = shared + global;
    const above = Math.ceil((shared > 0 ? shared : all) / 2);
    const free = p.box.h - p.head - p.height * (all + p.warps);
    const small = all + p.warps - 2 - (all > above);
    const gap = Math.min(p.height * 0.8, free * 0.4 / (small + 1));
    const big = (free - gap * small) / (all > above ? 2 : 1);
    let y = p.box.y + p.head;
    const placeWarps = () => {
        y += big - gap;
        for (let w = 0; w < p.warps; w++, y += p.height + gap)
            p.warpY.push(y);
        y += big - gap;
    };

    for (let k = 0; k < all; k++, y += p.height + gap) {
        if (k === above)
            placeWarps();
        p.rowY.push(y);
    }
    if (all <= above)
        placeWarps();
}

/* So that `rows` fit, if that can be; how many do. */
function chooseHeight(p, rows) {
    let fit = 0;

    for (const height of [Math.max(theme.text, p.least) * 1.25,
                          p.least * 1.4]) {
        if (fit >= rows)
            break;
        p.height = height;
        const free = p.box.h - p.head - height * (p.warps + 4);
        fit = Math.floor(Math.min(MOST_ROWS,
                                  Math.max(2, free / (height * 1.35))));
    }
    return fit;
}

/* Names of rows are short where two digits would have no room else; with zoom
 * they stay in sight. */
function placeColumns(p) {
    for (const narrow of [false, true]) {
        const names = p.least * (narrow ? 3.1 : 6.6);
        p.left = p.box.x + names;
        p.seenLeft = names;
        p.column = (p.box.x + p.box.w - p.left) / p.columns;
        p.isNarrow = narrow;
        if (p.column >= p.least)
            break;
    }
    p.headY = theme.text * 3.4;
    p.headEnd = p.headY + p.least * 2;
}

function memoryLayout(memory, box) {
    const {least} = theme;
    const p = {memory, box, least, columns: columnsOf(memory), rows: [],
               rowY: [], warpY: [], leftOut: 0,
               head: theme.text * 3.2 + least * 2.5};
    const inShared = memory.row.filter(row => row.shared).length;
    let global = inShared ? globalRows(memory) : memory.row.length;

    placeColumns(p);
    chooseWarps(p);
    const fit = chooseHeight(p, inShared + global);
    global = Math.min(global, fit - (inShared > 0));
    const shared = Math.min(inShared, fit - global);
    p.letters = Math.max(least, Math.min(theme.text * 0.9, p.height * 0.75,
                                         p.column * 0.6));
    chooseRows(p, true, shared, true);
    chooseRows(p, false, global, inShared === 0);
    placeRows(p, shared, global);
    return p;
}

/* Null: it is not drawn. */
function boxOfCell(p, {byte, bytes, row}) {
    const k = p.rows.indexOf(row), gap = p.column * 0.08;
    const column = Math.floor(byte % ROW_BYTES / BANK_BYTES);
    const wide = Math.min(Math.ceil(bytes / BANK_BYTES), p.columns - column);

    return k < 0 ? null : {x: p.left + column * p.column + gap / 2,
                           y: p.rowY[k], w: wide * p.column - gap,
                           h: p.height};
}

function boxOfThread(p, thread) {
    const warp = Math.floor(thread / LANES) - p.firstWarp;
    const gap = p.column * 0.08;

    return warp < 0 || warp >= p.warps || thread % LANES >= p.columns ? null
        : {x: p.left + thread % LANES * p.column + gap / 2, y: p.warpY[warp],
           w: p.column - gap, h: p.height};
}

/* ------------------------------------------------------------------- words */

/* Numbers that fit, or none. */
function putWords(p, words, x, y, at, most) {
    drawWhole(words, p.letters, x, y, at, most);
}

/* At the left of what is seen. */
function putLabel(p, words, y) {
    pen.fillStyle = theme.ink;
    drawText(words, p.letters, p.seenLeft - p.least * 0.4, y, 1,
             p.left - p.box.x - p.least * 0.4);
}

/* "cells[32..63]", or where that is too long "cells". */
function putRowLabel(p, row, k) {
    const {name, first} = p.memory.row[row];
    const {word} = p.memory.cell[first];

    putLabel(p, p.isNarrow ? word.replace(/\[.*/, "") : name,
             p.rowY[k] + p.height / 2);
}

/* ------------------------------------------------------------------ arrows */

const colourOfAccess = writes => writes ? theme.warn : theme.store;

/* A read is whole and has a filled head, a write is dashed and has an open
 * one. */
function drawWay([x0, y0, x1, y1], writes, width, head) {
    const angle = Math.atan2(y1 - y0, x1 - x0), open = writes ? 0.6 : 0.4;

    pen.lineWidth = width;
    pen.setLineDash(writes ? [width * 3.5, width * 2] : []);
    pen.beginPath();
    pen.moveTo(x0, y0);
    pen.lineTo(x1, y1);
    pen.stroke();
    pen.setLineDash([]);
    if (!head)
        return;
    pen.beginPath();
    pen.moveTo(x1 - head * Math.cos(angle - open),
               y1 - head * Math.sin(angle - open));
    pen.lineTo(x1, y1);
    pen.lineTo(x1 - head * Math.cos(angle + open),
               y1 - head * Math.sin(angle + open));
    if (writes)
        pen.stroke();
    else
        pen.fill();
}

/* A read goes from the word's left half to the thread's, a write from the
 * thread's right half to the word's. */
function endsOf(p, writes, cell, thread) {
    const above = cell.y < thread.y, share = writes ? 0.68 : 0.32;
    const word = [cell.x + Math.min(cell.w, p.column) * share,
                  above ? cell.y + cell.h : cell.y];
    const lane = [thread.x + thread.w * share,
                  above ? thread.y : thread.y + thread.h];

    return writes ? [...lane, ...word] : [...word, ...lane];
}

function drawAccess(p, {cell, thread, writes}, done, newest) {
    const from = boxOfCell(p, p.memory.cell[cell]);
    const to = boxOfThread(p, thread);
    const line = Math.min(theme.line, p.column * 0.06);

    if (!from || !to)
        return;
    pen.strokeStyle = pen.fillStyle =
        done ? colourOfAccess(writes) : theme.faint;
    drawWay(endsOf(p, writes, from, to), writes,
            line * (newest ? 2.4 : done ? 1.1 : 0.5),
            done ? Math.min(p.column * 0.4,
                            theme.text * (newest ? 0.8 : 0.45)) : 0);
}

/* What is to come, what was, and the newest on top. */
function drawAccesses(p) {
    const {access, newest, now} = p.memory;

    for (const done of [false, true])
        for (let i = now.first; i < now.end; i++)
            if (i <= newest === done && i !== newest)
                drawAccess(p, access[i], done, false);
    if (newest >= now.first)
        drawAccess(p, access[newest], true, true);
}

/* ---------------------------------------------------------- cells, threads */

function drawCell(p, cell, number) {
    const {memory} = p, box = boxOfCell(p, cell);
    const mine = memory.inStep.filter(access => access.cell === number);
    const doneNow = mine.filter(access => memory.isDone(access));
    const isEmpty = cell.shared && cell.writer < 0 && memory.warp < 0;

    if (!box)
        return;
    fillBox(box, theme.x);
    if (isEmpty || cell.atOnce > 1) {
        pathOf([box]);
        hatchPath("rising", p.height / 4,
                  cell.atOnce > 1 ? theme.look : theme.faint,
                  Math.min(theme.line * (isEmpty ? 0.5 : 1), p.height * 0.05));
    }
    strokeBox(box, doneNow.length
        ? colourOfAccess(doneNow.some(access => access.writes)) : theme.faint,
              Math.min(theme.line * (mine.length ? 1.6 : 0.7), p.height * 0.1));
    if (isEmpty || cell.value === null)
        return;
    pen.fillStyle = theme.ink;
    putWords(p, cell.value, middleX(box), middleY(box), 0.5, box.w);
}

/* Where a row of global memory will be, or was. */
function drawFreePlace(p) {
    const y = p.rowY[p.rows.length] + p.height / 2;

    putLabel(p, "global", y);
    drawText("memory is not accessed in this step", p.letters, p.seenLeft, y,
             0, p.box.x + p.box.w - p.left);
}

function drawThread(p, thread) {
    const {access, newest, now, inStep} = p.memory;
    const box = boxOfThread(p, thread);
    const acts = inStep.some(access => access.thread === thread);
    const isNewest = newest >= now.first && access[newest].thread === thread;

    if (!box)
        return;
    fillBox(box, isNewest ? theme.scan : theme.paper);
    strokeBox(box, acts ? theme.ink : theme.faint,
              Math.min(theme.line * (acts ? 1.4 : 0.7), p.height * 0.1));
    pen.fillStyle = isNewest ? theme.on.scan : theme.ink;
    putWords(p, String(thread), middleX(box), middleY(box), 0.5, box.w);
}

function drawThreads(p) {
    for (let thread = 0; thread < p.memory.threads; thread++)
        drawThread(p, thread);
}

/* ------------------------------------------------------------------- heads */

/* The number of each bank; under it, how many words it must give at once. */
function drawBanks(p) {
    const under = p.headY + p.least * 1.25, {atOnce} = p.memory;
    let step = 1;

    putLabel(p, "bank", p.headY);
    if (atOnce.size)
        putLabel(p, "at once", under);
    while (step * p.column < p.least)
        step *= 2;
    for (let bank = 0; bank < p.columns; bank++) {
        const x = p.left + (bank + 0.5) * p.column;
        if (x < p.seenLeft)
            continue;
        pen.fillStyle = theme.ink;
        if (bank % step === 0)
            putWords(p, String(bank), x, p.headY, 0.5, p.column * 0.95 * step);
        if (!atOnce.has(bank))
            continue;
        fillBox({x: x - p.column * 0.42, y: under - p.least * 0.6,
                 w: p.column * 0.84, h: p.least * 1.2}, theme.look);
        pen.fillStyle = theme.on.look;
        putWords(p, String(atOnce.get(bank)), x, under, 0.5, p.column * 0.84);
    }
}

/* An arrow of each kind with its name, and how many there have been: where that
 * ends. */
function drawAccessLegend(p, y, most) {
    const size = theme.small, room = most / 2 - size * 3.2;
    let x = 0;

    for (const writes of [0, 1]) {
        const all = p.memory.inStep.filter(access => access.writes === writes);
        const done = all.filter(access => p.memory.isDone(access)).length;
        const line = `${done} of ${all.length} ${writes ? "writes" : "reads"}`;
        const end = x + size * 2;
        pen.strokeStyle = pen.fillStyle = colourOfAccess(writes);
        drawWay([x, y, end, y], writes, theme.line * 1.6, size * 0.55);
        pen.fillStyle = theme.ink;
        drawText(line, size, end + size * 0.4, y, 0, room);
        x = end + size * 1.2 + Math.min(textRoom(line, size), room);
    }
    return x;
}

function sayConflicts({memory, leftOut}) {
    const banks = memory.atOnce.size;
    const most = Math.max(...memory.atOnce.values());
    const rows = leftOut ? [`${leftOut} more rows do not fit`] : [];
    const conflicts = banks
        ? [`conflicts in ${banks} bank${banks === 1 ? "" : "s"}, up to ` +
            `${most}-way: ${memory.turns} extra turn` +
            (memory.turns === 1 ? "" : "s")] : [];

    return [...rows, ...conflicts].join("; ");
}

/* They stay where they are with zoom. */
function drawMemoryWords(p) {
    const y = theme.text * 1.9, w = canvas.clientWidth;

    pen.fillStyle = theme.ink;
    drawText(p.memory.now.about, theme.text, 0, theme.text * 0.6, 0, w);
    const room = w - drawAccessLegend(p, y, w);
    if (room > theme.text * 3)
        drawText(sayConflicts(p), theme.small, w, y, 1, room);
}

/* Names of rows, and above them all the head: what passes below is hidden. */
function drawMargins(p) {
    const {rows, memory} = p;

    fillBox({x: 0, y: 0, w: p.seenLeft, h: canvas.clientHeight}, theme.paper);
    rows.forEach((row, k) => putRowLabel(p, row, k));
    for (const y of p.warpY)
        putLabel(p, "threads", y + p.height / 2);
    if (rows.length < p.places && memory.row[rows[rows.length - 1]].shared)
        drawFreePlace(p);
    fillBox({x: 0, y: 0, w: canvas.clientWidth, h: p.headEnd}, theme.paper);
    drawBanks(p);
    drawMemoryWords(p);
}

function drawMemory(box) {
    const memory = memoryInView();

    if (!memory)
        return;
    const p = memoryLayout(memory, box);
    drawAccesses(p);
    memory.cell.forEach((cell, number) => drawCell(p, cell, number));
    drawThreads(p);
    drawMargins(p);
}

/* ------------------------------------------------------------------- hover */

const isInside = (box, x, y) => box && x >= box.x && y >= box.y &&
    x < box.x + box.w && y < box.y + box.h;

/* "; in this step read by thread 5, 6" */
function sayThreads(memory, number, writes) {
    const threads = new Set(memory.inStep.filter(access =>
        access.cell === number && !access.writes === !writes)
        .map(access => access.thread));
    const named = [...threads].slice(0, MOST_NAMED).join(", ");
    const more = threads.size - MOST_NAMED;

    return threads.size === 0 ? ""
        : `; in this step ${writes ? "written" : "read"} by thread ${named}` +
          (more > 0 ? ` and ${more} more` : "");
}

function tellCell(memory, cell, number) {
    const {word, value, shared, writer, byte, atOnce} = cell;
    const bank = Math.floor(byte / BANK_BYTES) % BANKS;
    let line = word;

    if (value !== null && (writer >= 0 || !shared))
        line += ` = ${value}`;
    if (shared)
        line += `, bank ${bank}`;
    if (writer >= 0)
        line += `: written by thread ${memory.access[writer].thread} at ` +
            memory.access[writer].line;
    else if (shared && memory.warp < 0)
        line += ": not written yet";
    for (const writes of [false, true])
        line += sayThreads(memory, number, writes);
    return atOnce < 2 ? line
        : `${line}; one of ${atOnce} words that its bank gives ` +
            "one after another";
}

/* "thread 5: reads cells[4] at kernel.cu:73, ..." */
function tellThread(memory, thread) {
    const all = memory.inStep.filter(access => access.thread === thread);
    const named = all.slice(0, MOST_NAMED).map(({cell, writes, line}) =>
        `${writes ? "writes" : "reads"} ${memory.cell[cell].word} at ${line}`);
    const more = all.length - MOST_NAMED;

    return `thread ${thread}: ` +
        (named.join(", ") || "accesses nothing in this step") +
        (more > 0 ? ` and ${more} more` : "");
}

function tellMemory(box, x, y) {
    const memory = memoryInView();

    if (!memory)
        return null;
    const p = memoryLayout(memory, box);
    const number = memory.cell.findIndex(
        cell => isInside(boxOfCell(p, cell), x, y));
    if (number >= 0)
        return tellCell(memory, memory.cell[number], number);
    for (let thread = 0; thread < memory.threads; thread++)
        if (isInside(boxOfThread(p, thread), x, y))
            return tellThread(memory, thread);
    return null;
}
