import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { SWRConfig } from "swr";
import { beforeEach, expect, it, vi } from "vitest";
import { stubLayout } from "@/test/layout";
import { server } from "@/test/server";
import { Toasts } from "@/ui/toasts";
import type { Mailbox as Box } from "./api";
import { Mailbox } from "./mailbox";

beforeEach(stubLayout);

/** Serves an address that the calls change. Returns how often it was read. */
function serve(part: Partial<Box> = {}) {
  let box: Box = { receives: true, allowed: true, address: "", createdAt: null, usedAt: null, ...part };
  let made = 0;
  const seen = { read: 0 };
  server.use(
    http.get("/api/v1/email-address", () => {
      seen.read++;
      return HttpResponse.json(box);
    }),
    http.post("/api/v1/email-address", () => {
      made++;
      box = { ...box, address: `secret${made}@save.example.org`, createdAt: "2026-03-01T12:00:00Z" };
      return HttpResponse.json(box);
    }),
    http.delete("/api/v1/email-address", () => {
      if (made === 0) return HttpResponse.json({ message: "Not now, please" }, { status: 409 });
      box = { ...box, address: "", createdAt: null };
      return HttpResponse.json({ message: "Email address ended" });
    }),
  );
  return seen;
}

function open() {
  render(
    <SWRConfig value={{ dedupingInterval: 0, provider: () => new Map(), shouldRetryOnError: false }}>
      <Mailbox />
      <Toasts theme="dark" />
    </SWRConfig>,
  );
}

async function answer(question: string, yes: string) {
  const dialog = within(await screen.findByRole("dialog", { name: question }));
  await userEvent.click(dialog.getByRole("button", { name: yes }));
}

it("a failed read is said, and tried again", async () => {
  serve();
  server.use(http.get("/api/v1/email-address", () => HttpResponse.json({}, { status: 500 }), { once: true }));
  vi.spyOn(console, "error").mockImplementation(() => {});
  open();
  expect(await screen.findByText("That can’t be read right now.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("button", { name: "Make an address" })).toBeVisible();
});

it("an address is made, replaced, and turned off after a question", async () => {
  serve();
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Make an address" }));
  expect(await screen.findByText("secret1@save.example.org")).toBeVisible();
  expect(screen.getByText(/not used yet/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Replace" }));
  await answer("Replace this address?", "Replace it");
  expect(await screen.findByText("secret2@save.example.org")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Turn off" }));
  await answer("Turn this address off?", "Turn it off");
  expect(await screen.findByText("You have none yet.")).toBeVisible();
});

it("a refusal is shown in the server's words, and the address stays", async () => {
  serve({ address: "secret@save.example.org", createdAt: "2026-03-01T12:00:00Z", usedAt: "2026-03-02T12:00:00Z" });
  open();
  expect(await screen.findByText(/last used/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Turn off" }));
  await answer("Turn this address off?", "Turn it off");
  expect(await screen.findByText("Not now, please")).toBeVisible();
  expect(screen.getByText("secret@save.example.org")).toBeInTheDocument();
});

it("a plan without mail says so", async () => {
  serve({ allowed: false, address: "secret@save.example.org" });
  open();
  expect(await screen.findByText(/Saving by email comes with the annual plan of Pro/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Replace" })).toBeNull();
  expect(screen.getByRole("button", { name: "Turn off" })).toBeVisible();
});

it("a server that receives no mail shows nothing", async () => {
  const seen = serve({ receives: false });
  open();
  await waitFor(() => expect(seen.read).toBe(1));
  expect(screen.queryByText("Save by email")).toBeNull();
});
