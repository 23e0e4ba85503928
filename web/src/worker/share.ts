/** What the system's share sheet posts, as the manifest names its fields. */

import { freshId, putShared } from "@/api/device-store";

const MOST_FILES = 20;
/** In bytes, of all files together. */
const MOST_BYTES = 200 << 20;
/** In characters. */
const MOST_TEXT = 256 << 10;

/** Keeps what was shared, also when nobody is signed in, and leads to the page that asks whether to save it. */
export async function take(request: Request): Promise<Response> {
  try {
    const form = await request.formData();
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === "string" ? value.slice(0, MOST_TEXT) : "";
    };
    const files = form.getAll("files").filter((one): one is File => one instanceof File && one.size > 0);
    if (files.length > MOST_FILES || files.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES)
      return Response.redirect("/save?missed=size", 303);
    const id = freshId();
    await putShared({ id, at: Date.now(), title: text("title"), text: text("text"), url: text("url"), files });
    return Response.redirect(`/save?shared=${id}`, 303);
  } catch {
    return Response.redirect("/save?missed", 303);
  }
}
