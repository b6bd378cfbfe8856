/* players.js - a figure that has a player becomes it when it is asked for. */
'use strict';
document.querySelectorAll('figure[data-player]').forEach((figure) => {
    const link = figure.querySelector('a.play');

    figure.querySelector('img').addEventListener('click', () => link.click());
    link.addEventListener('click', (event) => {
        const frame = document.createElement('iframe');

        event.preventDefault();
        frame.src = figure.dataset.player;
        frame.title = 'the run, to be played';
        figure.querySelector('img').replaceWith(frame);
        frame.focus();
        link.textContent = 'in a page of its own';
        link.target = '_blank';
        link.replaceWith(link.cloneNode(true));
    });
});
