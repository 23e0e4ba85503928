import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { addNote, expect, expectAccessible, expectToFit, forget, signUp, test } from "./fixture";

const panel = (page: Page) => page.getByRole("dialog", { name: "Add Memory" });
const box = (page: Page) => page.getByPlaceholder("Ask your memories...");
const answer = (page: Page) => page.getByRole("article", { name: "Engram’s response" });

async function openForm(page: Page, tile: string) {
  await page.getByRole("banner").getByRole("button", { name: "Add Memory" }).click();
  await panel(page).getByText(tile, { exact: true }).click();
}

async function choose(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) {
  await panel(page).locator("input[type=file]").setInputFiles(file);
}

test("ERR-06 VAL-18 a refused file is reported where it was dropped if it is of no format that is read or too large, and can be removed", async ({
  page,
  consoleMessages,
}) => {
  await signUp(page);
  await openForm(page, "Document");
  const really = { name: "really a program.pdf", mimeType: "application/pdf", buffer: Buffer.from("\x7fELF") };
  await choose(page, really);
  const alert = panel(page)
    .getByRole("alert")
    .filter({ hasText: /ERROR! Only PDF, .* files can be uploaded/ });
  await expect(alert).toBeVisible();
  await expect(panel(page).getByRole("button", { name: "Add Memory" })).toBeDisabled();
  await panel(page).getByRole("button", { name: "Remove really a program.pdf" }).click();
  await expect(alert).toBeHidden();
  // As a file, since the browser's driver takes its time over such a buffer.
  const large = test.info().outputPath("large.pdf");
  await writeFile(large, Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.alloc(30 << 20, "x")]));
  await choose(page, large);
  await expect(panel(page).getByRole("alert").filter({ hasText: "ERROR! The file is too large" })).toBeVisible();
  // The browser itself notes both refusals.
  forget(consoleMessages, /status of (413|415)/);
  await panel(page).getByRole("button", { name: "Remove large.pdf" }).click();
  await page.keyboard.press("Escape");
  await expect(panel(page)).toBeHidden();

  await test.step("saved text stays text: nothing in it becomes markup", async () => {
    const hostile = `<img src=x onerror="document.title='owned'"> [click](javascript:alert(1)) ![x](http://127.0.0.1:1/leak) the deposit word`;
    await addNote(page, hostile);
    await expect(page.getByRole("article").getByText("<img src=x", { exact: false })).toBeVisible();
    await box(page).fill("the deposit word");
    await box(page).press("Enter");
    await expect(answer(page)).toBeVisible();
    await expect(answer(page).locator("img, a[href^='javascript']")).toHaveCount(0);
    await expect(page).not.toHaveTitle("owned");
  });

  await test.step("ERR-09 an invalid response leads to an error message, and the page works on", async () => {
    await page.route("**/api/v1/vector-search", (route) => route.fulfill({ status: 500, body: "<h1>Oops</h1>" }));
    await box(page).fill("anything");
    await box(page).press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "An error occurred during search" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Ask", exact: true })).toBeEnabled();
    // The browser itself notes the answer.
    forget(consoleMessages, /status of 500|asking failed/);
  });
});

const HTML = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
const LONG = "Donaudampfschiff".repeat(320).slice(0, 5000);

const plain = { tags: [], error: "", imageUrl: "", status: "ready", createdAt: "2026-11-20T08:12:00Z" };

/** Memories as no server of ours would list them, and some as people do write them. */
const MEMORIES = [
  { ...plain, _id: "long", type: "note", title: LONG, description: LONG, link: "" },
  { ...plain, _id: "empty", type: "link", title: "", description: "", link: "https://example.com/a" },
  { ...plain, _id: "blank", type: "document", title: "", description: "", link: "/api/files/1" },
  { ...plain, _id: "rtl", type: "note", title: "שלום עולם", description: "שלום עולם, Engram!", link: "" },
  { ...plain, _id: "emoji", type: "link", title: "👩‍👩‍👧‍👦🌱", description: "🧠", link: "https://example.com/b" },
  {
    ...plain,
    _id: "html",
    type: "link",
    title: HTML,
    description: HTML,
    link: "javascript:alert(1)",
    imageUrl: "/no/such/picture.png",
    error: HTML,
    tags: [HTML],
    site: HTML,
  },
  {
    ...plain,
    _id: "tags",
    type: "link",
    title: "Five hundred tags",
    description: LONG,
    link: `https://example.com/${LONG}`,
    tags: Array.from({ length: 500 }, (_, index) => `tag ${index}`),
  },
  {
    ...plain,
    _id: "video",
    type: "video",
    title: LONG,
    description: HTML,
    link: "https://example.com/clip",
    duration: -1,
  },
  { ...plain, _id: "failed", type: "link", title: LONG, description: "", link: LONG, status: "failed", error: LONG },
];

const FOUND = {
  content: MEMORIES,
  answer: `${HTML} ${LONG} [1] [6] [999] **${LONG}`,
  kind: HTML,
  blocks: [
    {
      kind: "paragraph",
      spans: [
        { text: `${HTML} ${LONG}` },
        { cite: 1 },
        { cite: 6 },
        { cite: 999 },
        { text: LONG, bold: true, link: HTML },
      ],
    },
    { kind: HTML, text: `${HTML} ${LONG}` },
  ],
  answered: true,
  citations: MEMORIES.map(({ _id }, index) => ({ n: index + 1, memoryId: _id, quote: LONG, place: HTML })),
  filters: { type: "note", saved: HTML, words: [LONG, HTML] },
};

test.describe("hostile memories", () => {
  // The pictures that are not there.
  test.use({ expectedMessages: /status of 404/ });

  test("are shown on the shelf and in an answer within bounds, as text", async ({ page }) => {
    await page.route(/\/api\/v1\/content(\?|$)/, (route) =>
      route.request().method() === "GET"
        ? route.fulfill({ json: { content: MEMORIES, counts: { "all-memories": MEMORIES.length } } })
        : route.continue(),
    );
    await page.route("**/api/v1/vector-search", (route) => route.fulfill({ json: FOUND }));
    await signUp(page);
    await expect(page.getByText("שלום עולם, Engram!")).toBeVisible();
    const expectInBounds = async (width: number) => {
      await expectToFit(page, width);
      await expectAccessible(page);
    };
    for (const width of [390, 1536]) await expectInBounds(width);
    await box(page).fill(`${HTML} ${LONG}`);
    await box(page).press("Enter");
    await expect(answer(page)).toContainText("Donaudampfschiff");
    for (const width of [1536, 390]) await expectInBounds(width);
    await expect(page.locator("a[href^='javascript']")).toHaveCount(0);
    await expect(answer(page).locator("img, script")).toHaveCount(0);
    await expect(page).not.toHaveTitle("owned");
  });
});
