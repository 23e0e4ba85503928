import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { addNote, aPage, call, expect, expectAccessible, expectToFit, makeUser, PASSWORD, pdf, test } from "./fixture";
import { aSteadyAddress, startProgram } from "./program";
import { secondBuild } from "./second-build";

test.use({
  serviceWorkers: "allow",
  // What the browser itself notes of a server that is away, and of a session that ended.
  expectedMessages:
    /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|Failed to (fetch|load)|status of 401|NetworkError|reading|page failed/,
});

/** Waits until the service worker has the build and the last memories. */
async function expectKept(page: Page) {
  const kept = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      return names.includes("memories") && (await (await caches.open("memories")).keys()).length === 3;
    });
  await expect.poll(kept, "the last memories are kept").toBe(true);
}

/** What this device still has of anybody. */
const leftOn = (page: Page) =>
  page.evaluate(async () => {
    const open = indexedDB.open("engram");
    const db = await new Promise<IDBDatabase>((resolve) => {
      open.onsuccess = () => resolve(open.result);
    });
    const counts = await Promise.all(
      [...db.objectStoreNames].map(
        (name) =>
          new Promise<number>((resolve) => {
            const request = db.transaction(name).objectStore(name).count();
            request.onsuccess = () => resolve(request.result);
          }),
      ),
    );
    db.close();
    return { memories: await caches.has("memories"), stored: counts.reduce((a, b) => a + b, 0) };
  });

const saved = async (page: Page) => {
  const { body } = await call(page, "GET", "/api/v1/content");
  return (body.content as { title: string; link: string; description: string; tags: string[]; remark?: string }[]).map(
    ({ title, link, description, tags, remark = "" }) => ({ title, link, description, tags, remark }),
  );
};

/** Posts to the page as the system's share sheet does. */
async function share(
  page: Page,
  fields: Record<string, string>,
  files: { name: string; type: string; text: string }[] = [],
) {
  await page.goto("/favicon.svg");
  await page.evaluate(
    ({ fields, files }) => {
      const html = "http://www.w3.org/1999/xhtml";
      const form = document.createElementNS(html, "form") as HTMLFormElement;
      Object.assign(form, { method: "post", action: "/save", enctype: "multipart/form-data" });
      for (const [name, value] of Object.entries(fields)) {
        const input = document.createElementNS(html, "input") as HTMLInputElement;
        Object.assign(input, { name, value, type: "hidden" });
        form.append(input);
      }
      const picker = document.createElementNS(html, "input") as HTMLInputElement;
      Object.assign(picker, { type: "file", name: "files", multiple: true });
      const all = new DataTransfer();
      for (const { name, type, text } of files)
        all.items.add(new File([Uint8Array.from(text, (c) => c.charCodeAt(0))], name, { type }));
      picker.files = all.files;
      form.append(picker);
      document.documentElement.append(form);
      form.submit();
    },
    { fields, files },
  );
  await page.waitForURL(/\/save\?(shared|missed)/);
}

