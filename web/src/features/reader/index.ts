export type { Cited } from "./model";
export { Reader } from "./reader";
