import type { Page } from "@playwright/test";
import { addNote, call, expect, expectAccessible, expectToast, expectToFit, makeUser, test } from "./fixture";

const LOG = `# The keepers’ log

An hour missed is to be left blank, never filled from memory. A blank is a fact.

- Light the lamp at sunset
- Wind the clockwork every four hours

The most honest book in the country was kept by people who were certain no one would ever open it.`;

const reader = (page: Page) => page.getByRole("dialog", { name: /log/i });
const bar = (page: Page) => page.getByRole("toolbar", { name: /^What to do with this/ });
const marks = (page: Page) => page.locator("mark.hl");

/** Opens a note; returns its id. */
async function open(page: Page): Promise<string> {
  await makeUser(page);
  await addNote(page, LOG);
  const { body } = await call(page, "GET", "/api/v1/content?limit=1");
  const [{ _id: id }] = body.content;
  await page.goto(`/home/memory/${id}`);
  await expect(page.getByRole("heading", { name: "Your marks" })).toBeVisible();
  return id;
}

/** Selects words as a mouse does: from where the first begin to where the last end. */
async function select(page: Page, from: string, to = from) {
  await page.evaluate(
    ([from = "", to = ""]) => {
      const walker = document.createTreeWalker(document.querySelector(".captured") as Element, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      let begun = false;
      for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
        if (!begun && node.data.includes(from)) {
          range.setStart(node, node.data.indexOf(from));
          begun = true;
        }
        if (!begun || !node.data.includes(to)) continue;
        range.setEnd(node, node.data.indexOf(to) + to.length);
        break;
      }
      document.getSelection()?.removeAllRanges();
      document.getSelection()?.addRange(range);
      range.startContainer.parentElement?.scrollIntoView({ block: "center" });
    },
    [from, to],
  );
  await expect(bar(page)).toBeVisible();
}

const kept = async (page: Page, id: string) =>
  (await call(page, "GET", `/api/v1/content/${id}/highlights`)).body.highlights;

test("words are marked across blocks, remarked, changed, and there after a reload", async ({ page }) => {
  const id = await open(page);
  await select(page, "A blank is a fact.", "Light the lamp");
  await bar(page).getByRole("button", { name: "Mark in sage" }).click();
  await expect(marks(page)).toHaveText(["A blank is a fact.", "Light the lamp"]);
  await expect
    .poll(() => kept(page, id))
    .toMatchObject([{ color: "sage", quote: "A blank is a fact.\nLight the lamp" }]);
  await marks(page).first().click();
  await bar(page).getByRole("button", { name: "Write a remark" }).click();
  await page.getByRole("textbox", { name: "Your remark" }).fill("Remember this");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".own-remark")).toContainText("Remember this");
  await page.reload();
  await expect(page.locator(".own-remark")).toContainText("Remember this");
  await expect(marks(page)).toHaveText(["A blank is a fact.", "Light the lamp"]);
  for (const width of [1536, 900, 390]) {
    await expectToFit(page, width);
    await expect(page.locator(".own-remark")).toBeVisible();
  }
  await expectAccessible(page);
});

test("marks of one colour that overlap become one, and a removed one can be taken back", async ({ page }) => {
  const id = await open(page);
  await select(page, "An hour missed is to be left");
  await bar(page).getByRole("button", { name: "Mark in amber" }).click();
  await expect.poll(async () => (await kept(page, id)).length).toBe(1);
  await select(page, "left", " blank, never");
  await bar(page).getByRole("button", { name: "Mark in amber" }).click();
  await expect.poll(() => kept(page, id)).toMatchObject([{ quote: "An hour missed is to be left blank, never" }]);
  await marks(page).first().click();
  await bar(page).getByRole("button", { name: "Remove the mark" }).click();
  await expect(marks(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(marks(page)).toHaveCount(1);
});

test("a sentence is marked by keys alone, and asked about", async ({ page }) => {
  const id = await open(page);
  await page.keyboard.press("l");
  await expect(bar(page).getByRole("button", { name: "Sentence before" })).toBeFocused();
  const selected = () => page.evaluate(() => String(document.getSelection()));
  await page.keyboard.press("ArrowDown");
  const words = await selected();
  await page.keyboard.press("l");
  await expect.poll(() => kept(page, id)).toMatchObject([{ quote: words, color: "amber" }]);
  await page.keyboard.press("l");
  await bar(page).getByRole("button", { name: "Ask about this" }).press("Enter");
  await expect(page.getByRole("textbox", { name: "Ask about this memory" })).toHaveValue(/^About “.+”: $/);
  await expect(reader(page)).toBeVisible();
});

test("the page of all marks filters, leads to the words, and exports", async ({ page }) => {
  const id = await open(page);
  for (const [words, color] of [
    ["A blank is a fact.", "sage"],
    ["The most honest book", "rose"],
  ] as const) {
    await select(page, words);
    await bar(page)
      .getByRole("button", { name: `Mark in ${color}` })
      .click();
    await expect(bar(page)).toBeHidden();
  }
  await expect.poll(async () => (await kept(page, id)).length).toBe(2);
  await page.goto("/highlights");
  await expect(page.getByText("2 marks")).toBeVisible();
  await page.getByRole("button", { name: "Those in rose alone" }).click();
  await expect(page.getByText("1 mark", { exact: true })).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "Markdown" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.md$/);
  await expectToast(page, "Your marks are saved as a file");
  await page.getByRole("link", { name: "The most honest book" }).click();
  await expect(marks(page).last()).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/highlights\?color=rose/);
});

test("marks come back under the greeting without moving the page, and are closed for the day", async ({ page }) => {
  await open(page);
  await select(page, "A blank is a fact.");
  await bar(page).getByRole("button", { name: "Mark in sky" }).click();
  const all = await expect
    .poll(async () => (await call(page, "GET", "/api/v1/highlights")).body.highlights.length)
    .toBe(1)
    .then(async () => (await call(page, "GET", "/api/v1/highlights")).body.highlights);
  // A mark comes back on its second day, for which there is room.
  await page.evaluate(() => localStorage.setItem("marksBack", "expected"));
  await page.route("**/api/v1/highlights/review", (route) =>
    route.request().method() === "GET" ? route.fulfill({ json: { enabled: true, highlights: all } }) : route.continue(),
  );
  await page.goto("/home");
  const strip = page.getByRole("region", { name: "Back today" });
  await expect(strip.getByText("One thing you once marked")).toBeVisible();
  await expectAccessible(page);
  await strip.getByRole("button", { name: "Close" }).click();
  await page.getByRole("menuitem", { name: "Not today" }).click();
  await expect(strip).toBeHidden();
  await page.reload();
  await expect(page.getByRole("tablist")).toBeVisible();
  await expect(strip).toBeHidden();
});
