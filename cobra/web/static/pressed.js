/* While something is pressed nothing is drawn anew: a button that is replaced between the moments at which it is pressed and
   let go is never clicked. So answers of the server wait until then. */

let pressed = false;
let presses = 0; // so many so far
const waiting = []; // what goes on when nothing is pressed

function press() {
  pressed = true;
  presses += 1;
}

function release() {
  const last = presses;
  setTimeout(() => { // a click comes right after the pointer went up, and perhaps the next press
    if (presses !== last) return;
    pressed = false;
    for (const goOn of waiting.splice(0)) goOn();
  });
}

/* Wait until nothing is pressed, by a pointer or by the space bar. */
export async function released() {
  while (pressed) await new Promise((resolve) => { waiting.push(resolve); });
}

function listen(names, counts, heard) {
  const then = (event) => { if (counts(event)) heard(); };
  for (const name of names) window.addEventListener(name, then, { capture: true, passive: true });
}

const always = () => true;
const isSpace = ({ key }) => key === " ";

// menus and scroll bars do not always say that they were let go: then the next movement does
listen(["pointerdown"], ({ button, target }) => button === 0 && target.tagName !== "SELECT", press);
listen(["keydown"], isSpace, press);
listen(["pointerup", "pointercancel", "contextmenu"], always, release);
listen(["keyup"], isSpace, release);
listen(["pointermove"], ({ buttons }) => pressed && buttons === 0, release);
listen(["blur"], ({ target }) => target === window, release);
