import type { Page } from "@playwright/test";
import { addNote, call, expect, expectAccessible, makeUser, press, test } from "./fixture";

const reader = (page: Page) => page.locator(".reader");
const palette = (page: Page) => page.getByRole("dialog", { name: "Find or do anything" });
const keys = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole("option", { name });
const heading = (page: Page) => reader(page).getByRole("heading", { level: 1 });
const box = (page: Page) => page.getByPlaceholder("Ask your memories...");

/** Two notes, the older one opened from its card. Gives the ids, the newest first. */
async function opened(page: Page): Promise<string[]> {
  await makeUser(page);
  await addNote(page, "The ferry leaves at seven.");
  await addNote(page, "The orchard ledger is in the blue tin.");
  const { body } = await call(page, "GET", "/api/v1/content");
  await page.goto("/home");
  await openFerry(page);
  return body.content.map(({ _id }: { _id: string }) => _id);
}

async function openFerry(page: Page) {
  await page.getByRole("article").filter({ hasText: "The ferry" }).focus();
  await page.keyboard.press("Enter");
  await expect(heading(page)).toBeFocused();
}

async function openPalette(page: Page) {
  await press(page, "ControlOrMeta+k", palette(page));
  await expect(palette(page).getByRole("combobox")).toBeFocused();
}

test("over an opened memory the palette and the keys open and close, open another one, and ask at home", async ({
  page,
}) => {
  const [ledger] = await opened(page);

  await test.step("they close without closing it", async () => {
    for (const [key, shown] of [
      ["ControlOrMeta+k", palette],
      ["?", keys],
    ] as const) {
      await press(page, key, shown(page));
      await expectAccessible(page);
      // The focus stays within it.
      for (let step = 0; step < 8; step += 1) {
        await page.keyboard.press("Tab");
        // From its end it comes back to its beginning, a frame later.
        await expect(shown(page).locator("button:focus, input:focus, [role=listbox]:focus")).toHaveCount(1);
      }
      await press(page, "Escape", shown(page), "hidden");
      await expect(heading(page)).toBeFocused();
    }
    for (const name of ["Add Memory", "Keyboard shortcuts"]) {
      await openPalette(page);
      await page.keyboard.type(name);
      await expect(option(page, new RegExp(`^${name}`))).toHaveAttribute("aria-selected", "true");
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name });
      await expect(dialog).toBeVisible();
      if (name === "Add Memory") await expectAccessible(page);
      await press(page, "Escape", dialog, "hidden");
      await expect(heading(page)).toBeVisible();
      await expect(heading(page)).toBeFocused();
    }
    await page.keyboard.press("t");
    await expect(page.locator("html")).toHaveClass("light");
    await expect(heading(page)).toBeFocused();
    await press(page, "Escape", reader(page), "hidden");
    await expect(page).toHaveURL(/\/home$/);
  });

  await test.step("the palette opens another one, which gets the focus", async () => {
    await openFerry(page);
    await openPalette(page);
    await page.keyboard.type("ledger");
    const found = option(page, /orchard ledger/).first();
    await found.click();
    await found.waitFor({ state: "hidden" });
    await expect(page).toHaveURL(new RegExp(`/home/memory/${ledger}$`));
    await expect(reader(page)).toContainText("blue tin");
    await expect(heading(page)).toBeFocused();
    // It took the place of the other: one Escape closes it, and nothing is under it.
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\/home$/);
    await expect(reader(page)).toBeHidden();
  });

  await test.step("the palette asks at home, once, and / goes to the box", async () => {
    await openFerry(page);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/vector-search")) asked.push(request.postDataJSON().query);
    });
    await openPalette(page);
    await page.keyboard.type("When does the ferry leave?");
    await option(page, /Ask your memories about/).click();
    await expect(page).toHaveURL(/\/home$/);
    await expect(page.getByRole("article", { name: "Engram’s response" })).toContainText("at seven");
    await expect(box(page)).toHaveValue("When does the ferry leave?");
    await expect(box(page)).toBeFocused();
    await expect(reader(page)).toBeHidden();
    await page.reload();
    await expect(box(page)).toBeVisible();
    await page.goBack();
    await expect(heading(page)).toBeVisible();
    await press(page, "/", reader(page), "hidden");
    await expect(page).toHaveURL(/\/home$/);
    await expect(box(page)).toBeFocused();
    expect(asked).toEqual(["When does the ferry leave?"]);
  });
});
