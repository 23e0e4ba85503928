import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { addNote, call, expect, expectAccessible, expectToast, makeUser, PASSWORD, signUp, test } from "./fixture";
import { aSteadyAddress, startProgram } from "./program";

const box = (page: Page) => page.getByPlaceholder("Ask your memories...");
const panel = (page: Page) => page.getByRole("dialog", { name: "Add Memory" });
const openPanel = (page: Page) => page.getByRole("banner").getByRole("button", { name: "Add Memory" }).click();

/** Ends the session on the server, as another device may. The page does not know. */
async function endSession(page: Page) {
  expect((await call(page, "POST", "/api/v1/signout")).status).toBe(200);
}

/** Asks what is in the box. The stream of changes may learn first that the session has ended, and take the box away. */
async function askUntilSignIn(page: Page) {
  const signIn = page.waitForURL("**/auth/signin**");
  await Promise.race([box(page).press("Enter"), signIn]);
  await signIn;
}

async function signIn(page: Page, name: string) {
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test.describe("a session that ends during use", () => {
  // The browser notes each 401, and the app what it was doing.
  test.use({ expectedMessages: /401|Please sign in to continue/ });

  test("U-13 leads to sign-in, and back for the same user alone to what was typed", async ({ page }) => {
    const somebodyElse = await makeUser(page);
    const name = await signUp(page);
    await expect(page.getByRole("heading", { name: /^Good Evening ./ })).toBeVisible();
    await openPanel(page);
    await panel(page).getByLabel("Website address").fill("https://example.com/half-typed");
    await panel(page).getByText("Note", { exact: true }).click();
    await panel(page).getByPlaceholder("Add your note").fill("Half a note");
    await page.keyboard.press("Escape");
    await expect(panel(page)).toBeHidden();
    await box(page).fill("Where are the keys?");
    await endSession(page);
    await askUntilSignIn(page);
    await page.waitForURL("**/auth/signin?redirect=%2Fhome");
    await expect(page.getByText("Your session has ended. Please sign in again.")).toBeFocused();
    await expectAccessible(page);
    await signIn(page, name);
    await page.waitForURL("**/home");
    await expect(box(page)).toHaveValue("Where are the keys?");
    await openPanel(page);
    await expect(panel(page).getByLabel("Website address")).toHaveValue("https://example.com/half-typed");
    await panel(page).getByText("Note", { exact: true }).click();
    await expect(panel(page).getByPlaceholder("Add your note")).toHaveValue("Half a note");
    await page.keyboard.press("Escape");
    await expect(panel(page)).toBeHidden();

    await test.step("hides what was typed from the next user", async () => {
      await box(page).fill("A secret question");
      await endSession(page);
      await askUntilSignIn(page);
      await signIn(page, somebodyElse);
      await page.waitForURL("**/home");
      await expect(page.getByRole("heading", { name: `Good Evening ${somebodyElse}` })).toBeVisible();
      await expect(box(page)).toHaveValue("");
    });

    // A call that was under way when the session ended is answered 401.
    await test.step("what was typed is discarded at log-out", async () => {
      await box(page).fill("A question");
      await page.getByRole("button", { name: "User menu" }).click();
      await page.getByRole("menuitem", { name: "Logout" }).click();
      await page.waitForURL("**/auth/signin");
      await signIn(page, somebodyElse);
      await page.waitForURL("**/home");
      await expect(box(page)).toHaveValue("");
    });

    await test.step("U-13 leads back to the memory that was open", async () => {
      await addNote(page, "The ferry leaves at seven.");
      const { body } = await call(page, "GET", "/api/v1/content");
      const path = `/home/memory/${body.content[0]._id}`;
      await page.goto("/nowhere");
      await endSession(page);
      await page.goto(path);
      await page.waitForURL(`**/auth/signin?redirect=${encodeURIComponent(path)}`);
      await signIn(page, somebodyElse);
      await page.waitForURL(`**${path}`);
    });
  });
});

test.describe("a server that is unreachable for a while", () => {
  // What the browser notes of a call that finds nobody or a server that begins, the app of what it was doing, and axe of the
  // stylesheets, which it reads again.
  test.use({ expectedMessages: /net::ERR_|status of 503|failed TypeError|Failed to fetch|load preload assets/ });

  test("ERR-04 ERR-10 ERR-26 loses nothing that was typed or saved", async ({ page }) => {
    const data = await mkdtemp(join(tmpdir(), "engram-e2e-"));
    const settings = { ENGRAM_ADDR: await aSteadyAddress(), ENGRAM_ENCODER: "off" };
    let program = await startProgram(data, settings);
    const { url } = program;
    try {
      const send = (path: string, data: object, authorization = "") =>
        page.request.post(`${url}/api/v1/${path}`, { data, headers: { authorization } });
      const { token } = await (await send("signup", { username: "Maya", password: PASSWORD })).json();
      await send("content", { type: "note", description: "The ferry leaves at seven." }, token);
      await page.goto(`${url}/favicon.svg`);
      await page.evaluate((token) => localStorage.setItem("token", token), token);
      await page.goto(`${url}/home`);
      const card = page.getByRole("region", { name: "Your memories" }).getByText("The ferry leaves at seven.");
      await expect(card).toBeVisible();
      await openPanel(page);
      await panel(page).getByText("Note", { exact: true }).click();
      await panel(page).getByPlaceholder("Add your note").fill("Keys: two, one is stiff.");

      await program.stop();
      const notice = page.getByRole("status").filter({ hasText: "Engram can’t be reached." });

      await test.step("saving says so, and the panel keeps what was typed", async () => {
        await panel(page).getByRole("button", { name: "Add Memory" }).click();
        await expectToast(page, "Failed to create memory (status: unknown)");
        await expect(notice).toHaveText(/What you typed is kept; trying again\.\s*Try now/);
        await expect(panel(page).getByPlaceholder("Add your note")).toHaveValue("Keys: two, one is stiff.");
        await notice.getByRole("button", { name: "Try now" }).click();
        await expect(panel(page)).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(panel(page)).toBeHidden();
      });
      await test.step("asking says so, and the question stays", async () => {
        await box(page).fill("When does the ferry leave?");
        await box(page).press("Enter");
        await expect(page.getByRole("alert").filter({ hasText: "An unexpected error occurred" })).toBeVisible();
        await expect(box(page)).toHaveValue("When does the ferry leave?");
        await expectAccessible(page);
      });

      await test.step("a memory that could not be deleted comes back", async () => {
        const refused = page.waitForEvent("requestfailed", (request) => request.method() === "DELETE");
        await card.hover();
        await page.getByRole("button", { name: "Delete The ferry leaves at seven." }).click();
        await refused;
        await expect(card).toBeVisible();
      });

      program = await startProgram(data, settings);

      await test.step("it is back without a reload", async () => {
        await expect(notice).toBeHidden();
        await box(page).press("Enter");
        await expect(page.getByRole("article", { name: "Engram’s response" })).toContainText("at seven");
        await openPanel(page);
        await panel(page).getByText("Note", { exact: true }).click();
        await expect(panel(page).getByPlaceholder("Add your note")).toHaveValue("Keys: two, one is stiff.");
        await panel(page).getByRole("button", { name: "Add Memory" }).click();
        await expect(panel(page)).toBeHidden();
        await expect(
          page.getByRole("region", { name: "Your memories" }).getByText("Keys: two, one is stiff."),
        ).toBeVisible();
        await expect(card).toBeVisible();
      });
    } finally {
      await program.stop();
      await rm(data, { recursive: true, force: true });
    }
  });
});
