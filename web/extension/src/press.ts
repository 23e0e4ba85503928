/** What a press of the button begins, in the popup: the background, which saves, wakes up meanwhile. */

import { ask, type Outcome } from "./messages";
import { readTab } from "./page";
import { isAway, memoryAt } from "./server";
import { readSettings } from "./settings";

/** Saves the page of a tab. The person has just asked for that, which is what lets it be read. */
export async function saveTab(tabId: number, tabUrl: string): Promise<Outcome> {
  const settings = await readSettings();
  if (!settings) return { state: "unset" };
  if (!/^https?:/i.test(tabUrl)) return { state: "refused", words: "Only pages of the web can be saved." };
  // Whether it is known is asked while the page is read.
  const known = memoryAt(settings, tabUrl).catch((error: Error) => error);
  const page = await readTab(tabId, tabUrl);
  const before = await known;
  if (before instanceof Error)
    return isAway(before) ? ask({ ask: "keep", page }) : { state: "refused", words: before.message };
  if (!before) return ask({ ask: "save", page });
  return { state: "before", id: before._id, title: before.title || page.title, at: before.createdAt };
}
