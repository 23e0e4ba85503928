import type { Page } from "@playwright/test";
import { book } from "./book";
import { call, expect, expectAccessible, expectToFit, forget, makeUser, test } from "./fixture";
import { addPdf, expectPrinted, printed, reader } from "./printed";

const numberField = (page: Page) => reader(page).getByLabel("Page number");
const zoom = (page: Page) => reader(page).getByLabel("Zoom", { exact: true });

const QUOTE = "What was replayed most on the first night was what remained on the third.";

/** Forty pages, of which the 30th has the quote over two lines. */
const PAGES = Array.from({ length: 40 }, (_, index) => [
  `Chapter ${index + 1} of the book`,
  "The participants who slept least did not forget first, and",
  "most reported feeling no worse for it.",
  ...(index === 29
    ? ["The difference came a day later. What was replayed most on", "the first night was what remained on the third."]
    : []),
]);

const addBook = (page: Page) => addPdf(page, book(PAGES));

/** Opens a memory as an answer's citations do. */
async function openCited(page: Page, id: string) {
  const citations = [
    { n: 1, quote: QUOTE, place: "page 30", page: 30 },
    { n: 2, quote: "Chapter 7 of the book", place: "page 7", page: 7 },
  ];
  await page.goto(`/home/memory/${id}`);
  await expectPrinted(page, 1);
  await page.evaluate((cited) => history.replaceState({ ...history.state, usr: cited, key: "cited" }, ""), {
    question: "What is kept?",
    citations,
    shown: 0,
  });
  await page.reload();
}

test("a cited place is lit on the page, in the text and on its thumbnail, on a phone as well, and citations are stepped", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await makeUser(page);
  const id = await addBook(page);

  await test.step("on a phone Page and Text are one switch, and nothing sticks out", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openCited(page, id);
    await expectPrinted(page, 30);
    await expect(printed(page, 30).locator(".pdf-cited.on").last()).toBeInViewport();
    await expectToFit(page, 390, 844);
    await expectAccessible(page);
    await reader(page).getByRole("radio", { name: "Text" }).check({ force: true });
    await expect(printed(page, 30)).toBeHidden();
    await expect(reader(page).locator("mark.on")).toBeInViewport();
    await expectAccessible(page);
    await reader(page).getByRole("radio", { name: "Page" }).check({ force: true });
    await expect(printed(page, 30).locator(".pdf-cited.on").last()).toBeInViewport();
  });

  await page.setViewportSize({ width: 1536, height: 960 });
  await page.reload();
  await expectPrinted(page, 30);
  await expect(printed(page, 30).locator(".pdf-cited.on")).toHaveCount(2);
  await expect(printed(page, 30).locator(".pdf-cited.on").first()).toBeInViewport();
  await expect(printed(page, 30).getByRole("img", { name: "Source 1" })).toBeInViewport();
  await expect(reader(page).locator("mark.on")).toBeInViewport();
  const thumbnail = reader(page).getByRole("button", { name: "Page 30, cited" });
  await expect(thumbnail).toHaveAttribute("aria-current", "page");
  await expect(thumbnail).toBeInViewport();
  await expect(thumbnail.locator(".pdf-cited")).toHaveCount(2);

  await test.step("it is lit where its words are printed", async () => {
    const sheet = await printed(page, 30).boundingBox();
    const [first, second] = await printed(page, 30).locator(".pdf-cited.on").all();
    const [one, two] = [await first?.boundingBox(), await second?.boundingBox()];
    if (!sheet || !one || !two) throw new Error("nothing is lit");
    // The line begins an inch from the left, and the quote ends it: 18 points further down it goes on.
    const point = sheet.width / 612;
    expect(one.x - sheet.x).toBeGreaterThan(200 * point);
    expect(Math.abs(two.x - sheet.x - 72 * point)).toBeLessThan(6 * point);
    expect(Math.abs(two.y - one.y - 18 * point)).toBeLessThan(2 * point);
    expect(one.y - sheet.y).toBeGreaterThan((792 - 700 + 2 * 18 - 5) * point);
  });

  await test.step("text over the page is selected and copied as it reads", async () => {
    await printed(page, 30)
      .locator(".pdf-words")
      .evaluate((words) => window.getSelection()?.selectAllChildren(words));
    await page.keyboard.press("Control+c");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.trim().split("\n")).toEqual(PAGES[29]);
    await page.evaluate(() => window.getSelection()?.removeAllRanges());
  });

  await reader(page).getByRole("button", { name: "Next citation" }).click();
  await expect(printed(page, 7).locator(".pdf-cited.on")).toBeInViewport();
  await expect(reader(page).locator("mark.on")).toHaveText(/Chapter 7/);
  await expect(numberField(page)).toHaveValue("7");
  for (const width of [1536, 900]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
});

