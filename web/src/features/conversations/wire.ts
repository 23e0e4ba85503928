import type { Client } from "openapi-fetch";
import { client } from "@/api/client";
import type { components } from "@/api/schema";
import type { Listed } from "./model";

type Answer = components["schemas"]["SearchAnswer"];
type Said<T> = { responses: { 200: { content: { "application/json": T } } } };
type Path = { parameters: { path: { id: string } } };

export type Turn = Answer & {
  question: string;
  asked?: string;
  type: components["schemas"]["SearchInputBody"]["type"];
  askedAt: string;
  withdrawn: boolean;
};
export type Conversation = { id: string; title: string; createdAt: string; updatedAt: string; turns: Turn[] };

type Paths = {
  "/api/v1/conversations": {
    get: { parameters: { query?: { query?: string; limit?: number; cursor?: string } } } & Said<{
      conversations: Listed[];
      nextCursor?: string;
    }>;
    delete: Said<{ message: string }>;
  };
  "/api/v1/conversations/{id}": { get: Path & Said<Conversation>; delete: Path & Said<{ message: string }> };
};

export const api = client as unknown as Client<Paths>;
