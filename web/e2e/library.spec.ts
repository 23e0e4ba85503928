import type { Page } from "@playwright/test";
import { addNote, call, expect, expectAccessible, expectKeys, expectToFit, makeUser, test } from "./fixture";

const CONTENT = "/api/v1/content";

const cards = (page: Page) => page.locator(".cards article");
const card = (page: Page, text: string) => cards(page).filter({ hasText: text });

/** Saves notes, the first with tags of its own. */
async function addTagged(page: Page, notes: Readonly<Record<string, readonly string[]>>) {
  for (const text of Object.keys(notes)) await addNote(page, text);
  const { body } = await call(page, "GET", `${CONTENT}?limit=50`);
  for (const { _id, description } of body.content)
    if (notes[description]?.length) await call(page, "PATCH", `${CONTENT}/${_id}`, { tags: notes[description] });
}

test("a filter is added by a card's tag and by typing, is in the address, and is kept behind the tabs", async ({
  page,
}) => {
  await makeUser(page);
  await addTagged(page, { "bread at last": ["recipes", "slow"], "soup of the day": ["recipes"], "a ferry": [] });
  await page.goto("/home");
  await card(page, "bread").getByRole("link", { name: "recipes" }).click();
  await expect(cards(page)).toHaveCount(2);
  await expect(page.getByText("2 memories tagged recipes.")).toBeVisible();
  await page.getByRole("button", { name: "Add a filter" }).click();
  await page.keyboard.type("slo");
  await expect(page.getByRole("option", { name: /slow/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(cards(page)).toHaveCount(1);
  await expect(page).toHaveURL(/filter=tag%3Arecipes\+tag%3Aslow/);
  await page.getByRole("button", { name: "Keep this filter" }).click();
  await page.getByLabel("Name of the filter").fill("To bake");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: "To bake" })).toHaveAttribute("aria-selected", "true");
  await expectAccessible(page);
  await page.reload();
  await expect(cards(page)).toHaveCount(1);
  await page.goBack();
  await expect(cards(page)).toHaveCount(2);
  await page.goBack();
  await expect(cards(page)).toHaveCount(3);
  await page.getByRole("tab", { name: "To bake" }).click();
  await expect(page.getByText("1 memory tagged recipes and slow.")).toBeVisible();
  for (const width of [390, 900]) await expectToFit(page, width);
});

test("cards are selected by keys, tagged and archived together, and that is undone", async ({ page }) => {
  await makeUser(page);
  await addTagged(page, { one: [], two: [], three: [] });
  await page.goto("/home");
  await expectKeys(page);
  await card(page, "three").focus();
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+ArrowRight");
  const bar = page.getByRole("toolbar", { name: "2 selected" });
  await expect(bar).toBeVisible();
  await expectAccessible(page);
  await bar.getByRole("button", { name: "Tag" }).click();
  await page.getByRole("combobox", { name: "Add a tag" }).fill("together");
  await page.getByRole("combobox", { name: "Add a tag" }).press("Enter");
  await page.getByRole("button", { name: "Tag 2 memories" }).click();
  await expect(page.getByRole("link", { name: "together" })).toHaveCount(2);
  await bar.getByRole("button", { name: "Archive" }).click();
  await expect(cards(page)).toHaveCount(1);
  const archived = page.getByRole("listitem").filter({ hasText: "Archived 2 memories" });
  await archived.getByRole("button", { name: "Undo" }).click();
  await expect(cards(page)).toHaveCount(3);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("toolbar", { name: /selected/ })).toHaveCount(0);
});

test("an opened memory is starred, archived and tagged by its keys", async ({ page }) => {
  await makeUser(page);
  await addTagged(page, { "a note to keep": [] });
  await page.goto("/home");
  await expectKeys(page);
  await card(page, "a note").getByRole("link").first().click();
  const opened = page.locator("#opened");
  await expect(opened.getByRole("button", { name: "Star" })).toBeVisible();
  await page.keyboard.press("s");
  await expect(opened.getByRole("button", { name: "Star" })).toHaveAttribute("aria-pressed", "true");
  await opened.getByRole("button", { name: "Add a tag" }).click();
  await page.keyboard.type("sea");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(opened.getByRole("link", { name: "sea" })).toBeVisible();
  await page.keyboard.press("e");
  await expect(opened.getByRole("button", { name: "Take out of the archive" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(cards(page)).toHaveCount(0);
  await page.goto("/home?filter=is%3Aarchived");
  await expect(card(page, "a note")).toContainText("Archived");
});

test.describe("by touch", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a card is starred in its sheet, filters are chosen in another, and a memory gets a file", async ({ page }) => {
    await makeUser(page);
    await addTagged(page, { "bread at last": ["recipes"], "a ferry": [] });
    await page.goto("/home");
    await card(page, "bread")
      .getByRole("button", { name: /^More for/ })
      .tap();
    const sheet = page.getByRole("dialog");
    await expect(sheet.getByRole("button", { name: "Archive" })).toBeVisible();
    await expectAccessible(page);
    await sheet.getByRole("button", { name: "Star" }).tap();
    await expect(card(page, "bread").getByText("Starred")).toBeAttached();
    await page.getByRole("button", { name: "Filters" }).tap();
    await sheet.getByRole("button", { name: "Starred" }).tap();
    await expect(sheet.getByRole("button", { name: "Show 1 memory" })).toBeVisible();
    await expectAccessible(page);
    await sheet.getByRole("button", { name: "Show 1 memory" }).tap();
    await expect(sheet).toBeHidden();
    await expect(cards(page)).toHaveCount(1);
    await expectToFit(page, 390);
    await card(page, "bread").getByRole("link").first().tap();
    const opened = page.locator("#opened");
    await expect(opened.getByRole("button", { name: "Attach a file" })).toBeVisible();
    const file = { name: "oven.md", mimeType: "text/markdown", buffer: Buffer.from("It runs hot.") };
    await opened.locator("input[type=file]").setInputFiles(file);
    await expect(opened.getByRole("link", { name: /oven\.md/ })).toBeVisible();
    await expectAccessible(page);
  });
});
