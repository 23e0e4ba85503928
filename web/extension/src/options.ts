import "./extension.css";
import { followTheme } from "./dom";
import { clearPages } from "./kept";
import { Refused, whoIs } from "./server";
import { clearSettings, patternOf, readSettings, serverOf, writeSettings } from "./settings";

followTheme();
const find = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const form = find<HTMLFormElement>("settings");
const server = find<HTMLInputElement>("server");
const token = find<HTMLInputElement>("token");
const said = find("said");
const forget = find<HTMLButtonElement>("forget");

void readSettings().then((settings) => {
  if (!settings) return;
  server.value = settings.server;
  token.value = settings.token;
  forget.hidden = false;
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void connect();
});
forget.addEventListener("click", () => void disconnect());

/** Asks the browser for this one site alone, tries the token, and keeps both. */
async function connect(): Promise<void> {
  const address = serverOf(server.value);
  if (!address) return say("Please give the address of your Engram, such as https://engram.example.com");
  if (!token.value.trim()) return say("Please give a token. Your Engram makes one under Profile, Security.");
  // Firefox has this asked only while the press is dealt with: after anything that is waited for it refuses.
  if (!(await chrome.permissions.request({ origins: [patternOf(address)] })))
    return say("Without that permission the extension can’t reach your Engram.");
  const before = await readSettings();
  const settings = { server: address, token: token.value.trim() };
  try {
    const name = await whoIs(settings);
    await writeSettings(settings);
    if (before && patternOf(before.server) !== patternOf(address))
      await chrome.permissions.remove({ origins: [patternOf(before.server)] });
    server.value = address;
    forget.hidden = false;
    say(`Connected as ${name}. Press the button or its key on any page to save it.`);
  } catch (error) {
    say(error instanceof Refused ? error.message : "There is no answer from that address.");
  }
}

/** Leaves nothing here: neither the token, nor pages that were not sent. */
async function disconnect(): Promise<void> {
  const settings = await readSettings();
  await clearSettings();
  await clearPages();
  if (settings) await chrome.permissions.remove({ origins: [patternOf(settings.server)] }).catch(() => false);
  server.value = "";
  token.value = "";
  forget.hidden = true;
  say("Disconnected. You can revoke the token under Profile, Security.");
}

function say(words: string): void {
  said.textContent = words;
}
