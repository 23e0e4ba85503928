import type { Locator, Page, Route } from "@playwright/test";
import { book, scanned } from "./book";
import { addNote, call, expect, expectAccessible, expectToast, expectToFit, makeUser, test } from "./fixture";
import { addPdf, expectPrinted, printed, reader } from "./printed";

const bar = (page: Page) => page.getByRole("toolbar", { name: /^What to do with this/ });
const inText = (page: Page) => reader(page).locator("mark.hl");
const onPage = (page: Page, number: number, color: string) => printed(page, number).locator(`.pdf-lit-${color}`);
const kept = async (page: Page, id: string) =>
  (await call(page, "GET", `/api/v1/content/${id}/highlights`)).body.highlights;

const QUOTE = "The participants who slept least did not forget first, and";

/** Three pages, each with the same running title and its number. */
const PAGES = [1, 2, 3].map((number) => [
  `Chapter ${number} of the book`,
  QUOTE,
  `most of group ${number} reported feeling no worse for it.`,
]);

/** Opens a memory, and waits until its marks are read. */
async function open(page: Page, id: string) {
  const read = page.waitForResponse(`**/api/v1/content/${id}/highlights`);
  await page.goto(`/home/memory/${id}`);
  await read;
}

async function openBook(page: Page): Promise<string> {
  const id = await addPdf(page, book(PAGES));
  await open(page, id);
  await expectPrinted(page, 1);
  return id;
}

/** The text of a page that begins with these words. */
const line = (page: Page, number: number, words: string) =>
  printed(page, number).locator(".pdf-words > span").filter({ hasText: words }).first();

/** Draws the mouse over a part of a line, from and to a share of its width. */
async function draw(page: Page, words: Locator, from: number, to: number) {
  const box = await words.boundingBox();
  if (!box) throw new Error("the line is not on the page");
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + from * box.width, y);
  await page.mouse.down();
  await page.mouse.move(box.x + to * box.width, y, { steps: 6 });
  await page.mouse.up();
}

/** Presses on a mark once it stands: the one that was just kept takes the place of the one that was drawn. */
async function pressOn(mark: Locator, press: (x: number, y: number) => Promise<void>) {
  await expect(async () => {
    const box = await mark.boundingBox({ timeout: 1_000 });
    if (!box) throw new Error("the mark is not on the page");
    await press(box.x + box.width / 2, box.y + box.height / 2);
  }).toPass();
}

