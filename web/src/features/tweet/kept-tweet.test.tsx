import { render, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { SWRConfig } from "swr";
import { expect, it, vi } from "vitest";
import { server } from "@/test/server";
import { Tweet } from ".";

it("a tweet that is not available shows its saved text", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  server.use(http.get("/api/tweet/20", () => HttpResponse.json({ error: "down" }, { status: 503 })));
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Tweet id="20" titleId="t" kept={{ author: "Ada", text: "just setting up" }} />
    </SWRConfig>,
  );
  expect(await screen.findByText("just setting up")).toBeVisible();
  expect(screen.queryByText("Tweet not found")).toBeNull();
});
