import { screen, render as show, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { MemoryRouter } from "react-router";
import { SWRConfig } from "swr";
import { describe, expect, it, vi } from "vitest";
import type { components } from "@/api/schema";
import { server } from "@/test/server";
import { Consent } from ".";

type Schemas = components["schemas"];

const QUERY = "client_id=https%3A%2F%2Fclaude.ai%2Fclient&state=x";

const ASKED: Schemas["RequestAnswer"] = {
  name: "Claude",
  host: "claude.ai",
  redirect: "claude.ai",
  local: false,
  scopes: ["read", "save"],
  ticket: "t",
};

/** Shows the page for a request, and returns what was sent and where it led. */
function render(asked: Partial<Schemas["RequestAnswer"]> | { status: number; message: string }) {
  const sent: unknown[] = [];
  const leave = vi.fn();
  const onDone = vi.fn();
  server.use(
    http.get("/api/v1/getusername", () => HttpResponse.json({ username: "Maya" })),
    http.post("/api/v1/apps/request", async ({ request }) => {
      sent.push(await request.json());
      if ("status" in asked) return HttpResponse.json({ message: asked.message }, { status: asked.status });
      return HttpResponse.json({ ...ASKED, ...asked });
    }),
    http.post("/api/v1/apps/consent", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ redirect: "https://claude.ai/back?code=c" });
    }),
  );
  show(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter>
        <Consent query={QUERY} homePath="/home" leave={leave} onDone={onDone} />
      </MemoryRouter>
    </SWRConfig>,
  );
  return { sent, leave, onDone };
}

const button = (name: string) => screen.findByRole("button", { name });

describe("connecting a program", () => {
  it("says who asks, where it leads, as whom, and what it may do", async () => {
    const { sent } = render({});
    expect(await screen.findByRole("heading", { name: "Connect Claude?" })).toBeVisible();
    expect(screen.getAllByText("claude.ai")).toHaveLength(2);
    expect(await screen.findByText("Maya")).toBeVisible();
    expect(screen.getAllByRole("checkbox").map((box) => box.parentElement?.textContent)).toEqual([
      "ReadSearch and read everything you saved, with your highlights",
      "SaveAdd pages and notes",
    ]);
    expect(screen.queryByText(/on this device/)).toBeNull();
    expect(sent).toEqual([{ query: QUERY }]);
  });

  it("gives what is chosen, and leads on", async () => {
    const { sent, leave, onDone } = render({});
    await userEvent.click(await screen.findByRole("checkbox", { name: /^Save/ }));
    await userEvent.click(await button("Connect"));
    expect(await screen.findByText(/You can close this page/)).toBeVisible();
    expect(sent.at(-1)).toEqual({ query: QUERY, ticket: "t", allow: true, scopes: ["read"] });
    expect(leave).toHaveBeenCalledWith("https://claude.ai/back?code=c");
    expect(onDone).toHaveBeenCalled();
  });

  it("gives nothing when it is cancelled", async () => {
    const { sent, leave } = render({});
    await userEvent.click(await button("Cancel"));
    await waitFor(() => expect(leave).toHaveBeenCalled());
    expect(sent.at(-1)).toEqual({ query: QUERY, ticket: "t", allow: false, scopes: [] });
  });

  it("asks for at least one thing", async () => {
    const { sent, leave } = render({ scopes: ["read"] });
    await userEvent.click(await screen.findByRole("checkbox", { name: /^Read/ }));
    await userEvent.click(await button("Connect"));
    expect(await screen.findByText(/at least one thing/)).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(leave).not.toHaveBeenCalled();
  });

  it("warns of programs on this device, and of those that registered themselves", async () => {
    render({ local: true, host: "", redirect: "127.0.0.1:5000" });
    expect(await screen.findByText(/any program here could claim to be it/)).toBeVisible();
    expect(screen.getByText("127.0.0.1:5000")).toBeVisible();
  });

  it("leads nowhere when a program is not known", async () => {
    const { leave } = render({
      status: 400,
      message: "This program can't be connected: its description is of another program",
    });
    expect(await screen.findByText(/of another program/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Go to your memories" })).toHaveAttribute("href", "/home");
    expect(screen.queryByRole("button", { name: "Connect" })).toBeNull();
    expect(leave).not.toHaveBeenCalled();
  });

  it("tells the program of its mistake when the person says so", async () => {
    const { leave } = render({ problem: "PKCE is required", back: "https://claude.ai/back?error=x" });
    expect(await screen.findByText(/PKCE is required/)).toBeVisible();
    await userEvent.click(await button("Back to claude.ai"));
    expect(leave).toHaveBeenCalledWith("https://claude.ai/back?error=x");
  });

  it("says why it did not work, and can be tried again", async () => {
    const { leave } = render({});
    const message = "This page is too old";
    server.use(http.post("/api/v1/apps/consent", () => HttpResponse.json({ message }, { status: 400 })));
    await userEvent.click(await button("Connect"));
    expect(await screen.findByText(message)).toBeVisible();
    expect(await button("Connect")).toBeEnabled();
    expect(leave).not.toHaveBeenCalled();
  });
});
