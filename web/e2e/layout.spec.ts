import { addNote, expect, signUp, test } from "./fixture";

test("HOME-16 the grid has 1, 2, 3, 4 or 5 columns by breakpoint", async ({ page }) => {
  await signUp(page);
  for (let i = 0; i < 15; i++) await addNote(page, `note number ${i}`);
  for (const [width, columns] of [
    [390, 1],
    [600, 2],
    [900, 3],
    [1200, 4],
    [1536, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/home");
    await expect(page.getByRole("article").first()).toBeVisible();
    const lefts = await page
      .locator(".cards > li")
      .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)));
    expect(lefts.length).toBeGreaterThan(columns);
    expect(new Set(lefts).size).toBe(columns);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `nothing is wider than ${width}`).toBeLessThanOrEqual(0);
  }
});

test("HOME-17 UI-09 the page is at most 2000px wide", async ({ page }) => {
  await signUp(page);
  await addNote(page, "one note");
  await page.setViewportSize({ width: 2560, height: 1200 });
  await page.goto("/home");
  await expect(page.getByRole("article")).toBeVisible();
  const box = await page.locator("#memories").boundingBox();
  expect(box?.width).toBeLessThanOrEqual(2000);
  expect(box?.width).toBeGreaterThan(1900);
});

test("HOME-09 the link leads to the memories", async ({ page }) => {
  await signUp(page);
  await page.setViewportSize({ width: 390, height: 600 });
  await page.getByRole("link", { name: "Scroll to View your Memories" }).click();
  await expect(page.locator("#memories")).toBeInViewport();
});

test("HOME-07 delete shows on hover and focus", async ({ page }) => {
  await signUp(page);
  await addNote(page, "one note");
  await page.reload();
  const card = page.getByRole("article");
  const erase = card.getByRole("button", { name: /Delete/ });
  const opacity = () => erase.evaluate((button) => getComputedStyle(button).opacity);
  await expect(card).toBeVisible();
  expect(await opacity()).toBe("0");
  await card.hover();
  await expect.poll(opacity).toBe("1");
  await page.mouse.move(0, 0);
  await expect.poll(opacity).toBe("0");
  await card.getByRole("link").first().focus();
  await expect.poll(opacity).toBe("1");
  await erase.focus();
  await expect.poll(opacity).toBe("1");
});

test("CARD-07 CARD-06 a note shows six lines and scrolls beyond them", async ({ page }) => {
  await signUp(page);
  await addNote(page, Array.from({ length: 20 }, (_, i) => `line ${i}`).join("\n"));
  await page.reload();
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
