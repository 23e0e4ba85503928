import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { type ReactNode, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { server } from "@/test/server";
import Restore from "./restore";
import { keyIn } from "./send-backup";

/** Stands in for XMLHttpRequest, which answers when told. */
class FakeRequest extends EventTarget {
  static all: FakeRequest[] = [];
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  status = 0;
  responseText = "";
  url = "";
  body: unknown;
  open(_method: string, url: string) {
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: unknown) {
    this.body = body;
    FakeRequest.all.push(this);
  }
  progress(loaded: number, total: number) {
    act(() => void this.upload.dispatchEvent(new ProgressEvent("progress", { lengthComputable: true, loaded, total })));
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    act(() => void this.dispatchEvent(new Event("load")));
  }
}

beforeEach(() => {
  FakeRequest.all = [];
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
});

const backup = (content = "an archive") => new File([content], "engram.tar.zst");

/** The page that the restore stands on, and gives its place to another. */
function Place() {
  const [instead, setInstead] = useState<ReactNode>();
  return instead ?? <Restore signInPath="/in" onSent={setInstead} />;
}

/** Renders the restore and chooses a file. */
async function choose(file: File) {
  const user = userEvent.setup();
  render(<Place />);
  await user.upload(screen.getByLabelText(/Drop an Engram backup here/), file);
  return user;
}

async function sent(count = 1): Promise<FakeRequest> {
  await waitFor(() => expect(FakeRequest.all).toHaveLength(count));
  return FakeRequest.all[count - 1] as FakeRequest;
}

test("a backup is sent as it is, shown on its way, and leads to sign-in when the server is back", async () => {
  server.use(http.get("/readyz", () => HttpResponse.json({ status: "ready" })));
  const file = backup();
  await choose(file);
  const request = await sent();
  expect(request.url).toBe("/api/v1/first-run/restore");
  expect(request.body).toBe(file);
  expect(request.headers).not.toHaveProperty("Backup-Identity");
  request.progress(40, 100);
  expect(screen.getByText("40 % uploaded")).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "Restoring engram.tar.zst" })).toHaveAttribute("aria-valuenow", "40");
  request.answer(200, { message: "Restored" });
  expect(await screen.findByRole("heading", { name: "All is back." })).toBeVisible();
  expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/in");
  await waitFor(() => expect(screen.getByRole("link", { name: "Sign in" })).toHaveFocus());
});

test("a server that does not come back is reported, and checked again on request", async () => {
  let status = 503;
  vi.stubGlobal("fetch", async () => new Response(null, { status }));
  await choose(backup());
  const request = await sent();
  vi.useFakeTimers();
  request.answer(200, { message: "Restored" });
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByRole("heading", { name: "Restarting." })).toHaveFocus();
  await act(() => vi.advanceTimersByTimeAsync(120 * 500));
  vi.useRealTimers();
  expect(screen.getByRole("heading", { name: "Not back yet." })).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent(/kept, and the next start takes it/);
  status = 200;
  await userEvent.click(screen.getByRole("button", { name: "Check again" }));
  await waitFor(() => expect(screen.getByRole("link", { name: "Sign in" })).toHaveFocus());
});

test("a refusal shows its reason, and another file can be chosen", async () => {
  const user = await choose(backup());
  (await sent()).answer(400, { message: "This backup is cut off: its end is missing." });
  expect(await screen.findByText("This backup is cut off: its end is missing.")).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText(/Drop an Engram backup here/)).toHaveFocus());
  await user.upload(screen.getByLabelText(/Drop an Engram backup here/), backup("another"));
  await sent(2);
  expect(screen.getByRole("alert")).toBeEmptyDOMElement();
});

test("a body too large for a proxy is reported as such", async () => {
  await choose(backup());
  const request = await sent();
  request.status = 413;
  request.responseText = "<html>";
  act(() => void request.dispatchEvent(new Event("load")));
  expect(await screen.findByText(/^The proxy in front of this Engram takes no file/)).toBeVisible();
});

test("a restore without a response can be tried again", async () => {
  await choose(backup());
  const request = await sent();
  act(() => void request.dispatchEvent(new Event("error")));
  expect(await screen.findByText("The backup did not arrive. Please try again.")).toBeVisible();
});

test("an encrypted backup waits for its key", async () => {
  const user = await choose(backup("age-encryption.org/v1\n…"));
  await user.type(await screen.findByLabelText("The key of engram.tar.zst"), "# mine AGE-SECRET-KEY-1QQ");
  expect(FakeRequest.all).toHaveLength(0);
  await user.click(screen.getByRole("button", { name: "Restore" }));
  const request = await sent();
  expect(request.headers["Backup-Identity"]).toBe("AGE-SECRET-KEY-1QQ");
  request.answer(400, { message: "This backup is encrypted for another key." });
  expect(await screen.findByText("This backup is encrypted for another key.")).toBeVisible();
  expect(screen.getByLabelText("The key of engram.tar.zst")).toHaveValue("# mine AGE-SECRET-KEY-1QQ");
});

test("the key is found in its file's text", () => {
  expect(keyIn("# created: today\nAGE-SECRET-KEY-1QQ\n")).toBe("AGE-SECRET-KEY-1QQ");
  expect(keyIn("no\nkey")).toBe("no key");
});
