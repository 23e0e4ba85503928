import { render, renderHook, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { createRef } from "react";
import { SWRConfig } from "swr";
import { beforeEach, expect, it, vi } from "vitest";
import type { Block } from "@/document/tree";
import { stubLayout } from "@/test/layout";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import type { LayoutProps } from "../slots";
import PdfLayout from "./layout";
import { useLeftAt } from "./page-progress";
import { Tools } from "./tools";

beforeEach(stubLayout);

const heading = (text: string, page: number): Block => ({ kind: "heading", level: 1, spans: [{ text }], page });

const PROPS: LayoutProps = {
  memory: aMemory({ type: "document", title: "Sleep.pdf" }),
  leaves: [heading("Method", 1), heading("Results", 2)],
  kept: undefined,
  from: 0,
  text: <p>What was replayed remained.</p>,
  textRef: createRef(),
  drawn: true,
  goTo: vi.fn(),
  back: null,
  head: <h1>Sleep.pdf</h1>,
  tools: null,
  facts: null,
  quotes: null,
  ask: null,
  stretches: [],
  cited: undefined,
  shown: -1,
  onShow: () => {},
  page: undefined,
  list: createRef(),
  margin: createRef(),
  onPages: () => {},
};

function open(status: number, props: Partial<LayoutProps> = {}) {
  const sizes = [1, 2, 3].map(() => ({ width: 600, height: 800 }));
  server.use(
    http.get("/api/v1/content/:id/pages", () =>
      status === 200
        ? HttpResponse.json({ count: 3, image: "/i/{page}/{width}", widths: [800], pages: sizes })
        : HttpResponse.json({ message: "Not now" }, { status }),
    ),
    http.get("/api/v1/content/:id/pages/:page", () => HttpResponse.json({ words: [] })),
  );
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <PdfLayout {...PROPS} {...props} />
    </SWRConfig>,
  );
  return { user: userEvent.setup() };
}

it.each([
  [503, true],
  [404, false],
])("pages that fail with %i stay beside the text: %j", async (status, stay) => {
  const failed = vi.spyOn(console, "error").mockImplementation(() => {});
  open(status);
  const tools = () => screen.queryByRole("toolbar", { name: "Pages and zoom" });
  if (stay) await vi.waitFor(() => expect(failed).toHaveBeenCalled());
  else await vi.waitFor(() => expect(tools()).toBeNull());
  expect(tools() !== null).toBe(stay);
  expect(screen.getByText("What was replayed remained.")).toBeVisible();
});

it("the headings of a document lead to their pages and to the text", async () => {
  const { user } = open(200);
  await user.click(await screen.findByText("Contents"));
  const pages = screen.getByRole("group", { name: "The pages as printed" });
  await screen.findByRole("textbox", { name: "Page number" });
  await user.click(within(screen.getByRole("navigation", { name: "In this document" })).getByText("Results"));
  expect(pages.scrollTop).toBeGreaterThan(100);
  expect(PROPS.goTo).toHaveBeenCalledWith(1);
});

it("a document opens at the page where it was left", async () => {
  open(200, { kept: { leaf: 1, share: 0.5 } });
  await screen.findByRole("textbox", { name: "Page number" });
  const pages = screen.getByRole("group", { name: "The pages as printed" });
  await vi.waitFor(() => expect(pages.scrollTop).toBeGreaterThan(100));
});

it.each([
  [undefined, undefined],
  [0, undefined],
  [0.5, 2],
  [1, undefined],
])("with the share %j it was left at page %j", (share, page) => {
  const kept = share === undefined ? undefined : { leaf: 0, share };
  expect(renderHook(() => useLeftAt(kept, 3)).result.current).toBe(page);
});

it("the number of the page keeps the focus when it is another one", async () => {
  const user = userEvent.setup();
  const props = { back: null, count: 9, onPage: () => {}, scale: 1, zoom: 1, onZoom: () => {}, finding: false };
  const { rerender } = render(<Tools {...props} page={1} onFind={() => {}} />);
  const field = screen.getByRole("textbox", { name: "Page number" });
  await user.clear(field);
  await user.type(field, "4{Enter}");
  rerender(<Tools {...props} page={4} onFind={() => {}} />);
  expect(screen.getByRole("textbox", { name: "Page number" })).toHaveFocus();
  expect(field).toHaveValue("4");
});
