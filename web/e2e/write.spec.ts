import type { Page } from "@playwright/test";
import { call, expect, expectAccessible, expectToFit, makeUser, test } from "./fixture";

const opened = (page: Page) => page.locator("#opened");
const note = (page: Page) => opened(page).getByRole("textbox", { name: "Your note" });
const status = (page: Page) =>
  opened(page)
    .getByRole("status")
    .filter({ hasText: /Saved|Saving|Not saved/ });

/** Signs a user up with one note. Tells its address, and its text as it is stored. */
async function withNote(page: Page, description: string) {
  await makeUser(page);
  const { body } = await call(page, "POST", "/api/v1/content", { type: "note", description });
  const { _id: id } = body.content;
  const stored = async () => (await call(page, "GET", `/api/v1/content/${id}`)).body.content.description;
  return { path: `/home/memory/${id}`, stored };
}

async function write(page: Page, path: string) {
  await page.goto(path);
  await opened(page).getByRole("button", { name: "Write in this note" }).click();
  await expect(note(page)).toBeFocused();
}

/** Keeps changes from reaching the server until the returned function is called. */
async function loseConnection(page: Page) {
  const changes = "**/api/v1/content/*";
  await page.route(changes, (route) => (route.request().method() === "PATCH" ? route.abort() : route.continue()));
  return () => page.unroute(changes);
}

test.describe("a note", () => {
  // What the browser notes of a call that fails on purpose.
  test.use({ expectedMessages: /ERR_FAILED|409/ });

  test("is written where it is read: lists go on, boxes are ticked, and a lost connection and a reload lose nothing", async ({
    page,
  }) => {
    const { path, stored } = await withNote(page, "# Packing\n\n- [ ] tent\n- [ ] gas");
    await write(page, path);
    await note(page).getByRole("checkbox", { name: "tent" }).click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.press("ControlOrMeta+Enter");
    await page.keyboard.type("\n**rope**");
    await expect.poll(stored).toBe("# Packing\n\n- [x] tent\n- [x] gas\n- [ ] **rope**");
    await expect(status(page)).toHaveText("Saved");
    await expectAccessible(page);
    for (const width of [390, 900]) await expectToFit(page, width);

    const restore = await loseConnection(page);
    await page.keyboard.type(", and tape");
    await expect(status(page)).toHaveText(
      /^Not saved: Engram can’t be reached\. What you wrote is kept on this device\.$/,
    );
    await restore();
    await page.reload();
    await expect(note(page)).toContainText("rope**, and tape");
    await expect.poll(stored).toContain("- [ ] **rope**, and tape");

    await page.keyboard.press("Escape");
    await expect(note(page)).toBeHidden();
    await expect(opened(page).getByText("rope, and tape")).toBeVisible();
    await expect(opened(page).getByRole("heading", { level: 1, name: "Packing" })).toBeFocused();
    await page.keyboard.press("Shift+E");
    await opened(page).getByRole("textbox", { name: "Title" }).fill("The coast");
    await page.keyboard.press("Enter");
    await expect(opened(page).getByRole("heading", { level: 1, name: "The coast" })).toBeVisible();
  });

  test("that is written in two tabs comes in live, and shows both texts where both were changed", async ({
    page,
    context,
  }) => {
    const { path, stored } = await withNote(page, "The keys:");
    await write(page, path);
    const other = await context.newPage();
    await write(other, path);
    await page.bringToFront();
    await page.keyboard.type(" two");
    await expect(note(other)).toContainText("The keys: two");

    const restore = await loseConnection(other);
    await other.bringToFront();
    await note(other).press("ControlOrMeta+End");
    await other.keyboard.type(", blue");
    await expect(status(other)).toHaveText(/^Not saved/);
    await page.bringToFront();
    await page.keyboard.type(", stiff");
    await expect.poll(stored).toBe("The keys: two, stiff");
    await restore();
    await expect(opened(other).getByRole("heading", { name: "This note was changed in two places" })).toBeFocused();
    await expect(opened(other).getByRole("group", { name: "Saved elsewhere" }).locator("mark")).toHaveText("stiff");
    await expect(opened(other).getByRole("group", { name: "Yours" }).locator("mark")).toHaveText("blue");
    await expectAccessible(other);
    await opened(other).getByRole("button", { name: "Keep both" }).click();
    await expect.poll(stored).toBe("The keys: two, stiff\n\n---\n\nThe keys: two, blue");
    await expect(note(page)).toContainText("blue");
  });
});