test("words of a printed page are marked by keys and with the mouse, drawn in every colour, and pressed; others are copied", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const withTitle = async (route: Route) => {
    const response = await route.fetch();
    const body = await response.json();
    body.words.unshift(
      { text: "Proceedings", box: [72, 40, 80, 14] },
      { text: "1911", box: [160, 40, 32, 14], ends: true },
    );
    await route.fulfill({ response, json: body });
  };
  await makeUser(page);
  await page.route("**/api/v1/content/*/pages/1", withTitle);
  const id = await openBook(page);

  await test.step("words that are not in the text are copied with their page", async () => {
    await draw(page, line(page, 1, "Proceedings"), 0.001, 0.999);
    const says = page.getByText("These words are not in the text, so they can be copied but not marked.");
    await expect(says).toBeInViewport();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await expectToast(page, "Quotation copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^> Proceedings 1911\n\nBook\.pdf, page 1$/,
    );
    await page.keyboard.press("Escape");
    await expect(says).toBeHidden();
    expect(await kept(page, id)).toEqual([]);
  });

  await test.step("a sentence is marked by keys alone", async () => {
    await page.getByLabel("The pages as printed").focus();
    await page.keyboard.press("l");
    await expect(bar(page).getByRole("button", { name: "Sentence before" })).toBeFocused();
    const selected = () =>
      page.evaluate(() => {
        const selection = document.getSelection();
        const within = selection?.anchorNode?.parentElement?.closest("[data-page]")?.getAttribute("data-page");
        return { within, words: String(selection).replace(/\s+/g, " ").trim() };
      });
    await page.keyboard.press("ArrowDown");
    await expect.poll(async () => (await selected()).words).toContain("The participants");
    const { within, words } = await selected();
    expect(within).toBe("1");
    await page.keyboard.press("l");
    await expect.poll(async () => (await kept(page, id)).map(({ quote }: { quote: string }) => quote)).toEqual([words]);
    await expect(onPage(page, 1, "amber").first()).toBeVisible();
    await expect(page.getByLabel("The pages as printed")).toBeFocused();
    await call(page, "DELETE", `/api/v1/highlights/${(await kept(page, id))[0].id}`);
    await expect(inText(page)).toHaveCount(0);
  });

  await test.step("words are marked with the mouse, and the mark is pressed", async () => {
    const words = line(page, 1, "The participants");
    await draw(page, words, 0.001, 0.999);
    await expect(bar(page)).toBeInViewport();
    await expectAccessible(page);
    await bar(page).getByRole("button", { name: "Mark in sage" }).click();
    await expect(bar(page)).toBeHidden();
    const lit = onPage(page, 1, "sage");
    await expect(lit).toHaveCount(1);
    await expect(inText(page)).toHaveText([QUOTE]);
    const [drawn, line1] = [await lit.boundingBox(), await words.boundingBox()];
    if (!drawn || !line1) throw new Error("nothing is drawn");
    expect(Math.abs(drawn.y - line1.y)).toBeLessThan(5);
    expect(Math.abs(drawn.width - line1.width)).toBeLessThan(12);
    await expect.poll(() => kept(page, id)).toMatchObject([{ color: "sage", page: 1, quote: QUOTE }]);

    await pressOn(lit, (x, y) => page.mouse.click(x, y));
    await expect(page.getByRole("toolbar", { name: "What to do with this mark" })).toBeInViewport();
    await expect(lit).toHaveClass(/\bon\b/);
    await expect(inText(page)).toHaveClass(/\bon\b/);
    await bar(page).getByRole("button", { name: "Write a remark" }).click();
    await page.getByRole("textbox", { name: "Your remark" }).fill("Sleep is not needed to remember");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(reader(page).locator(".remarks-under")).toContainText("Sleep is not needed");
    await pressOn(lit, (x, y) => page.mouse.click(x, y));
    await bar(page).getByRole("button", { name: "Turn sky" }).click();
    await expect(onPage(page, 1, "sky")).toHaveCount(1);
    await expect.poll(() => kept(page, id)).toMatchObject([{ color: "sky" }]);
  });

  await test.step("every colour is drawn on its page, over two lines as well, and the list leads there", async () => {
    await page.unroute("**/api/v1/content/*/pages/1", withTitle);
    const mark = (color: string, leaf: number, from: number, to: number, quote: string) =>
      call(page, "POST", `/api/v1/content/${id}/highlights`, {
        start: { leaf, offset: from },
        end: { leaf, offset: to },
        quote,
        color,
      });
    const { blocks } = (await call(page, "GET", `/api/v1/content/${id}/document`)).body;
    const texts: string[] = blocks.map(({ spans = [] }) => spans.map(({ text }: { text: string }) => text).join(""));
    const leaf = texts.findIndex((text) => text.includes("group 3"));
    const whole = texts[leaf] ?? "";
    let from = 0;
    for (const color of ["amber", "sage", "sky", "rose"]) {
      const to = Math.min(from + 26, whole.length);
      expect((await mark(color, leaf, from, to, whole.slice(from, to))).status).toBe(200);
      from = to;
    }
    await page.reload();
    await expectPrinted(page, 1);
    await expect(onPage(page, 1, "sky")).toHaveCount(1);
    await expect(inText(page)).toHaveCount(5);
    const list = page.getByRole("region", { name: "Your marks" });
    await list.getByRole("button", { name: /^In rose/ }).click();
    await expectPrinted(page, 3);
    await expect(onPage(page, 3, "rose").first()).toBeInViewport();
    for (const color of ["amber", "sage", "sky"]) await expect(onPage(page, 3, color).first()).toBeVisible();
    await expect(printed(page, 3).locator(".pdf-mark")).toHaveCount(4);
    for (const width of [1536, 900]) {
      await expectToFit(page, width);
      await expectAccessible(page);
    }
  });
});