test("without a connection the last memories are there, and what is saved meanwhile is sent once", async ({
  page,
  context,
  request,
}) => {
  const name = await makeUser(page);
  await addNote(page, "The ferry leaves at seven.");
  await page.goto("/home");
  await expect(page.getByText("The ferry leaves at seven.")).toBeVisible();
  await expectKept(page);
  const beans = aPage(page);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText("The ferry leaves at seven.")).toBeVisible();
  await expect(page.getByText("You are offline. Engram will catch up.")).toBeVisible();

  await page.getByRole("banner").getByRole("button", { name: "Add Memory" }).click();
  await page.getByRole("radio", { name: "Note" }).click();
  await page.getByRole("dialog").getByRole("textbox").first().fill("Typed into the panel.");
  await page.getByRole("dialog").getByRole("button", { name: "Add Memory" }).click();
  await expect(page.getByText("A save waits on this device.")).toBeVisible();

  await page.goto("/save?note");
  await page.getByLabel("Note").fill("Written in a tunnel.");
  await page.getByRole("combobox", { name: "Add a tag" }).fill("train");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Kept on this device" })).toBeFocused();
  await page.goto(`/save?url=${encodeURIComponent(beans.address)}&text=Some%20words`);
  await expect(page).toHaveURL(/\/save\?shared=/);
  await expect(page.getByLabel("Website address")).toHaveValue(beans.address);
  await expect(page.getByLabel("Remark")).toHaveValue("> Some words");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "3 saves wait on this device" })).toBeVisible();
  await expectAccessible(page);
  for (const width of [390, 900, 1536]) await expectToFit(page, width);

  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: /wait/ })).toHaveCount(0);
  const all = await saved(page);
  expect(all).toHaveLength(4);
  expect(all[1]).toMatchObject({ description: "Written in a tunnel.", tags: ["train"] });
  expect(all[0]).toMatchObject({ link: beans.address, remark: "> Some words" });

  await test.step("the bookmarklet asks in a small window, and the app can be installed", async () => {
    await page.goto("/profile/data");
    const link = page.getByRole("link", { name: "Save to Engram" });
    await expect(link).toHaveAttribute("href", /^javascript:/);
    await link.click();
    await expect(page.getByText("Drag it to your bookmarks.")).toBeVisible();
    const code = decodeURIComponent(((await link.getAttribute("href")) ?? "").replace("javascript:", ""));

    // A page whose policy lets nothing of others in.
    await page.route("http://strict.example/page", (route) =>
      route.fulfill({
        contentType: "text/html",
        headers: { "content-security-policy": "default-src 'none'" },
        body: "<!doctype html><title>A strict page</title><p id=p>Selected words",
      }),
    );
    await page.goto("http://strict.example/page");
    await page.evaluate(() => getSelection()?.selectAllChildren(document.getElementById("p") as HTMLElement));
    const [popup] = await Promise.all([page.waitForEvent("popup"), page.evaluate(code)]);
    await expect(popup.getByText("A strict page")).toBeVisible();
    await expect(popup.getByLabel("Remark")).toHaveValue("> Selected words");
    await expect(popup.getByLabel("Website address")).toHaveValue("http://strict.example/page");
    await popup.close();

    const session = await page.context().newCDPSession(page);
    await page.goto("/home");
    const { errors } = await session.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    // A window without a history of its own can't install anything.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  });

  await test.step("a session that ended elsewhere leaves nothing of its memories here", async () => {
    await expectKept(page);
    const answer = await request.post("/api/v1/signin", { data: { username: name, password: PASSWORD } });
    const { token } = await answer.json();
    await request.delete("/api/v1/sessions", { headers: { authorization: token } });
    await page.reload();
    await page.waitForURL(/\/auth\/signin/);
    await expect.poll(async () => (await leftOn(page)).memories).toBe(false);
  });
});

test("what is shared is asked about, then saved; nothing of one account is shown to another on the same device", async ({
  page,
  context,
}) => {
  await makeUser(page);
  await addNote(page, "The first one's secret.");
  await page.goto("/home");
  await expectKept(page);
  const secret = expect.objectContaining({ description: "The first one's secret." });
  const beans = aPage(page);
  await share(page, { title: "All about beans", text: `Worth it: ${beans.address}` });
  await expect(page.getByText("All about beans")).toBeVisible();
  await expect(page.getByLabel("Website address")).toHaveValue(beans.address);
  await expect(page.getByLabel("Remark")).toHaveValue("Worth it:");
  expect(await saved(page), "nothing is saved unasked").toEqual([secret]);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Saved", exact: true })).toBeVisible();
  expect(await saved(page)).toMatchObject([{ link: beans.address, remark: "Worth it:" }, secret]);

  // The second time it is known.
  await page.goto(`/save?url=${encodeURIComponent(beans.address)}`);
  await expect(page.getByText(/^Saved before, on /)).toBeVisible();
  await page.getByRole("combobox", { name: "Add a tag" }).fill("beans");
  await page.getByRole("button", { name: "Add to it" }).click();
  await expect(page.getByRole("heading", { name: "Saved before" })).toBeVisible();
  expect(await saved(page)).toMatchObject([{ link: beans.address, tags: ["beans"] }, secret]);

  // Files, without a connection.
  await context.setOffline(true);
  const paper = {
    name: "Tide table.pdf",
    type: "application/pdf",
    text: pdf("The tide turns at noon.").toString("latin1"),
  };
  await share(page, { title: "", text: "" }, [paper, { name: "words.txt", type: "text/plain", text: "Plain words." }]);
  await expect(page.getByText("Tide table.pdf")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Kept on this device" })).toBeVisible();
  await context.setOffline(false);
  await expect
    .poll(async () => (await saved(page)).map(({ title }) => title))
    .toEqual(["words.txt", "Tide table.pdf", expect.any(String), expect.any(String)]);

  await test.step("nothing of one account is shown to another on the same device, and a log-out leaves nothing", async () => {
    await context.setOffline(true);
    await page.goto("/save?note");
    await page.getByLabel("Note").fill("The first one's draft.");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { name: "Kept on this device" })).toBeVisible();

    // Another person takes the session's place, as in a browser that two share.
    const first = await page.evaluate(() => localStorage.getItem("token") ?? "");
    await context.setOffline(false);
    await page.goto("/favicon.svg");
    await makeUser(page);
    await context.setOffline(true);
    await page.goto("/home");
    await expect(page.getByText("The first one's secret.")).toHaveCount(0);
    await page.goto("/save");
    await expect(page.getByRole("button", { name: "Save" })).toBeVisible();
    await expect(page.getByText("The first one's draft.")).toHaveCount(0);
    await context.setOffline(false);
    await page.goto("/home");
    await expectKept(page);
    expect(await saved(page)).toEqual([]);

    // The first one finds it again, and signs out.
    await page.evaluate((token) => localStorage.setItem("token", token), first);
    await page.goto("/home");
    await expect
      .poll(async () => (await saved(page)).map(({ description }) => description))
      .toContain("The first one's draft.");
    await page.getByRole("button", { name: "User menu" }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await page.waitForURL(/signin|welcome/);
    await expect.poll(() => leftOn(page)).toEqual({ memories: false, stored: 0 });
  });

  // Signed out: it waits for whoever signs in.
  await share(page, { text: "A thought on the way." });
  await expect(page.getByText("It is kept on this device. Sign in to save it.")).toBeVisible();
  await expectAccessible(page);
  const address = page.url();
  const name = await makeUser(page);
  expect(name).not.toBe("");
  await page.goto(address);
  await expect(page.getByLabel("Note")).toHaveValue("A thought on the way.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Saved", exact: true })).toBeVisible();
  expect(await saved(page)).toMatchObject([{ description: "A thought on the way." }]);
});

