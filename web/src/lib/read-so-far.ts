import { grouped } from "./grouped";

/** "Read to page 1,000 of 3,000" of a document with pages left to read, or nothing. */
export function readSoFar({ pagesRead = 0, pages = 0 }: { pagesRead?: number; pages?: number }): string {
  return pagesRead > 0 ? `Read to page ${grouped(pagesRead)} of ${grouped(pages)}` : "";
}
