import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { addNote, call, expect, expectAccessible, expectToast, expectToFit, makeUser, test } from "./fixture";

const LOG = `# The keepers’ log

An hour missed is to be left blank, never filled from memory. A blank is a fact.

- Light the lamp at sunset
- Wind the clockwork every four hours

The most honest book in the country was kept by people who were certain no one would ever open it.`;

const reader = (page: Page) => page.getByRole("dialog", { name: /log/i });
const bar = (page: Page) => page.getByRole("toolbar", { name: /^What to do with this/ });
const marks = (page: Page) => page.locator("mark.hl");

/** Saves a note; returns its id. */
async function save(page: Page): Promise<string> {
  await makeUser(page);
  await addNote(page, LOG);
  const { body } = await call(page, "GET", "/api/v1/content?limit=1");
  return body.content[0]._id;
}

/** Opens a note; returns its id. */
async function open(page: Page): Promise<string> {
  const id = await save(page);
  await page.goto(`/home/memory/${id}`);
  await expect(page.getByRole("heading", { name: "Your marks" })).toBeVisible();
  return id;
}

/** Selects words as a mouse does: from where the first begin to where the last end. */
async function select(page: Page, from: string, to = from) {
  await page.evaluate(
    ([from = "", to = ""]) => {
      const walker = document.createTreeWalker(document.querySelector(".captured") as Element, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      let begun = false;
      for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
        if (!begun && node.data.includes(from)) {
          range.setStart(node, node.data.indexOf(from));
          begun = true;
        }
        if (!begun || !node.data.includes(to)) continue;
        range.setEnd(node, node.data.indexOf(to) + to.length);
        break;
      }
      document.getSelection()?.removeAllRanges();
      document.getSelection()?.addRange(range);
      range.startContainer.parentElement?.scrollIntoView({ block: "center" });
    },
    [from, to],
  );
  await expect(bar(page)).toBeVisible();
}

/** Marks words of a memory without its page; returns the id of the mark. */
async function markOn(page: Page, id: string, quote: string, color: string, remark = ""): Promise<string> {
  const { blocks } = (await call(page, "GET", `/api/v1/content/${id}/document`)).body;
  type Spans = { text: string }[];
  const texts: string[] = blocks
    .flatMap((block: { spans?: Spans; items?: { spans: Spans }[][] }) => block.items?.flat() ?? [block])
    .map(({ spans = [] }: { spans?: Spans }) => spans.map(({ text }) => text).join(""));
  const leaf = texts.findIndex((text) => text.includes(quote));
  const from = texts[leaf]?.indexOf(quote) ?? 0;
  const place = { start: { leaf, offset: from }, end: { leaf, offset: from + quote.length } };
  const made = await call(page, "POST", `/api/v1/content/${id}/highlights`, { ...place, quote, color, remark });
  expect(made.status).toBe(200);
  return made.body.highlight.id;
}

const kept = async (page: Page, id: string) =>
  (await call(page, "GET", `/api/v1/content/${id}/highlights`)).body.highlights;

const quoteOf = ({ quote }: { quote: string }) => quote;

test("words are marked across blocks, remarked, changed, and there after a reload", { tag: "@nodes" }, async ({
  page,
}) => {
  const id = await open(page);
  await select(page, "A blank is a fact.", "Light the lamp");
  await bar(page).getByRole("button", { name: "Mark in sage" }).click();
  await expect(marks(page)).toHaveText(["A blank is a fact.", "Light the lamp"]);
  await expect
    .poll(() => kept(page, id))
    .toMatchObject([{ color: "sage", quote: "A blank is a fact.\nLight the lamp" }]);
  await marks(page).first().click();
  await bar(page).getByRole("button", { name: "Write a remark" }).click();
  await page.getByRole("textbox", { name: "Your remark" }).fill("Remember this");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.locator(".own-remark")).toContainText("Remember this");
  await expect.poll(() => kept(page, id)).toMatchObject([{ remark: "Remember this" }]);
  await page.reload();
  await expect(page.locator(".own-remark")).toContainText("Remember this");
  await expect(marks(page)).toHaveText(["A blank is a fact.", "Light the lamp"]);
  for (const width of [1536, 900, 390]) {
    await expectToFit(page, width);
    await expect(page.locator(".own-remark")).toBeVisible();
  }
  await expectAccessible(page);
});

