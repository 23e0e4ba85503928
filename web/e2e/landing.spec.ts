import type { Page } from "@playwright/test";
import plans from "../src/api/plans.json" with { type: "json" };
import { expect, expectAccessible, expectToFit, forget, test } from "./fixture";

const ANCHORS = ["home", "features", "working", "pricing", "about", "faq"];
/** A small phone, a phone, a laptop at 200 %, a tablet, a desk. */
const WIDTHS = [320, 390, 640, 900, 1536];
/** At which of them the page looks another way. */
const LAYOUTS = [390, 900, 1536];

async function open(page: Page, address = "/welcome") {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

const names = (page: Page) => page.locator(".said b").allTextContents();

test.beforeEach(async ({ page }) => {
  // Nobody made up comes from afar while the tests run.
  await page.route("**/api/v1/people", (route) => route.fulfill({ json: { people: [] } }));
});

test("ROUTE-03 LAND-11 LAND-12 LAND-13 LAND-14 LAND-15 LAND-16 LAND-17 LAND-18 LAND-19 LAND-20 the landing page is complete and still with reduced motion, accessible, fits every width, and has every plan and anchor", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const told = page.waitForResponse("**/api/v1/plans");
  await open(page);
  expect((await (await told).json()).plans).toEqual(plans.plans);
  for (const { name, monthly, features } of plans.plans) {
    const card = page.getByRole("article", { name });
    await expect(card.getByRole("listitem")).toHaveText(features, { ignoreCase: true });
    await expect(card.locator(".price")).toHaveText(monthly ? `$${monthly / 100} / month` : "$0");
  }
  await page.locator("summary", { hasText: "Can I export my memories?" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/in one archive/)).toBeVisible();
  await expect(page.getByText("Tuesday", { exact: true })).toBeVisible();
  expect(await page.locator(".demo").evaluate((demo) => demo.getAnimations({ subtree: true }).length)).toBe(0);
  await expect(page.locator(".demo-control")).toBeHidden();
  for (const width of WIDTHS) {
    await expectToFit(page, width);
    if (LAYOUTS.includes(width)) await expectAccessible(page);
  }
  for (const id of ANCHORS) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, id);
    await expect(page.locator(`#${id}`).getByRole("heading").first()).toBeInViewport();
  }
  const link = page.getByRole("link", { name: "Contact Sales" });
  await expect(link).toHaveAttribute("href", /^mailto:/);
  const draft = new URL((await link.getAttribute("href")) ?? "");
  expect([draft.protocol, draft.pathname]).toEqual(["mailto:", "sales@engram.local"]);
  expect(draft.searchParams.get("subject")).toBe("Inquiry about the Enterprise plan");
  expect(draft.searchParams.get("body")).toContain("the Enterprise plan of Engram");
  await page.getByRole("link", { name: "Try for Free" }).click();
  await expect(page).toHaveURL(/\/auth\/signin$/);
  await page.goBack();
  await page.getByRole("link", { name: "Upgrade Pro" }).click();
  await expect(page).toHaveURL(/\/auth\/signin\?redirect=\/upgrade$/);
});

test("ROUTE-02 ROUTE-04 a hash scrolls to its section on load, also with a token", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript(() => {
    if (location.pathname === "/welcome") localStorage.setItem("token", "stale");
  });
  for (const id of ANCHORS) {
    await page.goto("about:blank");
    await open(page, `/welcome#${id}`);
    await expect(page.locator(`#${id}`).getByRole("heading").first()).toBeInViewport();
  }
  await expect(page).toHaveURL(/\/welcome#faq$/);
  // One that is unknown or invalid does nothing.
  for (const hash of ["#nothing", "#%", "#%E0%A4%A", "#<b>", "#"]) {
    await page.goto("about:blank");
    await page.goto(`/welcome${hash}`);
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
});

test.describe("the code below the first screen", () => {
  const CODE = /\/assets\/rest-.*\.js$/;

  /** Keeps it away until it is let go. */
  async function hold(page: Page) {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asked = () => {};
    const wanted = new Promise<void>((resolve) => {
      asked = resolve;
    });
    await page.route(CODE, async (route) => {
      asked();
      await held;
      await route.continue();
    });
    return { release, wanted };
  }

  test("ROUTE-04 loads when a link of the page needs it, and nothing moves meanwhile", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const { release, wanted } = await hold(page);
    await open(page);
    await wanted;
    const faq = await page.locator("#faq").elementHandle();
    await page.getByText("Can I export my memories?").click();
    await expect(page.getByText(/in one archive/)).toBeVisible();
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await page.getByRole("link", { name: "See how it works" }).click();
    await expect(page).toHaveURL(/#working$/);
    expect(await faq?.evaluate((element) => element.isConnected)).toBe(true);
    release();
    await expect(page.locator("#working")).toBeFocused();
    await expect(page.locator("#working").getByRole("heading").first()).toBeInViewport();
  });

  test("ROUTE-04 loads with navigation within the app", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const { release, wanted } = await hold(page);
    await page.goto("/contact");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Pricing" }).click();
    await wanted;
    await expect(page.getByRole("heading", { level: 1, name: /^Contact/ })).toBeVisible();
    await page.evaluate(() => {
      const seen: boolean[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        if (document.getElementById("home")) seen.push(document.getElementById("faq") !== null);
      }).observe(document.body, { childList: true, subtree: true });
    });
    release();
    await expect(page.locator("#pricing").getByRole("heading").first()).toBeInViewport();
    const seen = await page.evaluate(() => (window as unknown as { seen: boolean[] }).seen);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).not.toContain(false);
  });

  test.describe("when it is missing", () => {
    test.use({ expectedMessages: /Failed to load resource|Failed to fetch|rest of the page/ });

    test("LAND-06 leaves the page as rendered, and a toast offers to reload it", async ({ page }) => {
      await page.route(CODE, (route) => route.fulfill({ status: 404 }));
      await open(page);
      await expect(page.getByRole("button", { name: "Reload" })).toBeVisible();
      await page.getByText("Can I export my memories?").click();
      await expect(page.getByText(/in one archive/)).toBeVisible();
      const bar = page.getByRole("navigation", { name: "Main" });
      for (const name of ["Pricing", "Features"]) {
        await bar.getByRole("link", { name }).click();
        await expect(page.locator(`#${name.toLowerCase()}`).getByRole("heading").first()).toBeInViewport();
      }
      await page.getByRole("contentinfo").getByRole("link", { name: "Blog" }).click();
      await expect(page).toHaveURL(/\/policies\/blog$/);
    });
  });
});

