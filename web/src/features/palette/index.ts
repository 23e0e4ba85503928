export type { Action, CardKey } from "./model";
export { usePalette } from "./use-palette";
