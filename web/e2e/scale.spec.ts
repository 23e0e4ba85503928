import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, PASSWORD, test } from "./fixture";
import { startProgram } from "./program";

const HELD = 2000;
/** Of these as many are notes, the others pages that nobody serves. */
const NOTES = HELD - HELD / 10;

const cells = (page: Page) => page.locator(".cards > li");
const tab = (page: Page, name: string) => page.getByRole("tab", { name });
/** The memories whose cards are on the page, once no more of them come and go. */
async function drawn(page: Page): Promise<string[]> {
  const shown = () => cells(page).evaluateAll((all) => all.map((cell) => (cell as HTMLElement).dataset.memory ?? ""));
  let now = await shown();
  await expect(async () => {
    const before = now;
    // This asks the browser for a frame.
    await expect(page.locator("#memories")).toBeInViewport();
    now = await shown();
    expect(now).toEqual(before);
  }).toPass({ intervals: [0] });
  return now;
}

/** Makes a user who has them all, saved eight at a time while no page listens; gives the token. */
async function fill(url: string): Promise<string> {
  const post = async (path: string, body: object, token = "") => {
    const headers = { authorization: token, "content-type": "application/json" };
    const answer = await fetch(`${url}/api/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return answer.json();
  };
  const { token } = await post("signup", { username: "collector", password: PASSWORD });
  let next = 0;
  const save = async () => {
    while (next < HELD) {
      const number = next++;
      const body =
        number % 10 === 0
          ? { type: "link", link: `http://127.0.0.1:9/${number}` }
          : { type: "note", description: `memory ${number}\n${"and so on ".repeat((number * 7) % 40)}` };
      await post("content", body, token);
    }
  };
  await Promise.all(Array.from({ length: 8 }, save));
  return token;
}

test("HOME-12 HOME-22 API-27 thousands of memories can be scrolled, with few in the document", async ({ page }) => {
  test.setTimeout(600_000);
  const data = await mkdtemp(join(tmpdir(), "engram-scale-"));
  const program = await startProgram(data, {
    ENGRAM_FREE_MEMORIES: "0",
    ENGRAM_ENCODER: "off",
  });
  try {
    const token = await fill(program.url);
    await page.goto(`${program.url}/favicon.svg`);
    await page.evaluate((all) => Object.assign(localStorage, all), { token, visited: "true" });
    await page.goto(`${program.url}/home`);
    await expect(tab(page, "All Memories")).toContainText(String(HELD));

    const seen = new Set<string>();
    let most = 0;
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    await expect(async () => {
      // As far as Page Down scrolls. How far is left tells, if one is missing, whether it was passed or has not come.
      const left = await page.evaluate(() => {
        window.scrollBy({ top: (window.innerHeight * 7) / 8, behavior: "instant" });
        return document.documentElement.scrollHeight - window.innerHeight - window.scrollY;
      });
      const shown = await drawn(page);
      for (const id of shown) seen.add(id);
      most = Math.max(most, shown.length);
      // At the foot of the page the next memories take a moment.
      expect(seen.size, `${left} pixels from the foot`).toBeGreaterThan(HELD);
    }).toPass({ intervals: [0], timeout: 400_000 });
    // The tile is one of them.
    expect(seen.size).toBe(HELD + 1);
    expect(most).toBeLessThan(120);

    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    await tab(page, "Notes").click();
    await expect(cells(page).first()).toHaveAttribute("aria-setsize", String(NOTES + 1));
    await tab(page, "Web Pages").click();
    await expect(cells(page).first()).toHaveAttribute("aria-setsize", String(HELD / 10 + 1));
    await expect(page.locator(".cards .card-note")).toHaveCount(0);
  } finally {
    await page.goto("about:blank");
    await program.stop();
    await rm(data, { recursive: true, force: true });
  }
});
