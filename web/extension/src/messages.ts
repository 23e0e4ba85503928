/** What the popup asks of the background, and what it answers. */

import type { Related, Words } from "./server";

export type Asked =
  | { ask: "save"; tabId: number; url: string }
  | { ask: "save anew"; tabId: number }
  | { ask: "words"; of: Saved; words: Words }
  | { ask: "related"; id: string }
  | { ask: "tags" };

export type Saved =
  | { state: "saved"; id: string; title: string }
  | { state: "before"; id: string; title: string; at: string }
  /** The server is away. It is sent when that is back. */
  | { state: "kept"; url: string; title: string };

export type Outcome = Saved | { state: "refused"; words: string } | { state: "unset" };

export type Answers = {
  save: Outcome;
  "save anew": Outcome;
  words: Outcome;
  related: { related: Related[] } | { state: "refused"; words: string };
  tags: { tags: string[] };
};

export function ask<Name extends Asked["ask"]>(asked: Extract<Asked, { ask: Name }>): Promise<Answers[Name]> {
  return chrome.runtime.sendMessage(asked) as Promise<Answers[Name]>;
}

/** Whether a message is from a page of this extension. A web page and its scripts are told nothing. */
export function isOwn({ id, url }: chrome.Sender): boolean {
  return id === chrome.runtime.id && url?.startsWith(chrome.runtime.getURL("")) === true;
}
