import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import { copyText } from "@/ui/copy";
import { toast } from "@/ui/toast";

/** Copies a memory as a markdown file. */
export async function copyMarkdown(id: string): Promise<void> {
  try {
    const call = client.GET("/api/v1/content/{id}/document", {
      params: { path: { id }, query: { format: "markdown" } },
      parseAs: "text",
    });
    await copyText(String(await unwrap(call)));
    toast.success("Copied as Markdown");
  } catch (reason) {
    logFailure("copying a memory", reason);
    toast.error("It could not be copied");
  }
}
