import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import type { Result, RunOptions } from "axe-core";
import { fileOf, pageOf, streamOf } from "./book";
import type { Mood } from "./site";

export { expect };

export const PASSWORD = "Correct1!horse";

export const site = () => process.env.ENGRAM_E2E_SITE ?? "";

/** A browser whose every console message of weight, failed script and policy violation fails the test. */
export const test = base.extend<{
  expectedMessages: RegExp | undefined;
  appArrives: boolean;
  consoleMessages: string[];
}>({
  /** Messages that belong to what a test does, such as what the browser itself notes of a server that is gone. */
  expectedMessages: [undefined, { option: true }],
  /** False where a test keeps the app's code from a prerendered page. */
  appArrives: [true, { option: true }],
  baseURL: async ({ browserName: _ }, use, { project }) =>
    use(project.name === "nodes" ? process.env.ENGRAM_E2E_NODES : process.env.ENGRAM_E2E_URL),
  // A prerendered page has no event handlers until the app takes it over, so goto waits for that.
  page: async ({ page, javaScriptEnabled, appArrives, contextOptions }, use) => {
    const goto = page.goto.bind(page);
    const waits = appArrives && javaScriptEnabled !== false;
    page.goto = async (url, options) => {
      const response = await goto(url, options);
      const takenOver = () => !document.querySelector("#root[data-page]");
      if (waits && options?.waitUntil !== "commit") await page.waitForFunction(takenOver, null, { polling: 100 });
      return response;
    };
    await page.addInitScript(recordToasts);
    await page.addInitScript(bePatient);
    if (contextOptions.reducedMotion === "reduce") await page.context().addInitScript(blurNothing);
    await use(page);
  },
  consoleMessages: [
    async ({ page, expectedMessages }, use) => {
      const messages: string[] = [];
      page.on("console", (message) => {
        if (!["error", "warning"].includes(message.type()) || expectedMessages?.test(message.text())) return;
        if (message.text() === BLOCKED) return;
        messages.push(`${message.type()}: ${message.text()}`);
      });
      page.on("pageerror", (error) => messages.push(`uncaught: ${error}`));
      await use(messages);
      expect(messages, "the console stays silent").toEqual([]);
    },
    { auto: true },
  ],
});

/** Takes out the console's messages that belong to what a test did. */
export function forget(messages: string[], of: RegExp) {
  messages.splice(0, messages.length, ...messages.filter((text) => !of.test(text)));
}

/** What the browser's driver notes of the service worker, which most tests do without. */
const BLOCKED = "Service Worker registration blocked by Playwright";

/** Keeps the words of every toast in the page, since a slow machine may look after the toast has closed. */
function recordToasts() {
  const toasts: string[] = [];
  Object.assign(window, { toasts });
  const record = () => {
    for (const { textContent } of document.querySelectorAll("[data-sonner-toast]"))
      if (textContent && !toasts.includes(textContent)) toasts.push(textContent);
  };
  new MutationObserver(record).observe(document, { subtree: true, childList: true, characterData: true });
}

/** The app gives some calls three seconds, and notes on the console when a slow machine took longer. */
function bePatient() {
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (milliseconds) => timeout.call(AbortSignal, milliseconds === 3000 ? 60_000 : milliseconds);
}

/** Blurring what is under a dialog takes a tenth of a second for each frame without a GPU. Tests with motion have it. */
function blurNothing() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { backdrop-filter: none !important }");
  document.adoptedStyleSheets.push(sheet);
}

/** Checks that a toast with exactly these words was shown since the page was loaded. */
export async function expectToast(page: Page, words: string) {
  const shown = () => page.evaluate(() => (window as unknown as { toasts: string[] }).toasts);
  await expect.poll(shown, `a toast says "${words}"`).toContainEqual(words);
}

/**
 * Keeps the timers of this length from firing on pages that load from now on, until the returned function is called. A slow
 * machine then sees what such a timer would remove.
 */
