import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { serveAccount } from "@/test/account";
import { stubLayout } from "@/test/layout";
import { renderProfile } from "@/test/render-profile";
import { server } from "@/test/server";

beforeEach(() => {
  stubLayout();
});

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const rows = async () => within(await screen.findByRole("list", { name: "Connected apps" })).getAllByRole("listitem");

function serveApps() {
  const account = serveAccount();
  account.apps = [
    { id: "a", name: "Claude", host: "claude.ai", scopes: ["read", "ask"], createdAt: ago(2), lastUsedAt: ago(0) },
    { id: "b", name: "Editor", host: "127.0.0.1:5000", scopes: ["save"], createdAt: ago(3), lastUsedAt: null },
  ];
  return account;
}

describe("the connected apps", () => {
  it("are listed with where they are, what they may do, and when they were connected and used", async () => {
    serveApps();
    renderProfile();
    expect((await rows()).map((row) => row.textContent)).toEqual([
      "Claudeclaude.ai · Read, Ask · Connected 2 days ago · Used just nowDisconnect",
      "Editor127.0.0.1:5000 · Save · Connected 3 days ago · Never usedDisconnect",
    ]);
  });

  it("are disconnected, and the focus stays near", async () => {
    const account = serveApps();
    renderProfile();
    await userEvent.click(await screen.findByRole("button", { name: "Disconnect Claude" }));
    expect(await screen.findByText("Disconnected Claude")).toBeVisible();
    expect(account.apps.map(({ id }) => id)).toEqual(["b"]);
    expect(await rows()).toHaveLength(1);
    expect(screen.getByRole("heading", { name: "Connected apps" })).toHaveFocus();
  });

  it("say so when one could not be disconnected", async () => {
    serveApps();
    server.use(http.delete("/api/v1/apps/:id", () => HttpResponse.json({ message: "No" }, { status: 500 })));
    renderProfile();
    await userEvent.click(await screen.findByRole("button", { name: "Disconnect Claude" }));
    expect(await screen.findByText(/could not be disconnected/)).toBeVisible();
    expect(await rows()).toHaveLength(2);
  });
});
