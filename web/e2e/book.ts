/** A PDF of pages of lines, one below the other. */
export function book(pages: readonly (readonly string[])[]): Buffer {
  const objects = ["<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"];
  const kids = pages.map((lines) => {
    objects.push(streamOf(`BT /F1 14 Tf 18 TL 72 700 Td ${lines.map((line) => `(${line}) Tj T*`).join(" ")} ET`));
    objects.push(pageOf(objects.length, "/Font << /F1 3 0 R >>"));
    return `${objects.length} 0 R`;
  });
  objects[1] = `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${kids.length} >>`;
  return fileOf(objects);
}

/** A PDF of one page, of US letter, that is a JPEG of so many pixels. */
export function scanned(jpeg: Buffer, width: number, height: number): Buffer {
  const picture = `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`;
  return fileOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [5 0 R] /Count 1 >>",
    `${picture}\nstream\n${jpeg.toString("latin1")}\nendstream`,
    streamOf("612 0 0 792 0 0 cm /P Do"),
    pageOf(4, "/XObject << /P 3 0 R >>"),
  ]);
}

export const streamOf = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;

export const pageOf = (content: number, resources: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${content} 0 R /Resources << ${resources} >> >>`;

/** A PDF of these objects, the first of which is its catalogue. */
export function fileOf(objects: readonly string[]): Buffer {
  let out = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const at = out.length;
    out += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const xref = out.length;
  const entries = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  out += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(out, "latin1");
}