test("a sentence is marked by keys alone, and asked about; marks that overlap become one, and a removed one is taken back", async ({
  page,
}) => {
  const id = await open(page);
  // The keys are there once the marks are.
  await expect(page.getByText("Select words to mark them.")).toBeVisible();
  await page.keyboard.press("l");
  await expect(bar(page).getByRole("button", { name: "Sentence before" })).toBeFocused();
  const selected = () => page.evaluate(() => String(document.getSelection()));
  await page.keyboard.press("ArrowDown");
  const words = await selected();
  await page.keyboard.press("l");
  await expect.poll(() => kept(page, id)).toMatchObject([{ quote: words, color: "amber" }]);
  await page.keyboard.press("l");
  await bar(page).getByRole("button", { name: "Ask about this" }).press("Enter");
  await expect(page.getByRole("textbox", { name: "Ask about this memory" })).toHaveValue(/^About “.+”: $/);
  await expect(reader(page)).toBeVisible();

  const inSky = page.locator("mark.hl-sky");
  const keptInSky = async () =>
    (await kept(page, id)).filter(({ color }: { color: string }) => color === "sky").map(quoteOf);
  await select(page, "Light the lamp");
  await bar(page).getByRole("button", { name: "Mark in sky" }).click();
  await expect.poll(keptInSky).toEqual(["Light the lamp"]);
  await select(page, "lamp", " at sunset");
  await bar(page).getByRole("button", { name: "Mark in sky" }).click();
  await expect.poll(keptInSky).toEqual(["Light the lamp at sunset"]);
  await inSky.first().click();
  await bar(page).getByRole("button", { name: "Remove the mark" }).click();
  await expect(inSky).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(inSky).toHaveCount(1);
});

