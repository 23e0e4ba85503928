/** The places of the grid. */

import type { Place } from "./place";

/** Guess: how tall it is, in pixels, until it is measured. */
export type Cell = { id: string; estimate: number };

/** The tile that adds a memory. */
export const NEW_TILE: Cell = { id: "new", estimate: 168 };

/** Where the reader is: at a card, or at a height of the page. */
export type Spot = Partial<Pick<Place, "anchor" | "y">>;

/** A card that is to have the focus, or its button to delete it. */
export type FocusTarget = { id: string; part: "card" | "erase" };