export async function holdTimers(page: Page, milliseconds: number): Promise<() => Promise<void>> {
  await page.addInitScript((length) => {
    const { setTimeout, clearTimeout } = window;
    const held = new Map<number, () => void>();
    let holds = true;
    const release = () => {
      holds = false;
      for (const task of held.values()) task();
      held.clear();
    };
    let number = 0;
    const set = (task: () => void, time?: number) => {
      if (!holds || time !== length) return setTimeout(task, time);
      number -= 1;
      held.set(number, task);
      return number;
    };
    const clear = (id?: number) => {
      if (!held.delete(id ?? 0)) clearTimeout(id);
    };
    Object.assign(window, { setTimeout: set, clearTimeout: clear, [`release${length}`]: release });
  }, milliseconds);
  return () =>
    page.evaluate((name) => (window as unknown as Record<string, () => void>)[name]?.(), `release${milliseconds}`);
}

/** Whether a test is run a second time, for what it stores: how its pages look was seen the first time. */
const onNodes = () => test.info().project.name === "nodes";

/** Checks that nothing sticks out of the window at this width, once the page is laid out for it. */
export async function expectToFit(page: Page, width: number, height = 900) {
  if (onNodes()) return;
  await page.setViewportSize({ width, height });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow, `nothing is wider than ${width}`).toBeLessThanOrEqual(0);
}

let signedUp = 0;

/** A name that no other test has: names are letters alone. */
function freshName(): string {
  signedUp += 1;
  const seed = `${Date.now() % 1e6}${process.pid % 1000}${signedUp}`;
  return [...BigInt(seed).toString(26)]
    .map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))
    .join("")
    .slice(-10);
}

/** Signs a new user up as a person does, and ends on the dashboard. */
export async function signUpByForm(page: Page, { name = freshName(), origin = "" } = {}): Promise<string> {
  await page.goto(`${origin}/auth/signup`);
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/home");
  return name;
}

/** Makes a user who was here before, so that the top is compact, and opens no page of the app. */
export async function makeUser(page: Page): Promise<string> {
  const name = freshName();
  const response = await page.request.post("/api/v1/signup", { data: { username: name, password: PASSWORD } });
  const { token } = await response.json();
  await page.goto("/favicon.svg");
  await page.evaluate((all) => Object.assign(localStorage, all), { token, visited: "true" });
  return name;
}

/** Signs a new user up without the form, which takes its time on purpose, and opens the dashboard. */
export async function signUp(page: Page): Promise<string> {
  const name = await makeUser(page);
  await page.goto("/home");
  return name;
}

/** Calls the program as its own page does. */
export async function call(page: Page, method: string, path: string, body?: unknown) {
  const token = await page.evaluate(() => localStorage.getItem("token") ?? "");
  const response = await page.request.fetch(path, { method, headers: { authorization: token }, data: body });
  return { status: response.status(), body: await response.json() };
}

export async function addNote(page: Page, text: string) {
  const { status } = await call(page, "POST", "/api/v1/content", { type: "note", description: text });
  expect(status).toBe(200);
}

/** Presses a key until something shows, or hides: the keys arrive a moment after the page. */
export async function press(page: Page, key: string, what: Locator, state: "visible" | "hidden" = "visible") {
  await expect(async () => {
    if ((await what.isVisible()) !== (state === "visible")) await page.keyboard.press(key);
    await what.waitFor({ state, timeout: 2000 });
  }).toPass();
}

/** Waits until the page knows its keys, for one that must not be pressed twice. */
export async function expectKeys(page: Page) {
  const palette = page.getByRole("dialog", { name: "Find or do anything" });
  await press(page, "ControlOrMeta+k", palette);
  await press(page, "Escape", palette, "hidden");
}

let pagesMade = 0;

/** A page of the site that no other test has: its address, its title, and the way to set its mood. */
export function aPage(page: Page) {
  pagesMade += 1;
  const name = `subject-${process.pid}-${pagesMade}`;
  return {
    address: `${site()}/page/${name}`,
    title: `All about ${name}`,
    set: async (mood: Mood) => void (await page.request.get(`${site()}/set/${name}/${mood}`)),
  };
}

