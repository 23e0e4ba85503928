import { addNote, expect, holdTimers, makeUser, pdf, test } from "./fixture";

test("HOME-02 HOME-04 HOME-09 HOME-11 MENU-01 MENU-05 UI-01 the first tile is dashed, the tabs fold on small screens, and the menu is 16rem wide", async ({
  page,
}) => {
  await makeUser(page);
  // The first visit, with its large top.
  await page.evaluate(() => localStorage.removeItem("visited"));
  await page.goto("/home");
  await expect(page.getByRole("button", { name: /^Add to your second brain/ })).toHaveCSS("border-style", "dashed");
  const upgrade = page.getByRole("banner").getByRole("link", { name: "Upgrade Pro" });
  await expect(upgrade).toHaveCSS("background-image", /^linear-gradient\(/);

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

  await page.setViewportSize({ width: 390, height: 700 });
  const tab = page.getByRole("tab", { name: "Notes" });
  await expect(tab).toBeHidden();
  await page.getByRole("button", { name: "All Memories" }).click();
  await expect(page.getByRole("tablist")).toBeInViewport({ ratio: 1 });
  await tab.click();
  await expect(tab).toBeHidden();
  await expect(page.getByRole("button", { name: "Notes" })).toBeVisible();
  await page.setViewportSize({ width: 900, height: 700 });
  await expect(tab).toBeVisible();

  // Later, with the compact top.
  await page.evaluate(() => localStorage.setItem("visited", "true"));
  await page.setViewportSize({ width: 390, height: 600 });
  await page.goto("/home");
  await page.getByRole("link", { name: "Scroll to View your Memories" }).click();
  await expect(page.locator("#memories")).toBeInViewport();
});

test("HOME-07 CARD-06 CARD-07 CARD-09 CARD-10 UI-03 UI-04 a toast stays 3 seconds, a note shows six lines, a document opens in a new tab", async ({
  page,
  context,
}) => {
  const release = await holdTimers(page, 3000);
  await makeUser(page);
  await page.goto("/home");
  const add = page.getByRole("banner").getByRole("button", { name: "Add Memory" });
  const panel = page.getByRole("dialog", { name: "Add Memory" });

  await test.step("UI-03 UI-04 a toast is 356 px wide, at the bottom right, for 3 seconds", async () => {
    await add.click();
    await panel.getByText("Note", { exact: true }).click();
    const lines = Array.from({ length: 20 }, (_, i) => `line ${i}`).join("\n");
    await panel.getByPlaceholder("Add your note").fill(lines);
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
    await expect(panel).toBeHidden();
  });

  const card = page.getByRole("article");
  await test.step("CARD-07 CARD-06 a note shows six lines and scrolls beyond them", async () => {
    const note = page.getByRole("group", { name: /Note/ });
    await expect(note).toBeVisible();
    const { height, line, scrolls } = await note.evaluate((box) => ({
      height: box.clientHeight,
      line: Number.parseFloat(getComputedStyle(box).lineHeight),
      scrolls: box.scrollHeight > box.clientHeight,
    }));
    expect(Math.round(height / line)).toBe(6);
    expect(scrolls).toBe(true);
  });

  await test.step("HOME-07 delete shows on hover and focus", async () => {
    const erase = card.getByRole("button", { name: /Delete/ });
    const opacity = () => erase.evaluate((button) => getComputedStyle(button).opacity);
    // Neither where the pointer is, nor where the focus returned to.
    await page.mouse.move(0, 0);
    await add.focus();
    await expect.poll(opacity).toBe("0");
    await card.hover();
    await expect.poll(opacity).toBe("1");
    await page.mouse.move(0, 0);
    await expect.poll(opacity).toBe("0");
    await card.getByRole("link").first().focus();
    await expect.poll(opacity).toBe("1");
    await erase.focus();
    await expect.poll(opacity).toBe("1");
  });

  await test.step("CARD-09 CARD-10 a document opens in a new tab by its link only", async () => {
    await add.click();
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
});

test("HOME-18 ASK-10 the related card is beside the answer, below it on small screens, where the header stays while the page scrolls", async ({
  page,
}) => {
  await makeUser(page);
  for (let i = 0; i < 12; i++) await addNote(page, `note ${i}\n`.repeat(6));
  await addNote(page, "The ferry leaves at seven.");
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto("/home");
  await expect(page.getByRole("article").first()).toBeVisible();
  const turned = async () => {
    await page.mouse.wheel(0, 1500);
    return page.evaluate(() => window.scrollY);
  };
  await expect.poll(turned).toBeGreaterThan(500);
  await expect.poll(async () => (await page.getByRole("banner").boundingBox())?.y).toBe(0);
  await expect(page.getByRole("banner").getByRole("button", { name: "Add Memory" })).toBeInViewport();

  await page.setViewportSize({ width: 1536, height: 960 });
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
