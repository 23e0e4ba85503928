/** Saves, sends and marks behind the popup, which may close at any time. */

import { type Asked, isOwn } from "./messages";
import { saveAnew, saveTab, say, sendKept, showKept } from "./saving";
import { isAway, relatedTo, tagNames } from "./server";
import { readSettings } from "./settings";

// Pages and their scripts are answered nothing; other extensions have no way in at all.
chrome.runtime.onMessage.addListener((message, sender, answer) => {
  if (!isOwn(sender)) return undefined;
  void answerTo(message as Asked).then(answer);
  return true;
});

async function answerTo(asked: Asked): Promise<unknown> {
  try {
    return await outcomeOf(asked);
  } catch (error) {
    console.error("the extension failed", error);
    return { state: "refused", words: "Something went wrong. Please try again." };
  }
}

async function outcomeOf(asked: Asked): Promise<unknown> {
  switch (asked.ask) {
    case "save":
      return thenSend(await saveTab(asked.tabId, asked.url));
    case "save anew":
      return thenSend(await saveAnew(asked.tabId));
    case "words":
      return say(asked.of, asked.words);
    case "related":
      return related(asked.id);
    case "tags":
      return { tags: await tags() };
  }
}

function thenSend<T>(outcome: T): T {
  void sendKept();
  return outcome;
}

async function related(id: string) {
  const settings = await readSettings();
  if (!settings) return { state: "unset" };
  try {
    return { related: await relatedTo(settings, id) };
  } catch (error) {
    return {
      state: "refused",
      words: isAway(error) ? "Your Engram can’t be reached right now." : String((error as Error).message),
    };
  }
}

async function tags(): Promise<string[]> {
  const settings = await readSettings();
  return settings ? tagNames(settings).catch(() => []) : [];
}

const RETRY = "send what is kept";

function begin(): void {
  void chrome.alarms.create(RETRY, { periodInMinutes: 1 });
  void showKept();
}

chrome.runtime.onStartup.addListener(begin);
chrome.runtime.onInstalled.addListener(({ reason }) => {
  begin();
  if (reason === "install") void chrome.runtime.openOptionsPage();
});
chrome.alarms.onAlarm.addListener(() => void sendKept());
