import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { call, expect, expectAccessible, expectToFit, holdTimers, makeUser, test } from "./fixture";

// The numbers of the tweets that the fake service tells of: internal/tweet/tweettest.
const PLAIN = "1790017000000134623";
const PHOTOS = "1790217000001718423";
const VIDEO = "1790317000002510323";
const QUOTE = "1790417000003302223";
const DELETED = "1791017000008053623";

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><rect width="100%" height="100%" fill="#468"/></svg>`;

/** Pictures and videos come from here and not from X. */
async function standInForX(page: Page) {
  const film = await readFile("e2e/fixtures/film.mp4");
  await page.route("https://pbs.twimg.com/**", (route) =>
    route.fulfill({ contentType: "image/svg+xml", body: PICTURE }),
  );
  await page.route("https://video.twimg.com/**", (route) => route.fulfill({ contentType: "video/mp4", body: film }));
}

/** Saves tweets and waits until they are read. */
async function save(page: Page, ...ids: string[]) {
  await standInForX(page);
  await makeUser(page);
  for (const id of ids) {
    const link = `https://x.com/ada/status/${id}`;
    expect((await call(page, "POST", "/api/v1/content", { type: "link", link })).status).toBe(200);
  }
  await page.goto("/home");
  await expect(page.locator(".card-tweet[aria-busy=false]")).toHaveCount(ids.length);
}

const card = (page: Page) => page.locator(".card-tweet");

test("TWEET-03 TWEET-06 TWEET-07 TWEET-10 TWEET-11 TWEET-12 TWEET-13 TWEET-14 TWEET-16 TWEET-19 tweets are shown with all their parts, play, are copied, and open by keyboard", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // "Copied!" stays for six seconds.
  await holdTimers(page, 6000);
  await save(page, PLAIN, PHOTOS, VIDEO, QUOTE);
  await expect(page.getByText("The engine weaves algebraic patterns & numbers", { exact: false })).toBeVisible();
  await expect(card(page).getByRole("link", { name: "#notes" })).toHaveAttribute("href", "https://x.com/hashtag/notes");
  await expect(card(page).locator("img[src*='G3engine']")).toBeVisible();
  await expect(card(page).locator("video")).toBeVisible();
  await expect(page.getByText("On two occasions I have been asked", { exact: false })).toBeVisible();
  await expectAccessible(page);
  for (const width of [390, 900]) {
    await expectToFit(page, width);
  }
  await expectAccessible(page);

  await test.step("a video plays in place, and links to where it continues", async () => {
    const film = card(page).filter({ has: page.locator("video") });
    const video = film.locator("video");
    // It is short: a slow machine would come to its end before it is paused.
    await video.evaluate((element: HTMLVideoElement) => {
      element.loop = true;
    });
    await expect(film.getByText("Watch on X", { exact: true })).toBeVisible();
    await expect(video).toHaveJSProperty("controls", false);
    await expect(video).toHaveAttribute("src", /640x360\/mid\.mp4/);
    await film.getByRole("button", { name: "Play video" }).click();
    await expect(video).toHaveJSProperty("controls", true);
    await expect(video).toBeFocused();
    await expect(film.locator(".tweet-watch")).toBeHidden();
    await video.evaluate((element: HTMLVideoElement) => element.pause());
    await expect(film.getByText("Continue watching on X")).toBeVisible();
    await video.evaluate((element: HTMLVideoElement) => {
      element.loop = false;
      element.currentTime = element.duration - 0.3;
      return element.play();
    });
    await expect(film.getByText("View replies")).toBeVisible();
    // None of it opened the memory.
    await expect(page).toHaveURL(/\/home$/);
  });

  await test.step("its link is copied, and its card opens the memory by keyboard", async () => {
    const plain = card(page).filter({ hasText: "The engine weaves" });
    await plain.getByRole("button", { name: "Copy link to Tweet" }).click();
    await expect(plain.getByRole("button", { name: "Copied!" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`https://x.com/ada/status/${PLAIN}`);
    await plain.getByRole("link", { name: "Open" }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/memory\//);
  });
});

test("TWEET-02 TWEET-18 ERR-11 the keyboard reaches a link beyond the end of a clipped text; a deleted tweet is kept, and can be deleted", async ({
  page,
  consoleMessages,
}) => {
  const text = `${"A line.\n".repeat(24)}#notes`;
  const at = [...text].length - 6;
  const hashtags = [{ text: "notes", indices: [at, at + 6] }];
  const user = { name: "Ada", screen_name: "ada" };
  await page.route(`**/api/tweet/${PLAIN}`, (route) =>
    route.fulfill({ json: { data: { id_str: PLAIN, user, text, entities: { hashtags } } } }),
  );
  await save(page, PLAIN, DELETED);
  const plain = card(page).filter({ hasText: "A line." });
  const words = plain.locator(".tweet-text");
  const height = async () => (await words.boundingBox())?.height ?? 0;
  const scrolled = () => words.evaluate((element) => element.scrollTop);
  const short = await height();
  await plain.getByRole("link", { name: "View on X" }).focus();
  await page.keyboard.press("Tab");
  const link = plain.getByRole("link", { name: "#notes" });
  await expect(link).toBeFocused();
  await expect(link).toBeInViewport();
  await expect.poll(scrolled).toBe(0);
  await expect.poll(height).toBeGreaterThan(short);
  await page.keyboard.press("Tab");
  await expect.poll(height).toBe(short);
  await expect.poll(scrolled).toBe(0);

  const deleted = card(page).filter({ has: page.getByRole("heading", { name: "Tweet not found" }) });
  await expect(deleted).toBeVisible();
  await expect(deleted.getByText("The embedded tweet could not be found…")).toBeVisible();
  await expect(deleted.getByRole("button", { name: "Retry" })).toBeVisible();
  await expectAccessible(page);
  await deleted.hover();
  await deleted.getByRole("button", { name: /^Delete/ }).click();
  await expect(deleted).toBeHidden();
  await expect(card(page)).toHaveCount(1);
  // The browser itself says of every answer that it is a 404; nothing else is said.
  expect(consoleMessages.filter((text) => !/status of 404/.test(text))).toEqual([]);
  consoleMessages.splice(0);
});
