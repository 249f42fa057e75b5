/* What of the page that is open the keyboard reaches: `begin` remembers what can be used and returns what looks as if it
   could be clicked and is no control, `step` crosses off what has the focus and returns how many are left, `end` returns
   what was never reached, or null if something was drawn anew meanwhile. A control among others that share one place in the order has them for its arrow keys. */
window.reached = (() => {
  const usable = "a[href], button, summary, select, textarea, input, label, [tabindex], [contenteditable=true]";
  const groups = ["radiogroup", "group", "listbox", "tablist", "toolbar", "grid", "tree"];
  const shown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const said = (one) => one.outerHTML.slice(0, 120);
  let waiting, others;
  return {
    begin() {
      const all = [...document.querySelectorAll("body *")].filter(shown);
      const clicked = all.filter((one) => getComputedStyle(one).cursor === "pointer" && !one.closest(usable));
      const controls = all.filter((one) => one.matches(usable) && !one.matches("label, :disabled, [contenteditable=true]"));
      waiting = new Set(controls.filter((one) => one.tabIndex >= 0));
      others = controls.filter((one) => one.tabIndex < 0 && one.matches("a, button, input, select, textarea"));
      return clicked.map(said);
    },
    step() {
      const one = document.activeElement;
      const together = (other) => other === one || (one.type === "radio" && other.name === one.name);
      waiting = new Set([...waiting].filter((other) => !together(other)));
      return waiting.size;
    },
    end() {
      if ([...waiting].some((one) => !one.isConnected)) return null;
      const grouped = `${groups.map((role) => `[role=${role}]`)}, fieldset`;
      return [...waiting, ...others.filter((one) => !one.closest(grouped))].map(said);
    },
  };
})();