/** Whether nothing is fading in or out, which has no colour yet. */
const atRest = () =>
  !document.getAnimations().some(({ timeline, playState, effect }) => {
    const ends = Number.isFinite(effect?.getComputedTiming().endTime);
    return timeline instanceof DocumentTimeline && playState === "running" && ends;
  });

declare global {
  interface Window {
    /** Whether the page changed since watchChanges. */
    changed?: boolean;
    changes?: MutationObserver;
  }
}

function watchChanges() {
  window.changes?.disconnect();
  window.changed = false;
  window.changes = new MutationObserver(() => {
    window.changed = true;
  });
  window.changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}

/** How often a page that changes while axe reads it is read again. */
const READINGS = 20;

/** What axe finds on the page while it stands still: half of a dialog that opens meanwhile says nothing. */
async function violationsOn(page: Page, rules: string[] = []): Promise<string[]> {
  for (let reading = 1; ; reading += 1) {
    // Chromium without windows may draw no frame until it is asked.
    await page.waitForFunction(atRest, undefined, { polling: 100 });
    await page.evaluate(watchChanges);
    const violations = page.frames().length > 1 ? await axeOfFrames(page, rules) : await axeOf(page, rules);
    const stood = !(await page.evaluate(() => window.changed)) && (await page.evaluate(atRest));
    if (violations.length === 0 || stood || reading === READINGS)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
  }
}

/** What axe is asked for: nobody reads what is right. */
const optionsOf = (rules: string[]): RunOptions => ({
  resultTypes: ["violations"],
  ...(rules.length > 0 && { runOnly: { type: "rule", values: rules } }),
});

/** axe, smaller, which is sent once to each document: its size is most of what a check takes. */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Asks no frame: one that comes meanwhile would not answer, which the browser notes on the console. */
async function axeOf(page: Page, rules: string[]): Promise<Result[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  return page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { axe: typeof import("axe-core") }).axe.run(options);
      return violations;
    },
    { ...optionsOf(rules), iframes: false },
  );
}

async function axeOfFrames(page: Page, rules: string[]): Promise<Result[]> {
  return (await new AxeBuilder({ page }).options(optionsOf(rules)).analyze()).violations;
}

/** Turns the page over to its other theme, as its button does, without keeping the choice; its colours change at once. */
const turnOver = (page: Page) =>
  page.evaluate(() => {
    for (const theme of ["dark", "light"]) document.documentElement.classList.toggle(theme);
    const ofColour = (one: Animation) =>
      one instanceof CSSTransition && /color|fill|stroke/.test(one.transitionProperty);
    const changing = () => document.getAnimations().filter(ofColour);
    // What inherits a colour begins to change when that has changed.
    for (let some = changing(); some.length > 0; some = changing()) for (const one of some) one.finish();
  });

/** The rules of axe that depend on colours, which are all that differs between the themes. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/** Checks the page as it stands with axe, every rule of WCAG A and AA and its best practices, and its colours in both themes. */
export async function expectAccessible(page: Page) {
  // A page's code arrives after the load event.
  await expect(page.locator("main")).toBeVisible();
  if (onNodes()) return;
  await expectNoViolation(page);
  await turnOver(page);
  await expectNoViolation(page, COLOURS);
  await turnOver(page);
}

async function expectNoViolation(page: Page, rules?: string[]) {
  expect(await violationsOn(page, rules), "axe finds nothing").toEqual([]);
}

/** Sets the theme that the next page loads with. */
export async function useTheme(page: Page, theme: "dark" | "light") {
  await page.addInitScript((dark) => {
    // The page in which streams play has no storage.
    if (window === window.top) localStorage.setItem("darkMode", JSON.stringify(dark));
  }, theme === "dark");
}

/** A valid PDF of one page that reads text. */
export function pdf(text: string): Buffer {
  return fileOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    pageOf(4, "/Font << /F1 5 0 R >>"),
    streamOf(`BT /F1 18 Tf 72 700 Td (${text}) Tj ET`),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ]);
}
