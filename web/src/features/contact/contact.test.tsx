import { render, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { MemoryRouter } from "react-router";
import { SWRConfig } from "swr";
import { expect, it, vi } from "vitest";
import { server } from "@/test/server";
import { Contact } from ".";

const REPOSITORY = "https://code.example/engram";

function open(answer: () => Response) {
  server.use(http.get("/api/v1/contact", answer));
  render(
    <MemoryRouter>
      <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
        <Contact repositoryUrl={REPOSITORY} />
      </SWRConfig>
    </MemoryRouter>,
  );
}

it("ROUTE-16 shows the support address of this server, as a mail link", async () => {
  open(() => HttpResponse.json({ supportEmail: "help@engram.example", salesEmail: "sell@engram.example" }));
  expect(screen.getByRole("link", { name: "support@engram.local" })).toBeVisible();
  const support = await screen.findByRole("link", { name: "help@engram.example" });
  expect(support).toHaveAttribute("href", "mailto:help@engram.example");
  expect(screen.getByRole("link", { name: "sell@engram.example" })).toBeVisible();
  expect(screen.queryByText("support@engram.local")).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "beside its source code" })).toHaveAttribute("href", REPOSITORY);
});

it("shows the default address until the server answers", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  open(() => HttpResponse.json({ message: "down" }, { status: 500 }));
  await waitFor(() => expect(logged).toHaveBeenCalledOnce());
  expect(screen.getByRole("link", { name: "support@engram.local" })).toHaveAttribute(
    "href",
    "mailto:support@engram.local",
  );
});

it("shows an address unchanged, however long", async () => {
  const address = `${"w".repeat(5000)}<b>@example.com`;
  open(() => HttpResponse.json({ supportEmail: address, salesEmail: "s@example.com" }));
  expect(await screen.findByText(address)).toBeVisible();
});
