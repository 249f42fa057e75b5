/* While something is pressed nothing is drawn anew: a button that is replaced between the moments at which it is pressed and
   let go is never clicked. So answers of the server wait until then. */

let pressed = false;
let waiting = []; // what goes on when nothing is pressed

function press() {
  pressed = true;
}

function release() {
  setTimeout(() => { // a click comes right after the pointer went up
    pressed = false;
    for (const goOn of waiting.splice(0)) goOn();
  });
}

/* Wait until nothing is pressed, by a pointer or by the space bar. */
export async function released() {
  while (pressed) await new Promise((resolve) => { waiting.push(resolve); });
}

function listen(names, heard) {
  for (const name of names) window.addEventListener(name, heard, { capture: true, passive: true });
}

// menus and scroll bars do not always say that they were let go: then the next movement does
listen(["pointerdown"], (event) => { if (event.button === 0 && event.target.tagName !== "SELECT") press(); });
listen(["keydown"], (event) => { if (event.key === " ") press(); });
listen(["pointermove"], (event) => { if (pressed && event.buttons === 0) release(); });
listen(["pointerup", "pointercancel", "keyup", "contextmenu", "blur"], (event) => { if (pressed && (event.type !== "blur" || event.target === window)) release(); });