test("loads from its own server only, does not shift while loading, and plays its example once", async ({
  page,
  baseURL,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const strangers: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(baseURL ?? "") && !request.url().startsWith("data:")) strangers.push(request.url());
  });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        document.documentElement.dataset.shift = String(
          Number(document.documentElement.dataset.shift ?? 0) + entry.value,
        );
    }).observe({ type: "layout-shift", buffered: true });
  });
  await open(page);
  const demo = page.locator(".demo");
  const last = page.locator(".demo-say").last();
  const opacity = () => last.evaluate((element) => Number(getComputedStyle(element).opacity));
  const again = page.getByRole("button", { name: "Play again the example" });
  const play = page.getByRole("button", { name: "Play the example" });
  // It plays several times as fast, and in the same order.
  const hurry = () =>
    demo.evaluate((element) => {
      for (const one of element.getAnimations({ subtree: true })) one.updatePlaybackRate(8);
    });
  await hurry();
  await expect(again).toBeVisible();
  expect(await opacity()).toBe(1);
  for (const id of ANCHORS) await page.locator(`#${id}`).scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  expect(Number(await page.evaluate(() => document.documentElement.dataset.shift ?? 0))).toBeLessThan(0.02);
  // It plays for a few seconds, in which a slow machine may not get to press Pause.
  await expect(async () => {
    // It was paused after its last words.
    if (await play.isVisible()) await play.press("Enter");
    if (await again.isVisible()) await again.press("Enter");
    await page.getByRole("button", { name: "Pause the example" }).press("Enter", { timeout: 1000 });
    await expect(play).toBeFocused({ timeout: 1000 });
    expect(await opacity()).toBeLessThan(1);
  }).toPass();
  const halted = () =>
    demo.evaluate((element) => element.getAnimations({ subtree: true }).every((each) => each.playState !== "running"));
  expect(await halted()).toBe(true);
  await play.press("Enter");
  await hurry();
  await expect(again).toBeVisible();
  expect(await opacity()).toBe(1);
  expect(strangers).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("LAND-07 LAND-11 LAND-21 the page is complete: words, links and questions", async ({ page }) => {
    await open(page);
    for (const id of ANCHORS) await expect(page.locator(`#${id}`).getByRole("heading").first()).toBeVisible();
    const question = page.locator("summary", { hasText: "Can I export my memories?" });
    const answer = page.getByText(/in one archive/);
    await expect(answer).toBeHidden();
    await question.click();
    await expect(answer).toBeVisible();
    await expect(page.locator(".said img")).toHaveCount(3);
    await expect(page.getByRole("button", { name: /the example/ })).toBeHidden();
    await page.getByRole("contentinfo").getByRole("link", { name: "Documentation" }).click();
    await expect(page).toHaveURL(/\/policies\/documentation$/);
    await open(page);
    await page.getByRole("link", { name: "Try for Free" }).click();
    await expect(page).toHaveURL(/\/auth\/signin$/);
  });
});

test("LAND-24 the sample people replace the built-in ones without moving anything, but for a picture that is missing", async ({
  page,
  consoleMessages,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/gone.jpg", (route) => route.fulfill({ status: 404 }));
  await page.route("**/api/v1/people", async (route) => {
    await held;
    const told = [
      { name: "Ines Roth", pictureUrl: "/shelf.svg" },
      { name: "جون سميث", pictureUrl: "/gone.jpg" },
      { name: "x".repeat(5000), pictureUrl: "/shelf.svg" },
    ];
    await route.fulfill({ json: { people: told } });
  });
  await open(page);
  const about = page.locator("#about");
  await about.scrollIntoViewIfNeeded();
  expect(await names(page)).toEqual(["Elena Marsh", "Tobias Ek", "Priya Nair"]);
  // A font that arrives later changes the height too.
  await page.evaluate(async () => void (await document.fonts.ready));
  const height = async () => (await about.boundingBox())?.height;
  const before = await height();
  release();
  await expect(about.getByText("Ines Roth")).toBeVisible();
  await expect.poll(height).toBe(before);
  await expect(page.locator('.said img[src="/gone.jpg"]')).toHaveCount(0);
  // Two pictures over the drawn avatars.
  await expect(page.locator(".said img")).toHaveCount(5);
  // The browser itself notes the missing one.
  forget(consoleMessages, /status of 404/);
});