test("pages are turned, zoomed by keys, and searched; a document opens where it was left, and is read and printed as a text", async ({
  page,
  consoleMessages,
}) => {
  await makeUser(page);
  const id = await addBook(page);
  await page.goto(`/home/memory/${id}`);
  await expectPrinted(page, 1);
  await reader(page).getByRole("button", { name: "Next page" }).click();
  await expect(numberField(page)).toHaveValue("2");
  await numberField(page).fill("40");
  await numberField(page).press("Enter");
  await expect(printed(page, 40)).toBeInViewport();

  const before = await zoom(page).textContent();
  await reader(page).getByLabel("The pages as printed").press("+");
  await expect(zoom(page)).not.toHaveText(before ?? "");
  await expect(printed(page, 40), "the page stays").toBeInViewport();
  await page.keyboard.press("0");
  const wide = await printed(page, 40).boundingBox();
  const pane = await reader(page).getByLabel("The pages as printed").boundingBox();
  expect(Math.abs((pane?.width ?? 0) - (wide?.width ?? 0) - 56)).toBeLessThan(30);
  await page.keyboard.press("-");
  await expect.poll(async () => (await printed(page, 40).boundingBox())?.width).toBeLessThan(wide?.width ?? 0);

  await page.keyboard.press("Control+f");
  const field = reader(page).getByRole("textbox", { name: "Find in this document" });
  await field.fill("OF the book");
  await expect(reader(page).getByText("1 of 40")).toBeVisible();
  await expect(printed(page, 1).locator(".pdf-found.on")).toBeInViewport();
  await field.press("Shift+Enter");
  await expect(reader(page).getByText("40 of 40")).toBeVisible();
  await expect(printed(page, 40).locator(".pdf-found.on")).toBeInViewport();
  await field.fill("no such words");
  await expect(reader(page).getByText("Not found")).toBeVisible();
  await field.press("Escape");
  await expect(field).toBeHidden();
  await expect(reader(page)).toBeVisible();

  await test.step("it opens at the page where it was left, and is printed as its text", async () => {
    await reader(page).getByRole("group", { name: "The pages as printed" }).hover();
    await page.mouse.wheel(0, -9000);
    const stored = async () => (await call(page, "GET", `/api/v1/content/${id}`)).body.content.progress ?? 0;
    // Not the last page, where it was before.
    const isAmidst = async () => 0.1 < (await stored()) && (await stored()) < 0.9;
    await expect.poll(isAmidst).toBe(true);
    const left = await numberField(page).inputValue();
    expect(Number(left)).toBeLessThan(40);
    await page.reload();
    await expect(numberField(page)).toHaveValue(left);
    await expectPrinted(page, Number(left));
    await page.emulateMedia({ media: "print" });
    await expect(numberField(page)).toBeHidden();
    await expect(reader(page).locator("p", { hasText: "Chapter 30 of the book" })).toBeVisible();
    await page.emulateMedia({ media: null });
  });

  await test.step("one that can't be drawn is read as a text", async () => {
    await page.route(`**/api/v1/content/${id}/pages`, (route) =>
      route.fulfill({ status: 404, json: { message: "This page does not exist" } }),
    );
    await page.reload();
    await expect(reader(page).getByText("Chapter 40 of the book")).toBeAttached();
    await expect(reader(page).getByLabel("The pages as printed")).toBeHidden();
    // The browser itself notes the refusal.
    forget(consoleMessages, /status of 404/);
  });
});
