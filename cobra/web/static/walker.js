/* The walk through a strategy, `CobraWalk`, whose files an exported page has, too: fetched when this is. */

const FILES = ["walk.css", "tree.js", "beliefs.js", "drawn.js", "search.js", "filter.js", "paper.js", "walk.js"];

function fetched(name) {
  const style = name.endsWith(".css");
  const element = document.createElement(style ? "link" : "script");
  const address = `page/${name}`;
  if (style) Object.assign(element, { rel: "stylesheet", href: address });
  else Object.assign(element, { async: false, src: address }); // one after the other
  return new Promise((resolve, reject) => {
    element.addEventListener("load", resolve);
    element.addEventListener("error", () => reject(new Error(`${name} was not sent`)));
    document.head.append(element);
  });
}

await Promise.all(FILES.map(fetched));
