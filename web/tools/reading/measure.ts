// How fast an opened memory shows its text and scrolls: `npm run measure`. It prints the median of the runs; it judges nothing.

import { loadavg } from "node:os";
import type { Page } from "@playwright/test";
import { book } from "../../e2e/book";
import { call, expect, makeUser, site, test } from "../../e2e/fixture";
import { type Frames, install, scroll, shiftSince, timeToText } from "./probe";

const RUNS = Number(process.env.RUNS ?? 7);
/** Milliseconds that somebody looks at a page before the next thing. */
const GLANCE = 1000;
/** Pixels a second. */
const SPEED = 4000;

const middle = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
const spread = (all: readonly number[], digits = 0) =>
  `${middle(all).toFixed(digits)} (${Math.min(...all).toFixed(digits)} to ${Math.max(...all).toFixed(digits)})`;

function tell(what: string, all: readonly Frames[]) {
  const of = (pick: (one: Frames) => number, digits = 0) => spread(all.map(pick), digits);
  console.log(
    `${what}: ${of(({ frames, seconds }) => frames / seconds, 1)} frames a second, of ${of(({ frames }) => frames)} ` +
      `late ${of(({ late }) => late)}, long ${of(({ long }) => long)}; main thread busy for ${of(({ busy }) => busy * 100)} %; ` +
      `load ${loadavg()[0]?.toFixed(1)}`,
  );
}

async function ready(page: Page, id: string) {
  await expect.poll(async () => (await call(page, "GET", `/api/v1/content/${id}`)).body.content.status).toBe("ready");
}

/** The pictures in a memory's text: how many are kept, and how many are still being fetched. */
async function picturesOf(page: Page, id: string) {
  const { body } = await call(page, "GET", `/api/v1/content/${id}/document`);
  const blocks: { image?: { url?: string; coming?: boolean } }[] = body.blocks;
  const count = (what: "url" | "coming") => blocks.filter(({ image }) => image?.[what]).length;
  return { kept: count("url"), coming: count("coming") };
}

/** Opens a memory from the dashboard, as a person does who has looked at it for a moment. */
async function open(page: Page, title: string) {
  await page.goto("/home");
  const link = page.getByRole("link", { name: title });
  await expect(link).toBeVisible();
  await page.waitForTimeout(GLANCE);
  // As long as a finger takes to let go.
  await link.click({ delay: 80 });
}

async function measurer(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  return cdp;
}

test("an article of 10,000 words with 40 pictures", async ({ page }) => {
  await makeUser(page);
  const { body } = await call(page, "POST", "/api/v1/content", { type: "link", link: `${site()}/all-of-the-log` });
  await ready(page, body.content._id);
  await expect.poll(() => picturesOf(page, body.content._id), { timeout: 120_000 }).toEqual({ kept: 40, coming: 0 });
  await install(page, "#opened .captured p[data-leaf]");
  const cdp = await measurer(page);
  const [times, shifts, frames]: [number[], number[], Frames[]] = [[], [], []];
  for (let run = 0; run < RUNS; run += 1) {
    await open(page, "All of the log");
    times.push(await timeToText(page));
    const reader = page.locator("#opened");
    await expect(reader.getByRole("heading", { name: "Volume 40" })).toBeAttached();
    expect(await reader.locator("figure img").count()).toBe(40);
    await page.waitForTimeout(GLANCE);
    const height = await reader.evaluate((element) => element.scrollHeight);
    frames.push(await scroll(page, cdp, height, SPEED));
    shifts.push(await shiftSince(page));
  }
  console.log(`from the click to the text: ${spread(times)} ms`);
  console.log(`layout shift until its end was reached: ${spread(shifts, 4)}`);
  tell("scrolled to its end", frames);
});

test("a PDF of 600 pages", async ({ page }) => {
  await makeUser(page);
  const line = "The participants who slept least did not forget first, and most reported feeling no worse.";
  const pages = Array.from({ length: 600 }, (_, n) => [`Chapter ${n + 1}`, ...Array.from({ length: 30 }, () => line)]);
  const token = await page.evaluate(() => localStorage.getItem("token") ?? "");
  const sent = await page.request.post("/api/upload/pdfUploader", {
    headers: { authorization: token },
    multipart: { file: { name: "Six hundred.pdf", mimeType: "application/pdf", buffer: book(pages) } },
  });
  const { url } = await sent.json();
  const { body } = await call(page, "POST", "/api/v1/content", {
    type: "document",
    title: "Six hundred.pdf",
    link: url,
  });
  await ready(page, body.content._id);
  await install(page, "#opened .pdf-text p[data-leaf]");
  const cdp = await measurer(page);
  const [times, drawn, jumps, printed, text]: [number[], number[], number[], Frames[], Frames[]] = [[], [], [], [], []];
  for (let run = 0; run < RUNS; run += 1) {
    await open(page, "Six hundred");
    times.push(await timeToText(page));
    const reader = page.locator("#opened");
    await reader.locator("[data-page='1'] .pdf-picture").waitFor();
    await page.waitForTimeout(GLANCE);
    drawn.push(await page.evaluate(() => document.querySelectorAll("#opened *").length));
    printed.push(await scroll(page, cdp, 40_000, SPEED));
    jumps.push(await jump(page, 50 + 70 * run));
    const pane = await reader.locator(".pdf-text").boundingBox();
    if (!pane) throw new Error("no text");
    text.push(await scroll(page, cdp, 40_000, SPEED, { x: pane.x + pane.width / 2, y: pane.y + pane.height / 2 }));
  }
  console.log(`from the click to the text: ${spread(times)} ms; elements ${spread(drawn)}`);
  console.log(`from a page's number to its picture: ${spread(jumps)} ms`);
  tell("scrolled by printed pages", printed);
  tell("scrolled by its text", text);
});

/** Milliseconds until a page that nobody has looked at is drawn. */
async function jump(page: Page, to: number): Promise<number> {
  const field = page.locator("#opened").getByLabel("Page number");
  await field.fill(String(to));
  const before = Date.now();
  await field.press("Enter");
  const picture = page.locator(`#opened [data-page='${to}'] .pdf-picture`);
  await picture.waitFor();
  await picture.evaluate((image: HTMLImageElement) => image.decode());
  return Date.now() - before;
}
