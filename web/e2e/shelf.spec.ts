import type { Page } from "@playwright/test";
import { addNote, aPage, call, expect, expectAccessible, PASSWORD, signUp, test } from "./fixture";

const CONTENT = "/api/v1/content";

const cards = (page: Page) => page.locator(".cards article");
const card = (page: Page, number: number) =>
  cards(page).filter({ hasText: new RegExp(`note number ${number}(?!\\d)`) });
const tab = (page: Page, name: string) => page.getByRole("tab", { name });
const undo = (page: Page) => page.getByRole("button", { name: "Undo" });

/** Saves as many notes, the newest with the highest number, and some of them long. */
async function addNotes(page: Page, count: number) {
  for (let number = 1; number <= count; number++) {
    await addNote(page, `note number ${number}\n${"and so on ".repeat((number * 7) % 40)}`);
  }
}

/** Calls of this method for the list from now on. */
function calls(page: Page, method: string) {
  const made: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === CONTENT && request.method() === method) made.push(search || (request.postData() ?? ""));
  });
  return made;
}

/** The first card below the header and how far from the top of the window it stands, in pixels. */
async function firstInView(page: Page) {
  return page.evaluate(() => {
    const cells = [...document.querySelectorAll<HTMLElement>(".cards > li")];
    const first = cells.find((cell) => cell.getBoundingClientRect().bottom > 90);
    return { id: first?.dataset.memory ?? "", top: Math.round(first?.getBoundingClientRect().top ?? 0) };
  });
}

/** Where the card of this memory stands in the window, in pixels. */
async function topOf(page: Page, id: string) {
  return page.locator(`.cards > li[data-memory="${id}"]`).evaluate((cell) => cell.getBoundingClientRect().top);
}

async function scrollBy(page: Page, pixels: number) {
  const before = await page.evaluate(() => window.scrollY);
  await page.evaluate((y) => window.scrollBy({ top: y, behavior: "instant" }), pixels);
  await expect.poll(() => page.evaluate(() => window.scrollY)).not.toBe(before);
  // What came into view is measured, and the page at rest.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
}

test.describe("deleting", () => {
  test("HOME-20 HOME-21 takes the card away, says so, and deletes it when the toast has gone", async ({ page }) => {
    await signUp(page);
    await addNotes(page, 3);
    await page.goto("/home");
    const deletions = calls(page, "DELETE");
    await card(page, 2).hover();
    await card(page, 2)
      .getByRole("button", { name: /^Delete/ })
      .click();
    await expect(card(page, 2)).toBeHidden();
    await expect(page.getByText("Deleted Memory")).toBeVisible();
    await expect(tab(page, "Notes")).toContainText("2");
    expect(deletions).toEqual([]);
    await page.mouse.move(0, 0);
    await expect(page.getByText("Deleted Memory")).toBeHidden();
    await expect.poll(() => deletions.length).toBe(1);
    await page.reload();
    await expect(cards(page)).toHaveCount(2);
  });

  test("is taken back from its toast by the keyboard, and by Z", async ({ page }) => {
    await signUp(page);
    await addNotes(page, 3);
    await page.goto("/home");
    const deletions = calls(page, "DELETE");
    await card(page, 2)
      .getByRole("button", { name: /^Delete/ })
      .focus();
    await page.keyboard.press("Enter");
    await expect(card(page, 2)).toBeHidden();
    await expect(card(page, 1).getByRole("button", { name: /^Delete/ })).toBeFocused();
    await undo(page).focus();
    await page.keyboard.press("Enter");
    await expect(card(page, 2)).toBeFocused();
    await expect(cards(page).nth(1)).toContainText("note number 2");

    await page.keyboard.press("d");
    await expect(card(page, 2)).toBeHidden();
    await page.keyboard.press("z");
    await expect(card(page, 2)).toBeFocused();
    await expect(page.getByText("Deleted Memory")).toHaveCount(0);
    expect(deletions).toEqual([]);
  });

  test("is done at once when the page is left, and when somebody logs out", async ({ page }) => {
    const name = await signUp(page);
    await addNotes(page, 3);
    await page.goto("/home");
    await card(page, 3)
      .getByRole("button", { name: /^Delete/ })
      .focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Deleted Memory")).toBeVisible();
    await page.goto("/nowhere");
    await expect.poll(async () => (await call(page, "GET", CONTENT)).body.content.length).toBe(2);

    await page.goto("/home");
    await card(page, 2)
      .getByRole("button", { name: /^Delete/ })
      .focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Deleted Memory")).toBeVisible();
    await page.keyboard.press("Shift+Q");
    await page.waitForURL("**/auth/signin");
    await page.getByLabel("Username").fill(name);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/home");
    await expect(cards(page)).toHaveCount(1);
    await expect(card(page, 1)).toBeVisible();
  });
});

