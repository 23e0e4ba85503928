import type { Page, Route } from "@playwright/test";
import { expect, expectAccessible, test, useTheme } from "./fixture";

const ANCHORS = ["home", "features", "working", "pricing", "about", "faq"];
const SIZES = [390, 900, 1536];

async function open(page: Page, address = "/welcome") {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

const people = (names: string[], pictureUrl: string) => (route: Route) =>
  route.fulfill({ json: { people: names.map((name) => ({ name, pictureUrl })) } });

const names = (page: Page) => page.locator(".said b").allTextContents();

const DRAWN = ["Elena Marsh", "Tobias Ek", "Priya Nair"];

test.beforeEach(async ({ page }) => {
  // Nobody made up comes from afar while the tests run.
  await page.route("**/api/v1/people", (route) => route.fulfill({ json: { people: [] } }));
});

for (const theme of ["dark", "light"] as const) {
  test(`the landing page is accessible when it is ${theme}, at every width`, async ({ page }) => {
    await useTheme(page, theme);
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const width of SIZES) {
      await page.setViewportSize({ width, height: 900 });
      await open(page);
      await expectAccessible(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `nothing stands out at ${width}`).toBeLessThanOrEqual(0);
    }
  });
}

test("ROUTE-02 shows the same page with a token", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("token", "stale"));
  await open(page);
  await expect(page).toHaveURL(/\/welcome$/);
});

test("ROUTE-03 every anchor is a place of the page", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  for (const id of ANCHORS) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, id);
    await expect(page.locator(`#${id}`).getByRole("heading").first()).toBeInViewport();
  }
});

test("asks nobody but its own server, and moves nothing while it comes and plays", async ({ page, baseURL }) => {
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
  await page.locator(".demo").scrollIntoViewIfNeeded();
  await expect(page.getByRole("button", { name: "Play again" })).toBeVisible({ timeout: 15_000 });
  for (const id of ANCHORS) await page.locator(`#${id}`).scrollIntoViewIfNeeded();
  expect(Number(await page.evaluate(() => document.documentElement.dataset.shift ?? 0))).toBeLessThan(0.02);
  expect(strangers).toEqual([]);
});

test("the example plays once, can be stopped and played again by keyboard", async ({ page }) => {
  await open(page);
  const last = page.locator(".demo-say").last();
  const opacity = () => last.evaluate((element) => Number(getComputedStyle(element).opacity));
  expect(await opacity()).toBe(0);
  await page.getByRole("button", { name: "Pause the example" }).press("Enter");
  const play = page.getByRole("button", { name: "Play the example" });
  await expect(play).toBeFocused();
  const halted = () =>
    page
      .locator(".demo")
      .evaluate((demo) => demo.getAnimations({ subtree: true }).every((each) => each.playState !== "running"));
  expect(await halted()).toBe(true);
  await play.press("Enter");
  await expect(page.getByRole("button", { name: "Play again the example" })).toBeVisible({ timeout: 15_000 });
  expect(await opacity()).toBe(1);
  await page.getByRole("button", { name: "Play again the example" }).press("Enter");
  await expect.poll(opacity).toBe(0);
});

test("stands whole and still where motion is unwanted", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  await expect(page.getByText("Tuesday", { exact: true })).toBeVisible();
  expect(await page.locator(".demo").evaluate((demo) => demo.getAnimations({ subtree: true }).length)).toBe(0);
  await expect(page.locator(".demo-control")).toBeHidden();
});

test("LAND-11 the questions open by keyboard", async ({ page }) => {
  await open(page);
  const question = page.locator("summary", { hasText: "Can I export my memories?" });
  await question.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/through the open API/)).toBeVisible();
});

test("LAND-12 LAND-13 LAND-14 the buttons lead on", async ({ page }) => {
  await open(page);
  await expect(page.getByRole("link", { name: "Contact Sales" })).toHaveAttribute(
    "href",
    /^mailto:sales@engram\.local\?subject=/,
  );
  await page.getByRole("link", { name: "Try for Free" }).click();
  await expect(page).toHaveURL(/\/auth\/signin$/);
  await page.goBack();
  await page.getByRole("link", { name: "Upgrade Pro" }).click();
  await expect(page).toHaveURL(/\/auth\/signin\?redirect=%2Fupgrade$/);
});

test.describe("LAND-24 the sample people", () => {
  test("take their places without moving anything", async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/v1/people", async (route) => {
      await held;
      await people(["Ines Roth", "جون سميث", "x".repeat(5000)], "/shelf.svg")(route);
    });
    await open(page);
    const about = page.locator("#about");
    await about.scrollIntoViewIfNeeded();
    expect(await names(page)).toEqual(DRAWN);
    const before = await about.boundingBox();
    release();
    await expect(about.getByText("Ines Roth")).toBeVisible();
    const after = await about.boundingBox();
    expect(after?.height).toBe(before?.height);
  });

  test("stay away when they are none of ours", async ({ page }) => {
    await page.route("**/api/v1/people", people(["Eve", "Mallory", "Trudy"], "https://tracker.example/1.jpg"));
    const answered = page.waitForResponse("**/api/v1/people");
    await open(page);
    await answered;
    expect(await names(page)).toEqual(DRAWN);
  });

  test.describe("when they can't be had", () => {
    test.use({ expectedMessages: /Failed to load resource|sample people/ });

    test("leave the drawn ones", async ({ page }) => {
      await page.route("**/api/v1/people", (route) => route.fulfill({ status: 503, json: { message: "down" } }));
      const answered = page.waitForResponse("**/api/v1/people");
      await open(page);
      await answered;
      expect(await names(page)).toEqual(DRAWN);
    });

    test("and when a picture is gone, keep the drawn face", async ({ page }) => {
      await page.route("**/gone.jpg", (route) => route.fulfill({ status: 404 }));
      await page.route("**/api/v1/people", people(["Ines", "Jon", "Kim"], "/gone.jpg"));
      await open(page);
      await page.locator("#about").scrollIntoViewIfNeeded();
      await expect(page.getByText("Ines", { exact: true })).toBeVisible();
      await expect(page.locator('.said img[src="/gone.jpg"]')).toHaveCount(0);
      await expect(page.locator(".said img")).toHaveCount(3);
    });
  });
});
