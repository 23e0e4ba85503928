import { render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { vi } from "vitest";
import type { Memory } from "@/memory/kinds";
import { aMemory } from "@/test/memory";
import { MemoryCard } from "./memory-card";
import { type CardParts, CardPartsContext } from "./parts";

function Where() {
  return <output>{useLocation().pathname}</output>;
}

/** What fills the slots of the cards in tests. */
export const PARTS: CardParts = {
  pathOf: (id) => `/home/memory/${id}`,
  pathOfTag: (tag) => `/home?filter=${tag}`,
  Player: ({ memory }) => <p>Plays {memory.link}</p>,
  Tweet: ({ memory, titleId }) => (memory.status === "pending" ? null : <p id={titleId}>Embeds {memory.link}</p>),
};

/** A card as the shelf shows it, in an app where it can be opened. */
export function show(part: Partial<Memory>) {
  const memory = aMemory(part);
  const onDelete = vi.fn();
  const onRefresh = vi.fn();
  const page = (change: Partial<Memory> = {}) => (
    <MemoryRouter initialEntries={["/home"]}>
      <CardPartsContext value={PARTS}>
        <MemoryCard memory={{ ...memory, ...change }} onDelete={onDelete} onRefresh={onRefresh} />
      </CardPartsContext>
      <Where />
    </MemoryRouter>
  );
  const { rerender } = render(page());
  const become = (change: Partial<Memory>) => rerender(page(change));
  return {
    memory,
    onDelete,
    onRefresh,
    become,
    card: screen.getByRole("article"),
    where: () => screen.getByRole("status").textContent,
  };
}
