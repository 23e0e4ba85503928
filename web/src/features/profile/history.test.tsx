import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { serveAccount, someEvents } from "@/test/account";
import { stubLayout } from "@/test/layout";
import { renderProfile } from "@/test/render-profile";
import { server } from "@/test/server";

beforeEach(stubLayout);

const rows = () => within(screen.getByRole("list", { name: "What happened" })).getAllByRole("listitem");
const more = () => screen.findByRole("button", { name: "Show more" });

it("events are listed with their device and age, five at first", async () => {
  serveAccount(undefined, someEvents(6));
  renderProfile();
  await more();
  expect(rows()).toHaveLength(5);
  expect(rows()[1]).toHaveTextContent("Signed inevent 11 day ago");
  await userEvent.click(await more());
  expect(rows()).toHaveLength(6);
  expect(rows()[5]).toHaveFocus();
  expect(screen.queryByRole("button", { name: "Show more" })).not.toBeInTheDocument();
});

it("Show more loads the next page, and focuses the first new event", async () => {
  serveAccount();
  const asked: (string | null)[] = [];
  server.use(
    http.get("/api/v1/audit", ({ request }) => {
      const cursor = new URL(request.url).searchParams.get("cursor");
      asked.push(cursor);
      if (cursor) return HttpResponse.json({ events: someEvents(3, "older") });
      return HttpResponse.json({ events: someEvents(5), nextCursor: "event-4" });
    }),
  );
  renderProfile();
  await more();
  expect(rows()).toHaveLength(5);
  expect(asked).not.toContain("event-4");
  await userEvent.click(await more());
  await waitFor(() => expect(rows()).toHaveLength(8));
  await waitFor(() => expect(rows()[5]).toHaveFocus());
  expect(rows()[5]).toHaveTextContent("older 0");
  expect(screen.queryByRole("button", { name: "Show more" })).not.toBeInTheDocument();
});

it("a page that fails to load is reported, and the button works again", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  serveAccount();
  let down = true;
  server.use(
    http.get("/api/v1/audit", ({ request }) => {
      if (!request.url.includes("cursor")) return HttpResponse.json({ events: someEvents(5), nextCursor: "event-4" });
      if (down) return HttpResponse.json({ message: "down" }, { status: 500 });
      return HttpResponse.json({ events: someEvents(2, "older") });
    }),
  );
  renderProfile();
  await userEvent.click(await more());
  expect(await screen.findByText("More could not be read. Please try again.")).toBeVisible();
  expect(logged).toHaveBeenCalledOnce();
  expect(rows()).toHaveLength(5);
  down = false;
  await userEvent.dblClick(await more());
  await waitFor(() => expect(rows()).toHaveLength(7));
  await waitFor(() => expect(rows()[5]).toHaveFocus());
});

it("unusual texts are shown as plain text", async () => {
  const [event] = someEvents(1);
  if (!event) throw new Error("no event");
  const text = `<img src=x>‮${"w".repeat(5000)}`;
  serveAccount(undefined, [{ ...event, kind: "session-ended", text, device: text }]);
  renderProfile();
  expect((await screen.findByText(text)).tagName).toBe("BDI");
  expect(document.querySelector("img")).toBeNull();
});
