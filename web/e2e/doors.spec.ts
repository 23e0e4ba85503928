import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToast, expectToFit, forget, PASSWORD, test } from "./fixture";
import { aSteadyAddress, startProgram } from "./program";

const WIDTHS = [320, 390, 900, 1536];

/** Another program on this machine, which hears webhooks and to which a consent leads back. */
let elsewhere: { server: Server; url: string; heard: string[] };
let engram: Awaited<ReturnType<typeof startProgram>> & { data: string; mail: string };

test.beforeAll(async () => {
  const heard: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    if (body) heard.push(body);
    response.setHeader("content-type", "text/html").end("<title>Elsewhere</title><main>Back</main>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  elsewhere = { server, url: `http://${host}`, heard };
  const data = await mkdtemp(join(tmpdir(), "engram-doors-"));
  const settings = { ENGRAM_MODE: "personal", ENGRAM_ENCODER: "off", ENGRAM_FETCH_ALLOW: host };
  const mail = await aSteadyAddress();
  const doors = { ENGRAM_OAUTH_REGISTRATION: "true", ENGRAM_EMAIL_ADDR: mail, ENGRAM_EMAIL_DOMAIN: "save.example.org" };
  engram = { data, mail, ...(await startProgram(data, { ...settings, ...doors })) };
  const owner = JSON.stringify({ username: "Maya", password: PASSWORD });
  await fetch(`${engram.url}/api/v1/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: owner,
  });
});

test.afterAll(async () => {
  await engram.stop();
  elsewhere.server.close();
  await rm(engram.data, { recursive: true, force: true });
});

async function signIn(page: Page) {
  await page.getByLabel("Username").fill("Maya");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function expectWellMade(page: Page) {
  for (const width of WIDTHS) await expectToFit(page, width);
  await expectAccessible(page);
}

/** Mails to an address and returns all answers. */
async function mailed(to: string, mail: string): Promise<string> {
  const [host, port] = engram.mail.split(":");
  const socket = connect(Number(port), host);
  const said = ["EHLO x", "MAIL FROM:<zoe@example.org>", `RCPT TO:<${to}>`, "DATA", mail, ".", "QUIT", ""];
  socket.end(said.join("\r\n"));
  let answers = "";
  for await (const chunk of socket) answers += chunk;
  return answers;
}

/** Has a program introduce itself, and returns the address at which it asks to be connected. */
async function asking(page: Page, verifier: string): Promise<string> {
  const redirect = `${elsewhere.url}/back`;
  const registered = await page.request.post(`${engram.url}/oauth/register`, {
    data: { client_name: "Heron Watch", redirect_uris: [redirect] },
  });
  const { client_id } = await registered.json();
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: redirect,
    scope: "read save",
    state: "dusk",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    resource: `${engram.url}/mcp`,
  });
  return `${engram.url}/oauth/authorize?${query}`;
}

test("a program is connected by whoever signs in, and a webhook, an email address and a private feed are used", async ({
  page,
  request,
  consoleMessages,
}) => {
  await test.step("a program is connected by whoever signs in, works, and is disconnected; another is turned away", async () => {
    const verifier = randomBytes(32).toString("base64url");
    const ask = await asking(page, verifier);
    await page.goto(ask);
    await expect(page).toHaveURL(/\/auth\/signin/);
    await signIn(page);
    await expect(page.getByRole("heading", { name: "Connect Heron Watch?" })).toBeVisible();
    const main = page.getByRole("main");
    await expect(main).toContainText(`It leads back to${new URL(elsewhere.url).host}`);
    await expect(main).toContainText("You areMaya");
    await expect(page.getByRole("checkbox")).toHaveCount(2);
    await expectWellMade(page);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForURL(`${elsewhere.url}/back?**`);
    expect(new URL(page.url()).searchParams.get("error")).toBe("access_denied");

    await page.goto(ask);
    await page.getByRole("checkbox", { name: /Save/ }).uncheck();
    await page.getByRole("button", { name: "Connect" }).click();
    await page.waitForURL(`${elsewhere.url}/back?**`);
    const back = new URL(page.url()).searchParams;
    expect(back.get("state")).toBe("dusk");
    expect(back.get("iss")).toBe(engram.url);
    const exchanged = await page.request.post(`${engram.url}/oauth/token`, {
      form: {
        grant_type: "authorization_code",
        code: back.get("code") ?? "",
        redirect_uri: `${elsewhere.url}/back`,
        client_id: new URL(ask).searchParams.get("client_id") ?? "",
        code_verifier: verifier,
      },
    });
    const { access_token, scope } = await exchanged.json();
    expect(scope).toBe("read");
    const tools = async () => {
      const answer = await page.request.post(`${engram.url}/mcp`, {
        headers: { authorization: `Bearer ${access_token}`, accept: "application/json, text/event-stream" },
        data: { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
      });
      return answer.status();
    };
    expect(await tools()).toBe(200);

    await page.goto(`${engram.url}/profile#security`);
    const apps = page.getByRole("list", { name: "Connected apps" });
    await expect(apps).toContainText("Heron Watch");
    await expect(apps).toContainText("Read · Connected just now");
    await expectWellMade(page);
    await page.getByRole("button", { name: "Disconnect Heron Watch" }).click();
    await expectToast(page, "Disconnected Heron Watch");
    await expect(page.getByRole("heading", { name: "Connected apps" })).toBeFocused();
    expect(await tools()).toBe(401);
  });

  await page.goto(`${engram.url}/profile/data`);
  const hooks = page.getByRole("region", { name: "Webhooks" });
  const box = page.getByRole("region", { name: "Save by email" });
  const feeds = page.getByRole("region", { name: "Private feeds" });
  await hooks.getByRole("button", { name: "Make a webhook" }).click();
  await box.getByRole("button", { name: "Make an address" }).click();
  await expect(box.getByLabel("Your address")).toContainText("@save.example.org");
  await feeds.getByRole("button", { name: "Make a feed" }).click();
  await expect(feeds.getByRole("alert").getByText("Please give the feed a name")).toBeVisible();
  // The browser itself notes the refusal.
  forget(consoleMessages, /status of 400/);
  await expectWellMade(page);

  const hook = hooks.getByRole("listitem", { name: "127.0.0.1" });
  await test.step("a webhook is made, tested, and hears of a save", async () => {
    await hooks.getByLabel("Address").fill(`${elsewhere.url}/herons`);
    await hooks.getByLabel("Address").press("Enter");
    await expect(hooks.getByLabel("Secret", { exact: true })).toHaveValue(/^whsec_/);
    await hook.getByRole("button", { name: "Send a test" }).click();
    await expect(hook.getByText("The test arrived.")).toBeVisible();
    await page.evaluate(() =>
      fetch("/api/v1/content", {
        method: "POST",
        headers: { authorization: localStorage.getItem("token") ?? "", "content-type": "application/json" },
        body: JSON.stringify({ type: "note", description: "Herons fish at dusk." }),
      }),
    );
    await expect.poll(() => elsewhere.heard.some((body) => body.includes("memory.created"))).toBe(true);
    await hook.getByRole("button", { name: "What was sent" }).click();
    const sent = hook.getByRole("list", { name: "Sent to 127.0.0.1" });
    await expect(sent.getByText("Test", { exact: true })).toBeVisible();
    await expect(sent.getByText("Saved", { exact: true })).toBeVisible();
  });
  await test.step("a private feed is made for a filter, and read at its address", async () => {
    await feeds.getByLabel("Name").fill("At home");
    await feeds.getByLabel("Filter").fill("kind:note");
    await feeds.getByLabel("Filter").press("Enter");
    const address = feeds.getByText(/\/api\/feeds\/.*\.xml$/);
    const feed = await request.get((await address.textContent()) ?? "");
    expect(await feed.text()).toContain("Herons fish at dusk.");
  });
  await expectWellMade(page);

  await test.step("the webhook is removed, and the feed ended", async () => {
    await hook.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(hooks.getByText("There are none yet.")).toBeVisible();
    await feeds.getByRole("button", { name: "End At home" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "End it" }).click();
    await expect(feeds.getByText("There are none yet.")).toBeVisible();
  });

  await test.step("the email address saves what is mailed to it, and is turned off", async () => {
    const address = (await box.getByLabel("Your address").textContent()) ?? "";
    const mail = "From: Zoe <zoe@example.org>\r\nSubject: Herons at dusk\r\n\r\nThey stand still.";
    expect(await mailed(address, mail)).toContain("250 2.0.0 OK");

    await page.goto(`${engram.url}/home`);
    await page.getByRole("link", { name: "Herons at dusk" }).click();
    await expect(page.getByText("zoe@example.org (SPF unknown; DKIM none)")).toBeVisible();
    await expectWellMade(page);

    await page.goto(`${engram.url}/profile/data`);
    await box.getByRole("button", { name: "Turn off" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Turn it off" }).click();
    await expect(box.getByText("You have none yet.")).toBeVisible();
    expect(await mailed(address, mail)).toContain("550 5.1.1");
  });
});
