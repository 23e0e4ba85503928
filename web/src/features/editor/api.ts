/** What the editing of memories asks of the server. */

import { client, unwrap } from "@/api/client";
import { refusal } from "@/api/errors";
import type { components } from "@/api/schema";
import { tellChanged } from "@/memory/changed";
import type { Memory } from "@/memory/kinds";
import type { Text } from "./model";

/** The stored text is of another edition than the one that was changed. */
export class Conflict extends Error {
  constructor(readonly stored: Text) {
    super("changed elsewhere");
  }
}

const textOf = ({ description, edition = 0 }: Memory): Text => ({ text: description, edition });

/** Reads a note as it is stored. */
export async function readText(id: string): Promise<Text> {
  const { content } = await unwrap(client.GET("/api/v1/content/{id}", { params: { path: { id } } }));
  return textOf(content);
}

/** Saves the text of a note. Resolves to its new edition; rejects with a Conflict where it was changed meanwhile. */
export async function saveText(id: string, { text, edition }: Text, keepalive = false): Promise<number> {
  const call = client.PATCH("/api/v1/content/{id}", {
    params: { path: { id } },
    body: { description: text, edition },
    keepalive,
  });
  const { data, error, response } = await call;
  if (response.status === 409) {
    const { current } = (error ?? {}) as { current?: Memory };
    if (current) throw new Conflict(textOf(current));
  }
  if (!response.ok || !data) throw refusal(response.status, error);
  tellChanged([data.content]);
  return data.content.edition ?? edition + 1;
}

export type Version = components["schemas"]["Version"];

export async function readVersions(id: string): Promise<Version[]> {
  const { versions } = await unwrap(client.GET("/api/v1/content/{id}/versions", { params: { path: { id } } }));
  return versions;
}

export async function readVersion(id: string, edition: number): Promise<string> {
  const path = { id, edition };
  const { description } = await unwrap(client.GET("/api/v1/content/{id}/versions/{edition}", { params: { path } }));
  return description;
}
