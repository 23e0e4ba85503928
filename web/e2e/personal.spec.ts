import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToast, PASSWORD, test } from "./fixture";
import { startProgram } from "./start";

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