test("a deploy: the next load is the new build, and no file of it is missing", async ({ page }) => {
  test.setTimeout(900_000);
  const folder = await mkdtemp(join(tmpdir(), "engram-builds-"));
  const addr = await aSteadyAddress();
  const settings = { ENGRAM_ADDR: addr, ENGRAM_ENCODER: "off" };
  const data = join(folder, "data");
  const lost: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 404) lost.push(response.url());
  });
  const scripts = () =>
    page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname));
  const second = secondBuild(folder);
  let program = await startProgram(data, settings);
  try {
    const origin = `http://${addr}`;
    const { token } = await (
      await page.request.post(`${origin}/api/v1/signup`, { data: { username: "deployer", password: PASSWORD } })
    ).json();
    await page.goto(`${origin}/favicon.svg`);
    await page.evaluate((token) => localStorage.setItem("token", token), token);
    await page.goto(`${origin}/home`);
    await expectKept(page);
    await page.goto(`${origin}/home`);
    await expect.poll(async () => (await scripts()).some((name) => name.startsWith("/assets/"))).toBe(true);
    expect((await scripts()).filter((name) => name.includes("/second-"))).toEqual([]);

    const path = await second;
    await program.stop();
    program = await startProgram(data, settings, path);
    await page.goto(`${origin}/home`);
    await expect(page.getByPlaceholder("Ask your memories...")).toBeEnabled();
    const loaded = (await scripts()).filter((name) => name.startsWith("/assets/") && name.endsWith(".js"));
    expect(loaded.length).toBeGreaterThan(3);
    expect(loaded.filter((name) => !name.includes("/second-"))).toEqual([]);
    expect(lost).toEqual([]);

    // Its worker follows, and without a server it is the new build that stands.
    const kept = () =>
      page.evaluate(async () => {
        const shells = (await caches.keys()).filter((name) => name.startsWith("shell "));
        const files = await Promise.all(
          shells.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
        );
        return {
          shells: shells.length,
          all: files
            .flat()
            .filter((url) => url.endsWith(".js") && url.includes("/assets/"))
            .every((url) => url.includes("/second-")),
        };
      });
    await expect.poll(kept).toEqual({ shells: 1, all: true });
    await program.stop();
    await page.goto(`${origin}/home`);
    await expect(page.getByPlaceholder("Ask your memories...")).toBeEnabled();
    expect((await scripts()).filter((name) => /^\/assets\/.*js$/.test(name) && !name.includes("/second-"))).toEqual([]);
  } finally {
    await program.stop().catch(() => {});
    await second.catch(() => {});
    await rm(folder, { recursive: true, force: true });
  }
});
