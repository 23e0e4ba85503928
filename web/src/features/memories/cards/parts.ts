import { type ComponentType, createContext, use } from "react";
import type { Memory } from "@/memory/kinds";

/** The slots of a card, which the app fills: a feature imports no other. */
export type CardParts = {
  /** The address at which a memory is opened. */
  pathOf: (id: string) => string;
  /** The address at which all that have a tag are listed. */
  pathOfTag: (tag: string) => string;
  /** Plays the recording that a memory leads to, on the stage of its card. */
  Player: ComponentType<{ memory: Memory }>;
  /**
   * The whole tweet that a memory leads to; nothing while the memory is pending, after which it is as it is by then.
   * `titleId` is for the element that names the card.
   */
  Tweet: ComponentType<{ memory: Memory; titleId: string }>;
};

const NOTHING: CardParts = {
  pathOf: (id) => `#${id}`,
  pathOfTag: (tag) => `#${tag}`,
  Player: () => null,
  Tweet: () => null,
};

/** Gives them to every card below. */
export const CardPartsContext = createContext<CardParts>(NOTHING);

export function useCardParts(): CardParts {
  return use(CardPartsContext);
}
