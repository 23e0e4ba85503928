export { citedOf } from "./model";
export { Reader } from "./reader";
export type { ReaderSlots, Start } from "./slots";