test("a scan takes marks on its picture", async ({ page }) => {
  await makeUser(page);
  const { width, height } = { width: 1275, height: 1650 };
  const picture = await page.evaluate(
    ({ width, height }) => {
      const canvas = Object.assign(
        document.createElementNS("http://www.w3.org/1999/xhtml", "canvas") as HTMLCanvasElement,
        {
          width,
          height,
        },
      );
      const context = canvas.getContext("2d");
      if (!context) throw new Error("nothing to draw with");
      context.fillStyle = "#fff";
      context.fillRect(0, 0, width, height);
      context.fillStyle = "#111";
      context.font = "34px serif";
      context.fillText("The lamp was lit at sunset and the clockwork", 150, 240);
      context.fillText("was wound every four hours until morning came.", 150, 300);
      return canvas.toDataURL("image/jpeg", 0.92).split(",")[1] ?? "";
    },
    { width, height },
  );
  const id = await addPdf(page, scanned(Buffer.from(picture, "base64"), width, height));
  await page.goto(`/home/memory/${id}`);
  await expectPrinted(page, 1);
  await expect(page.getByRole("heading", { name: "Your marks" })).toBeAttached();
  await draw(page, line(page, 1, "The lamp"), 0.001, 0.999);
  await bar(page).getByRole("button", { name: "Mark in sky" }).click();
  await expect(onPage(page, 1, "sky").first()).toBeVisible();
  await expect
    .poll(() => kept(page, id))
    .toMatchObject([{ color: "sky", page: 1, quote: "The lamp was lit at sunset and the clockwork" }]);
  await pressOn(onPage(page, 1, "sky").first(), (x, y) => page.mouse.click(x, y));
  await expect(page.getByRole("toolbar", { name: "What to do with this mark" })).toBeInViewport();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  /** Selects a part of a text as its handles do, which change the selection alone: no mouse is pressed. */
  const selectIn = (words: Locator, from: number, to: number) =>
    words.evaluate(
      ({ firstChild }, [from, to]) => {
        if (firstChild) document.getSelection()?.setBaseAndExtent(firstChild, from, firstChild, to);
      },
      [from, to] as const,
    );

  async function expectAtThumb(page: Page) {
    await expect(bar(page)).toBeInViewport();
    const dock = await bar(page).boundingBox();
    expect((dock?.y ?? 0) + (dock?.height ?? 0)).toBeGreaterThan(780);
    expect(dock?.width ?? 0).toBeLessThanOrEqual(390);
    for (const button of await bar(page).getByRole("button").all()) {
      const size = await button.boundingBox();
      expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(36);
    }
    await expectAccessible(page);
  }

  test("a text and a printed page are marked by touch, with the bar where the thumb is", async ({ page }) => {
    await makeUser(page);
    const note = "The lamp was lit at sunset. An hour missed is left blank, never filled from memory.";
    await addNote(page, note);
    const { body } = await call(page, "GET", "/api/v1/content?limit=1");
    const id = body.content[0]._id;
    await open(page, id);
    const words = reader(page).locator(".captured p").first();
    await expect(words).toBeInViewport();
    const word = "sunset";
    await selectIn(words, note.indexOf(word), note.indexOf(word) + word.length);
    await expectAtThumb(page);
    await bar(page).getByRole("button", { name: "Mark in sage" }).tap();
    await expect(inText(page)).toHaveText([word]);
    await expect.poll(() => kept(page, id)).toMatchObject([{ color: "sage", quote: word }]);
    await inText(page).tap();
    await bar(page).getByRole("button", { name: "Write a remark" }).tap();
    await page.getByRole("textbox", { name: "Your remark" }).fill("Often");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save", exact: true }).tap();
    await expect(page.locator(".own-remark")).toContainText("Often");

    const document = await openBook(page);
    await selectIn(line(page, 1, "The participants"), 4, 16);
    await expectAtThumb(page);
    await bar(page).getByRole("button", { name: "Mark in rose" }).tap();
    await expect(onPage(page, 1, "rose")).toHaveCount(1);
    await expect.poll(() => kept(page, document)).toMatchObject([{ quote: "participants" }]);
    await pressOn(onPage(page, 1, "rose"), (x, y) => page.touchscreen.tap(x, y));
    await expect(page.getByRole("toolbar", { name: "What to do with this mark" })).toBeInViewport();
  });
});
