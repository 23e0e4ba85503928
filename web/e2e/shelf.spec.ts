import type { Page } from "@playwright/test";
import {
  addNote,
  aPage,
  call,
  expect,
  expectAccessible,
  expectKeys,
  expectToFit,
  holdTimers,
  makeUser,
  PASSWORD,
  press,
  test,
} from "./fixture";

// Cards move to their places.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

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

/** How many cards lie over another one, within the page. */
function overlaps(): number {
  const boxes = [...document.querySelectorAll(".cards > li")].map((each) => each.getBoundingClientRect());
  const over = (a: DOMRect, b: DOMRect) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes.filter((a) => boxes.some((b) => a !== b && over(a, b))).length;
}

async function signIn(page: Page, name: string) {
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/home");
}

async function scrollBy(page: Page, pixels: number) {
  const before = await page.evaluate(() => window.scrollY);
  await page.evaluate((y) => window.scrollBy({ top: y, behavior: "instant" }), pixels);
  await expect.poll(() => page.evaluate(() => window.scrollY)).not.toBe(before);
  await atRest(page);
}

/** Waits until what came into view is measured, and moves nothing any more. */
async function atRest(page: Page) {
  const stand = () =>
    page.evaluate(() => [...document.querySelectorAll(".cards > li")].map((cell) => cell.getBoundingClientRect().top));
  await expect(async () => {
    const before = await stand();
    // This asks the browser for a frame, in which it measures.
    await expect(page.locator("#memories")).toBeInViewport();
    expect(await stand()).toEqual(before);
  }).toPass();
}

const erase = (page: Page, number: number) => card(page, number).getByRole("button", { name: /^Delete/ });

test("the tabs show their kind without a call; a deletion can be undone, and is sent when its toast or the page has gone", async ({
  page,
}) => {
  const name = await makeUser(page);
  const { body } = await call(page, "POST", CONTENT, { type: "link", link: aPage(page).address });
  await addNotes(page, 4);
  const saved = async () => (await call(page, "GET", `${CONTENT}/${body.content._id}`)).body.content.status;
  // A page that is still being read would make the list be read again.
  await expect.poll(saved).toBe("ready");
  // Undo is offered for two seconds, in which a slow machine does not get round to it.
  const release = await holdTimers(page, 2000);
  await page.goto("/home");
  await expectKeys(page);

  await test.step("HOME-12 HOME-14 HOME-15 the tabs need no call, and fall back when a memory is added", async () => {
    await expect(cards(page)).toHaveCount(5);
    const reads = calls(page, "GET");
    await tab(page, "Notes").click();
    await expect(cards(page)).toHaveCount(4);
    await tab(page, "Videos").click();
    await expect(page.getByText("No videos yet.")).toBeVisible();
    await expect(page.getByRole("button", { name: /Add to your second brain/ })).toBeVisible();
    await expect(cards(page)).toHaveCount(0);
    expect(reads).toEqual([]);
    await addNote(page, "from elsewhere");
    await expect(tab(page, "All Memories")).toHaveAttribute("aria-selected", "true");
    await expect(cards(page).first()).toContainText("from elsewhere");
  });

  const deletions = calls(page, "DELETE");

  await test.step("it is undone from its toast by keyboard, and by Z", async () => {
    await erase(page, 2).focus();
    await page.keyboard.press("Enter");
    await expect(card(page, 2)).toBeHidden();
    await expect(erase(page, 1)).toBeFocused();
    await undo(page).focus();
    await page.keyboard.press("Enter");
    await expect(card(page, 2)).toBeFocused();
    await expect(cards(page).nth(3)).toContainText("note number 2");
    await press(page, "d", card(page, 2), "hidden");
    await page.keyboard.press("z");
    await expect(card(page, 2)).toBeFocused();
    await expect(page.getByText("Deleted Memory")).toHaveCount(0);
    expect(deletions).toEqual([]);
  });

  await test.step("HOME-20 HOME-21 it removes the card, says so, and deletes the memory when the toast has gone", async () => {
    await atRest(page); // the card that has come back makes room for itself
    await card(page, 2).hover();
    await erase(page, 2).click();
    await expect(card(page, 2)).toBeHidden();
    await expect(page.getByText("Deleted Memory")).toBeVisible();
    await expect(tab(page, "Notes")).toContainText("4");
    expect(deletions).toEqual([]);
    await page.mouse.move(0, 0);
    await release();
    await expect(page.getByText("Deleted Memory")).toBeHidden();
    await expect.poll(() => deletions.length).toBe(1);
    await page.reload();
    await expect(cards(page)).toHaveCount(5);
  });

  await test.step("it is sent at once when the page is left, and at log-out", async () => {
    await erase(page, 3).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Deleted Memory")).toBeVisible();
    await page.goto("/nowhere");
    await expect.poll(async () => (await call(page, "GET", CONTENT)).body.content.length).toBe(4);

    await page.goto("/home");
    await expectKeys(page);
    await erase(page, 4).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Deleted Memory")).toBeVisible();
    await page.keyboard.press("Shift+Q");
    await expect(page.getByLabel("Username")).toBeVisible();
    await page.waitForURL("**/auth/signin");
    await signIn(page, name);
    await expect(cards(page)).toHaveCount(3);
    await expect(card(page, 1)).toBeVisible();
    await expect(card(page, 4)).toBeHidden();
  });
});

