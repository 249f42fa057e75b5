// Starts `cobra lsp` when a game is opened, and restarts it when the command is set anew.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function start() {
  const command = vscode.workspace.getConfiguration("cobra").get("command");
  client = new LanguageClient(
    "cobra",
    "cobra",
    { command, args: ["lsp"] },
    { documentSelector: [{ language: "cobra" }] },
  );
  try {
    await client.start();
  } catch (error) {
    client = undefined; // there is nothing to be stopped
    const advice = "pip install 'cobra-games[lsp]', and set cobra.command if it is not on the path";
    vscode.window.showErrorMessage(`\`${command} lsp\` does not start: ${error.message ?? error}. ${advice}`);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.dispose();
}

exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("cobra.command")) {
        await stop();
        await start();
      }
    }),
  );
  await start();
};

exports.deactivate = stop;
