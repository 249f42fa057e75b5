/* What is wrong with the page that is open beside what axe-core finds, a line for each element: what can be used must
   be `least` pixels wide and high, and have a name that is not for programs only. */
(least) => {
  const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const controls = [...document.querySelectorAll("button, a[href], summary, select, textarea, input:not([type=radio], [type=checkbox]), label.check, .segments label")];
  const wrong = [];
  for (const one of controls.filter(shown)) {
    const { width, height } = one.getBoundingClientRect();
    const said = `${width} by ${height}: ${one.outerHTML.slice(0, 160)}`;
    if (Math.min(width, height) < least - 0.01) wrong.push(`small, ${said}`);
    if (/\[\d/.test(one.ariaLabel ?? one.textContent)) wrong.push(`a name for programs only, ${said}`);
  }
  return wrong;
}
