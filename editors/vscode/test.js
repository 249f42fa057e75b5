// Runs the packed client without VS Code against the real server: node test.js [PATH OF cobra]
//
// What the client needs of VS Code is played here: one open game with a mistake, and everything else as objects that do
// nothing. The client must announce what it can do, the mistake must come, and the server must end with it.
"use strict";

const assert = require("node:assert");
const Module = require("node:module");

const TEXT = 'game "x"\nsecret a : 1..b\n';
const URI = { toString: () => "file:///game.cb", scheme: "file", fsPath: "/game.cb" };
const heard = { registered: new Set(), mistakes: [], errors: [] };
const disposable = () => ({ dispose() {} });

// An object that can be called, made, asked for anything, and listened to.
function anything(known = {}) {
  return new Proxy(Object.assign(class {}, known), {
    get(target, key) {
      if (key in target || typeof key === "symbol" || key === "then" || key === "toJSON") return target[key];
      target[key] = /^on[A-Z]/.test(key) ? disposable : anything();
      return target[key];
    },
    apply: () => anything(),
  });
}

const open = { languageId: "cobra", uri: URI, version: 1, isClosed: false, fileName: URI.fsPath, getText: () => TEXT };
const settings = { get: (key, otherwise) => (key === "command" ? (process.argv[2] ?? "cobra") : otherwise) };
const vscode = anything({
  version: "1.95.0",
  env: anything({ appName: "none", language: "en" }),
  Uri: { parse: () => URI, file: () => URI },
  EventEmitter: class {
    event = disposable;
    fire() {}
    dispose() {}
  },
  Diagnostic: class {
    constructor(range, message) {
      this.message = message;
    }
  },
  CancellationTokenSource: class {
    token = { isCancellationRequested: false, onCancellationRequested: disposable };
    dispose() {}
  },
  workspace: anything({ workspaceFolders: undefined, textDocuments: [open], notebookDocuments: [], getConfiguration: () => settings }),
  window: anything({
    visibleTextEditors: [],
    activeTextEditor: undefined,
    tabGroups: anything({ all: [] }),
    showErrorMessage: async (message) => heard.errors.push(message),
  }),
  languages: new Proxy(
    {
      match: () => 10,
      createDiagnosticCollection: () =>
        anything({ set: (uri, found) => heard.mistakes.push(...found.map((one) => one.message)) }),
    },
    {
      get(target, key) {
        return target[key] ?? (heard.registered.add(key), disposable);
      },
    },
  ),
});

const load = Module._load;
Module._load = (request, ...rest) => (request === "vscode" ? vscode : load.call(Module, request, ...rest));

async function main() {
  const extension = require("./out/extension.js");
  await extension.activate({ subscriptions: [] });
  for (let waited = 0; !heard.mistakes.length && waited < 20000; waited += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await extension.deactivate();
  assert.deepStrictEqual(heard.errors, []);
  assert.ok(heard.mistakes.includes("the name `b` is not known here"), String(heard.mistakes));
  for (const one of ["Completion", "Hover", "Definition", "Reference", "CodeLens", "DocumentFormatting", "Rename"]) {
    assert.ok([...heard.registered].some((name) => name.startsWith(`register${one}`)), one);
  }
  console.log("the client and the server understand each other");
}

main();
