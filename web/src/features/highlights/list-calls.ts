/** The calls about all highlights, and those that come back. No cache, no React. */

import { client, unwrap } from "@/api/client";
import { refusal } from "@/api/errors";
import type { Color } from "@/document/marks";
import { fileNameIn } from "@/lib/download";
import type { Kind } from "@/memory/kinds";
import type { Listed } from "./model";

export type Filters = { color?: Color; type?: Kind; q?: string };
/** Kept: it comes back less often. Later: tomorrow. Never: not again. */
export type Answer = "kept" | "later" | "never";
export type Format = "markdown" | "anki" | "readwise";

/** The page size. */
const PAGE = 100;

/** A page of those that pass the filters, the newest first. */
export async function listHighlights(
  filters: Filters,
  cursor: string,
): Promise<{ highlights: Listed[]; next?: string }> {
  const query = { limit: PAGE, ...filters, ...(cursor && { cursor }) };
  return unwrap(client.GET("/api/v1/highlights", { params: { query } }));
}

/** The file that another program reads, and its name. */
export async function exportHighlights(filters: Filters, format: Format): Promise<{ file: Blob; name: string }> {
  const query = { ...filters, format };
  const { data, error, response } = await client.GET("/api/v1/highlights", { params: { query }, parseAs: "blob" });
  if (!response.ok || !data) throw refusal(response.status, error);
  return { file: data, name: fileNameIn(response) ?? NAMES[format] };
}

const NAMES: Record<Format, string> = { markdown: "marks.md", anki: "marks-anki.txt", readwise: "marks-readwise.csv" };

/** What comes back on the reader's present day: none while that is off, or hidden for a time. */
export function readReview() {
  return unwrap(client.GET("/api/v1/highlights/review", { params: { header: { "Time-Zone": zone() } } }));
}

export async function answerReview(id: string, answer: Answer): Promise<void> {
  await unwrap(client.POST("/api/v1/highlights/{id}/review", { params: { path: { id } }, body: { answer } }));
}

/** Turns the marks that come back on or off, or hides them until a time. */
export async function showReview(body: { enabled: boolean } | { hiddenUntil: string }): Promise<void> {
  await unwrap(client.PUT("/api/v1/highlights/review", { body }));
}

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
