import type { Page } from "@playwright/test";
import { addNote, call, expect, expectAccessible, forget, holdTimers, press, signUp, test } from "./fixture";
import { expectWellMade } from "./page-checks";

const box = (page: Page) => page.getByPlaceholder("Ask your memories...");
const field = (page: Page) => page.getByPlaceholder("Ask a follow-up");
const answers = (page: Page) => page.getByRole("article", { name: "Engram’s response" });
const rows = (page: Page) => page.getByRole("list", { name: "Conversations" }).getByRole("listitem");
const title = (page: Page) => page.getByRole("heading", { level: 1 });

/** Asks as the page does; gives the conversation. */
async function asked(page: Page, query: string, conversation?: string): Promise<string> {
  const { status, body } = await call(page, "POST", "/api/v1/vector-search", {
    query,
    type: "all-memories",
    ...(conversation && { conversation }),
  });
  expect(status).toBe(200);
  return body.conversation;
}

const LEDGER = "Where is the orchard ledger kept?";

async function withLedger(page: Page) {
  await signUp(page);
  await addNote(page, "The orchard ledger is kept in the blue tin.\n\nThe ferry to the island leaves at seven.");
}

test("a question is kept, found again and continued", { tag: "@nodes" }, async ({ page }) => {
  await withLedger(page);
  await page.goto("/home");
  await box(page).fill(LEDGER);
  await box(page).press("Enter");
  await expect(answers(page)).toContainText("blue tin");
  await field(page).fill("And when does the ferry leave?");
  await field(page).press("Enter");
  await expect(answers(page)).toHaveCount(2);
  await expect(answers(page).last()).toContainText("at seven");
  // A conversation keeps what was answered whole.
  await expect(page.getByRole("button", { name: "Ask the follow-up" })).not.toHaveAttribute("aria-busy", "true");

  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Conversations" }).click();
  await expect(title(page)).toHaveText("Conversations");
  await expect(title(page)).toBeFocused();
  await expect(page).toHaveTitle("Conversations, Engram");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("2 questions");
  await page.getByRole("searchbox").fill("LEDGER orchard");
  await expect(page).toHaveURL(/query=LEDGER/);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("link", { name: LEDGER }).click();
  await expect(title(page)).toHaveText(LEDGER);
  await expect(page).toHaveTitle(`${LEDGER}, Engram`);
  await expect(answers(page)).toHaveCount(2);
  await field(page).fill("Where is the orchard ledger kept, again?");
  await field(page).press("Enter");
  await expect(answers(page)).toHaveCount(3);
  await expectAccessible(page);

  const source = answers(page).last().getByRole("button", { name: "Source 1" }).first();
  await source.click();
  await expect(page).toHaveURL(/\/conversations\/[^/]+\/memory\//);
  await expect(page.getByRole("dialog").locator("mark.on")).toContainText("blue tin");
  await page.getByRole("button", { name: "Back to the answer" }).click();
  await expect(page).toHaveURL(/\/conversations\/[^/]+$/);
  await expect(answers(page)).toHaveCount(3);
  await expect(source).toBeFocused();
  await expect(page).toHaveTitle(`${LEDGER}, Engram`);
  await expect(source).toBeInViewport();
  await page.goBack();
  await expect(page.getByRole("searchbox")).toHaveValue("LEDGER orchard");
});

test("conversations are asked from the palette, asked again, fit every screen, and are deleted", async ({
  page,
  consoleMessages,
}) => {
  await test.step("they need a sign-in, and the palette opens and asks them", async () => {
    await page.goto("/conversations");
    await expect(page).toHaveURL(/\/auth\/signin/);
    await withLedger(page);
    const find = page.getByRole("combobox", { name: "Find or do anything" });
    await page.getByRole("button", { name: "Find or do anything" }).click();
    await find.fill("conversations");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/conversations$/);
    await page.getByRole("button", { name: "Find or do anything" }).click();
    await find.fill(LEDGER);
    await page.getByRole("option", { name: /Ask your memories about/ }).click();
    await expect(page).toHaveURL(/\/home$/);
    await expect(box(page)).toHaveValue(LEDGER);
    await expect(answers(page)).toContainText("blue tin");
    await page.goBack();
    await expect(page).toHaveURL(/\/conversations$/);
    await expect(rows(page)).toHaveCount(1);
  });

  const [{ id }] = (await call(page, "GET", "/api/v1/conversations")).body.conversations;

  await test.step("an answer that quoted a deleted memory can be asked again", async () => {
    const { body } = await call(page, "GET", "/api/v1/content");
    await call(page, "DELETE", "/api/v1/content", { contentId: body.content[0]._id });
    await addNote(page, "The orchard ledger is kept in the red box now.");
    await page.goto(`/conversations/${id}`);
    await expect(page.getByText("This answer quoted a memory that you have deleted since.")).toBeVisible();
    await expect(page.getByText("blue tin")).toBeHidden();
    await page.getByRole("button", { name: "Ask again" }).click();
    await expect(answers(page)).toContainText("red box");
  });

  await test.step("an unreachable server is reported, and data loads once it is back", async () => {
    await page.route("**/api/v1/conversations*", (route) => route.abort());
    // The page's own retry, every 5 s, would take the button away before it is pressed.
    await holdTimers(page, 5000);
    await page.goto("/conversations");
    await expect(page.getByText("Your conversations could not be read just now.")).toBeVisible();
    await expectAccessible(page);
    await page.unroute("**/api/v1/conversations*");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByText("Your conversations could not be read just now.")).toBeHidden();
    forget(consoleMessages, /ERR_FAILED|reading (a )?conversations? failed/);
  });

  await test.step("the pages of conversations are accessible and fit every screen", async () => {
    await asked(page, `${"Donaudampfschiff".repeat(20)} <img src=x onerror=alert(1)>?`, id);
    await asked(page, "איפה נמצא ספר הפרדס? והאם הוא בקופסה הכחולה?");
    await asked(page, "Donaudampfschiff".repeat(60));
    await expectWellMade(page, ["/conversations", `/conversations/${id}`]);
  });

  await test.step("they are deleted, one and all, and deleted ones say so", async () => {
    await press(page, "c", rows(page).first());
    await page.getByRole("button", { name: `Delete “${LEDGER}”` }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(rows(page)).toHaveCount(2);
    await expect(page.locator("main")).toBeFocused();
    await page.getByRole("button", { name: "Delete all" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete all" }).click();
    await expect(page.getByRole("link", { name: "Ask your memories" })).toBeVisible();
    expect((await call(page, "GET", "/api/v1/conversations")).body.conversations).toEqual([]);
    await expectAccessible(page);
    for (const gone of [id, "no-such-thing", "%00"]) {
      await page.goto(`/conversations/${gone}`);
      await expect(title(page)).toHaveText("This conversation is not here any more.");
    }
    await expectAccessible(page);
    await page.getByRole("link", { name: "All conversations" }).click();
    await expect(page).toHaveURL(/\/conversations$/);
    // The browser itself notes each 404.
    forget(consoleMessages, /404/);
  });
});
