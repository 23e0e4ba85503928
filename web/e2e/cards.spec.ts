import type { Locator, Page } from "@playwright/test";
import { addNote, aPage, call, expect, expectAccessible, expectToFit, makeUser, signUp, test } from "./fixture";

const WORD = "Donaudampfschiff".repeat(320);
const MARKUP = `<img src=x onerror="document.title='owned'"><b>bold</b>`;
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="100%" height="100%" fill="#468"/></svg>`;

const PLAIN = {
  type: "link",
  title: "Walking the old post road",
  description: "Eleven days, nine ferries and one very patient dog.",
  link: "https://www.tidewater.example/post-road",
  imageUrl: "/api/v1/pictures/there",
  status: "ready",
  error: "",
  createdAt: "2026-11-20T08:12:00Z",
  tags: [] as string[],
};

type Part = Partial<
  Record<keyof typeof PLAIN | "author" | "site" | "pages" | "step" | "imageWidth" | "imageHeight", unknown>
>;

/** Opens the shelf of a user who is signed in. It holds these memories, whatever the server has. */
async function shelf(page: Page, ...parts: Part[]) {
  await page.route("**/api/v1/pictures/there", (route) =>
    route.fulfill({ contentType: "image/svg+xml", body: PICTURE }),
  );
  // Nothing but a picture that can't be drawn, so that the browser has nothing to say of it.
  await page.route("**/api/v1/pictures/broken", (route) => route.fulfill({ contentType: "image/png", body: "x" }));
  const content = parts.map((part, index) => ({ ...PLAIN, _id: `memory-${index}`, ...part }));
  await page.route(/\/api\/v1\/content(\?|$)/, (route) => route.fulfill({ json: { content } }));
  await page.goto("/home");
  await expect(page.getByRole("article")).toHaveCount(parts.length);
}

const NOTE = { type: "note", title: "", link: "", imageUrl: "" };
const VIDEO = {
  type: "video",
  title: "Sourdough without the ceremony",
  link: "https://vimeo.com/1",
  author: "Night Kitchen",
  player: { name: "Vimeo", frame: "https://player.vimeo.com/video/1?dnt=1", play: "autoplay=1" },
};
const DOCUMENT = { type: "document", title: "Lease, 14 Quay Street.pdf", link: "/api/files/1?signature=x", pages: 9 };

test("cards of every kind and state, of hostile words, and the ways to open them", async ({ page }) => {
  await makeUser(page);

  await test.step("CARD-01 every kind and state is accessible, at every width", async () => {
    await shelf(
      page,
      { title: "A tall one", imageWidth: 600, imageHeight: 750 },
      { title: "A wide one", imageWidth: 800, imageHeight: 200 },
      { title: "A small one", imageWidth: 120, imageHeight: 75 },
      {},
      { imageUrl: "" },
      VIDEO,
      { ...VIDEO, status: "pending", step: "fetching", title: "" },
      { ...VIDEO, status: "failed", error: "The page did not answer." },
      { ...NOTE, description: "Two keys,\none is stiff. ".repeat(20) },
      DOCUMENT,
      { ...DOCUMENT, status: "pending", step: "reading" },
      { status: "failed", imageUrl: "", error: "The page answered 404 Not Found." },
      { status: "pending", step: "fetching", imageUrl: "", title: "", description: "" },
      { type: "tweet", status: "pending", link: "https://x.com/ada/status/1", title: "", description: "" },
    );
    const cards = page.getByRole("article");
    const ratioOf = (of: Locator) => of.evaluate(({ clientWidth, clientHeight }) => clientWidth / clientHeight);
    const picture = (name: string) => cards.filter({ hasText: name }).locator("img");
    for (const width of [390, 900, 1536]) {
      await expectToFit(page, width);
      if (width !== 900) await expectAccessible(page);
      // A recording has its whole picture, a page's picture its own shape within 2:1 and 4:5, a small one its own size.
      await expect.poll(() => ratioOf(page.locator(".stage").first())).toBeCloseTo(16 / 9, 1);
      await expect.poll(() => ratioOf(picture("A tall one"))).toBeCloseTo(0.8, 1);
      await expect.poll(() => ratioOf(picture("A wide one"))).toBeCloseTo(2, 1);
      const size = () => picture("A small one").evaluate((image) => [image.clientWidth, image.clientHeight]);
      await expect.poll(size).toEqual([120, 75]);
      // The link out of a recording ends where its card's words do.
      const out = cards.filter({ hasText: "Sourdough" }).first().getByRole("link", { name: "Video" });
      const fromEdge = () =>
        out.evaluate((link) => {
          const right = (of: Element | null) => of?.getBoundingClientRect().right ?? 0;
          return right(link.closest("article")) - right(link);
        });
      await expect.poll(fromEdge).toBeCloseTo(17, 0);
    }
    // Those on their way say what happens in its place.
    for (const card of await cards.all()) {
      const underWay = (await card.getAttribute("aria-busy")) === "true";
      await expect(card.locator("time")).toHaveText(underWay ? [] : [/Nov 20/]);
    }
  });

  await test.step("CARD-03 CARD-06 words of 5,000 letters, markup, other scripts and 500 tags keep the layout", async () => {
    const every = { description: WORD, author: WORD, site: WORD, tags: Array.from({ length: 500 }, () => WORD) };
    await shelf(
      page,
      { ...every, title: WORD, imageUrl: "/api/v1/pictures/broken" },
      { ...VIDEO, ...every, title: WORD },
      { ...NOTE, description: WORD },
      { ...DOCUMENT, ...every, title: WORD },
      { title: MARKUP, description: MARKUP, author: MARKUP, site: MARKUP },
      { ...NOTE, description: MARKUP },
      { title: "שלום עולם: מסע בדרך הישנה", description: "السلام عليكم" },
      { title: "🧠" },
      { title: "   ", description: "" },
      { title: "No way out", link: "javascript:alert(1)" },
      { status: "failed", error: WORD, title: WORD },
    );
    for (const width of [390, 900, 1536]) {
      await expectToFit(page, width);
      const broken = () =>
        page
          .getByRole("article")
          .evaluateAll((all) =>
            all
              .filter((card) => card.scrollWidth > card.clientWidth + 1 || card.clientHeight >= 900)
              .map((card) => card.textContent.slice(0, 40)),
          );
      await expect.poll(broken, `cards that overflow or are too tall at ${width}`).toEqual([]);
    }
    await expect(page.locator("article b, article img[src='x'], article a[href^='javascript']")).toHaveCount(0);
    await expect(page.getByRole("article").first().locator("img")).toHaveAttribute("src", /default-picture/);
    await expect(page).not.toHaveTitle("owned");
  });

  await test.step("the whole card opens the memory; its link opens a new tab; a note's text can be selected", async () => {
    await page.route("**/api/v1/content/memory-*", (route) =>
      route.fulfill({ json: { content: PLAIN, text: "", passages: [] } }),
    );
    await page.route("**/api/v1/content/memory-*/*", (route) => route.fulfill({ json: { memories: [], tags: [] } }));
    await page.route("**/api/v1/content/memory-*/document", (route) =>
      route.fulfill({ json: { version: 1, blocks: [] } }),
    );
    await shelf(page, {}, { ...NOTE, description: "Two keys, one is stiff." });
    const [link, note] = [page.getByRole("article").first(), page.getByRole("article").nth(1)];
    const box = await link.boundingBox();
    if (!box) throw new Error("no card");
    // The picture below the buttons, and an empty stretch of the last line.
    for (const [x, y] of [
      [box.width / 2, 90],
      [box.width / 2, box.height - 20],
    ] as const) {
      await link.click({ position: { x, y } });
      await expect(page).toHaveURL(/\/memory\/memory-0$/);
      await page.goBack();
      await expect(page).toHaveURL(/\/home$/);
    }
    const out = link.getByRole("link", { name: "Page" });
    await expect(out).toHaveAttribute("target", "_blank");
    const popup = page.waitForEvent("popup");
    await page.context().route("https://www.tidewater.example/**", (route) => route.fulfill({ body: "there" }));
    await out.click();
    await (await popup).close();
    await expect(page).toHaveURL(/\/home$/);

    const words = note.getByText("Two keys, one is stiff.");
    await words.hover({ position: { x: 2, y: 14 } });
    await page.mouse.down();
    await words.hover({ position: { x: 120, y: 14 } });
    await page.mouse.up();
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toMatch(/^Two/);
    await expect(page).toHaveURL(/\/home$/);
    await page.evaluate(() => getSelection()?.removeAllRanges());
    const tab = page.context().waitForEvent("page");
    await words.click({ modifiers: ["ControlOrMeta"] });
    const opened = await tab;
    await expect(opened).toHaveURL(/\/memory\/memory-1$/);
    await opened.close();
    await expect(page).toHaveURL(/\/home$/);
    await words.click();
    await expect(page).toHaveURL(/\/memory\/memory-1$/);
  });
});

test.describe("by touch", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("HOME-07 delete is always there, large enough to touch, and a page is fetched again", async ({ page }) => {
    const source = aPage(page);
    await signUp(page);
    await addNote(page, "Two keys, one is stiff.");
    const erase = page.getByRole("article").getByRole("button", { name: /^Delete/ });
    await expect(erase).toHaveCSS("opacity", "1");
    const size = await erase.evaluate((button) => {
      const { top, left } = getComputedStyle(button, "::before");
      return button.clientWidth - Number.parseFloat(top) - Number.parseFloat(left);
    });
    expect(size).toBeGreaterThanOrEqual(44);
    await erase.tap();
    await expect(page.getByRole("article")).toBeHidden();

    await test.step("API-28 beside the link out", async () => {
      await call(page, "POST", "/api/v1/content", { type: "link", link: source.address });
      const card = page.getByRole("article", { name: source.title });
      await expect(card).toHaveAttribute("aria-busy", "false");
      await expectAccessible(page);
      await source.set("gone");
      await card.getByRole("button", { name: `Fetch ${source.title} again` }).tap();
      await expect(card.getByText("The page answered 404 Not Found.")).toBeVisible();
      expect(page.context().pages()).toHaveLength(1);
    });
  });
});
