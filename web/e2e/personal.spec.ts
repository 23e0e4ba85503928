import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToast, PASSWORD, test } from "./fixture";
import { aSteadyAddress, runProgram, startProgram } from "./program";

test.use({ expectedMessages: /status of 403/ });

/** Fills in the form that stands on the page. */
async function giveName(page: Page, name: string, action: string) {
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: action }).click();
}

test("personal mode: the first account is the owner, who invites another user and disables them", async ({
  page,
  browser,
}) => {
  const data = await mkdtemp(join(tmpdir(), "engram-personal-"));
  const { url, stop } = await startProgram(data, { ENGRAM_MODE: "personal", ENGRAM_ENCODER: "off" });
  try {
    await page.goto(url);
    await expect(page.getByRole("heading", { name: "A quiet place to begin." })).toBeVisible();
    await expectAccessible(page);
    await giveName(page, "Maya", "Make the owner’s account");
    await page.waitForURL("**/home");

    await page.getByRole("button", { name: "User menu" }).click();
    await page.getByRole("menuitem", { name: "Admin" }).click();
    await expect(page.getByRole("heading", { name: "Admin" })).toBeVisible();
    await page.getByRole("button", { name: "Make an invitation" }).click();
    const link = await page.getByLabel("Link").inputValue();

    const elsewhere = await browser.newContext();
    const guest = await elsewhere.newPage();
    await guest.goto(link);
    await expect(guest.getByRole("heading", { name: "You are invited." })).toBeVisible();
    await giveName(guest, "Ben", "Create account");
    await guest.waitForURL("**/home");
    await elsewhere.close();

    await page.reload();
    const person = (name: string) => page.getByRole("table", { name: /^People/ }).getByRole("row", { name });
    await expect(person("Maya")).toContainText("Owner");
    await expect(person("Ben")).toContainText("Member");
    await expect(page.getByRole("table", { name: /^Invitations/ })).toContainText("Used by Ben");

    const backups = page.getByRole("region", { name: "Backups" });
    await expect(backups).toContainText("Every day");
    await backups.getByRole("button", { name: "Back up now" }).click();
    await expectToast(page, "Backup made");
    await expect(backups.getByRole("row", { name: /On request/ })).toContainText(/engram-.*\.tar\.zst/);
    await expectAccessible(page);

    await person("Ben").getByRole("button").click();
    await page.getByRole("menuitem", { name: "Disable" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
    await expect(person("Ben")).toContainText("Disabled");

    await page.getByRole("button", { name: "User menu" }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await expect(page).toHaveURL(/\/auth\/signin/);
    await giveName(page, "Ben", "Sign in");
    await expectToast(page, "Sign in errorThis account is disabled. Please turn to whoever runs this Engram.");
    await expect(page).toHaveURL(/\/auth\/signin/);
  } finally {
    await page.goto("about:blank");
    await stop();
    await rm(data, { recursive: true, force: true });
  }
});

/** Keys of age that encrypt nothing but what this test makes. */
const KEY = {
  secret: "AGE-SECRET-KEY-130L46H7AVZNXSSAEL0DHLEDN3WEZ5659Q2HKPECEWJR9MLSS83HSACCVC4",
  public: "age17vrhcukptncvu7rykts9wnc3uzxw5mhp0m2xsp9gxywrfuycvpcsetplk5",
};
const ANOTHER_KEY = "AGE-SECRET-KEY-1DGFTM3NDF4FPC4CK0U00HN0ZDU0RJKHFTCLQAMTLA5KUJW97ARJQQE9SR9";

const NOTES = ["The ferry leaves at seven.", "Otters hold hands while they sleep."];

const PERSONAL = { ENGRAM_MODE: "personal", ENGRAM_ENCODER: "off", ENGRAM_BACKUP_EVERY: "off" };

/** Writes an encrypted backup of an Engram in which Maya saved notes, and returns it. */
async function aBackup(page: Page, place: string): Promise<Buffer> {
  const { url, stop } = await startProgram(join(place, "old"), PERSONAL);
  const path = join(place, "engram.tar.zst.age");
  try {
    const send = (call: string, data: object, token = "") =>
      page.request.post(`${url}/api/v1/${call}`, { data, headers: { authorization: token } });
    const { token } = await (await send("signup", { username: "Maya", password: PASSWORD })).json();
    for (const description of NOTES) await send("content", { type: "note", description }, token);
    await runProgram(join(place, "old"), ["backup", path], { ENGRAM_BACKUP_RECIPIENT: KEY.public });
  } finally {
    await stop();
  }
  return readFile(path);
}

test.describe("a backup", () => {
  // The browser notes what was refused, and that the server is away while it starts anew.
  test.use({ expectedMessages: /status of (400|503)|net::ERR_/ });

  test("is restored on the first screen, after files and keys that are refused", async ({ page }) => {
    const place = await mkdtemp(join(tmpdir(), "engram-restore-"));
    const archive = await aBackup(page, place);
    const settings = { ...PERSONAL, ENGRAM_ADDR: await aSteadyAddress() };
    const { url, stop } = await startProgram(join(place, "new"), settings);
    const choose = (name: string, buffer: Buffer) =>
      page.getByLabel(/Drop an Engram backup here/).setInputFiles({ name, mimeType: "", buffer });
    const restoreWith = async (key: string) => {
      await page.getByLabel("The key of engram.tar.zst.age").fill(key);
      await page.getByRole("button", { name: "Restore" }).click();
    };
    const refusal = page.getByRole("region", { name: "Restore a backup" }).getByRole("alert");
    try {
      await page.goto(url);
      await choose("holidays.zip", Buffer.from("PK, a zip of something"));
      await expect(refusal).toHaveText(/^holidays.zipThis is no backup of Engram's/);
      await choose("engram.tar.zst.age", archive.subarray(0, archive.length - 100));
      await restoreWith(KEY.secret);
      await expect(refusal).toHaveText(/This backup is (cut off|damaged)/);
      await choose("engram.tar.zst.age", archive);
      await restoreWith(ANOTHER_KEY);
      await expect(refusal).toHaveText(/for another key/);
      await expectAccessible(page);
      await restoreWith(KEY.secret);

      await expect(page.getByRole("heading", { name: "All is back." })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("link", { name: "Sign in" }).click();
      await giveName(page, "Maya", "Sign in");
      await page.waitForURL("**/home");
      for (const note of NOTES) await expect(page.getByRole("article").filter({ hasText: note })).toBeVisible();
    } finally {
      await page.goto("about:blank");
      await stop();
      await rm(place, { recursive: true, force: true });
    }
  });
});
