// Puts the editor and what it needs into one file of a folder, and the licences of all that beside it.

import { buildSync } from "esbuild";
import fs from "node:fs";
import path from "node:path";

const folder = process.argv[2];

const { metafile } = buildSync({
  entryPoints: ["editor.js"],
  outfile: path.join(folder, "editor.js"),
  bundle: true,
  minify: true,
  charset: "utf8",
  format: "esm",
  target: "es2022",
  metafile: true,
  banner: { js: "// Made by editors/codemirror/bundle.js; not to be changed by hand. Licences: editor-licences.txt" },
});

const inputs = Object.keys(metafile.inputs).map((file) => file.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/u)?.[0]);
const notices = [...new Set(inputs.filter(Boolean))].sort().map((place) => {
  const { name, version } = JSON.parse(fs.readFileSync(path.join(place, "package.json"), "utf8"));
  const file = fs.readdirSync(place).find((one) => /^licen[cs]e/iu.test(one));
  return `${name} ${version}\n\n${fs.readFileSync(path.join(place, file), "utf8").trim()}\n`;
});
fs.writeFileSync(path.join(folder, "editor-licences.txt"), notices.join("\n\n"));
