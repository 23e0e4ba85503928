import type { Page } from "@playwright/test";
import { addNote, call, expect, expectAccessible, makeUser, test } from "./fixture";

const reader = (page: Page) => page.getByRole("dialog");
const asking = (page: Page) => reader(page).getByRole("region", { name: "Ask about this memory" });
const field = (page: Page) => asking(page).getByRole("textbox", { name: "Ask about this memory" });
const answers = (page: Page) => asking(page).getByRole("article", { name: /^Engram’s response/ });

const FILLER = "Nothing much happened on this day, and nobody wrote it down.\n\n".repeat(60);
const JOURNAL = `${FILLER}The harbour bakery opens at six.\n\n${FILLER}The orchard ledger is kept in the blue tin.\n\n${FILLER}`;

/** Opens the journal, beside another note that answers the same questions. */
async function openJournal(page: Page) {
  await makeUser(page);
  await addNote(page, "The orchard ledger is kept in the red drawer. The harbour bakery opens at nine.");
  await addNote(page, JOURNAL);
  const { body } = await call(page, "GET", "/api/v1/content?limit=1");
  await page.goto(`/home/memory/${body.content[0]._id}`);
  await expect(field(page)).toBeVisible();
}

test("ASK-14 ASK-15 an opened memory is asked alone, its text shows what the answer quotes, and what it does not say is refused", async ({
  page,
}) => {
  await openJournal(page);

  await test.step("a typed question is restored when it is reopened", async () => {
    const opened = page.url();
    await field(page).fill("Where is the");
    await page.keyboard.press("Escape");
    await expect(reader(page)).toBeHidden();
    await page.goto(opened);
    await expect(field(page)).toHaveValue("Where is the");
  });

  await test.step("a question that the memory does not answer is refused, though others would", async () => {
    const used = async () => (await call(page, "GET", "/api/v1/usage")).body;
    const before = await used();
    await field(page).fill("Who painted the lighthouse?");
    await asking(page).getByRole("button", { name: "Ask" }).click();
    await expect(asking(page).getByText("No answer was found.")).toBeAttached();
    await expect(answers(page)).toContainText("Nothing in this memory answers this.");
    await expect(answers(page).getByText("Nearest memories")).toHaveCount(0);
    expect(await used()).not.toEqual(before);
  });

  await field(page).fill("Where is the orchard ledger kept?");
  await field(page).press("Enter");
  await expect(answers(page)).toHaveCount(2);
  const newest = answers(page).first();
  await expect(newest).toContainText("blue tin");
  await expect(newest).not.toContainText("red drawer");
  await expect(asking(page).getByText("Looked in: this memory alone").first()).toBeVisible();
  await expect(asking(page).getByText("The answer is here.")).toBeAttached();
  await expect(field(page)).toBeFocused();
  const marked = reader(page).locator("mark.cited", { hasText: "blue tin" });
  await expect(marked).toHaveCount(1);
  await expect(marked).not.toBeInViewport();
  await newest.getByRole("button", { name: "Source 1" }).first().press("Enter");
  await expect(marked).toBeInViewport();
  await expect(marked).toHaveClass(/\bon\b/);

  await field(page).fill("And when does the bakery open?");
  await field(page).press("Enter");
  await expect(newest).toContainText("opens at six");
  await expect(answers(page)).toHaveCount(3);
  for (const width of [2560, 1536, 900, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const sticksOut = () => reader(page).evaluate((element) => element.scrollWidth - element.clientWidth);
    await expect.poll(sticksOut, `nothing sticks out at ${width}`).toBeLessThanOrEqual(0);
    if ([1536, 390].includes(width)) await expectAccessible(page);
  }
  // Which sentence comes first depends on how much the encoder has read by then.
  const quote = newest.locator("p", { hasText: "opens at six" });
  await quote.getByRole("button", { name: "Source 1" }).click();
  await expect(reader(page).locator("mark.on")).toHaveText("The harbour bakery opens at six.");
  await expect(reader(page).locator("mark.on")).toBeInViewport();

  await test.step("the field is visible at the end of the text, however many answers there are", async () => {
    // Narrower pages have the field below the text.
    for (const width of [1536, 1200]) {
      await page.setViewportSize({ width, height: 480 });
      await reader(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await expect(reader(page).locator(".captured").getByText("Nothing much happened").last()).toBeInViewport();
      const below = () =>
        reader(page).evaluate((element) => {
          const top = (of: Element | null) => Number(of?.getBoundingClientRect().top);
          return top(element.querySelector("form")) - top(element);
        });
      await expect.poll(below, { message: `the field is under no bar at ${width}` }).toBeGreaterThanOrEqual(0);
    }
  });
});

test("a conversation about a memory is kept, names it, stays about it, and takes no more questions once that is deleted", async ({
  page,
}) => {
  await openJournal(page);
  const { body } = await call(page, "GET", "/api/v1/content?limit=1");
  await field(page).fill("Where is the orchard ledger kept?");
  await field(page).press("Enter");
  await expect(asking(page).getByText("The answer is here.")).toBeAttached();
  await page.goto("/conversations");
  await expect(page.getByText(/about one memory/)).toBeVisible();
  const conversation = page.getByRole("link", { name: "Where is the orchard ledger kept?" });
  await conversation.click();
  await expect(page.getByText(/^About/)).toBeVisible();
  const follow = page.getByPlaceholder("Ask a follow-up");
  await follow.fill("When does the harbour bakery open?");
  await follow.press("Enter");
  const newest = page.getByRole("article", { name: "Engram’s response" }).last();
  await expect(newest).toContainText("opens at six");
  await expect(newest).not.toContainText("nine");
  await expectAccessible(page);
  await page
    .getByText(/^About/)
    .getByRole("link")
    .click();
  await expect(reader(page)).toBeVisible();
  await expect(field(page)).toBeVisible();

  await page.goto("/conversations");
  await call(page, "DELETE", "/api/v1/content", { contentId: body.content[0]._id });
  await conversation.click();
  await expect(page.getByText("No more can be asked of it.")).toBeVisible();
  await expect(page.getByText("This answer quoted a memory that you have deleted since.")).toHaveCount(2);
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Ask again" })).toHaveCount(0);
  await expectAccessible(page);
});
