import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { answered } from "../src/test/answer";
import {
  addNote,
  call,
  expect,
  expectAccessible,
  expectToast,
  expectToFit,
  makeUser,
  pdf,
  signUp,
  test,
} from "./fixture";
import { startProgram } from "./program";

const SEARCH = "**/api/v1/vector-search";

const box = (page: Page) => page.getByPlaceholder("Ask your memories...");
const field = (page: Page) => page.getByPlaceholder("Ask a follow-up");
const answers = (page: Page) => page.getByRole("article", { name: "Engram’s response" });
const reader = (page: Page) => page.getByRole("dialog");

async function ask(page: Page, question: string) {
  await box(page).fill(question);
  await box(page).press("Enter");
}

type Asked = { query: string; type: string; conversation?: string };

/** Has a model answer in one piece; gives what was asked. */
async function answerWith(page: Page, answerTo: (asked: Asked) => { answer?: string; [name: string]: unknown }) {
  const asked: Asked[] = [];
  await page.route(SEARCH, async (route) => {
    const body = route.request().postDataJSON();
    asked.push(body);
    const { answer = "Yes.", ...rest } = answerTo(body);
    const whole = { content: [], citations: [], answered: true, kind: "answered", ...answered(answer), ...rest };
    await route.fulfill({ json: whole });
  });
  return asked;
}

/** Characters by the names that HTML has for them, which a page that reads HTML somewhere would show as themselves. */
const NAMED = "&amp; &lt;b&gt; &notin; &nope; &CounterClockwiseContourIntegral;";

/** Saves a note and gives it as the list has it. */
async function aNote(page: Page, text: string) {
  await addNote(page, text);
  return (await call(page, "GET", "/api/v1/content?limit=1")).body.content[0];
}

/** Uploads a lease of one page, and gives it as the list has it once it is read. */
async function aLease(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem("token") ?? "");
  const sent = await page.request.post("/api/upload/pdfUploader", {
    headers: { authorization: token },
    multipart: { file: { name: "Lease.pdf", mimeType: "application/pdf", buffer: pdf("The notice is three months.") } },
  });
  const { url } = await sent.json();
  const { body } = await call(page, "POST", "/api/v1/content", { type: "document", title: "Lease.pdf", link: url });
  const lease = async () => (await call(page, "GET", `/api/v1/content/${body.content._id}`)).body.content;
  await expect.poll(async () => (await lease()).status).toBe("ready");
  return lease();
}

