import { addNote, expect, holdTimers, makeUser, pdf, signUp, signUpByForm, test } from "./fixture";

test("HOME-02 HOME-04 HOME-18 UI-01 the header stays while the page scrolls, the first tile is dashed", async ({
  page,
}) => {
  await signUp(page);
  await expect(page.getByRole("button", { name: /^Add to your second brain/ })).toHaveCSS("border-style", "dashed");
  const upgrade = page.getByRole("banner").getByRole("link", { name: "Upgrade Pro" });
  await expect(upgrade).toHaveCSS("background-image", /^linear-gradient\(/);
  for (let i = 0; i < 12; i++) await addNote(page, `note ${i}\n`.repeat(6));
  await page.setViewportSize({ width: 390, height: 700 });
  await page.reload();
  await expect(page.getByRole("article").first()).toBeVisible();
  const turned = async () => {
    await page.mouse.wheel(0, 1500);
    return page.evaluate(() => window.scrollY);
  };
  await expect.poll(turned).toBeGreaterThan(500);
  await expect.poll(async () => (await page.getByRole("banner").boundingBox())?.y).toBe(0);
  await expect(page.getByRole("banner").getByRole("button", { name: "Add Memory" })).toBeInViewport();
});

test("HOME-11 the tabs fold on small screens", async ({ page }) => {
  await signUpByForm(page);
  await page.setViewportSize({ width: 390, height: 700 });
  const tab = page.getByRole("tab", { name: "Notes" });
  await expect(tab).toBeHidden();
  await page.getByRole("button", { name: "All Memories" }).click();
  // On the first visit too, with its large top.
  await expect(page.getByRole("tablist")).toBeInViewport({ ratio: 1 });
  await tab.click();
  await expect(tab).toBeHidden();
  await expect(page.getByRole("button", { name: "Notes" })).toBeVisible();
  await page.setViewportSize({ width: 900, height: 700 });
  await expect(tab).toBeVisible();
});

test("MENU-01 MENU-05 the menu is 16rem wide, and its API entry does nothing", async ({ page }) => {
  await signUp(page);
  await page.getByRole("button", { name: "User menu" }).click();
  const menu = page.getByRole("menu");
  await expect.poll(async () => (await page.locator(".menu").boundingBox())?.width).toBe(256);
  const api = menu.getByRole("menuitem", { name: "API" });
  // The grey of the words under the name.
  const grey = await page.locator(".menu-who div > span").evaluate((words) => getComputedStyle(words).color);
  await expect(api).toHaveCSS("color", grey);
  await expect(menu.getByRole("menuitem", { name: "Settings" })).not.toHaveCSS("color", grey);
  await api.click({ force: true });
  await expect(page).toHaveURL(/\/home$/);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
});

test("UI-03 UI-04 a toast is 356 px wide, at the bottom right, for 3 seconds", async ({ page }) => {
  const release = await holdTimers(page, 3000);
  await signUp(page);
  await page.getByRole("banner").getByRole("button", { name: "Add Memory" }).click();
  const panel = page.getByRole("dialog", { name: "Add Memory" });
  await panel.getByText("Note", { exact: true }).click();
  await panel.getByPlaceholder("Add your note").fill("a note");
  await panel.getByRole("button", { name: "Add Memory" }).click();
  const toast = page.locator("[data-sonner-toast]").filter({ hasText: "Memory created successfully" });
  await expect(toast).toBeVisible();
  const box = () => toast.evaluate((element) => element.getBoundingClientRect().toJSON());
  await expect.poll(async () => (await box()).width).toBe(356);
  await expect.poll(async () => (await box()).right).toBeGreaterThan(1536 - 64);
  await expect.poll(async () => (await box()).bottom).toBeGreaterThan(960 - 64);
  // It stays for as long as its timer is held.
  await release();
  await expect(toast).toBeHidden();
});

test("ASK-10 the related card is beside the answer, and below it on small screens", async ({ page }) => {
  await makeUser(page);
  await addNote(page, "The ferry leaves at seven.");
  await page.goto("/home");
  const box = page.getByPlaceholder("Ask your memories...");
  await box.fill("When does the ferry leave?");
  await box.press("Enter");
  const answer = page.getByRole("article", { name: "Engram’s response" });
  const related = page.getByLabel("Related content");
  await expect(answer).toContainText("seven");
  // What stands above may still be arriving between the one and the other.
  const boxes = async () => {
    const [a, r] = [await answer.boundingBox(), await related.boundingBox()];
    return a && r && { beside: r.x >= a.x + a.width, below: r.y >= a.y + a.height };
  };
  await expect.poll(boxes).toMatchObject({ beside: true });
  await page.setViewportSize({ width: 600, height: 900 });
  await expect.poll(boxes).toMatchObject({ below: true });
});

test("ROUTE-14 a reload opens the same page", async ({ page }) => {
  await page.goto("/auth/signup");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Start remembering." })).toBeVisible();
});

test("CARD-09 CARD-10 a document opens in a new tab by its link only", async ({ page, context }) => {
  await signUp(page);
  await page.getByRole("banner").getByRole("button", { name: "Add Memory" }).click();
  const panel = page.getByRole("dialog", { name: "Add Memory" });
  await panel.getByText("Document", { exact: true }).click();
  await panel
    .locator("input[type=file]")
    .setInputFiles({ name: "a.pdf", mimeType: "application/pdf", buffer: pdf("words") });
  await expect(panel.getByRole("button", { name: "Add Memory" })).toBeEnabled();
  await panel.getByRole("button", { name: "Add Memory" }).click();
  await expect(panel).toBeHidden();
  const link = page.getByRole("article", { name: "a.pdf" }).getByRole("link", { name: "Document" });
  await expect(link).toBeVisible();
  // Another person's browser: no token, nothing stored. The link carries all it needs.
  const other = await context.browser()?.newContext();
  const opened = await other?.request.get((await link.getAttribute("href")) ?? "");
  expect(opened?.status()).toBe(200);
  expect(opened?.headers()["content-type"]).toBe("application/pdf");
  await other?.close();
  const tab = context.waitForEvent("page");
  await link.click();
  await (await tab).close();
});
