import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, signUpByForm, test } from "./fixture";
import { startProgram } from "./start";

const HELD = 5000;
/** Of these as many are notes, the others pages that nobody serves. */
const NOTES = HELD - HELD / 10;

const cells = (page: Page) => page.locator(".cards > li");
const tab = (page: Page, name: string) => page.getByRole("tab", { name });
const passes = (page: Page, milliseconds: number) =>
  page.evaluate((time) => new Promise((resolve) => setTimeout(resolve, time)), milliseconds);

/** Waits until what has scrolled into view is drawn, however busy the machine is. */
const drawn = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 40)))),
  );

/** Saves them all, eight at a time. */
async function fill(page: Page, url: string) {
  const token = await page.evaluate(() => localStorage.getItem("token") ?? "");
  let next = 0;
  const save = async () => {
    while (next < HELD) {
      const number = next++;
      const body =
        number % 10 === 0
          ? { type: "link", link: `http://127.0.0.1:9/${number}` }
          : { type: "note", description: `memory ${number}\n${"and so on ".repeat((number * 7) % 40)}` };
      const answer = await fetch(`${url}/api/v1/content`, {
        method: "POST",
        headers: { authorization: token, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`saving answered ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, save));
}

/** Milliseconds from pressing a tab to the frame that shows it. */
function timeOfSwitch(page: Page, id: string) {
  return page.evaluate(
    (tabId) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        document.getElementById(tabId)?.click();
        requestAnimationFrame(() => setTimeout(() => resolve(Math.round(performance.now() - began))));
      }),
    id,
  );
}

/** Scrolls for a while at so many pixels a frame: the longest frame in milliseconds, and the most cards at a time. */
function scroll(page: Page, frames: number, pixels: number) {
  return page.evaluate(
    ([frames, pixels]) =>
      new Promise<{ longest: number; most: number }>((resolve) => {
        let [left, longest, most, last] = [frames ?? 0, 0, 0, performance.now()];
        const step = (now: number) => {
          longest = Math.max(longest, now - last);
          last = now;
          most = Math.max(most, document.querySelectorAll(".cards > li").length);
          left -= 1;
          if (left <= 0) return resolve({ longest: Math.round(longest), most });
          window.scrollBy({ top: pixels ?? 0, behavior: "instant" });
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
    [frames, pixels],
  );
}

test("HOME-12 HOME-22 API-27 five thousand memories are within reach, a window of them at a time", async ({ page }) => {
  test.setTimeout(420_000);
  const data = await mkdtemp(join(tmpdir(), "engram-scale-"));
  const program = await startProgram(data, {
    ENGRAM_FREE_MEMORIES: "0",
    ENGRAM_ENCODER: "off",
  });
  const note = (what: string) => {
    test.info().annotations.push({ type: "measured", description: what });
    console.log(what);
  };
  try {
    await page.goto(program.url);
    await signUpByForm(page, { origin: program.url });
    await fill(page, program.url);

    for (const slower of [1, 4]) {
      const session = await page.context().newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
      await page.goto(`${program.url}/home`);
      await cells(page).nth(1).waitFor();
      const first = await page.evaluate(() => Math.round(performance.now()));
      await expect(tab(page, "All Memories")).toContainText("5000");
      await passes(page, 2000);
      const notes = await timeOfSwitch(page, "tab-note");
      await expect(cells(page).first()).toHaveAttribute("aria-setsize", String(NOTES + 1));
      const all = await timeOfSwitch(page, "tab-all");
      const { longest, most } = await scroll(page, 300, 60);
      note(
        `CPU ÷ ${slower}: first card ${first} ms, tabs ${notes} and ${all} ms, longest frame while scrolling ${longest} ms`,
      );
      expect(most).toBeLessThan(120);
      await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    }

    const seen = new Set<string>();
    let most = 0;
    const look = async () => {
      const shown = await cells(page).evaluateAll((all) => all.map((cell) => cell.getAttribute("data-memory") ?? ""));
      for (const id of shown) seen.add(id);
      most = Math.max(most, shown.length);
    };
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    // At the foot of the page the next memories take a moment.
    for (let waits = 0; seen.size <= HELD && waits < 50; ) {
      const before = await page.evaluate(() => window.scrollY);
      await page.evaluate(() => window.scrollBy({ top: window.innerHeight, behavior: "instant" }));
      await drawn(page);
      await look();
      waits = before === (await page.evaluate(() => window.scrollY)) ? waits + 1 : 0;
    }
    // The tile is one of them.
    expect(seen.size).toBe(HELD + 1);
    expect(most).toBeLessThan(120);

    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    const atTheEnd = await timeOfSwitch(page, "tab-link");
    note(`with all of them loaded, a tab takes ${atTheEnd} ms`);
    await expect(cells(page).first()).toHaveAttribute("aria-setsize", String(HELD / 10 + 1));
    await expect(page.locator(".cards .card-note")).toHaveCount(0);
  } finally {
    await page.goto("about:blank");
    await program.stop();
    await rm(data, { recursive: true, force: true });
  }
});
