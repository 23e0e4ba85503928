export { readAhead } from "./api";
export { useFocusMode } from "./focus/use-focus-mode";
export { citedOf } from "./model";
export { loadPdf, pdfLayoutOf } from "./pdf-pages";
export { Reader } from "./reader";
export type { ReaderSlots, Start } from "./slots";
