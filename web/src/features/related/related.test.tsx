import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { SWRConfig } from "swr";
import { describe, expect, it, vi } from "vitest";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import OpenedSuggestions from "./opened-suggestions";
import RelatedMemories from "./related";
import { SuggestedTags } from "./suggested-tags";

const fresh = (children: ReactNode) =>
  render(
    <MemoryRouter>
      <SWRConfig value={{ provider: () => new Map() }}>{children}</SWRConfig>
    </MemoryRouter>,
  );
const answers = (call: string, body: object) =>
  server.use(http.get(`*/api/v1/content/:id/${call}`, () => HttpResponse.json(body)));

describe("what belongs to a memory", () => {
  const memory = aMemory({ title: "The ledger" });
  const open = () => fresh(<RelatedMemories memory={memory} files={[]} pathOf={(id) => `/home/memory/${id}`} />);

  it("shows each with the words that meet, and leads to their place", async () => {
    const content = aMemory({ _id: "paper", type: "document", title: "Keepers.pdf" });
    const met = { text: "It rained. A ledger is written for a fact.", page: 4, here: { text: "The keeper's ledger." } };
    answers("related", { memories: [{ content, because: [met] }] });
    open();
    const link = await screen.findByRole("link", { name: /Keepers\.pdf/ });
    expect(link).toHaveAttribute("href", "/home/memory/paper#page-4");
    expect(link).toHaveTextContent("A ledger is written for a fact.");
    expect(link).not.toHaveTextContent("It rained.");
    expect(screen.getByRole("region", { name: "Where it meets your memories" })).toContainElement(link);
  });

  it("says what was saved before", async () => {
    answers("related", {
      memories: [],
      similar: { _id: "earlier", title: "The ledger", createdAt: "2024-03-05T12:00:00Z" },
    });
    open();
    expect(await screen.findByText(/You saved this page in March 2024 under another address\./)).toBeVisible();
    expect(screen.getByRole("link", { name: "Open it" })).toHaveAttribute("href", "/home/memory/earlier");
    expect(screen.queryByRole("region", { name: /meets/ })).toBeNull();
  });

  it("shows no more than the way to attach a file where there is nothing", async () => {
    let asked = false;
    server.use(
      http.get("*/api/v1/content/:id/related", () => {
        asked = true;
        return HttpResponse.json({ memories: [] });
      }),
    );
    open();
    await waitFor(() => expect(asked).toBe(true));
    expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual(["Attach a file"]);
    expect(screen.queryByRole("link")).toBeNull();
  });
});

describe("suggested tags", () => {
  const onTake = vi.fn();
  const open = async (tags: string[] = []) => {
    onTake.mockClear();
    answers("suggested-tags", {
      tags: ["sea", "records", "weather"].map((name) => ({ name, known: true })),
    });
    fresh(<SuggestedTags id="m" tags={tags} onTake={onTake} />);
    await screen.findByRole("list", { name: "Suggested tags" });
  };
  const shown = () => screen.queryAllByRole("listitem").map((item) => item.textContent);

  it("are taken or dismissed, and none is added by itself", async () => {
    await open();
    expect(shown()).toEqual(["sea", "records", "weather"]);
    expect(onTake).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "Dismiss the suggested tag sea" }));
    await userEvent.click(screen.getByRole("button", { name: "Add the suggested tag weather" }));
    expect(onTake.mock.calls).toEqual([["weather"]]);
    expect(shown()).toEqual(["records"]);
  });

  it("are given to the memory beside those that it has", async () => {
    const memory = aMemory({ tags: ["salt"] });
    const sent: unknown[] = [];
    server.use(
      http.patch("*/api/v1/content/:id", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ content: memory });
      }),
    );
    answers("suggested-tags", { tags: [{ name: "sea", known: true }] });
    fresh(<OpenedSuggestions memory={memory} />);
    await userEvent.click(await screen.findByRole("button", { name: "Add the suggested tag sea" }));
    await waitFor(() => expect(sent).toEqual([{ tags: ["salt", "sea"] }]));
  });

  it("leaves the focus at the next one, then before the list", async () => {
    answers("suggested-tags", { tags: ["sea", "records"].map((name) => ({ name, known: true })) });
    fresh(
      <>
        <ul>
          <li>
            <button type="button">Edit tags</button>
          </li>
        </ul>
        <SuggestedTags id="m" tags={[]} onTake={onTake} />
      </>,
    );
    await userEvent.click(await screen.findByRole("button", { name: "Add the suggested tag sea" }));
    await waitFor(() => expect(screen.getByRole("button", { name: "Add the suggested tag records" })).toHaveFocus());
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(screen.getByRole("button", { name: "Edit tags" })).toHaveFocus());
  });

  it("takes the first by one key, before the page's own, and nothing when none is left", async () => {
    const page = vi.fn((event: KeyboardEvent) => event.defaultPrevented);
    window.addEventListener("keydown", page);
    await open(["SEA"]);
    expect(shown()).toEqual(["records", "weather"]);
    await userEvent.keyboard("yyy");
    window.removeEventListener("keydown", page);
    expect(page.mock.results.map(({ value }) => value)).toEqual([true, true, false]);
    expect(onTake.mock.calls).toEqual([["records"], ["weather"]]);
    expect(screen.queryByRole("list")).toBeNull();
  });
});
