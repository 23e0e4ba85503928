import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aToken, serveAccount } from "@/test/account";
import { stubLayout } from "@/test/layout";
import { renderProfile } from "@/test/render-profile";
import { server } from "@/test/server";

beforeEach(() => {
  stubLayout();
});

const title = () => screen.findByRole("heading", { name: "API tokens" });
const button = (name: string) => screen.findByRole("button", { name });
const rows = async () => within(await screen.findByRole("list", { name: "API tokens" })).getAllByRole("listitem");
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

describe("the API tokens", () => {
  it("are listed with what they may do, when they were made and used, and their end", async () => {
    const account = serveAccount();
    account.tokens = [
      aToken({
        id: "a",
        name: "Script",
        scopes: ["save", "read"],
        lastUsedAt: ago(2),
        expiresAt: "2098-05-04T12:00:00Z",
      }),
      aToken({
        id: "b",
        name: "Old",
        scopes: ["export"],
        createdAt: ago(3),
        expiresAt: "2020-05-04T12:00:00Z",
        expired: true,
      }),
    ];
    renderProfile();
    await button("Revoke Script");
    expect((await rows()).map((row) => row.textContent)).toEqual([
      "ScriptRead, Save · Made 3 hours ago · Used 2 days ago · Until May 4, 2098Revoke",
      "OldExport · Made 3 days ago · Never used · Expired on May 4, 2020Revoke",
    ]);
  });

  it("are made with a name, scopes and an end, and shown this once", async () => {
    const account = serveAccount();
    renderProfile();
    await userEvent.click(await button("Make a token"));
    expect(screen.getByLabelText("Name")).toHaveFocus();
    await userEvent.keyboard("My script{Enter}");
    expect(await screen.findByLabelText("Token")).toHaveValue("engram_pat_secret");
    expect(screen.getByLabelText("Token")).toHaveFocus();
    const [made] = account.tokens;
    expect(made).toMatchObject({ name: "My script", scopes: ["read", "ask", "save"] });
    const days = (new Date(made?.expiresAt ?? "").getTime() - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
    expect(await rows()).toHaveLength(1);
    await userEvent.setup().click(await button("Copy"));
    expect(await navigator.clipboard.readText()).toBe("engram_pat_secret");
  });

  it("without a name or a scope are not made, and say what is missing", async () => {
    const account = serveAccount();
    renderProfile();
    await userEvent.click(await button("Make a token"));
    await userEvent.click(await button("Make the token"));
    expect(await screen.findByText("Please give the token a name")).toBeVisible();
    await userEvent.type(screen.getByLabelText("Name"), "x");
    for (const scope of ["Read", "Ask", "Save"]) await userEvent.click(screen.getByRole("checkbox", { name: scope }));
    await userEvent.click(await button("Make the token"));
    expect(await screen.findByText(/at least one thing/)).toBeVisible();
    await userEvent.click(screen.getByRole("checkbox", { name: "Export" }));
    await userEvent.selectOptions(screen.getByLabelText("It ends after"), "Never");
    await userEvent.click(await button("Make the token"));
    await waitFor(() => expect(account.tokens).toMatchObject([{ scopes: ["export"], expiresAt: null }]));
  });

  it("say why one was refused, and keep what was typed", async () => {
    serveAccount();
    const message = "You have as many tokens as there may be.";
    server.use(http.post("/api/v1/tokens", () => HttpResponse.json({ message }, { status: 429 })));
    renderProfile();
    await userEvent.click(await button("Make a token"));
    await userEvent.type(screen.getByLabelText("Name"), "one more");
    await userEvent.click(await button("Make the token"));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText("Name")).toHaveValue("one more");
    await userEvent.keyboard("{Escape}");
    expect(await button("Make a token")).toHaveFocus();
  });

  it("are revoked after a question, and the focus stays near", async () => {
    const account = serveAccount();
    account.tokens = [aToken({ id: "a", name: "Script" })];
    renderProfile();
    await userEvent.click(await button("Revoke Script"));
    const dialog = await screen.findByRole("dialog", { name: "Revoke this token?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Revoke" }));
    expect(await screen.findByText("Token revoked")).toBeVisible();
    expect(account.tokens).toEqual([]);
    await waitFor(async () => expect(await title()).toHaveFocus());
  });

  it("can't be made on a plan without them, and can be revoked", async () => {
    const account = serveAccount();
    account.apiAccess = false;
    account.tokens = [aToken({ name: "Script" })];
    renderProfile();
    expect(await screen.findByText(/annual plan of Pro/)).toBeVisible();
    expect(await button("Revoke Script")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Make a token" })).not.toBeInTheDocument();
  });

  it("that can't be read say so, and are read again", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    serveAccount();
    server.use(
      http.get("/api/v1/tokens", () => HttpResponse.json({ message: "down" }, { status: 500 }), { once: true }),
    );
    renderProfile();
    expect(await screen.findByText("The tokens can’t be read right now.")).toBeVisible();
    const section = (await title()).parentElement as HTMLElement;
    await userEvent.click(within(section).getByRole("button", { name: "Try again" }));
    expect(await button("Make a token")).toBeVisible();
  });
});
