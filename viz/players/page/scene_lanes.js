/* scene_lanes.js - as scene_lanes.c. */

/* Below the legend. */
function lanesBelow(box) {
    const now = theme.text * 0.35; /* its head */
    const legend = legendAboveHeight(signsOfLanes()) + now;

    return lanesIn({x: box.x, y: box.y + legend, w: box.w, h: box.h - legend},
                   recording.rows.length, theme.text * 2.4);
}

function drawLanes(box) {
    const lanes = lanesBelow(box);

    lanesDraw(lanes);
    legendAbove(signsOfLanes(), box.y);
    drawNow(lanesX(lanes, moment.at), lanes.box.y, lanesEnd(lanes));
    lanesNames(lanes, slotName);
}

function tileInLanes(box, x, y) {
    const span = spanAt(lanesBelow(box), x, y);

    return span ? span.tile : -1;
}

/* What a slot does at that time. */
function tellLane(box, x, y) {
    const span = spanAt(lanesBelow(box), x, y);

    return span && tellSpan(span);
}
