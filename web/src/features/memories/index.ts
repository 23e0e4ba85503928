export { useMemories } from "./api";
export { FoundCard } from "./found-card";
export { shelfLine } from "./model";
export { Shelf } from "./shelf";
export { useAddMemory } from "./use-add-memory";
export { useDelete } from "./use-delete";
export { useRefresh } from "./use-refresh";
