import type { Page } from "@playwright/test";
import type { Popup } from "./browser";
import { type Connected, startConnected } from "./connected";
import { axeSource, expect, expectAccessible, site, test } from "./fixture";

// One browser serves them all, with one person's token.
test.describe.configure({ mode: "serial" });

let server: Connected;

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(600_000);
  server = await startConnected(playwright);
});
test.afterAll(() => server.stop());

async function call(path: string) {
  const answer = await fetch(server.url + path, { headers: { authorization: server.session } });
  return answer.json();
}

const newest = async () => (await call("/api/v1/content?limit=1")).content[0];

const says = (popup: Popup, words: string | RegExp) => expect.poll(() => popup.text()).toMatch(words);

/** Checks the popup as it stands with axe, in both themes. */
async function expectAccessiblePopup(popup: Popup) {
  await popup.run(`${axeSource}; undefined`);
  for (const theme of ["dark", "light"]) {
    const found = popup.run(`document.documentElement.className = "${theme}";
      for (const one of document.getAnimations()) one.finish();
      axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html)]))`);
    expect(await found, `axe finds nothing in the ${theme} popup`).toEqual([]);
  }
}

/** A tab of the browser with the extension. */
async function tabAt(address: string): Promise<Page> {
  const tab = await server.extended.context.newPage();
  await tab.goto(address);
  return tab;
}

test("a page behind a cookie is saved as it is seen, with what is selected", async () => {
  await server.extended.context.addCookies([{ name: "member", value: "yes", url: site() }]);
  const tab = await tabAt(`${site()}/members`);
  await tab.evaluate(() => getSelection()?.selectAllChildren(document.getElementById("gate") as HTMLElement));
  const popup = await server.extended.press(tab);
  await says(popup, /^Saved\n/);
  await says(popup, /The minutes of the allotment/);
  await expectAccessiblePopup(popup);

  await popup.run(`document.getElementById("tags").value = "garden, minutes";
    document.getElementById("remark").value = "Ask Ada.";
    document.querySelector("form").requestSubmit()`);
  await says(popup, /Added\./);
  await popup.close();
  await expect.poll(newest).toMatchObject({
    title: "The minutes of the allotment",
    link: `${site()}/members`,
    status: "ready",
    tags: ["garden", "minutes"],
    remark: "Ask Ada.",
  });
  const { _id } = await newest();
  const { text } = await call(`/api/v1/content/${_id}`);
  expect(text).toContain("The gate code changes on the first of May");
  expect(text).not.toContain("a-secret-of-the-form");
  const quotes = async () =>
    (await call(`/api/v1/content/${_id}/highlights`)).highlights.map((one: { quote: string }) => one.quote);
  await expect.poll(quotes).toEqual(["The gate code changes on the first of May, and nobody is to write it down."]);

  // The second time it is known, and nothing is changed unasked.
  const again = await server.extended.press(tab);
  await says(again, /^Saved before, today\n/);
  await again.run(
    `[...document.querySelectorAll("button")].find((one) => one.textContent === "Show what is related").click()`,
  );
  await says(again, /Nothing is close enough yet|Related/);
  await again.close();
  expect((await call("/api/v1/content?limit=5")).content).toHaveLength(1);
  await tab.close();
});

test("while the server is away a page is kept, then sent once", async () => {
  const tab = await tabAt(`${site()}/beans`);
  // The worker's own calls find nothing there.
  const { options } = server.extended;
  await expectAccessible(options);
  await options.evaluate(() =>
    (
      globalThis as unknown as { chrome: { storage: { local: { set: (values: object) => Promise<void> } } } }
    ).chrome.storage.local.set({ server: "http://localhost:1" }),
  );
  const popup = await server.extended.press(tab);
  await says(popup, /^Kept, and sent once your Engram can be reached/);
  await popup.run(`document.getElementById("tags").value = "beans";
    document.querySelector("form").requestSubmit()`);
  await says(popup, /Added\./);
  await popup.close();
  await options.evaluate(
    (server) =>
      (
        globalThis as unknown as { chrome: { storage: { local: { set: (values: object) => Promise<void> } } } }
      ).chrome.storage.local.set({ server }),
    server.url,
  );

  // The next press sends what waits, as the clock does each minute.
  const other = await tabAt(`${site()}/logbook`);
  const next = await server.extended.press(other);
  await says(next, /^Saved\n/);
  await next.close();
  const all = async () =>
    (await call("/api/v1/content?limit=9")).content.map(({ link, tags }: { link: string; tags: string[] }) => [
      new URL(link).pathname,
      ...tags,
    ]);
  await expect.poll(all).toContainEqual(["/beans", "beans"]);
  expect(await all()).toHaveLength(3);
  for (const one of [tab, other]) await one.close();
});

test("a page is told nothing, and no page is read unasked", async () => {
  const tab = await tabAt(`${site()}/beans`);
  const id = server.extended.origin.split("/").at(-1) ?? "";
  const answer = await tab.evaluate(async (id) => {
    const { chrome } = globalThis as unknown as {
      chrome?: { runtime?: { sendMessage?: (id: string, message: unknown) => Promise<unknown> } };
    };
    if (!chrome?.runtime?.sendMessage) return "no way in";
    return chrome.runtime.sendMessage(id, { ask: "tags" }).catch(() => "refused");
  }, id);
  expect(answer).toBe("no way in");
  // Its files are nobody's to load, and without a press it may not read the page in front.
  const loaded = await tab.evaluate(
    (url) =>
      fetch(url).then(
        () => "loaded",
        () => "refused",
      ),
    `${server.extended.origin}/popup.js`,
  );
  expect(loaded).toBe("refused");
  const [worker] = server.extended.context.serviceWorkers();
  const read = await worker?.evaluate(async () => {
    const { chrome } = globalThis as unknown as {
      chrome: {
        tabs: { query: (of: object) => Promise<{ id: number; url?: string }[]> };
        scripting: { executeScript: (script: object) => Promise<unknown> };
      };
    };
    const [front] = await chrome.tabs.query({ active: true });
    const address = front?.url;
    const script = { target: { tabId: front?.id }, func: () => document.title };
    return [address, await chrome.scripting.executeScript(script).catch(() => "refused")];
  });
  expect(read).toEqual([undefined, "refused"]);
  await tab.close();
});
