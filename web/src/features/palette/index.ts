export type { Action } from "./model";
export { usePalette } from "./use-palette";