test("HOME-16 HOME-17 UI-07 UI-09 the shelf has its columns at every width, is accessible, and the keys move in it", async ({
  page,
}) => {
  await makeUser(page);
  await addNotes(page, 30);
  await page.goto("/home");
  const place = cards(page).first().locator("xpath=..");
  const columns = () =>
    page
      .locator(".cards > li")
      .evaluateAll((cells) => new Set(cells.map((cell) => Math.round(cell.getBoundingClientRect().left))).size);
  for (const [width, count] of [
    [390, 1],
    [600, 2],
    [900, 3],
    [1200, 4],
    [1536, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(columns).toBe(count);
    await expectToFit(page, width);
    if (count === 1 || count === 5) await expectAccessible(page);
    await expect(place).toHaveAttribute("aria-posinset", "2");
    await expect(place).toHaveAttribute("aria-setsize", "31");
  }
  await page.setViewportSize({ width: 2560, height: 900 });
  await expect.poll(async () => (await page.locator("#memories").boundingBox())?.width).toBeGreaterThan(1900);
  await expect.poll(async () => (await page.locator("#memories").boundingBox())?.width).toBeLessThanOrEqual(2000);

  // The keys lead from card to card by their place, and open, and stop when they are switched off.
  await page.setViewportSize({ width: 1536, height: 900 });
  await expect.poll(columns).toBe(5);
  const { body } = await call(page, "GET", CONTENT);
  await cards(page).first().focus();
  const box = async () => {
    const focused = await page.evaluate(() => document.activeElement?.getBoundingClientRect().toJSON());
    return { left: Math.round(focused.left), top: Math.round(focused.top) };
  };
  await atRest(page);
  const first = await box();
  await page.keyboard.press("ArrowDown");
  await expect.poll(async () => (await box()).top).toBeGreaterThan(first.top);
  const below = await box();
  expect(below.left).toBe(first.left);
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await box()).left).toBeGreaterThan(below.left);
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

test.describe("the scroll position is restored", () => {
  // What the browser notes of a session that ends and of a page that does not come, and the app of what it was doing.
  test.use({ expectedMessages: /401|500|Please sign in to continue|reading memories failed/ });

  test("the scroll position is restored, whatever changes and however the page is left", async ({ page }) => {
    await page.setViewportSize({ width: 1190, height: 900 });
    const name = await makeUser(page);
    await addNotes(page, 90);
    await page.goto("/home");
    await expect(cards(page).first()).toBeVisible();
    const at = (id: string) => page.locator(`.cards > li[data-memory="${id}"]`);
    const expectThere = async ({ id, top }: { id: string; top: number }) => {
      await expect(at(id)).toBeInViewport();
      await expect.poll(() => topOf(page, id)).toBeCloseTo(top, -1);
    };

    await test.step("after a reload, and by going back from another page", async () => {
      await tab(page, "Notes").click();
      for (let step = 0; step < 3; step++) await scrollBy(page, 700);
      const before = await firstInView(page);
      expect(before.id).not.toBe("new");
      await page.reload();
      await expectThere(before);
      await expect(tab(page, "Notes")).toHaveAttribute("aria-selected", "true");
      const here = await firstInView(page);
      await press(page, "p", page.getByRole("complementary", { name: "Account" }));
      await page.waitForURL("**/profile");
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
      await page.goBack();
      await expectThere(here);
    });

    await test.step("a fresh visit begins at the top", async () => {
      await page.goto("/nowhere");
      await page.goto("/home");
      await expect(cards(page).first()).toBeVisible();
      await expect(tab(page, "All Memories")).toHaveAttribute("aria-selected", "true");
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
    });

    await test.step("HOME-22 new memories do not move the cards in view", async () => {
      await scrollBy(page, 1500);
      const before = await firstInView(page);
      await addNote(page, "a new one, on top");
      await expect(tab(page, "All Memories")).toContainText("91");
      await expectThere(before);
    });

    await test.step("when a memory was opened over the cards, which do not move", async () => {
      await atRest(page);
      const before = await firstInView(page);
      const y = await page.evaluate(() => window.scrollY);
      await at(before.id).locator("article").focus();
      await press(page, "o", page.getByRole("dialog"));
      await page.waitForURL(`**/home/memory/${before.id}`);
      await page.goBack();
      await expect(page.getByRole("dialog")).toBeHidden();
      // A card whose top the header covered was brought into view for the keyboard before it was opened.
      const moved = async () => Math.abs((await page.evaluate(() => window.scrollY)) - y);
      await expect.poll(moved).toBeLessThan(400);
      await expect(at(before.id)).toBeInViewport();
    });

    await test.step("HOME-16 UI-09 another width lays the same cards out anew, and the reader's position stays", async () => {
      await atRest(page); // the card that has the focus again may be scrolling into view
      const { id } = await firstInView(page);
      const begun = await at(id).elementHandle();
      for (const width of [1920, 390, 1190]) {
        await page.setViewportSize({ width, height: 900 });
        await expect(at(id)).toBeInViewport();
        expect(await at(id).evaluate((now, then) => now === then, begun)).toBe(true);
        // Cards as tall as they are now lie over no other.
        await expect.poll(() => page.evaluate(overlaps)).toBe(0);
      }
    });

    await test.step("U-13 after the session has ended, and a new one has begun", async () => {
      await atRest(page);
      const before = await firstInView(page);
      await call(page, "POST", "/api/v1/signout");
      await press(page, "n", page.getByLabel("Username"));
      await page.waitForURL("**/auth/signin**");
      await signIn(page, name);
      await expectThere(before);
    });

    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let fails = true;

    await test.step("HOME-16 in a wider window, in which the loaded cards are shorter than it was scrolled", async () => {
      await page.goto("/nowhere");
      await page.route(/\/api\/v1\/content\?.*cursor=/, async (route) => {
        await held;
        await (fails ? route.fulfill({ status: 500, json: { message: "Broken" } }) : route.continue());
      });
      await page.goto("/home");
      await expect(cards(page).first()).toBeVisible();
      const end = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      await scrollBy(page, Math.round((await end()) * 0.75));
      const { id } = await firstInView(page);
      const y = await page.evaluate(() => window.scrollY);
      await page.setViewportSize({ width: 1920, height: 900 });
      await expect.poll(end).toBeLessThan(y);
      await expect(at(id)).toBeInViewport({ timeout: 5000 });
    });

    await test.step("a page that fails to load says so at the end, and can be retried", async () => {
      await page.setViewportSize({ width: 1190, height: 900 });
      answer();
      const lost = page.getByText("The next memories could not be loaded.");
      await expect(async () => {
        await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
        await expect(lost).toBeVisible({ timeout: 1000 });
      }).toPass();
      await expect(page.getByText("Broken")).toBeHidden();
      await expectAccessible(page);
      fails = false;
      // It may have been tried again by itself just now.
      await page
        .getByRole("button", { name: "Try again" })
        .click({ timeout: 3000 })
        .catch(() => {});
      await expect(lost).toBeHidden();
      await expect(async () => {
        await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
        await expect(card(page, 1)).toBeVisible({ timeout: 1000 });
      }).toPass();
    });
  });
});
