export { readAhead } from "./api";
export { citedOf } from "./model";
export { loadPdf, pdfLayoutOf } from "./pdf-pages";
export { Reader } from "./reader";
export type { ReaderSlots, Start } from "./slots";