test("the page of all marks exports what is listed, filters by its address, and leads to the words", async ({
  page,
}) => {
  const id = await save(page);
  await markOn(page, id, "A blank is a fact.", "sage", "=SUM(A1) is no formula, Käse");
  await markOn(page, id, "The most honest book", "rose");
  await page.goto("/highlights");
  await expect(page.getByText("2 marks")).toBeVisible();
  const list = page.getByRole("region", { name: /log/ });
  await expect(list.getByRole("listitem")).toHaveCount(2);

  const file = async (name: string) => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name }).click();
    const saved = await download;
    return { name: saved.suggestedFilename(), text: await readFile(await saved.path(), "utf8") };
  };
  const markdown = await file("Markdown");
  await expectToast(page, "Your marks are saved as a file");
  expect(markdown.name).toMatch(/\.md$/);
  expect(markdown.text).toContain("The keepers’ log");
  expect(markdown.text).toContain("> A blank is a fact.");
  expect(markdown.text).toContain("SUM(A1) is no formula");
  expect(markdown.text).toContain("> The most honest book");
  const anki = await file("Anki");
  expect(anki.text.split("\n")).toContain("#separator:tab");
  // In front the remark, which no program takes for a formula, and behind it the quote.
  expect(anki.text).toMatch(/^"?'=SUM\(A1\) is no formula, Käse"?\t"?A blank is a fact\./m);
  expect(anki.text).toMatch(/\t"?The most honest book/);
  expect(anki.text).toMatch(/engram::sage.*\n[\s\S]*engram::rose/);
  const readwise = await file("Readwise");
  expect(readwise.name).toMatch(/\.csv$/);
  const rows = readwise.text.trim().split(/\r?\n/);
  expect(rows[0]).toBe("Highlight,Title,Author,URL,Note,Location,Date");
  expect(rows.slice(1)).toHaveLength(2);
  expect(readwise.text).toContain("'=SUM(A1) is no formula");

  await page.getByRole("searchbox").fill("kase");
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(list.getByText("A blank is a fact.")).toBeVisible();
  await page.getByRole("searchbox").fill("");
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await page.getByRole("combobox", { name: "Kind of memory" }).selectOption("document");
  await expect(page.getByText("No mark is like that.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("combobox", { name: "Kind of memory" }).selectOption("note");
  await page.getByRole("button", { name: "Those in rose alone" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(page.getByText("1 mark", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\?(type=note&color=rose|color=rose&type=note)$/);
  await expectAccessible(page);
  const rose = await file("Readwise");
  expect(rose.text).toContain("The most honest book");
  expect(rose.text).not.toContain("A blank is a fact.");
  await page.reload();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await list.getByRole("link", { name: "The most honest book" }).click();
  await expect(marks(page).last()).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/highlights\?(type=note&color=rose|color=rose&type=note)$/);
});

/** Has all marks come back as on their second day, for which this browser keeps room. */
async function bringBack(page: Page) {
  // Away from the app, which would keep here that none come back.
  await page.goto("/favicon.svg");
  await page.evaluate(() => localStorage.setItem("marksBack", "expected"));
  await page.unrouteAll();
  let enabled = true;
  await page.route("**/api/v1/highlights/review", async (route) => {
    const request = route.request();
    if (request.method() === "GET") {
      const response = await route.fetch({ url: new URL("/api/v1/highlights", request.url()).href });
      return route.fulfill({ json: { enabled, highlights: (await response.json()).highlights } });
    }
    enabled = request.postDataJSON().enabled ?? enabled;
    return route.continue();
  });
}

/** What moved since the page was shown, without what a reader's own press moves. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const all = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
          resolve(all.filter((one) => !one.hadRecentInput).reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(0), 500);
      }),
  );

test("marks come back without moving what is below, follow what happens elsewhere, and are closed for the day and for good", async ({
  page,
}) => {
  const id = await save(page);
  const first = await markOn(page, id, "A blank is a fact.", "sky");
  await bringBack(page);
  await page.goto("/home");
  const strip = page.getByRole("region", { name: "Back today" });
  await expect(strip.getByText("One thing you once marked")).toBeVisible();
  await expect(page.getByRole("tablist")).toBeVisible();
  expect(await shifts(page)).toBeLessThan(0.01);
  await expectAccessible(page);
  await strip.getByRole("button", { name: "Close" }).click();
  await page.getByRole("menuitem", { name: "Not today" }).click();
  await expect(strip).toBeHidden();
  await page.reload();
  await expect(page.getByRole("tablist")).toBeVisible();
  await expect(strip).toBeHidden();
  expect((await call(page, "GET", "/api/v1/highlights/review")).body).toMatchObject({ enabled: true, highlights: [] });

  await markOn(page, id, "The most honest book", "amber");
  await bringBack(page);
  await page.goto("/home");
  await expect(strip.getByText("Two things you once marked")).toBeVisible();
  const before = await page.getByRole("tablist").boundingBox();
  await call(page, "DELETE", `/api/v1/highlights/${first}`);
  await expect(strip.getByText("It was answered or removed elsewhere.")).toBeVisible();
  expect((await page.getByRole("tablist").boundingBox())?.y).toBe(before?.y);
  await strip.getByRole("button", { name: "Close" }).click();
  await page.getByRole("menuitem", { name: "Never bring marks back" }).click();
  await expect(strip).toBeHidden();
  expect((await call(page, "GET", "/api/v1/highlights/review")).body.enabled).toBe(false);
  await page.reload();
  await expect(page.getByRole("tablist")).toBeVisible();
  await expect(strip).toBeHidden();
});
