import { HttpResponse, http } from "msw";
import type { components } from "@/api/schema";
import type { User } from "@/features/profile/model";
import { server } from "./server";

type Schemas = components["schemas"];

const HOUR = 3_600_000;

/** Somebody who is signed in, on the free plan unless told otherwise. */
export function aUser(part: Partial<User> = {}): User {
  const known = { username: "Maya", email: "maya@example.com", supportEmail: "help@engram.example" };
  return { ...known, isPremium: false, subscription: null, useAIProviders: true, ...part };
}

/** A session on another device, used three hours ago. */
export function aSession(part: Partial<Schemas["SignedIn"]> = {}): Schemas["SignedIn"] {
  const ago = new Date(Date.now() - 3 * HOUR).toISOString();
  return { id: "other", device: "Safari on iPhone", createdAt: ago, lastUsedAt: ago, current: false, ...part };
}

type Token = Schemas["Token"];

/** A token that was made three hours ago and never used. */
export function aToken(part: Partial<Token> = {}): Token {
  const known = {
    id: "token",
    name: "Laptop",
    scopes: ["read", "save"],
    lastUsedAt: null,
    expiresAt: null,
  } satisfies Partial<Token>;
  return { ...known, createdAt: new Date(Date.now() - 3 * HOUR).toISOString(), expired: false, ...part };
}

/** So many sign-ins, the newest first. */
export function someEvents(count: number, name = "event"): Schemas["Event"][] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${name}-${index}`,
    kind: "signed-in",
    at: new Date(Date.now() - index * 24 * HOUR).toISOString(),
    device: `${name} ${index}`,
  }));
}

const HERE = aSession({ id: "here", device: "Firefox on Linux", current: true });

const USAGE: Schemas["UsageAnswer"] = {
  memories: { used: 48, limit: null },
  documents: { used: 1, limit: 2 },
  searches: { used: 20, limit: 20, resetsAt: "2026-11-23T00:00:00Z" },
};

/** Has the server know an account, which its calls change. */
export function serveAccount(sessions = [HERE, aSession()], events = someEvents(1)) {
  const account = {
    sessions,
    events,
    usage: USAGE,
    tokens: [] as Token[],
    apiAccess: true,
    keep: "always" as Schemas["Term"]["keep"],
    apps: [] as Schemas["App"][],
  };
  server.use(
    http.get("/api/v1/sessions", () => HttpResponse.json({ sessions: account.sessions })),
    http.delete("/api/v1/sessions", () => {
      account.sessions = account.sessions.filter(({ current }) => current);
      return HttpResponse.json({ message: "Every other session ended" });
    }),
    http.delete("/api/v1/sessions/:id", ({ params }) => {
      account.sessions = account.sessions.filter(({ id }) => id !== params.id);
      return HttpResponse.json({ message: "Session ended" });
    }),
    http.get("/api/v1/tokens", () => HttpResponse.json({ allowed: account.apiAccess, tokens: account.tokens })),
    http.post("/api/v1/tokens", async ({ request }) => {
      const { name, scopes, expiresAt } = (await request.json()) as Pick<Token, "name" | "scopes" | "expiresAt">;
      const made = aToken({ id: `token-${account.tokens.length}`, name, scopes, expiresAt });
      account.tokens = [made, ...account.tokens];
      return HttpResponse.json({ ...made, token: "engram_pat_secret" });
    }),
    http.delete("/api/v1/tokens/:id", ({ params }) => {
      account.tokens = account.tokens.filter(({ id }) => id !== params.id);
      return HttpResponse.json({ message: "Token revoked" });
    }),
    http.get("/api/v1/apps", () => HttpResponse.json({ apps: account.apps })),
    http.delete("/api/v1/apps/:id", ({ params }) => {
      account.apps = account.apps.filter(({ id }) => id !== params.id);
      return HttpResponse.json({ message: "Disconnected" });
    }),
    http.get("/api/v1/audit", () => HttpResponse.json({ events: account.events })),
    http.get("/api/v1/keep-conversations", () => HttpResponse.json({ keep: account.keep })),
    http.put("/api/v1/keep-conversations", async ({ request }) => {
      account.keep = ((await request.json()) as Schemas["Term"]).keep;
      return HttpResponse.json({ message: "Saved" });
    }),
    http.get("/api/v1/reading", () => HttpResponse.json({ model: "", read: 0, passages: 0 })),
    http.get("/api/v1/tags", () => HttpResponse.json({ tags: [] })),
    http.get("/api/v1/trash", () => HttpResponse.json({ memories: [], total: 0 })),
    http.get("/api/v1/usage", () => HttpResponse.json(account.usage)),
  );
  return account;
}
