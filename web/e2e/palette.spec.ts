import type { Page } from "@playwright/test";
import { addNote, call, expect, expectAccessible, signUp, test } from "./fixture";

const palette = (page: Page) => page.getByRole("dialog", { name: "Find or do anything" });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole("option", { name });

async function openPalette(page: Page) {
  // The keys arrive a moment after the page.
  await expect(async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await expect(palette(page)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(page.getByRole("combobox", { name: "Find or do anything" })).toBeFocused();
}

async function seed(page: Page) {
  await signUp(page);
  await addNote(page, "Ask the landlord about the deposit before the 14th.");
  await addNote(page, `Keys: two, one is stiff. ${"Photograph the window. ".repeat(30)} Then the Fährschiff leaves.`);
  await addNote(page, "<img src=x onerror=alert(1)> & نوم الليل 👩‍👩‍👧");
  await page.reload();
  await expect(page.getByRole("article")).toHaveCount(3);
}

test("the palette finds a note by a word of its text and opens it, by keyboard alone", async ({ page }) => {
  await seed(page);
  const { body } = await call(page, "GET", "/api/v1/content?q=landlord");
  await openPalette(page);
  await page.keyboard.type("landl");
  const found = option(page, /Ask the landlord/);
  await expect(found).toBeVisible();
  await expect(found.locator("mark")).toHaveText("landl");
  // Until the answer is there, what was listed before stays.
  await expect(palette(page).getByRole("status")).toHaveText("1 memory found");
  await expect(option(page, /Ask your memories about “landl”/)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(found).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/home/memory/${body.content[0]._id}$`));
});

test("a word deep in a long note is shown where it stands, whatever its accents", async ({ page }) => {
  await seed(page);
  await openPalette(page);
  await page.keyboard.type("fahr");
  const found = option(page, /Fährschiff/);
  await expect(found).toBeVisible();
  await expect(found.locator("mark")).toHaveText("Fähr");
});

test("the palette adds, turns the theme over and leaves the focus where it was", async ({ page }) => {
  await seed(page);
  const avatar = page.getByRole("button", { name: "User menu" });
  await avatar.focus();
  await openPalette(page);
  await page.keyboard.type("light");
  await expect(option(page, "Light mode")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveClass("light");
  await expect(avatar).toBeFocused();

  await openPalette(page);
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  await expect(avatar).toBeFocused();

  await openPalette(page);
  await page.keyboard.type("add mem");
  await expect(option(page, "Add Memory")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Add Memory" });
  await expect(panel).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(avatar).toBeFocused();
});

test("the palette asks, and the answer comes", async ({ page }) => {
  await seed(page);
  await openPalette(page);
  await page.keyboard.type("When is the deposit due?");
  await page.keyboard.press("Enter");
  await expect(palette(page)).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Ask your memories" })).toHaveValue("When is the deposit due?");
  await expect(page.getByRole("article", { name: "Engram’s response" })).toContainText("deposit");
});

test("the header's field opens it by mouse and by touch, and it says when nothing is found", async ({ page }) => {
  await seed(page);
  for (const width of [1536, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.getByRole("button", { name: "Find or do anything" }).click();
    await page.getByRole("combobox", { name: "Find or do anything" }).fill("xyzzy");
    await expect(palette(page).getByText("Nothing you saved has these words.").first()).toBeVisible();
    await expect(palette(page).getByRole("option")).toHaveCount(1);
    await palette(page).getByRole("button", { name: "Close" }).click();
    await expect(palette(page)).toBeHidden();
  }
});

test("the server gone is a calm line, and the actions still work", async ({ page, consoleMessages }) => {
  await seed(page);
  await page.route("**/api/v1/content?*", (route) => route.abort());
  await openPalette(page);
  await expect(palette(page).getByText("Your memories can’t be searched right now.").first()).toBeVisible();
  await page.keyboard.type("settings");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  // The browser itself notes what was held back, and the app logs it.
  consoleMessages.length = 0;
});

test("? lists the keys, which do what they say and can be switched off", async ({ page }) => {
  await seed(page);
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(keys).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();

  await page.keyboard.press("a");
  const panel = page.getByRole("dialog", { name: "Add Memory" });
  await expect(panel).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();

  await page.keyboard.press("?");
  await keys.getByRole("switch", { name: "Single-key shortcuts" }).click();
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await page.keyboard.press("t");
  await page.keyboard.press("a");
  await expect(page.locator("html")).toHaveClass("dark");
  await expect(panel).toBeHidden();
  await openPalette(page);
});

test("a palette that can't be loaded says so, and the page goes on", async ({ page, consoleMessages }) => {
  await page.route("**/assets/palette-*.js", (route) => route.abort());
  await signUp(page);
  await page.getByRole("button", { name: "Find or do anything" }).click();
  await expect(page.getByText("That did not open. Please try again.")).toBeVisible();
  await expect(page.getByText("Add to your second brain.")).toBeVisible();
  // The browser itself notes what was held back, and the app logs it.
  consoleMessages.length = 0;
});

test("the palette and the keys are accessible and fit every screen", async ({ page }) => {
  await seed(page);
  for (const width of [390, 900, 1536]) {
    await page.setViewportSize({ width, height: 800 });
    await openPalette(page);
    await page.keyboard.type("the");
    await expect(option(page, /landlord/)).toBeVisible();
    await expectAccessible(page);
    const [box, close] = [await palette(page).boundingBox(), palette(page).getByRole("button", { name: "Close" })];
    expect(box?.width).toBe(Math.min(640, width - 16));
    expect((await close.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await page.keyboard.press("Escape");
    await expect(palette(page)).toBeHidden();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `nothing is wider than ${width}`).toBeLessThanOrEqual(0);
  }
});

test("what is typed while Add Memory opens, and after a question is asked, presses no key of the page", async ({
  page,
}) => {
  await seed(page);
  // Else a key may be the first that the page knows.
  await openPalette(page);
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  await page.route("**/api/v1/get-content-count", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  const panel = page.getByRole("dialog", { name: "Add Memory" });
  await expect(async () => {
    await page.keyboard.press("n");
    await page.keyboard.type("put", { delay: 30 });
    await expect(panel).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(page).toHaveURL(/\/home$/);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();

  const box = page.getByRole("textbox", { name: "Ask your memories" });
  await box.fill("What about the deposit, ");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.keyboard.type("please", { delay: 20 });
  await expect(box).toHaveValue("What about the deposit, please");
  await expect(page).toHaveURL(/\/home$/);
});

for (const path of ["/profile", "/upgrade"]) {
  test(`the palette and the list of keys open on ${path} too, and nothing for whoever is signed out`, async ({
    page,
  }) => {
    await seed(page);
    await page.goto(path);
    await openPalette(page);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(palette(page)).toBeHidden();
    await page.locator("h1").click();
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(keys).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(keys).toBeHidden();
    await openPalette(page);
    await page.keyboard.type("landl");
    await expect(option(page, /Ask the landlord/)).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/home\/memory\//);

    await page.goto(path);
    await openPalette(page);
    await page.keyboard.press("Escape");
    await page.evaluate(() => localStorage.removeItem("token"));
    await page.evaluate(() => window.dispatchEvent(new StorageEvent("storage", { key: "token", newValue: null })));
    await page.keyboard.press("ControlOrMeta+k");
    await expect(palette(page)).toBeHidden();
  });
}
