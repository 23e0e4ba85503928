import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { server } from "@/test/server";
import { Export } from "./export";

/** Answers with a link for each format. Returns the addresses that the browser saves from. */
function serveLinks(): string[] {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.href);
  });
  server.use(
    http.post("/api/v1/export/link", async ({ request }) => {
      const { format } = (await request.json()) as { format: string };
      return HttpResponse.json({ url: `https://engram.example/api/exports/${format}` });
    }),
  );
  return saved;
}

const make = () => userEvent.click(screen.getByRole("button", { name: "Make an export" }));

it("everything is taken out by a link that the browser saves; so are bookmarks and a table", async () => {
  const saved = serveLinks();
  render(<Export />);
  expect(screen.getByRole("radio", { name: "Everything" })).toBeChecked();
  await make();
  expect(await screen.findByText(/It has begun/)).toBeVisible();
  await userEvent.click(screen.getByRole("radio", { name: "Bookmarks" }));
  await make();
  await userEvent.click(screen.getByRole("radio", { name: "A table" }));
  await make();
  await vi.waitFor(() => expect(saved.map((address) => address.split("/").pop())).toEqual(["zip", "html", "csv"]));
});

it("a refusal is said in the server's words", async () => {
  const saved = serveLinks();
  server.use(
    http.post("/api/v1/export/link", () =>
      HttpResponse.json({ message: "An export of yours is being written." }, { status: 429 }),
    ),
  );
  render(<Export />);
  await make();
  expect(await screen.findByRole("alert")).toHaveTextContent("An export of yours is being written.");
  expect(saved).toEqual([]);
});
