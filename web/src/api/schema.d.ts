/** Provisional: written by hand from the contract until api/openapi.json is generated; then `npm run gen` replaces it. */
export interface paths {
  "/api/v1/signup": { post: Call<{ body: Credentials; data: Token }> };
  "/api/v1/signin": { post: Call<{ body: Credentials; data: Token }> };
  "/api/v1/signout": { post: Call<{ data: Message }> };
  "/api/v1/getusername": { get: Call<{ data: { username: string } }> };
  "/api/v1/getuser": { get: Call<{ data: User }> };
  "/api/v1/get-content-count": {
    get: Call<{ data: { canAddContent: boolean; count: number; limit: number | null } }>;
  };
  "/api/v1/get-documentupload-status": {
    get: Call<{ data: { canUpload: boolean; count: number; limit: number | null } }>;
  };
  "/api/v1/content": {
    get: Call<{
      query: { limit?: number; cursor?: string; type?: MemoryType };
      data: { content: Memory[]; nextCursor?: string | null };
    }>;
    post: Call<{ body: NewMemory; data: { message: string; content: Memory } }>;
    delete: Call<{ body: { contentId: string }; data: Message }>;
  };
  "/api/v1/vector-search": { post: Call<{ body: { query: string; type: SearchType }; data: SearchAnswer }> };
  "/api/v1/ask": { post: Call<{ body: { query: string; type: SearchType }; data: string }> };
  "/api/v1/waitlist": { post: Call<{ body: { item: string; email: string }; data: Message }> };
}

type MemoryType = "link" | "video" | "tweet" | "note" | "document";
type SearchType = "all-memories" | MemoryType;
interface Credentials {
  username: string;
  password: string;
}
interface Token {
  token: string;
}
interface Message {
  message: string;
}
interface User {
  username: string;
  email: string | null;
  isPremium: boolean;
  subscription: string | null;
}
interface Memory {
  _id: string;
  type: MemoryType;
  title: string;
  description: string;
  link: string;
  imageUrl: string;
  status: "pending" | "ready" | "failed";
  error: string | null;
  createdAt: string;
  tags: string[];
}
interface NewMemory {
  type: MemoryType;
  link?: string;
  fileName?: string;
  description?: string;
}
interface Citation {
  n: number;
  memoryId: string;
  quote: string;
  place: string;
}
interface SearchAnswer {
  content: Memory[];
  answer: string;
  answered: boolean;
  citations: Citation[];
}

export interface components {
  schemas: {
    User: User;
    Memory: Memory;
    NewMemory: NewMemory;
    SearchAnswer: SearchAnswer;
    Citation: Citation;
  };
}

interface Shape {
  body?: unknown;
  query?: Record<string, unknown>;
  data: unknown;
}
type Call<S extends Shape> = {
  parameters: { query?: S extends { query: infer Q } ? Q : never; header?: never; path?: never; cookie?: never };
  responses: {
    200: { headers: Record<string, unknown>; content: { "application/json": S["data"] } };
    default: { headers: Record<string, unknown>; content: { "application/json": Message } };
  };
} & (S extends { body: infer B } ? { requestBody: { content: { "application/json": B } } } : { requestBody?: never });
