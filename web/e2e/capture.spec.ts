import type { Page } from "@playwright/test";
import { aPage, call, expect, expectAccessible, holdTimers, signUp, test } from "./fixture";

const LIST = "/api/v1/content";

const panel = (page: Page) => page.getByRole("dialog", { name: "Add Memory" });
const opened = (page: Page, title: string) => page.getByRole("dialog").getByRole("heading", { level: 1, name: title });
const card = (page: Page, name: string) => page.getByRole("article", { name });

async function typeAddress(page: Page, address: string) {
  await page.getByRole("banner").getByRole("button", { name: "Add Memory" }).click();
  await panel(page).getByLabel("Website address").fill(address);
  await panel(page).getByRole("button", { name: "Add Memory" }).click();
}

async function save(page: Page, address: string) {
  await typeAddress(page, address);
  await expect(panel(page)).toBeHidden();
}

/** Counts how often the page reads its list from now on. */
function countReads(page: Page) {
  const reads = { count: 0 };
  page.on("request", (request) => {
    if (request.method() === "GET" && new URL(request.url()).pathname === LIST) reads.count += 1;
  });
  return reads;
}

/** Signs up, and waits until changes come as they happen. The list is read once until then. */
async function signUpLive(page: Page) {
  const reads = countReads(page);
  const live = page.waitForResponse((response) => new URL(response.url()).pathname === "/api/v1/events");
  await signUp(page);
  await live;
  expect(reads.count).toBe(1);
  return reads;
}

test("a page is read while its card is watched, and is tried again when it fails", async ({ page }) => {
  await page.clock.install();
  const reads = await signUpLive(page);

  await test.step("API-24 it is read without a reload or polling", async () => {
    const source = aPage(page);
    await source.set("slow");
    await page.evaluate(() => document.body.setAttribute("data-same-page", ""));
    await save(page, source.address);
    const bare = source.address.replace("http://", "");
    await expect(card(page, bare)).toHaveAttribute("aria-busy", "true");
    await expect(card(page, bare).getByText("Fetching the page")).toBeVisible();
    // The one reading that follows a save.
    await expect.poll(() => reads.count).toBe(2);
    // Nothing that the page may have put off makes it ask.
    await page.clock.fastForward(10_000);
    await source.set("ready");
    await expect(card(page, source.title)).toHaveAttribute("aria-busy", "false");
    await expect(page.getByRole("status").filter({ hasText: `Saved: ${source.title}.` })).toBeAttached();
    expect(reads.count).toBe(2);
    await expect(page.locator("body")).toHaveAttribute("data-same-page", "");
  });

  await test.step("CARD-11 API-28 one that failed is tried again by keyboard only when its site is back", async () => {
    const source = aPage(page);
    await source.set("gone");
    await save(page, source.address);
    const failed = page.getByRole("article").first();
    await expect(failed.getByText("Not read")).toBeVisible();
    await source.set("slow");
    await failed.getByRole("button", { name: "Retry" }).focus();
    await page.keyboard.press("Enter");
    await expect(failed.getByText("Fetching the page")).toBeVisible();
    await expect(failed).toBeFocused();
    await source.set("ready");
    await expect(card(page, source.title)).toHaveAttribute("aria-busy", "false");
    await expect(failed.getByText("Not read")).toBeHidden();
  });

  await test.step("API-28 one that fails to be fetched again keeps its text, and says so", async () => {
    const source = aPage(page);
    await save(page, source.address);
    const kept = card(page, source.title);
    await expect(kept).toHaveAttribute("aria-busy", "false");
    await source.set("gone");
    await kept.hover();
    await kept.getByRole("button", { name: `Fetch ${source.title} again` }).click();
    await expect(kept.getByText("The page answered 404 Not Found.")).toBeVisible();
    await expect(kept.getByText(/^What there is to know/)).toBeVisible();
    await source.set("ready");
    await kept.getByRole("button", { name: "Retry" }).click();
    await expect(kept.getByText("The page answered 404 Not Found.")).toBeHidden();
    await expect(kept).toHaveAttribute("aria-busy", "false");
  });
});

