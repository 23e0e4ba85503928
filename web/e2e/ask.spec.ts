import type { Page } from "@playwright/test";
import { answered, paragraph } from "../src/test/answer";
import { addNote, call, expect, expectAccessible, signUp, test } from "./fixture";

const SEARCH = "**/api/v1/vector-search";

const box = (page: Page) => page.getByPlaceholder("Ask your memories...");
const answer = (page: Page) => page.getByRole("article", { name: "Engram’s response" });

async function ask(page: Page, question: string) {
  await box(page).fill(question);
  await box(page).press("Enter");
}

const events = (...all: [string, unknown][]) =>
  all.map(([name, body]) => `event: ${name}\ndata: ${JSON.stringify(body)}\n\n`).join("");

/** A hue between pink and orange. */
const RED = /^oklch\([\d.]+ [\d.]+ (2\d|3[0-5])( |\))/;

/** Answers the next questions with a stream of these events, which ends there. */
async function answerWith(page: Page, body: string) {
  await page.route(SEARCH, (route) => route.fulfill({ contentType: "text/event-stream", body }));
}

// Far from Greenwich, so that the user's days are not the server's.
test.use({ timezoneId: "Pacific/Auckland" });

test("ASK-05 ASK-07 ASK-08 ASK-09 ASK-10 ASK-14 the real server answers questions", async ({
  page,
  consoleMessages,
}) => {
  await signUp(page);

  await test.step("none is refused, with an error", async () => {
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    const error = page.getByRole("alert").filter({ hasText: "Please enter a search query" }).locator(".banner");
    await expect(error).toBeVisible();
    for (const part of ["color", "border-color", "background-color"]) await expect(error).toHaveCSS(part, RED);
    await expectAccessible(page);
  });

  await test.step("ASK-15 one that the memories do not answer is refused", async () => {
    await ask(page, "Who won the chess championship of 1972?");
    await expect(answer(page)).toContainText("no answer found");
    await expect(page.getByLabel("Related content")).toBeHidden();
  });

  await test.step("one that they answer is answered, with its sources", async () => {
    await addNote(page, "The ferry to the island leaves at seven, except on Sundays.");
    const request = page.waitForRequest(SEARCH);
    await ask(page, "When does the ferry to the island leave?");
    expect((await request).headers().accept).toContain("text/event-stream");
    await expect(answer(page)).toContainText("leaves at seven");
    await expect(answer(page).getByRole("listitem")).toHaveCount(1);
    await expect(answer(page).locator("time")).toHaveText(/^\d{1,2}:\d\d [AP]M$/);
    await expect(page.getByLabel("Related content").getByText("The ferry to the island")).toBeVisible();
    await expect(page.getByRole("button", { name: "Ask", exact: true })).toBeEnabled();
    await expectAccessible(page);
  });

  await test.step("one without a subject lists what was saved then, by the user's days", async () => {
    for (const text of ["Buy stamps.", "Water the fern."]) await addNote(page, text);
    const request = page.waitForRequest(SEARCH);
    await ask(page, "What did I save today?");
    expect((await request).headers()["time-zone"]).toBe("Pacific/Auckland");
    await expect(answer(page)).toContainText("You saved 3 memories today:");
    await expect(answer(page)).toContainText("Water the fern.");
    await expect(page.getByText("Looked in: All memories · saved today")).toBeVisible();
    await expectAccessible(page);
    await ask(page, "What did I save yesterday?");
    await expect(answer(page)).toContainText("You saved nothing yesterday.");
  });

  await test.step("a typed one survives a reload, and is cleared once it is answered", async () => {
    await box(page).fill("When does the ferry leave?");
    await page.getByRole("combobox", { name: "Where to look" }).selectOption("Notes");
    await page.reload();
    await expect(box(page)).toHaveValue("When does the ferry leave?");
    await expect(page.getByRole("combobox", { name: "Where to look" })).toHaveValue("note");
    await box(page).press("Enter");
    await expect(answer(page)).toBeVisible();
    // The draft is kept until the whole answer is there.
    await expect(page.getByRole("button", { name: "Ask", exact: true })).toBeEnabled();
    await expect(box(page)).toHaveValue("When does the ferry leave?");
    await page.reload();
    await expect(box(page)).toHaveValue("");
  });

  await test.step("ASK-06 ASK-13 typing on cancels a streamed answer", async () => {
    await page.route(SEARCH, () => {
      // Never answered: it is given up by the page.
    });
    await ask(page, "one");
    await expect(page.getByText("Searching through your memories...")).toBeVisible();
    await expect(page.getByRole("button", { name: "Searching" })).toBeDisabled();
    await box(page).pressSequentially(" more");
    await expect(page.getByText("Searching through your memories...")).toBeHidden();
    await expect(page.getByRole("button", { name: "Ask", exact: true })).toBeEnabled();
  });

  await test.step("one that breaks off stays, with a line that says so, and can be asked again", async () => {
    await page.unroute(SEARCH);
    const ferry = (await call(page, "GET", "/api/v1/content")).body.content.at(-1);
    const related = {
      content: [ferry],
      filters: { type: "note", saved: "this week", words: ["my note", "from this week"] },
    };
    await answerWith(
      page,
      events(
        ["related", related],
        ["delta", { text: "It leaves **at" }],
        ["blocks", { from: 0, blocks: [paragraph("It leaves **at**")] }],
      ),
    );
    await ask(page, "When does the ferry leave, says my note from this week?");
    await expect(answer(page)).toContainText("It leaves");
    await expect(page.getByText("The answer was cut off here.", { exact: false })).toBeVisible();
    await expect(page.getByText("Looked in: Notes · saved this week")).toBeVisible();
    await expectAccessible(page);

    await page.unroute(SEARCH);
    const whole = { content: [ferry], ...answered("It leaves at seven [1]."), answered: true };
    const citations = [{ n: 1, memoryId: ferry._id, quote: "leaves at seven", place: "" }];
    await answerWith(page, events(["related", related], ["done", { ...whole, citations }]));
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(answer(page)).toContainText("It leaves at seven");
    await expect(page.getByText("The answer was cut off here.", { exact: false })).toBeHidden();
    await expect(answer(page).getByRole("listitem")).toHaveCount(1);
    // The app logs it.
    const cutOff = /search failed TypeError: the answer was cut off/;
    consoleMessages.splice(0, consoleMessages.length, ...consoleMessages.filter((text) => !cutOff.test(text)));
  });
});
