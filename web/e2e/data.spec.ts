import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import {
  addNote,
  aPage,
  expect,
  expectAccessible,
  expectKeys,
  expectToFit,
  forget,
  makeUser,
  PASSWORD,
  signUp,
  test,
} from "./fixture";

const WIDTHS = [320, 390, 900, 1536];

async function expectFits(page: Page) {
  for (const width of WIDTHS) await expectToFit(page, width);
}

test("everything is taken out, as an archive, as bookmarks and as a table", { tag: "@nodes" }, async ({ page }) => {
  await makeUser(page);
  await addNote(page, "The spare key hangs behind the boiler.");
  await page.goto("/home");
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

/** Bookmarks as browsers export them, and one that no page is behind. */
function bookmarks(...addresses: string[]) {
  const lines = addresses.map((address, at) => `<DT><A HREF="${address}" ADD_DATE="1300000000">Bookmark ${at + 1}</A>`);
  const text = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><p><DT><H3>Boats</H3><DL><p>
${lines.join("\n")}
<DT><A HREF="javascript:alert(1)">A bookmarklet</A>
</DL><p></DL>`;
  return { name: "bookmarks.html", mimeType: "text/html", buffer: Buffer.from(text) };
}

test("bookmarks are brought in after a look at them, and the import is undone", { tag: "@nodes" }, async ({
  page,
  consoleMessages,
}) => {
  await signUp(page);
  await page.getByRole("link", { name: "Bring what you have" }).click();
  await expect(page).toHaveURL(/\/profile\/data#import$/);
  const bring = page.getByRole("region", { name: "Bring memories in" });
  const file = bring.getByLabel(/Drop files here/);
  await file.setInputFiles({ name: "noise.bin", mimeType: "", buffer: Buffer.from([0, 1, 2, 3, 250, 251]) });
  await expect(bring.getByRole("alert")).toContainText("noise.bin");
  await expect(bring.getByRole("alert")).toContainText("Engram can read");
  // The browser itself notes the refusal.
  forget(consoleMessages, /status of 4\d\d/);

  await file.setInputFiles(bookmarks(aPage(page).address, aPage(page).address));
  const sheet = page.getByRole("region", { name: "bookmarks.html", exact: true });
  const add = sheet.getByRole("button", { name: "Add 2 memories" });
  await expect(add).toBeVisible();
  await expect(sheet.getByRole("row", { name: /Web pages/ })).toContainText("2");
  await expect(sheet.getByText("What will not come across as it was")).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
  await add.press("Enter");
  await expect(sheet.getByText(/^Bookmarks of a browser.*Done/)).toBeVisible();
  await expect(sheet.getByRole("heading", { name: "bookmarks.html" })).toBeFocused();
  await expect(sheet.getByRole("listitem")).toContainText("A bookmarklet");
  const arriving = page.waitForEvent("download");
  await sheet.getByRole("button", { name: /^Save the list/ }).click();
  expect((await readFile(await (await arriving).path())).toString()).toContain("A bookmarklet");

  await page.reload();
  await page.getByRole("button", { name: "Details of bookmarks.html" }).click();
  await expectFits(page);
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Undo this import" }).click();
  const question = page.getByRole("dialog", { name: "Undo this import?" });
  await expectAccessible(page);
  await question.getByRole("button", { name: "Undo the import" }).click();
  await expect(sheet.getByText("Removed again")).toBeVisible();
  await page.goto("/home");
  await expect(page.getByText("An empty shelf, for once.")).toBeVisible();
});

test("what was used is read by keys, in a table and as a file", async ({ page }) => {
  await makeUser(page);
  await addNote(page, "The spare key hangs behind the boiler.");
  await page.goto("/profile/data");
  const days = page.getByRole("region", { name: "By day" });
  const chart = days.getByRole("application", { name: /Saves and searches by day/ });
  await chart.press("End");
  await expect(days.getByRole("status")).toContainText("1 saved, 0 searches");
  await chart.press("Home");
  await expect(days.getByRole("status")).toContainText("0 saved, 0 searches");
  await days.getByText("Each day in a table").click();
  await expect(days.getByRole("row")).toHaveCount(31);
  await expect(page.getByRole("region", { name: "Space" }).getByRole("listitem")).toContainText("Notes");
  const logs = page.getByRole("region", { name: "Logs" });
  await expect(logs.getByText("Nothing has been sent to an AI provider.")).toBeVisible();
  await expectAccessible(page);
  await days.getByRole("radio", { name: "A year" }).check();
  await expect(days.getByRole("row")).toHaveCount(366);
  await expectFits(page);
  const arriving = page.waitForEvent("download");
  await logs.getByRole("button", { name: "Save sign-ins and changes as a table" }).click();
  expect((await readFile(await (await arriving).path())).toString()).toContain("signed-up");
});

test("an account is left with its name and its password, and nothing of it signs in again", { tag: "@nodes" }, async ({
  page,
  consoleMessages,
}) => {
  const name = await makeUser(page);
  await page.goto("/profile/data#leave");
  const leave = page.getByRole("region", { name: "Leave" });
  const remove = leave.getByRole("button", { name: "Delete my account" });
  await expect(remove).toBeDisabled();
  const arriving = page.waitForEvent("download");
  await leave.getByRole("button", { name: "Make an export first" }).click();
  expect((await arriving).suggestedFilename()).toMatch(/\.zip$/);
  await (await arriving).path();
  await leave.getByLabel(`Type ${name} to confirm`).fill(name);
  await leave.getByLabel("Your password").fill("Wrong1!horse");
  await remove.click();
  await expect(leave.getByRole("alert").last()).not.toBeEmpty();
  await expectFits(page);
  await expectAccessible(page);
  // The browser itself notes the refusal.
  forget(consoleMessages, /status of 4\d\d/);
  await leave.getByLabel("Your password").fill(PASSWORD);
  await remove.press("Enter");
  await expect(page).toHaveURL(/\/welcome$/);
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeFalsy();
  const again = await page.request.post("/api/v1/signin", { data: { username: name, password: PASSWORD } });
  expect(again.status()).toBeGreaterThanOrEqual(400);
});
