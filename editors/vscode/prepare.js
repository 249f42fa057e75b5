// Puts the client and what it needs into one file, and the licences of all that beside it: what is packed.
"use strict";

const { buildSync } = require("esbuild");
const fs = require("node:fs");
const path = require("node:path");

const { metafile } = buildSync({
  entryPoints: ["extension.js"],
  outfile: "out/extension.js",
  bundle: true,
  minify: true,
  platform: "node",
  target: "node20",
  external: ["vscode"],
  metafile: true,
});

// of node_modules/a/node_modules/@b/c/lib/d.js the package is node_modules/a/node_modules/@b/c
const inputs = Object.keys(metafile.inputs).map((file) => file.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0]);
const notices = [...new Set(inputs.filter(Boolean))].sort().map((folder) => {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  const file = fs.readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  const text = file ? fs.readFileSync(path.join(folder, file), "utf8") : license;
  return `${name} ${version}\n\n${text.trim()}\n`;
});
fs.writeFileSync("LICENSE-OTHERS.txt", notices.join("\n\n"));
fs.copyFileSync("../../LICENSE-MIT", "LICENSE.txt");
fs.copyFileSync("../../LICENSE-APACHE", "LICENSE-APACHE.txt");
