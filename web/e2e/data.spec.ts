import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { addNote, expect, expectAccessible, expectKeys, expectToFit, signUp, test } from "./fixture";

const WIDTHS = [320, 390, 900, 1536];

async function expectFits(page: Page) {
  for (const width of WIDTHS) await expectToFit(page, width);
}

test("everything is taken out, as an archive, as bookmarks and as a table", async ({ page }) => {
  await signUp(page);
  await addNote(page, "The spare key hangs behind the boiler.");
  await expectKeys(page);
  await page.keyboard.press("Shift+D");
  await expect(page).toHaveURL(/\/profile\/data$/);
  await expect(page).toHaveTitle("Your data, Engram");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  const out = page.getByRole("region", { name: "Take it out" });
  const make = out.getByRole("button", { name: "Make an export" });
  const save = async () => {
    const arriving = page.waitForEvent("download");
    await make.press("Enter");
    const download = await arriving;
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };

  const archive = await save();
  expect(archive.name).toMatch(/^engram-.*\.zip$/);
  expect(archive.bytes.subarray(0, 2).toString()).toBe("PK");
  await expect(out.getByText(/It has begun/)).toBeVisible();

  await out.getByRole("radio", { name: "A table" }).check();
  const table = await save();
  expect(table.name).toMatch(/\.csv$/);
  expect(table.bytes.toString()).toContain("The spare key hangs behind the boiler.");
  await expectFits(page);
  await expectAccessible(page);
});
