import type { Page } from "@playwright/test";
import { addNote, aPage, call, expect, expectAccessible, makeUser, pdf, press, test } from "./fixture";

const reader = (page: Page) => page.getByRole("dialog");

async function add(page: Page, memory: Record<string, unknown>): Promise<string> {
  const { status, body } = await call(page, "POST", "/api/v1/content", memory);
  expect(status).toBe(200);
  return body.content._id;
}

/** Saves a PDF of one page and waits until it is read. */
async function addPdf(page: Page, title: string, text: string): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem("token") ?? "");
  const sent = await page.request.post("/api/upload/pdfUploader", {
    headers: { authorization: token },
    multipart: { file: { name: title, mimeType: "application/pdf", buffer: pdf(text) } },
  });
  const { url } = await sent.json();
  const id = await add(page, { type: "document", title, link: url });
  await expect.poll(async () => (await call(page, "GET", `/api/v1/content/${id}`)).body.content.status).toBe("ready");
  return id;
}

/** Answers for a memory what the program never would. */
async function pretend(page: Page, id: string, change: (body: Record<string, unknown>) => unknown) {
  await page.route(`**/api/v1/content/${id}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
}

/** Answers with these blocks for the text of a memory. */
async function pretendDocument(page: Page, id: string, blocks: readonly unknown[]) {
  await page.route(`**/api/v1/content/${id}/document`, (route) => route.fulfill({ json: { version: 1, blocks } }));
}

const ask = async (page: Page, question: string) => {
  await page.getByPlaceholder("Ask your memories...").fill(question);
  await page.getByPlaceholder("Ask your memories...").press("Enter");
  const answer = page.getByRole("article", { name: "Engram’s response" });
  await expect(answer.getByText("Where this comes from")).toBeVisible();
  return answer;
};

test("ASK-14 API-29 a citation opens its memory at the words, a PDF at its page, and back returns to the answer", async ({
  page,
}) => {
  await makeUser(page);
  await addPdf(page, "Lease.pdf", "The notice period of this lease is three months.");
  const filler = "Nothing much happened on this day, and nobody wrote it down.\n\n".repeat(120);
  await addNote(page, `${filler}The orchard ledger is kept in the blue tin.\n\n${filler}`);
  await page.goto("/home");
  await test.step("a citation of a PDF opens it at its page", async () => {
    const answer = await ask(page, "How long is the notice period of my lease?");
    await answer.getByRole("button", { name: "Lease.pdf" }).first().click();
    await expect(reader(page).getByRole("heading", { name: "Page 1" })).toBeInViewport();
    await expect(reader(page).locator("mark.on")).toContainText("notice period");
    await expect(reader(page).getByText("Cited in “How long is the notice period of my lease?”")).toBeVisible();
    const link = reader(page).getByRole("link", { name: /^Document, page 1/ });
    const opened = await page.request.get((await link.getAttribute("href")) ?? "");
    expect(opened.headers()["content-type"]).toBe("application/pdf");
    await expectAccessible(page);
  });

  await page.goto("/home");
  const answer = await ask(page, "Where is the orchard ledger kept?");
  await expectAccessible(page);
  const mark = answer.getByRole("button", { name: "Source 1" }).first();
  await mark.focus();
  await expect(answer.getByRole("listitem").first()).toHaveClass(/on/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/home\/memory\//);
  const quoted = reader(page).locator("mark.on");
  await expect(quoted).toHaveText("The orchard ledger is kept in the blue tin.");
  await expect(quoted).toBeInViewport();
  await expect(reader(page).getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(/^Nothing much happened.*, Engram$/);
  await expectAccessible(page);

  const rail = reader(page).getByRole("complementary", { name: /Cited in “Where is the orchard ledger kept\?”/ });
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, -100_000);
  await expect(quoted).not.toBeInViewport();
  await rail.getByRole("button").first().click();
  await expect(quoted).toBeInViewport();

  await page.goBack();
  await expect(reader(page)).toBeHidden();
  await expect(answer).toBeVisible();
  await expect(mark).toBeFocused();
  await expect(page).toHaveTitle("Home, Engram");

  await answer.getByRole("listitem").first().click();
  await expect(quoted).toBeInViewport();
  await reader(page).getByRole("button", { name: "Back to the answer" }).click();
  await expect(reader(page)).toBeHidden();
  await expect(answer).toBeVisible();
});

test("API-29 opened by its address it covers the dashboard, and by its card returns the focus to it; a missing one says so", async ({
  page,
  consoleMessages,
}) => {
  await makeUser(page);
  await addPdf(page, "Lease.pdf", "The notice period of this lease is three months.");
  for (let note = 0; note < 12; note++) await addNote(page, `Note ${note}. ${"It goes on for a while. ".repeat(20)}`);
  const id = await add(page, { type: "note", description: "The ferry leaves at seven.\nExcept on Sundays." });
  await page.goto(`/home/memory/${id}`);
  await expect(reader(page).getByText("Except on Sundays.")).toBeVisible();
  await expect(page).toHaveTitle(/^The ferry leaves at seven/);
  // What lies behind can't be reached.
  await expect(page.locator("main")).toHaveAttribute("inert", "");
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press("Tab");
    await expect(page.locator("main :focus")).toHaveCount(0);
  }
  // The header can: what it opens lies over the memory, and closes by itself alone.
  await page.getByRole("button", { name: "Add Memory" }).click();
  const panel = page.getByRole("dialog", { name: "Add Memory" });
  await expect(panel).toBeVisible();
  await press(page, "Escape", panel, "hidden");
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Dark mode" }).click();
  await expect(page.locator("html")).toHaveClass("light");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(reader(page).getByText("Except on Sundays.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/home$/);
  await expect(reader(page)).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Ask your memories" })).toBeVisible();
  await expect(page).toHaveTitle("Home, Engram");

  await test.step("opened by its card it returns the focus to it, and the page behind keeps its scroll position", async () => {
    await page.setViewportSize({ width: 1200, height: 640 });
    const card = page.getByRole("article", { name: "Lease.pdf" }).getByRole("link", { name: "Lease.pdf" });
    await card.evaluate((link) => link.focus({ preventScroll: true }));
    const before = await page.evaluate(() => {
      window.scrollTo({ top: 120, behavior: "instant" });
      return window.scrollY;
    });
    expect(before).toBe(120);
    await page.keyboard.press("Enter");
    await expect(reader(page)).toBeVisible();
    await expect(page).toHaveURL(/\/home\/memory\//);
    await page.keyboard.press("Escape");
    await expect(reader(page)).toBeHidden();
    await expect(card).toBeFocused();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
  });

  await test.step("a missing memory says so, also when it is deleted elsewhere", async () => {
    const gone = page.getByRole("heading", { name: "This memory is not here any more." });
    await page.goto(`/home/memory/${id}`);
    await expect(reader(page).getByText("Except on Sundays.")).toBeVisible();
    await call(page, "DELETE", "/api/v1/content", { contentId: id });
    await expect(gone).toBeVisible();
    await page.goto("/home/memory/nothing-like-this");
    await expect(gone).toBeFocused();
    await expectAccessible(page);
    await reader(page).getByRole("button", { name: "Back to your memories" }).last().click();
    await expect(page).toHaveURL(/\/home$/);
    // The browser itself notes the 404.
    consoleMessages.splice(0, consoleMessages.length, ...consoleMessages.filter((text) => !text.includes("404")));
  });
});

test("API-24 CARD-11 a failed page says why and can be tried again, a pending one shows its steps, a deleted one closes", async ({
  page,
}) => {
  await makeUser(page);
  const [slow, failing] = [aPage(page), aPage(page)];
  await slow.set("slow");
  await failing.set("gone");
  const failed = await add(page, { type: "link", link: failing.address });
  await page.goto(`/home/memory/${failed}`);
  const retry = reader(page).getByRole("button", { name: "Retry" });
  await expect(retry).toBeVisible();
  await failing.set("ready");
  await retry.click();
  await expect(reader(page).getByText("Broad beans are sown in the autumn").first()).toBeVisible();
  await expect(retry).toBeHidden();

  const pending = await add(page, { type: "link", link: slow.address });
  await page.goto(`/home/memory/${pending}`);
  await expect(reader(page).getByText("Fetching the page")).toBeVisible();
  await slow.set("ready");
  await expect(reader(page).getByText("Broad beans are sown in the autumn").first()).toBeVisible();
  await expect(reader(page).getByRole("heading", { level: 1 })).toHaveText(slow.title);
  await expect(page).toHaveTitle(`${slow.title}, Engram`);
  await reader(page).getByRole("button", { name: "More" }).click();
  await expect(reader(page).getByRole("menuitem", { name: "Fetch again" })).toBeVisible();

  await reader(page).getByRole("menuitem", { name: "Delete memory" }).click();
  await expect(reader(page)).toBeHidden();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole("article", { name: failing.title })).toBeVisible();
  await expect(page.getByRole("article", { name: slow.title })).toBeHidden();
});

const HOSTILE = `<img src=x onerror="document.title='owned'">`;

test("HTML in every field stays text, and long, many or right-to-left values fit", async ({ page }) => {
  await makeUser(page);
  const id = await add(page, { type: "note", description: "A note." });
  const word = "Donaudampfschiff".repeat(312);
  await pretend(page, id, (body) => ({
    content: {
      ...(body.content as object),
      type: "link",
      title: `${HOSTILE} ${word}`,
      link: "https://example.com/a",
      author: HOSTILE,
      site: HOSTILE,
      language: "<b>",
      tags: Array.from({ length: 500 }, (_, tag) => (tag === 0 ? word : `${HOSTILE} ${tag}`)),
      imageUrl: "/api/pictures/none",
    },
    passages: [],
  }));
  const said = (text: string, more = {}) => ({ kind: "paragraph", spans: [{ text }], ...more });
  await pretendDocument(page, id, [
    { kind: "heading", level: 1, spans: [{ text: HOSTILE }] },
    { kind: "list", items: [[said(word)], [said("x", { spans: [{ text: "x", link: "javascript:alert(1)" }] })]] },
    {
      kind: "table",
      rows: [
        [[{ text: "a" }], [{ text: word }]],
        [[{ text: "b" }], [{ text: "c" }]],
      ],
    },
    { kind: "code", text: word },
    said("הלילה היה קצר, והבוקר ארוך. 🌒"),
  ]);
  // The list has the memory as it is: as if it did not.
  await page.route(/\/api\/v1\/content(\?|$)/, (route) =>
    route.request().method() === "GET" ? route.fulfill({ json: { content: [] } }) : route.continue(),
  );
  await page.route("**/api/pictures/none", (route) => route.fulfill({ contentType: "image/png", body: "" }));
  await page.goto(`/home/memory/${id}`);
  for (const width of [1536, 900, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(reader(page).getByText("הלילה היה קצר").first()).toHaveAttribute("dir", "auto");
    await expect(reader(page).locator("img, a[href^='javascript']")).toHaveCount(0);
    const wide = () => reader(page).evaluate((element) => element.scrollWidth - element.clientWidth);
    await expect.poll(wide, `nothing sticks out at ${width}`).toBe(0);
    await expect(reader(page).getByText("+476 more")).toBeVisible();
    if (width !== 900) await expectAccessible(page);
  }
  expect(await page.title()).not.toBe("owned");
});

test("a document of 300 pages opens at its last page at once", async ({ page }) => {
  await makeUser(page);
  const id = await addPdf(page, "Long.pdf", "The first page.");
  const sentence = "The participants who slept least did not forget first, and most felt no worse for it. ";
  const blocks = Array.from({ length: 4200 }, (_, index) => ({
    kind: "paragraph",
    spans: [{ text: `${sentence.repeat(6)} ${index}` }],
    page: 1 + Math.floor(index / 14),
  }));
  await pretendDocument(page, id, blocks);
  await page.goto(`/home/memory/${id}#page-300`);
  const last = reader(page).locator("h2", { hasText: "Page 300" });
  await expect(last).toBeInViewport({ timeout: 60_000 }); // two thousand passages take a busy machine a while
  const scrolled = () => reader(page).evaluate((element) => element.scrollTop);
  await expect(async () => {
    const before = await scrolled();
    await expect(last, "it stays there").toBeInViewport();
    expect(await scrolled()).toBe(before);
  }).toPass();
});
