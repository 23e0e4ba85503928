import type { Page } from "@playwright/test";
import { addNote, aPage, call, expect, expectAccessible, expectToast, makeUser, test } from "./fixture";

const bar = (page: Page) => page.getByRole("toolbar", { name: /^What to do with this/ });
const reader = (page: Page) => page.getByRole("dialog");
const marks = (page: Page) => page.locator("mark.hl");
const kept = async (page: Page, id: string) =>
  (await call(page, "GET", `/api/v1/content/${id}/highlights`)).body.highlights;

const NOTE = "The lamp was lit at sunset. An hour missed is left blank, never filled from memory.";

async function aNote(page: Page): Promise<string> {
  await makeUser(page);
  await addNote(page, NOTE);
  return (await call(page, "GET", "/api/v1/content?limit=1")).body.content[0]._id;
}

/** Marks words of a memory of one paragraph as another device does. */
async function markElsewhere(page: Page, id: string, quote: string, color = "amber", leaf = 0) {
  const { blocks } = (await call(page, "GET", `/api/v1/content/${id}/document`)).body;
  const text = blocks[leaf].spans.map((span: { text: string }) => span.text).join("");
  const from = text.indexOf(quote);
  const place = { start: { leaf, offset: from }, end: { leaf, offset: from + quote.length } };
  const { status, body } = await call(page, "POST", `/api/v1/content/${id}/highlights`, { ...place, quote, color });
  expect(status).toBe(200);
  return body.highlight.id as string;
}

/** Selects words of the text as a mouse does. */
async function select(page: Page, words: string) {
  await page.evaluate((words) => {
    const walker = document.createTreeWalker(document.querySelector(".captured") as Element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const at = node.data.indexOf(words);
      if (at >= 0) return document.getSelection()?.setBaseAndExtent(node, at, node, at + words.length);
    }
  }, words);
  await expect(bar(page)).toBeVisible();
}

async function fetchAgain(page: Page) {
  await reader(page).getByRole("button", { name: "More" }).first().click();
  await page.getByRole("menuitem", { name: "Fetch again" }).click();
}

async function open(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Your marks" })).toBeVisible();
}

/** Answers with hundreds of marks of the note, over each other, of which no two are the same. */
async function pretendHundreds(page: Page, id: string, mark: object) {
  const highlights = Array.from({ length: 300 }, (_, index) => {
    const [from, to] = [index % 40, NOTE.length - (index % 37)];
    const place = { start: { leaf: 0, offset: from }, end: { leaf: 0, offset: to } };
    const color = ["amber", "sage", "sky", "rose"][index % 4];
    return { ...mark, ...place, id: `n-${index}`, quote: NOTE.slice(from, to), color };
  });
  await page.route(`**/api/v1/content/${id}/highlights`, (route) => route.fulfill({ json: { highlights } }));
}

test("what is marked, changed and removed elsewhere shows in the memory and on the page of all; hundreds are drawn", async ({
  page,
  context,
}) => {
  const id = await aNote(page);
  await open(page, `/home/memory/${id}`);
  const all = await context.newPage();
  await all.goto("/highlights");
  await expect(all.getByText(/Select words in anything/)).toBeVisible();

  const mark = await markElsewhere(page, id, "The lamp", "sage");
  await expect(marks(page)).toHaveText(["The lamp"]);
  await expect(all.getByRole("link", { name: "The lamp", exact: true })).toBeVisible();
  await call(page, "PATCH", `/api/v1/highlights/${mark}`, { color: "rose", remark: "Every night" });
  await expect(marks(page)).toHaveClass(/hl-rose/);
  await expect(page.locator(".own-remark")).toContainText("Every night");
  await expect(all.getByText("Every night")).toBeVisible();

  // By hand in one, and seen in the other.
  await select(page, "left blank");
  await bar(page).getByRole("button", { name: "Mark in sky" }).click();
  await expect(all.getByRole("link", { name: "left blank", exact: true })).toBeVisible();
  await call(page, "DELETE", `/api/v1/highlights/${mark}`);
  await expect(marks(page)).toHaveText(["left blank"]);
  await expect(page.locator(".own-remark")).toHaveCount(0);
  await expect(all.getByText("1 mark", { exact: true })).toBeVisible();
  await all.close();

  await pretendHundreds(page, id, (await kept(page, id))[0]);
  await page.reload();
  await expect(page.getByRole("region", { name: "Your marks" }).getByRole("listitem")).toHaveCount(300);
  await expect(reader(page).locator(".captured")).toHaveText(NOTE);
  const names = await marks(page).evaluateAll((drawn) =>
    drawn.flatMap((mark) => mark.getAttribute("data-marks")?.split(" ") ?? []),
  );
  expect(new Set(names).size).toBe(300);
  // From the first letter to the last, no word is without its marks.
  expect((await marks(page).allTextContents()).join("")).toBe(NOTE);
  await marks(page).nth(20).click();
  await expect(page.getByRole("toolbar", { name: "What to do with this mark" })).toBeInViewport();
  await expect(page.locator("mark.hl.on").first()).toBeVisible();
});

