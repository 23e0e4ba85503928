export { useMemories, useMemory } from "./api";
export { type CardParts, CardPartsContext } from "./cards/parts";
export { FoundCard } from "./found";
export { CARD_KEYS } from "./keys";
export { shelfLine, TABS, type TabId, tweetIdOf } from "./model";
export { Shelf, type ShelfHandle } from "./shelf";
export { useAddMemory } from "./use-add-memory";
export { useDelete } from "./use-delete";
export { useRefresh } from "./use-refresh";
