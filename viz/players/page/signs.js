/* signs.js - what a flag and a phase look like, as signs.c, which has told; and
 * the legend that says so. */

const signOfFlag = flag => recording.flagSigns[flag];
const signOfPhase = phase => recording.phaseSigns[phase];

/* Fills the boxes. */
function fillSign(boxes, {colour, hatch}, apart) {
    pathOf(boxes);
    pen.fillStyle = theme[colour];
    pen.fill();
    hatchPath(hatch, Math.max(apart, theme.line * 3),
              colour === "x" ? theme.faint : theme.on[colour],
              theme.line * 0.5);
}

/* ------------------------------------------------------------------ legend */

const legendLine = () => theme.small * 1.5;

/* Where each sample stands, in as many lines as need be. */
function legendPlaces(signs, width) {
    let x = 0, line = 0;

    return signs.map(sign => {
        const room = theme.small * 2 + textRoom(sign.words, theme.small);
        if (x > 0 && x + room > width) {
            x = 0;
            line++;
        }
        x += room;
        return {sign, x: x - room, line, room};
    });
}

function legendHeight(signs, width) {
    return legendLine() *
        (1 + Math.max(0, ...legendPlaces(signs, width).map(at => at.line)));
}

function drawLegend(signs, box) {
    const size = theme.small;

    for (const {sign, x, line, room} of legendPlaces(signs, box.w)) {
        const y = box.y + (line + 0.5) * legendLine();
        const sample = {x: box.x + x, y: y - size * 0.4, w: size,
                        h: size * 0.8};
        fillSign([sample], sign, size * 0.3);
        strokeBox(sample, theme.ink, theme.line * 0.5);
        pen.fillStyle = theme.ink;
        drawText(sign.words, size, box.x + x + size * 1.3, y, 0,
                 Math.max(room - size * 1.5, 1));
    }
}
