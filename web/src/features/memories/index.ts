export { useMemories } from "./api";
export { MemoryCard } from "./cards/memory-card";
export { shelfLine } from "./model";
export { Shelf } from "./shelf";
export { useAddMemory } from "./use-add-memory";
export { useDelete } from "./use-delete";