test("an answer is followed up, harmless, refused, and opens what it quotes", async ({ page }) => {
  await signUp(page);
  const note = await aNote(page, "The ferry leaves at seven.");

  await test.step("a follow-up is asked in its conversation, and shown below", async () => {
    const asked = await answerWith(page, ({ query, conversation }) => ({
      content: [note],
      answer: `It leaves at seven [1]. ${"It takes its time. ".repeat(150)}`,
      citations: [{ n: 1, memoryId: note._id, quote: "The ferry leaves at seven.", place: "" }],
      conversation: "c-1",
      ...(conversation && { asked: `${query} The ferry?` }),
    }));
    await ask(page, "When does the ferry leave?");
    await field(page).fill("And on Sundays?");
    await field(page).press("Enter");
    await expect(page.getByRole("heading", { name: "And on Sundays?" })).toBeInViewport();
    await expect(page.getByText("Read as: And on Sundays? The ferry?")).toBeVisible();
    await expect(answers(page)).toHaveCount(2);
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue("");
    await field(page).fill("And back?");
    await page.getByRole("button", { name: "Ask the follow-up" }).click();
    await expect(answers(page)).toHaveCount(3);
    expect(asked.map(({ query, conversation }) => [query, conversation])).toEqual([
      ["When does the ferry leave?", undefined],
      ["And on Sundays?", "c-1"],
      ["And back?", "c-1"],
    ]);
    for (const width of [1536, 1300, 900, 390]) {
      await expectToFit(page, width);
      if ([1536, 390].includes(width)) await expectAccessible(page);
    }
    await box(page).press("End");
    await box(page).pressSequentially("!");
    await expect(answers(page)).toHaveCount(0);
    await expect(field(page)).toBeHidden();
  });

  await test.step("ASK-08 an answer by a model is readable and harmless", async () => {
    await page.setViewportSize({ width: 1536, height: 960 });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const row = Array.from({ length: 9 }, () => [{ text: "a-remark-of-some-length" }]);
    const wide = [
      { kind: "table", rows: [row, row] },
      { kind: "code", text: "ferry ".repeat(60) },
    ];
    const words = answered(
      [
        "It leaves at seven [1]. It is blue [?].",
        `<img src=x onerror="document.title='owned'"> ![p](http://evil.example/p.png) [bad](javascript:alert(1))`,
        "Donaudampfschiff".repeat(60),
        NAMED,
        `${"העבורת יוצאת בשבע בבוקר מן האי. ".repeat(200)}`,
      ].join("\n\n"),
    );
    await answerWith(page, () => ({
      content: [note],
      blocks: [...words.blocks, ...wide],
      citations: [{ n: 1, memoryId: note._id, quote: "The ferry leaves at seven.", place: "" }],
      model: "a-model-of-a-long-name:70b",
      notice: "The model took its time.",
    }));
    await ask(page, "When does the ferry leave?");
    const answer = answers(page);
    await expect(answer.getByText("by a-model-of-a-long-name:70b")).toBeVisible();
    await expect(answer.getByText("The model took its time.")).toBeVisible();
    await expect(answer.getByRole("img", { name: "Not found in what you saved" })).toHaveCount(1);
    await expect(answer.locator("img, a[href^='javascript']")).toHaveCount(0);
    await expect(answer.getByText("&notin;")).toHaveText(NAMED);
    for (const width of [1536, 900, 390]) {
      await expectToFit(page, width);
      for (const wide of [answer.getByRole("group", { name: "Table" }), answer.locator("pre")]) {
        await wide.evaluate((element) => element.scrollTo({ left: 0, behavior: "instant" }));
        await wide.focus();
        await page.keyboard.press("ArrowRight");
        await expect.poll(() => wide.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
      }
      if (width !== 900) await expectAccessible(page);
    }
    expect(await page.title()).not.toBe("owned");
    expect(asked.filter((url) => url.includes("evil.example"))).toEqual([]);
  });

  await test.step("ASK-15 a refusal says so, and names the nearest memories", async () => {
    await page.setViewportSize({ width: 1536, height: 960 });
    const answer = "Nothing you saved answers this.\n\nThe nearest to it:\n\n- The ferry leaves at seven. [1]";
    await answerWith(page, () => ({ content: [note], answer, answered: false, kind: "refused", degree: "nothing" }));
    await ask(page, "Who won the chess championship of 1972?");
    const card = page.getByRole("article", { name: "Engram’s response: no answer found" });
    await expect(card.getByRole("heading", { name: "Nearest memories" })).toBeVisible();
    await expect(card.getByText("Where this comes from")).toBeHidden();
    await expect(card.getByText(/The ferry leaves|nearest to it/)).toHaveCount(1);
    await expectAccessible(page);
    await card.getByRole("button", { name: "The ferry leaves" }).click();
    await expect(reader(page).getByRole("heading", { level: 1 })).toBeVisible();
    await page.goBack();
    await expect(reader(page)).toBeHidden();
  });

  await test.step("a memory that is cited twice is named once, and opens at each of its quotes", async () => {
    const note = await aNote(page, "The ferry leaves at seven.\n\nIt takes two hours to the island.");
    await answerWith(page, () => ({
      content: [note],
      answer: "At seven [1], for two hours [1].",
      citations: [
        { n: 1, memoryId: note._id, quote: "The ferry leaves at seven.", place: "page 1" },
        { n: 1, memoryId: note._id, quote: "It takes two hours to the island.", place: "page 12" },
      ],
    }));
    await ask(page, "When does the ferry leave?");
    const quote = answers(page).getByRole("button", { name: "It takes two hours to the island. page 12" });
    await expect(answers(page).locator(".source")).toHaveCount(1);
    await expect(answers(page).locator(".cite.on")).toHaveCount(0);
    for (const width of [1536, 390]) {
      await expectToFit(page, width);
      await expect(quote.getByText("page 12")).toBeVisible();
      await expectAccessible(page);
    }
    await quote.click();
    await expect(reader(page).locator("mark.on")).toHaveText("It takes two hours to the island.");
  });
});

test("an answer from a document opens its page, and is copied and saved", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await makeUser(page);
  const lease = await aLease(page);
  await page.goto("/home");

  await test.step("ASK-14 its citation opens the page, in the reader and in the file", async () => {
    await ask(page, "How long is the notice?");
    const answer = answers(page);
    const out = answer.getByRole("link", { name: "Open the source of Lease.pdf in a new tab" });
    await expect(out.first()).toHaveAttribute("href", /#page=1$/);
    await answer.getByRole("button", { name: "Lease.pdf" }).first().click();
    await expect(reader(page).locator("mark.on")).toBeInViewport();
    const file = reader(page).getByRole("link", { name: /^Document, page 1/ });
    await expect(file).toHaveAttribute("href", /#page=1$/);
    await page.goBack();
    await expect(reader(page)).toBeHidden();
  });

  await test.step("it is copied with its sources but no signed link, and saved as a note once", async () => {
    expect(lease.link).toMatch(/^http.*signature=/);
    await answerWith(page, () => ({
      content: [lease],
      answer: "It is **three months** [1].",
      citations: [
        { n: 1, memoryId: lease._id, quote: "The notice is three months.", place: "page 1", passage: 0, page: 1 },
      ],
    }));
    await ask(page, "How long is the notice?");
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await expectToast(page, "Answer copied");
    const text = "It is **three months** [1].\n\nSources:\n\n- [1] Lease.pdf, page 1";
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    await page.getByRole("button", { name: "Save as note" }).dblclick();
    await expectToast(page, "Memory created successfully");
    await expect(page.getByRole("button", { name: "Saved as note" })).toBeVisible();
    const { body } = await call(page, "GET", "/api/v1/content");
    expect(body.content).toHaveLength(2);
    expect(body.content[0].description).toBe(`How long is the notice?\n\n${text}`);
    await expectAccessible(page);
  });
});

type Said = { text: string; second?: number };

/** Answers for a memory what the program would of one of another kind. */
async function pretend(page: Page, id: string, memory: Record<string, unknown>, passages: Said[]) {
  const blocks = passages.map(({ text, second }, passage) => ({
    kind: "paragraph",
    spans: [{ text }],
    from: { passage, offset: 0 },
    second,
  }));
  await page.route(`**/api/v1/content/${id}/document`, (route) => route.fulfill({ json: { version: 1, blocks } }));
  await page.route(`**/api/v1/content/${id}`, async (route) => {
    const response = await route.fetch();
    // The page may have gone on meanwhile, which ends what it waited for.
    const body = await response.json().catch(() => undefined);
    if (!body) return route.abort();
    await route.fulfill({ response, json: { content: { ...body.content, ...memory }, passages } });
  });
  // The list has the memory as it is: as if it did not.
  await page.route(/\/api\/v1\/content(\?|$)/, (route) =>
    route.request().method() === "GET" ? route.fulfill({ json: { content: [] } }) : route.continue(),
  );
}

test("answers name and open notes, pages, recordings and tweets", async ({ page }) => {
  await page.route("https://pbs.twimg.com/**", (route) => route.fulfill({ contentType: "image/png", body: "" }));
  await signUp(page);
  // It is read while others are asked about.
  const { body } = await call(page, "POST", "/api/v1/content", {
    type: "tweet",
    link: "https://x.com/ada/status/1790017000000134623",
  });
  const id = body.content._id;
  const note = await aNote(page, `The ferry leaves at seven &lt;sharp&gt; &amp; again. ${NAMED}`);

  await test.step("a note with every named character is found, quoted and opened", async () => {
    await ask(page, "When does the ferry leave?");
    await expect(answers(page).locator(".prose")).toContainText("&lt;sharp&gt; &amp; again");
    await answers(page).getByRole("button", { name: "The ferry leaves at seven" }).first().click();
    // A note is markdown, which has named characters.
    await expect(reader(page).locator(".captured")).toContainText("∳");
    await page.goBack();
    await expect(reader(page)).toBeHidden();
  });

  await test.step("a listing names each memory once, whatever characters its name has", async () => {
    const names = ["See https://ferry.example/a_b & ann@ferry.example about `code`.", "The ferry leaves at seven."];
    for (const name of names) await addNote(page, name);
    await ask(page, "my last 9 notes");
    await expect(answers(page).getByText("You saved 3 notes:")).toBeVisible();
    for (const name of names) await expect(answers(page).getByText(name)).toHaveCount(1);
    await expect(answers(page).locator(".cite")).toHaveCount(0);
  });

  await test.step("a page with every named character is opened", async () => {
    await pretend(page, note._id, { type: "link", link: "https://ferry.example/" }, [{ text: NAMED }]);
    await page.goto(`/home/memory/${note._id}`);
    await expect(reader(page).locator(".captured")).toContainText("&CounterClockwiseContourIntegral;");
  });

  await test.step("ASK-14 a citation of a recording opens it at its second, with the words highlighted", async () => {
    const note = await aNote(page, "A note.");
    const video = { type: "video", link: "https://www.youtube.com/watch?v=abcdefghijk", imageUrl: "/favicon.svg" };
    const passages = Array.from({ length: 60 }, (_, index) => ({
      text: `What is said at ${index} minutes. ${"It goes on for a while. ".repeat(20)}`,
      second: index * 60,
    }));
    await pretend(page, note._id, video, passages);
    await answerWith(page, () => ({
      content: [{ ...note, ...video }],
      answer: "It is said [1].",
      citations: [
        { n: 1, memoryId: note._id, quote: "What is said at 40 minutes.", place: "at 40:00", passage: 0, second: 2400 },
      ],
    }));
    await page.goto("/home");
    await ask(page, "What is said?");
    await answers(page).getByRole("button", { name: "Source 1" }).click();
    await expect(reader(page).locator("mark.on")).toHaveText("What is said at 40 minutes.");
    await expect(reader(page).locator("mark.on")).toBeInViewport();
    await expect(
      reader(page)
        .getByRole("button", { name: /^Play .* from 40:00$/ })
        .first(),
    ).toBeAttached();
  });

  await test.step("ASK-14 a citation of a tweet opens it with the words highlighted", async () => {
    await expect.poll(async () => (await call(page, "GET", `/api/v1/content/${id}`)).body.content.status).toBe("ready");
    const { content, passages } = (await call(page, "GET", `/api/v1/content/${id}`)).body;
    const quote = passages[0].text.split("\n")[0];
    await answerWith(page, () => ({
      content: [content],
      answer: "It was tweeted [1].",
      citations: [{ n: 1, memoryId: id, quote, place: "" }],
    }));
    await page.goBack();
    await ask(page, "What was tweeted?");
    await answers(page).getByRole("button", { name: "Source 1" }).click();
    await expect(reader(page).locator("mark.on").first()).toBeInViewport();
  });
});

/** In place of a piece: the model waits for goOn, or breaks off. */
const WAIT = Symbol("wait");
const BREAK = Symbol("break");
type Piece = string | typeof WAIT | typeof BREAK;

type Endpoint = { url: string; goOn: () => void; close: () => void };

/** A model's endpoint that writes these answers, each in its pieces. */
async function endpoint(answers: Piece[][]): Promise<Endpoint> {
  let letGo = () => {};
  const wait = () =>
    new Promise<void>((done) => {
      letGo = done;
    });
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    void write(response, answers.shift() ?? [], wait);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, goOn: () => letGo(), close };
}

async function write(response: ServerResponse, pieces: Piece[], wait: () => Promise<void>): Promise<void> {
  const say = (delta: Record<string, string>, reason: string | null) => {
    const chunk = { id: "1", object: "chat.completion.chunk", created: 1, model: "small" };
    response.write(`data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`);
  };
  for (const piece of pieces) {
    if (piece === BREAK) return void response.destroy();
    if (piece === WAIT) await wait();
    else say({ content: piece }, null);
  }
  say({}, "stop");
  response.end("data: [DONE]\n\n");
}

const withModel = test.extend<{ model: Endpoint }>({
  model: async ({ browserName: _ }, use) => {
    const model = await endpoint([
      [
        "The orchard ledger is kept ",
        "in the ",
        WAIT,
        "blue tin &lt;AT&amp;T&gt; [1]. ",
        "A dragon painted it last winter.",
      ],
      ["When does the ferry to the island leave?"],
      ["The ferry to the island ", "leaves at the crack of dawn, ", WAIT, BREAK],
    ]);
    await use(model);
    model.close();
  },
  baseURL: async ({ model }, use) => {
    const data = await mkdtemp(join(tmpdir(), "engram-e2e-"));
    const program = await startProgram(data, { ENGRAM_AI_URL: model.url, ENGRAM_CHAT_MODEL: "small" });
    await use(program.url);
    await program.stop();
    await rm(data, { recursive: true, force: true });
  },
});

withModel(
  "a model's answer comes as it is written, and one's own words take its place when it breaks off",
  async ({ page, model }) => {
    await signUp(page);
    await addNote(page, "The orchard ledger is kept in the blue tin <AT&T>.");
    await addNote(page, "The ferry to the island leaves at seven.");
    await ask(page, "Where is the orchard ledger kept?");
    const [first, second] = [answers(page).first(), answers(page).nth(1)];
    await expect(first.locator(".prose")).toContainText("The orchard ledger is kept");
    await expect(first.locator(".prose")).not.toContainText("blue tin");
    model.goOn();
    await expect(first.getByText("by small")).toBeVisible();
    await expect(first.locator(".prose")).toContainText("in the blue tin <AT&T>");
    await expect(first.getByRole("img", { name: "Not found in what you saved" })).toHaveCount(1);
    await expect(first.getByText("Not found in what you saved")).toBeVisible();
    await field(page).fill("And the ferry?");
    await field(page).press("Enter");
    await expect(second.locator(".prose")).toContainText("crack of dawn");
    model.goOn();
    await expect(page.getByText("Read as: When does the ferry to the island leave?")).toBeVisible();
    await expect(second.locator(".prose")).toContainText("leaves at seven");
    await expect(second.locator(".answer-notice")).toContainText("model");
    await expect(second.getByText("by small")).toBeHidden();
    await expect(second.locator(".related, .source").first()).toContainText("ferry");
    await expect(second.locator(".prose")).not.toContainText("crack of dawn");
    await expectAccessible(page);
  },
);