test("HOME-12 HOME-14 HOME-15 the tabs show their kind without a call, and fall back when a memory comes", async ({
  page,
}) => {
  await signUp(page);
  await addNotes(page, 2);
  await call(page, "POST", CONTENT, { type: "link", link: aPage(page).address });
  await page.goto("/home");
  await expect(cards(page)).toHaveCount(3);
  const reads = calls(page, "GET");
  await tab(page, "Notes").click();
  await expect(cards(page)).toHaveCount(2);
  await tab(page, "Videos").click();
  await expect(page.getByText("No videos yet.")).toBeVisible();
  await expect(page.getByRole("button", { name: /Add to your second brain/ })).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
  expect(reads).toEqual([]);
  await addNote(page, "from elsewhere");
  await expect(tab(page, "All Memories")).toHaveAttribute("aria-selected", "true");
  await expect(cards(page).first()).toContainText("from elsewhere");
});

test("the keys lead from card to card by their place, and open, and stop when they are switched off", async ({
  page,
}) => {
  await signUp(page);
  await addNotes(page, 30);
  await page.goto("/home");
  const { body } = await call(page, "GET", CONTENT);
  await cards(page).first().focus();
  const box = async () => {
    const focused = await page.evaluate(() => document.activeElement?.getBoundingClientRect().toJSON());
    return { left: Math.round(focused.left), top: Math.round(focused.top) };
  };
  const first = await box();
  await page.keyboard.press("ArrowDown");
  const below = await box();
  expect(below.left).toBe(first.left);
  expect(below.top).toBeGreaterThan(first.top);
  await page.keyboard.press("ArrowRight");
  expect((await box()).left).toBeGreaterThan(below.left);
  await page.keyboard.press("End");
  await expect(cards(page).last()).toBeFocused();
  await expect(card(page, 1)).toBeInViewport();
  await page.keyboard.press("Home");
  await expect(page.getByRole("button", { name: /Add to your second brain/ })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(cards(page).first()).toBeFocused();
  await page.evaluate(() => localStorage.setItem("singleKeys", "false"));
  await page.keyboard.press("d");
  await page.keyboard.press("j");
  await expect(cards(page).first()).toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/home/memory/${body.content[0]._id}`);
});

test.describe("one comes back to where one was", () => {
  test("after a reload, and by going back from another page; a fresh visit begins at the top", async ({ page }) => {
    await signUp(page);
    await addNotes(page, 90);
    await page.goto("/home");
    await expect(cards(page).first()).toBeVisible();
    await tab(page, "Notes").click();
    for (let step = 0; step < 4; step++) await scrollBy(page, 700);
    const before = await firstInView(page);
    expect(before.id).not.toBe("new");

    await page.reload();
    await expect(page.locator(`.cards > li[data-memory="${before.id}"]`)).toBeInViewport();
    await expect.poll(() => topOf(page, before.id)).toBeCloseTo(before.top, -1);
    await expect(tab(page, "Notes")).toHaveAttribute("aria-selected", "true");

    const here = await firstInView(page);
    await page.keyboard.press("p");
    await page.waitForURL("**/profile");
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(page.locator(`.cards > li[data-memory="${here.id}"]`)).toBeInViewport();
    await expect.poll(() => topOf(page, here.id)).toBeCloseTo(here.top, -1);

    await page.goto("/nowhere");
    await page.goto("/home");
    await expect(cards(page).first()).toBeVisible();
    await expect(tab(page, "All Memories")).toHaveAttribute("aria-selected", "true");
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  test("when a memory was opened over the cards, which do not move", async ({ page }) => {
    await signUp(page);
    await addNotes(page, 60);
    await page.goto("/home");
    await expect(cards(page).first()).toBeVisible();
    await scrollBy(page, 1400);
    const before = await firstInView(page);
    const y = await page.evaluate(() => window.scrollY);
    await page.locator(`.cards > li[data-memory="${before.id}"] article`).focus();
    await page.keyboard.press("o");
    await page.waitForURL(`**/home/memory/${before.id}`);
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("dialog")).toBeHidden();
    // A card whose top the header covered was brought into view for the keyboard before it was opened.
    expect(Math.abs((await page.evaluate(() => window.scrollY)) - y)).toBeLessThan(400);
    await expect(page.locator(`.cards > li[data-memory="${before.id}"]`)).toBeInViewport();
  });

  test.describe("after the session has ended", () => {
    test.use({ expectedMessages: /401|Please sign in to continue/ });

    test("U-13 and a new one has begun", async ({ page }) => {
      const name = await signUp(page);
      await addNotes(page, 80);
      await page.goto("/home");
      await expect(cards(page).first()).toBeVisible();
      for (let step = 0; step < 3; step++) await scrollBy(page, 800);
      const before = await firstInView(page);
      await call(page, "POST", "/api/v1/signout");
      await page.keyboard.press("n");
      await page.waitForURL("**/auth/signin**");
      await page.getByLabel("Username").fill(name);
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL("**/home");
      await expect(page.locator(`.cards > li[data-memory="${before.id}"]`)).toBeInViewport();
      await expect.poll(() => topOf(page, before.id)).toBeCloseTo(before.top, -1);
    });
  });
});

test("HOME-16 UI-09 another width lays the same cards out anew, and the reader stays where they are", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1190, height: 900 });
  await signUp(page);
  await addNotes(page, 80);
  await page.goto("/home");
  await expect(cards(page).first()).toBeVisible();
  await scrollBy(page, 1400);
  const { id } = await firstInView(page);
  const cell = page.locator(`.cards > li[data-memory="${id}"]`);
  const begun = await cell.elementHandle();
  for (const width of [1920, 390, 1190]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(cell).toBeInViewport();
    expect(await cell.evaluate((now, then) => now === then, begun)).toBe(true);
    // Cards as tall as they are now lie over no other.
    const overlaps = () =>
      page.evaluate(() => {
        const boxes = [...document.querySelectorAll(".cards > li")].map((each) => each.getBoundingClientRect());
        return boxes.filter((a) =>
          boxes.some(
            (b) =>
              a !== b && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1,
          ),
        ).length;
      });
    await expect.poll(overlaps).toBe(0);
  }
});

test("HOME-22 what comes while one reads further down moves nothing", async ({ page }) => {
  await signUp(page);
  await addNotes(page, 60);
  await page.goto("/home");
  await expect(cards(page).first()).toBeVisible();
  await scrollBy(page, 1500);
  const before = await firstInView(page);
  await addNote(page, "a new one, on top");
  await expect(tab(page, "All Memories")).toContainText("61");
  await expect.poll(() => topOf(page, before.id)).toBeCloseTo(before.top, -1);
});

test.describe("a page that does not come", () => {
  test.use({ expectedMessages: /500|reading memories failed/ });

  test("says so at the end, and is tried again", async ({ page }) => {
    await signUp(page);
    await addNotes(page, 75);
    await page.goto("/home");
    await expect(cards(page).first()).toBeVisible();
    let fails = true;
    await page.route(/\/api\/v1\/content\?.*cursor=/, (route) =>
      fails ? route.fulfill({ status: 500, json: { message: "Broken" } }) : route.continue(),
    );
    for (let step = 0; step < 6; step++) await page.mouse.wheel(0, 1500);
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    await expect(page.getByText("The next memories could not be loaded.")).toBeVisible();
    await expect(page.getByText("Broken")).toBeHidden();
    await expectAccessible(page);
    fails = false;
    // It may have been tried again by itself just now.
    await page
      .getByRole("button", { name: "Try again" })
      .click({ timeout: 3000 })
      .catch(() => {});
    await expect(page.getByText("The next memories could not be loaded.")).toBeHidden();
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    await expect(card(page, 1)).toBeVisible();
  });
});

test("UI-07 the shelf is accessible at every width", async ({ page }) => {
  await signUp(page);
  await addNotes(page, 12);
  for (const width of [390, 900, 1536]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/home");
    await expect(cards(page).first()).toBeVisible();
    await expectAccessible(page);
    await expect(cards(page).first().locator("xpath=..")).toHaveAttribute("aria-posinset", "2");
    await expect(cards(page).first().locator("xpath=..")).toHaveAttribute("aria-setsize", "13");
  }
});