test("API-20 an address that was saved before is reported, shown, and saved again on request", async ({ page }) => {
  const source = aPage(page);
  // "Show" is offered for eight seconds.
  await holdTimers(page, 8000);
  await signUpLive(page);
  // Saved by no panel, so that no toast says so.
  await call(page, "POST", LIST, { type: "link", link: source.address });
  await expect(card(page, source.title)).toHaveAttribute("aria-busy", "false");

  await test.step("it is shown, and saved again", async () => {
    await page.getByRole("tab", { name: "Notes" }).click();
    await page.evaluate(() => window.scrollTo(0, 0));
    await typeAddress(page, source.address);
    await expect(panel(page).getByText("You saved this already, today.")).toBeVisible();
    await expect(panel(page).getByText(source.title)).toBeVisible();
    await expect(page.getByText("Memory created successfully")).toBeHidden();
    await panel(page).getByRole("button", { name: "Show it" }).click();
    await expect(panel(page)).toBeHidden();
    await expect(opened(page, source.title)).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL(/\/home$/);

    await typeAddress(page, source.address);
    await panel(page).getByRole("button", { name: "Save again" }).click();
    await expect(panel(page)).toBeHidden();
    await expect(card(page, source.title)).toHaveCount(2);
  });

  await test.step("reported after another address was typed, it is shown from there", async () => {
    // The panel knows the other one.
    const source = aPage(page);
    await call(page, "POST", LIST, { type: "link", link: source.address });
    await expect(card(page, source.title)).toHaveAttribute("aria-busy", "false");
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`**${LIST}`, async (route) => {
      if (route.request().method() === "POST") await answered;
      await route.continue();
    });
    await typeAddress(page, source.address);
    await panel(page).getByLabel("Website address").fill("https://example.com/another");
    answer();
    const show = page.getByRole("button", { name: "Show", exact: true });
    const toast = page.getByRole("listitem").filter({ has: show });
    await expect(toast.getByText("You saved this already", { exact: true })).toBeVisible();
    await show.click();
    await expect(panel(page)).toBeHidden();
    await expect(opened(page, source.title)).toBeFocused();
    await page.goBack();
    await page.getByRole("banner").getByRole("button", { name: "Add Memory" }).click();
    await expect(panel(page).getByLabel("Website address")).toHaveValue("https://example.com/another");
    await page.keyboard.press("Escape");
    await expect(panel(page)).toBeHidden();
  });

  await test.step("UI-07 every state of a card, and a second saving, are accessible", async () => {
    const [slow, gone, stale] = [aPage(page), aPage(page), aPage(page)];
    await call(page, "POST", LIST, { type: "link", link: stale.address });
    await expect(card(page, stale.title)).toHaveAttribute("aria-busy", "false");
    await Promise.all([stale.set("gone"), gone.set("gone"), slow.set("slow")]);
    await card(page, stale.title).hover();
    await expectAccessible(page);
    await card(page, stale.title)
      .getByRole("button", { name: /again$/ })
      .click();
    await expect(card(page, stale.title).getByText("The page answered 404 Not Found.")).toBeVisible();
    for (const { address } of [gone, slow]) await call(page, "POST", LIST, { type: "link", link: address });
    await expect(page.getByText("Not read")).toBeVisible();
    await expect(page.getByText("Fetching the page")).toBeVisible();
    await expectAccessible(page);
    await typeAddress(page, stale.address);
    await expect(panel(page).getByText(/^You saved this already/)).toBeVisible();
    await expectAccessible(page);
    await slow.set("ready");
  });
});

test("memories saved and deleted in one window change in the other", { tag: "@nodes" }, async ({ page, context }) => {
  const source = aPage(page);
  await signUpLive(page);
  const other = await context.newPage();
  await other.goto("/home");
  await save(page, source.address);
  await other.bringToFront();
  await expect(card(other, source.title)).toHaveAttribute("aria-busy", "false");
  await page.bringToFront();
  await card(page, source.title).hover();
  await card(page, source.title)
    .getByRole("button", { name: /^Delete/ })
    .click();
  await other.bringToFront();
  await expect(card(other, source.title)).toBeHidden();
  await other.close();
});
