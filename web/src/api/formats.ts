/** The formats that can be uploaded. Pure. */

import formats from "./formats.json";

/** As a sentence names them, such as "PDF or EPUB". */
export const FORMAT_NAMES = new Intl.ListFormat("en", { type: "disjunction" }).format(formats.map(({ name }) => name));

/** The same for a file input. */
export const ACCEPTED = formats.flatMap((format) => [format.mediaType, ...endings(format)]).join(",");

/** A first look by type or name. The server looks into the file itself. */
export function looksReadable({ type, name }: File): boolean {
  if (type.startsWith("text/")) return true;
  return formats.some(
    (format) =>
      type === format.mediaType ||
      (VAGUE.includes(type) && endings(format).some((ending) => name.toLowerCase().endsWith(ending))),
  );
}

/** The types of files that a browser does not know. */
const VAGUE = ["", "application/octet-stream", "application/zip"];

function endings({ extension, others }: { extension: string; others?: string[] }): string[] {
  return [extension, ...(others ?? [])];
}
