import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { setToken } from "@/api/session";
import { aUser } from "@/test/account";
import { serveHousehold } from "@/test/household";
import { stubLayout } from "@/test/layout";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";

beforeEach(() => {
  stubLayout();
  serveHousehold();
  server.use(http.get("/api/v1/content", () => HttpResponse.json({ content: [] })));
});

function visitor(role: "owner" | "member") {
  // What is cached is of one token.
  setToken(role);
  server.use(http.get("/api/v1/getuser", () => HttpResponse.json(aUser(role === "owner" ? { role } : {}))));
}

test("an owner sees the admin page", async () => {
  visitor("owner");
  const { where } = renderApp("/admin");
  expect(await screen.findByRole("heading", { name: "Admin" })).toBeVisible();
  expect(await screen.findByRole("row", { name: /Ben/ })).toBeVisible();
  expect(where()).toBe("/admin");
});

test("a member is redirected home, and no administrative call is made", async () => {
  visitor("member");
  const asked: string[] = [];
  server.events.on("request:start", ({ request }) => void asked.push(new URL(request.url).pathname));
  const { where } = renderApp("/admin");
  await waitFor(() => expect(where()).toBe("/home"));
  expect(asked.filter((path) => path.startsWith("/api/v1/admin"))).toEqual([]);
  expect(screen.queryByRole("heading", { name: "Admin" })).not.toBeInTheDocument();
  server.events.removeAllListeners();
});
