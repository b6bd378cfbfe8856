/* slides.js - one slide at a time, as large as the window lets it.
 *
 * The slide's place stands in the address: slides.html#7. A second window (key s)
 * shows what to say; the first tells it at each step. */
'use strict';
(() => {
    const slides = [...document.querySelectorAll('.slide')];
    const said = document.getElementById('said');
    const place = document.getElementById('place');
    let now = 0, speaker = null;

    document.body.classList.add('live');

    /* What is on a slide is as large as its room lets it be, up to one and a half. */
    const fit = (slide) => {
        const body = slide.querySelector('.body');
        const room = 720 - 30 - body.offsetTop;
        for (let scale = slide === slides[0] ? 1 : 1.5; scale > 0.4; scale -= 0.05) {
            body.style.width = 100 / scale + '%';
            body.style.transform = `scale(${scale})`;
            if (body.scrollHeight * scale <= room && body.scrollWidth <= body.clientWidth + 1)
                break;
        }
    };

    const words = () => {
        const own = slides[now].querySelector('.said');
        const next = slides[now + 1];
        return `<p><b>${now + 1} of ${slides.length}: ${slides[now].querySelector('h2').textContent}</b></p>` +
            (own ? own.innerHTML : '') +
            (next ? `<p><i>Next: ${next.querySelector('h2').textContent}</i></p>` : '');
    };

    const resize = () => {
        const scale = Math.min(innerWidth / 1280, innerHeight / 720);
        slides[now].style.transform = `scale(${scale})`;
    };

    const show = (k) => {
        slides[now].classList.remove('now');
        now = Math.max(0, Math.min(slides.length - 1, k));
        slides[now].classList.add('now');
        fit(slides[now]);
        resize();
        place.textContent = `${now + 1} / ${slides.length}`;
        history.replaceState(null, '', '#' + (now + 1));
        said.innerHTML = words();
        if (speaker && !speaker.closed)
            speaker.document.body.innerHTML = words();
        dispatchEvent(new Event('slide'));
    };

    const open_speaker = () => {
        speaker = window.open('', 'speaker', 'width=800,height=600');
        if (!speaker)
            return;
        speaker.document.title = 'What to say';
        speaker.document.head.innerHTML =
            [...document.querySelectorAll('style')].map((s) => s.outerHTML).join('');
        speaker.document.body.className = 'speaker';
        speaker.document.body.innerHTML = words();
        speaker.onkeydown = pressed;
    };

    const pressed = (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey)
            return;
        const does = {
            ArrowRight: () => show(now + 1), PageDown: () => show(now + 1), ' ': () => show(now + 1),
            ArrowLeft: () => show(now - 1), PageUp: () => show(now - 1), Backspace: () => show(now - 1),
            Home: () => show(0), End: () => show(slides.length - 1),
            n: () => { said.hidden = !said.hidden; }, s: open_speaker,
            f: () => document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen(),
        }[event.key];
        if (does && !(event.key === ' ' && event.target.tagName === 'SUMMARY')) {
            event.preventDefault();
            does();
        }
    };

    let touch = null;
    addEventListener('touchstart', (e) => { touch = e.touches.length === 1 ? e.touches[0] : null; }, { passive: true });
    addEventListener('touchend', (e) => {
        const moved = touch ? e.changedTouches[0].clientX - touch.clientX : 0;
        if (Math.abs(moved) > 50)
            show(now + (moved < 0 ? 1 : -1));
    });
    addEventListener('keydown', pressed);
    addEventListener('resize', resize);
    addEventListener('hashchange', () => show(parseInt(location.hash.slice(1), 10) - 1 || 0));
    addEventListener('load', () => fit(slides[now]));
    document.querySelectorAll('details').forEach((d) => d.addEventListener('toggle', () => fit(slides[now])));
    addEventListener('beforeprint', () => slides.forEach((s) => {
        s.style.display = 'block';
        fit(s);
        s.style.display = '';
    }));
    show(parseInt(location.hash.slice(1), 10) - 1 || 0);
})();
