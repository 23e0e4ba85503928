import { render, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { SWRConfig } from "swr";
import { describe, expect, it } from "vitest";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import RelatedMemories from "./related";

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
  const open = () => fresh(<RelatedMemories memory={memory} pathOf={(id) => `/home/memory/${id}`} />);

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
    expect(screen.queryByRole("heading")).toBeNull();
  });

  it("shows nothing where there is nothing", async () => {
    let asked = false;
    server.use(
      http.get("*/api/v1/content/:id/related", () => {
        asked = true;
        return HttpResponse.json({ memories: [] });
      }),
    );
    const { container } = open();
    await waitFor(() => expect(asked).toBe(true));
    expect(container).toBeEmptyDOMElement();
  });
});
