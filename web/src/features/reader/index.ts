export { readAhead } from "./api";
export { citedOf } from "./model";
export { pdfLayoutOf } from "./pdf-pages";
export { Reader } from "./reader";
export type { ReaderSlots, Start } from "./slots";
