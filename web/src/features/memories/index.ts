export { useMemories, useMemory } from "./api";
export { type CardParts, CardPartsContext } from "./cards/parts";
export { LateShelf as Shelf, shelf } from "./late-shelf";
export { LiveList } from "./live-list";
export { shelfLine } from "./model";
export type { ShelfHandle } from "./shelf";
export { useAddMemory } from "./use-add-memory";
export { useDelete } from "./use-delete";
export { useRefresh } from "./use-refresh";
