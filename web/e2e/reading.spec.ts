import type { Page } from "@playwright/test";
import { call, expect, expectAccessible, expectToFit, makeUser, site, test } from "./fixture";

const reader = (page: Page) => page.locator("#opened");
const weather = (page: Page) => reader(page).getByRole("heading", { name: "The weather column" });

/** Saves the page that has everything, and opens it. */
async function openLogbook(page: Page): Promise<string> {
  const { body } = await call(page, "POST", "/api/v1/content", { type: "link", link: `${site()}/logbook` });
  const id = body.content._id;
  await expect.poll(async () => (await call(page, "GET", `/api/v1/content/${id}`)).body.content.status).toBe("ready");
  await page.goto(`/home/memory/${id}`);
  await expect(weather(page)).toBeAttached();
  return id;
}

const stored = async (page: Page, id: string) =>
  (await call(page, "GET", `/api/v1/content/${id}`)).body.content.progress ?? 0;

test("a saved article reads as it was made, by keyboard, in each width and paper, with its outline and footnotes, and goes on", async ({
  page,
  browser,
  baseURL,
}) => {
  await makeUser(page);
  const id = await openLogbook(page);

  await test.step("another device offers the place that was read to", async () => {
    await weather(page).evaluate((heading) => heading.scrollIntoView({ block: "start" }));
    await expect.poll(() => stored(page, id)).toBeGreaterThan(0.1);
    const token = await page.evaluate(() => localStorage.getItem("token") ?? "");
    const device = await browser.newContext({ baseURL: baseURL ?? "", viewport: { width: 1536, height: 960 } });
    await device.addInitScript((value) => localStorage.setItem("token", value), token);
    const other = await device.newPage();
    await other.goto(`/home/memory/${id}`);
    const goOn = other.getByRole("button", { name: /^Go on at \d+%/ });
    await expect(goOn).toBeVisible();
    expect(await reader(other).evaluate((element) => element.scrollTop)).toBe(0);
    await goOn.click();
    await expect(weather(other)).toBeInViewport();
    await expect(goOn).toBeHidden();
    await device.close();
  });

  const text = reader(page);
  await expect(text.getByRole("img", { name: "A calm sea under a full moon" })).toHaveAttribute("width", /\d+/);
  await expect(text.getByRole("figure").getByText(/drawn on the back of the entry/)).toBeAttached();
  await expect(text.getByRole("table", { name: /One day in the log/ })).toBeAttached();
  await expect(text.getByText("Python", { exact: true })).toBeAttached();
  await expect(text.getByRole("link", { name: /report every vessel/ })).toHaveAttribute("rel", /noopener/);
  await expect(text.getByText("הלילה היה קצר")).toHaveAttribute("dir", "auto");
  // As each paper in one of the widths.
  for (const [width, paper, dark] of [
    [390, "Dark", true],
    [900, "Sepia", true],
    [1536, "Light", false],
  ] as const) {
    await expectToFit(page, width);
    await text.getByRole("button", { name: "Text size and spacing" }).click();
    const panel = page.getByRole("dialog", { name: "Text size and spacing" });
    await panel.getByText(paper, { exact: true }).click();
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(page.locator("html")).toHaveClass(dark ? "dark" : "light");
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1536, height: 960 });

  const outline = page.getByRole("navigation", { name: "In this text" });
  await outline.getByRole("link", { name: "The weather column" }).click();
  await expect(weather(page)).toBeInViewport();
  await expect(weather(page)).toBeFocused();
  await expect(outline.getByRole("link", { name: "The weather column" })).toHaveAttribute("aria-current", "true");

  const sign = reader(page).getByRole("button", { name: "Footnote 1" });
  await sign.focus();
  await page.keyboard.press("Enter");
  const note = page.getByRole("dialog", { name: "Footnote 1" });
  await expect(note).toContainText("The twelve-step scale");
  await page.keyboard.press("Escape");
  await expect(note).toBeHidden();
  await expect(sign).toBeFocused();

  await reader(page).getByRole("link", { name: "Back to the text" }).click();
  await expect(sign).toBeInViewport();

  await page.keyboard.press("f");
  await expect(reader(page).getByRole("complementary")).toBeHidden();
  await expect(page.locator("header").first()).toHaveAttribute("inert", "");
  await page.keyboard.press("Escape");
  await expect(reader(page).getByRole("complementary").first()).toBeVisible();
  await expect(reader(page)).toBeVisible();

  await page.emulateMedia({ media: "print" });
  await expect(page.locator("header").first()).toBeHidden();
  // It would stand on each sheet.
  await expect(page.getByText("Skip to content")).toBeHidden();
  await expect(reader(page).getByText("It has no plot")).toBeVisible();
});