test("a mark whose words went with a new version of the page is orphaned; words are copied as a quotation, and asked about", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await makeUser(page);
  const { address, title, set } = aPage(page);
  const { body } = await call(page, "POST", "/api/v1/content", { type: "link", link: address });
  const id = body.content._id;
  const status = async () => (await call(page, "GET", `/api/v1/content/${id}`)).body.content.status;
  await expect.poll(status).toBe("ready");
  await open(page, `/home/memory/${id}`);
  await select(page, "the soil is still warm enough");
  await bar(page).getByRole("button", { name: "Write a remark" }).click();
  await page.getByRole("textbox", { name: "Your remark" }).fill("Before the first frost");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.locator(".own-remark")).toContainText("Before the first frost");

  await set("rewritten");
  await fetchAgain(page);
  const orphans = page.getByRole("region", { name: "Words that are no longer in the text" });
  await expect(orphans.getByText("the soil is still warm enough")).toBeVisible();
  await expect(orphans.getByText("Before the first frost")).toBeVisible();
  await expect(reader(page).locator(".captured")).toContainText("lies under gravel");
  await expect(marks(page)).toHaveCount(0);
  await expectAccessible(page);
  expect(await kept(page, id)).toMatchObject([{ orphaned: true, quote: "the soil is still warm enough" }]);
  await page.goto("/highlights");
  await expect(page.getByText("No longer in the text")).toBeVisible();

  // The words come back, and so does the mark.
  await page.goto(`/home/memory/${id}`);
  await expect(orphans).toBeVisible();
  await set("ready");
  await fetchAgain(page);
  await expect(marks(page)).toHaveText(["the soil is still warm enough"]);
  await expect(orphans).toBeHidden();

  await select(page, "sown in the autumn");
  await bar(page).getByRole("button", { name: "Copy as a quotation" }).click();
  await expectToast(page, "Quotation copied");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`> sown in the autumn\n\n[${title}](${address})`);
  await bar(page).getByRole("button", { name: "Ask about this" }).click();
  const field = page.getByRole("textbox", { name: "Ask about this memory" });
  await expect(field).toHaveValue("About “sown in the autumn”: ");
  await expect(field).toBeFocused();
  await field.pressSequentially("when are broad beans sown?");
  await field.press("Enter");
  await expect(page.getByRole("article", { name: "Engram’s response" })).toContainText(/autumn/);
});

test("words of an answer are kept as a mark in their source, and seen there", async ({ page }) => {
  await makeUser(page);
  await addNote(page, "The ferry to the island leaves at seven, except on Sundays.");
  await page.goto("/home");
  await page.getByPlaceholder("Ask your memories...").fill("When does the ferry to the island leave?");
  await page.keyboard.press("Enter");
  const answer = page.getByRole("article", { name: "Engram’s response" });
  await expect(answer).toContainText("leaves at seven");
  await answer.getByRole("button", { name: /^Keep as a mark/ }).click();
  await expectToast(page, "Kept as a mark");
  await expectAccessible(page);
  const [{ _id: id }] = (await call(page, "GET", "/api/v1/content?limit=1")).body.content;
  await expect.poll(() => kept(page, id)).toMatchObject([{ orphaned: false, color: "amber" }]);
  await page.getByLabel("Related content").getByRole("link").first().click();
  await expect(marks(page).first()).toBeVisible();
  expect((await marks(page).allTextContents()).join("")).toContain("leaves at seven");
});

test.describe("where the server refuses", () => {
  test.use({ expectedMessages: /failed|status of (404|503)/ });

  test("marks are taken back, and what was typed stays; in a memory that another tab deleted nothing is marked", async ({
    page,
  }) => {
    const id = await aNote(page);
    await markElsewhere(page, id, "The lamp", "sage");
    // Here no news arrives.
    await page.route("**/api/v1/events", (route) => route.fulfill({ status: 503, json: { message: "Not now." } }));
    await open(page, `/home/memory/${id}`);
    await expect(marks(page)).toHaveText(["The lamp"]);
    const refuse = (route: import("@playwright/test").Route) =>
      route.request().method() === "GET"
        ? route.continue()
        : route.fulfill({ status: 503, json: { message: "The disk is full." } });
    await page.route("**/highlights**", refuse);
    await select(page, "left blank");
    await bar(page).getByRole("button", { name: "Mark in rose" }).click();
    await expectToast(page, "The disk is full.");
    await expect(marks(page)).toHaveText(["The lamp"]);
    await marks(page).click();
    await bar(page).getByRole("button", { name: "Turn sky" }).click();
    await expect(marks(page)).toHaveClass(/hl-sage/);
    await marks(page).click();
    await bar(page).getByRole("button", { name: "Write a remark" }).click();
    const field = page.getByRole("textbox", { name: "Your remark" });
    await field.fill("Every night");
    const refused = page.waitForResponse((response) => response.status() === 503 && /highlights/.test(response.url()));
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await refused;
    await expect(field).toHaveValue("Every night");
    await page.unroute("**/highlights**", refuse);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.locator(".own-remark")).toContainText("Every night");
    // It shows before the answer, which closes the form.
    await expect(field).toBeHidden();

    await select(page, "never filled");
    await page.route(`**/api/v1/content/${id}/highlights`, async (route) => {
      if (route.request().method() === "POST") await call(page, "DELETE", "/api/v1/content", { contentId: id });
      return route.continue();
    });
    await bar(page).getByRole("button", { name: "Mark in rose" }).click();
    await expectToast(page, "This memory was deleted meanwhile, so nothing can be marked in it.");
    await expect(marks(page)).toHaveCount(0);
    await expect(reader(page).getByRole("heading", { level: 1 })).toHaveText("This memory is not here any more.");
  });
});
