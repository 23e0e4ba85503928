import { addNote, expect, makeUser, signUp, test } from "./fixture";

test("HOME-09 the link scrolls to the memories", async ({ page }) => {
  await signUp(page);
  await page.setViewportSize({ width: 390, height: 600 });
  await page.getByRole("link", { name: "Scroll to View your Memories" }).click();
  await expect(page.locator("#memories")).toBeInViewport();
});

test("HOME-07 delete shows on hover and focus", async ({ page }) => {
  await makeUser(page);
  await addNote(page, "one note");
  await page.goto("/home");
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
  await makeUser(page);
  await addNote(page, Array.from({ length: 20 }, (_, i) => `line ${i}`).join("\n"));
  await page.goto("/home");
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
