/* What is wrong with the page that is open, a line for each element: its heading and landmarks, sizes and names of
   what can be used, contrast of texts by the formula of the WCAG. */
() => {
  const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const about = (element) => element.outerHTML.slice(0, 160);
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  const plain = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  const text = (node) => node.nodeType === Node.TEXT_NODE ? node.data
    : node.nodeType !== Node.ELEMENT_NODE || node.ariaHidden === "true" ? ""
      : [...node.childNodes].map(text).join(" ");
  const wrong = [];
  const demand = (right, what, element) => { if (!right) wrong.push(`${what}: ${about(element)}`); };

  demand(all("h1").length === 1 || document.querySelectorAll("h1").length === 1, "no heading", document.body);
  demand(all("main").length === 1, "no main landmark", document.body);
  for (const one of all("aside, main main")) demand(false, "a landmark inside another", one);
  for (const one of document.querySelector("main").parentElement.children) {
    demand(one.matches("main, header, script, noscript, [role=status], [hidden]"), "outside of all landmarks", one);
  }

  const controls = all("button, a[href], summary, select, textarea, input:not([type=radio], [type=checkbox]), label.check");
  for (const one of controls) {
    const { width, height } = one.getBoundingClientRect();
    demand(Math.min(width, height) >= 23.99, `small, ${width} by ${height}`, one);
    const name = one.ariaLabel ?? (one.labels?.length ? text(one.labels[0]) : text(one));
    demand(plain(name) !== "" || /[<>=]/.test(name), "no name", one);
    demand(!/\[\d/.test(name), "a name for programs only", one);
    if (one.ariaLabel && !one.matches("select, input, textarea")) demand(plain(name).includes(plain(text(one))), "a name without its label", one);
  }

  const parts = (colour) => {
    const found = colour.match(/[\d.]+/g).map(Number);
    const scale = colour.startsWith("color(srgb") ? 255 : 1;
    return { rgb: found.slice(0, 3).map((part) => part * scale), alpha: found[3] ?? 1 };
  };
  const light = (rgb) => rgb.map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
  const within = [...document.querySelectorAll(".editor")].flatMap((host) => [...host.shadowRoot?.querySelectorAll("*") ?? []]).filter(shown);
  for (const one of [...all("body *"), ...within]) {
    const own = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!own || one.closest(".unseen, noscript, script, option, :disabled, svg")) continue;
    let behind = one;
    while (behind && parts(getComputedStyle(behind).backgroundColor).alpha === 0) behind = behind.parentElement;
    const back = light(parts(getComputedStyle(behind ?? document.body).backgroundColor).rgb);
    const front = light(parts(getComputedStyle(one).color).rgb);
    const contrast = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    demand(contrast >= 4.5, `contrast ${contrast.toFixed(2)}`, one);
  }
  return wrong;
}
