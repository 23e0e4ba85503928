/** The calls about highlights. No cache, no React. */

import { client, unwrap } from "@/api/client";
import { statusOf } from "@/api/errors";
import type { Color } from "@/document/marks";
import type { TextRange } from "@/document/range";
import type { Highlight } from "./model";

/** What a mark is made of. */
export type NewHighlight = TextRange & { quote: string; color: Color; remark: string };
/** Words of an answer, in the passage that they are from; the span is in code points, absent where it is unknown. */
export type Cited = { memoryId: string; passage: number; span?: number[]; quote: string };
export type Change = Partial<Pick<Highlight, "color" | "remark">>;

const of = (id: string) => ({ params: { path: { id } } });

export async function readHighlights(memory: string): Promise<Highlight[]> {
  return (await unwrap(client.GET("/api/v1/content/{id}/highlights", of(memory)))).highlights;
}

export async function addHighlight(memory: string, body: NewHighlight): Promise<Highlight> {
  return (await unwrap(client.POST("/api/v1/content/{id}/highlights", { ...of(memory), body }))).highlight;
}

/** Marks words that an answer quotes, where they stand in their memory. */
export async function keepCited({ memoryId, ...cited }: Cited, color: Color): Promise<void> {
  await unwrap(client.POST("/api/v1/content/{id}/highlights", { ...of(memoryId), body: { ...cited, color } }));
}

export async function changeHighlight(id: string, body: Change): Promise<Highlight> {
  return (await unwrap(client.PATCH("/api/v1/highlights/{id}", { ...of(id), body }))).highlight;
}

/** Resolves when it is removed, also if it was before. It outlives the page. */
export async function removeHighlight(id: string): Promise<void> {
  try {
    await unwrap(client.DELETE("/api/v1/highlights/{id}", { ...of(id), keepalive: true }));
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
}
