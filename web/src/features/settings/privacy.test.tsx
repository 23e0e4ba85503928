import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aUser, serveAccount } from "@/test/account";
import { stubLayout } from "@/test/layout";
import { renderSettings as open } from "@/test/render-settings";
import { server } from "@/test/server";

const HOSTED = { useAIProviders: true, aiProvider: { host: "ai.example", chat: true, embedding: true } };

const EARLIER = /the questions and answers before it, six at most, which may quote other memories/;
const SAVED = /the text of the memory and its title/;
const FETCHED =
  /^Nothing is sent to an AI provider.* quoted word for word from what you saved.* are fetched from their own sites/;

beforeEach(() => {
  stubLayout();
  serveAccount();
});

const choice = () => screen.getByRole("switch", { name: "Use AI providers" });

describe("privacy", () => {
  it("says that nothing is sent where the operator set no endpoint, and that saved addresses are fetched", () => {
    open(aUser());
    expect(screen.getByText(FETCHED)).toHaveTextContent("set up without one");
    expect(screen.queryByRole("switch", { name: "Use AI providers" })).toBeNull();
  });

  it.each([
    [{ chat: true, embedding: true }, [EARLIER, SAVED]],
    [{ chat: true, embedding: false }, [EARLIER]],
    [{ chat: false, embedding: true }, [SAVED]],
  ])("says what goes where to the host of %j", (uses, says) => {
    open(aUser({ ...HOSTED, aiProvider: { host: "ai.example", ...uses } }));
    expect(screen.getByText("ai.example")).toBeVisible();
    expect(
      screen.getAllByRole("listitem").filter(({ textContent }) => /^When you/.test(textContent ?? "")),
    ).toHaveLength(says.length);
    for (const text of says) expect(screen.getByText(text)).toBeVisible();
  });

  it("is switched at once, and kept", async () => {
    const sent: unknown[] = [];
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.put("/api/v1/ai-providers", async ({ request }) => {
        sent.push(await request.json());
        await held;
        return HttpResponse.json({ message: "Saved" });
      }),
    );
    open(aUser(HOSTED));
    await userEvent.dblClick(choice());
    expect(choice()).toHaveAttribute("aria-checked", "false");
    expect(screen.getByText(FETCHED)).toBeVisible();
    await waitFor(() => expect(sent).toEqual([{ use: false }]));
    answer();
  });

  it("follows the server once the user is refetched", async () => {
    server.use(http.put("/api/v1/ai-providers", () => HttpResponse.json({ message: "Saved" })));
    const next = vi.fn(() => aUser(HOSTED));
    open(aUser(HOSTED), next);
    await userEvent.click(choice());
    await waitFor(() => expect(next).toHaveBeenCalled());
    expect(choice()).toHaveAttribute("aria-checked", "true");
  });

  it("is switched back when saving fails, with an error", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    server.use(http.put("/api/v1/ai-providers", () => HttpResponse.json({ message: "Broken" }, { status: 500 })));
    open(aUser(HOSTED));
    await userEvent.click(choice());
    expect(await screen.findByText("That could not be saved. Please try again.")).toBeVisible();
    expect(choice()).toHaveAttribute("aria-checked", "true");
  });
});
