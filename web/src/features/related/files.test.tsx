import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readyToSignOut } from "@/api/session";
import { onChanged } from "@/memory/changed";
import type { Memory } from "@/memory/kinds";
import { FakeUpload } from "@/test/fake-upload";
import { stubLayout } from "@/test/layout";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import { Toasts } from "@/ui/toasts";
import { Files } from "./files";

type Attached = NonNullable<Memory["files"]>[number];

const calls: string[] = [];
let there: Attached[] = [];
let told: (readonly Attached[])[] = [];
let stop = () => {};
/** What the server says to the next attached file; undefined: it takes it. */
let refusal: { status: number; message: string } | undefined;

const aFile = (name: string): Attached => ({
  _id: name,
  name,
  link: `https://e.test/${name}`,
  kind: "HTML",
  size: 2_400_000,
});

beforeEach(() => {
  stubLayout();
  vi.spyOn(console, "error").mockReturnValue();
  FakeUpload.install();
  calls.length = 0;
  there = [];
  told = [];
  refusal = undefined;
  stop = onChanged((memories) => told.push(...memories.map(({ files = [] }) => files)));
  server.use(
    http.post("/api/v1/content/:id/files", async ({ request }) => {
      const { link } = (await request.json()) as { link: string };
      calls.push(`attach ${link}`);
      if (refusal) return HttpResponse.json({ message: refusal.message }, { status: refusal.status });
      there = [...there, aFile(link)];
      return HttpResponse.json({ message: "File attached" });
    }),
    http.delete("/api/v1/content/:id/files/:file", ({ params }) => {
      calls.push(`remove ${params.file} of ${params.id}`);
      there = there.filter(({ _id }) => _id !== params.file);
      return HttpResponse.json({ message: "File removed" });
    }),
    http.get("/api/v1/content/:id", () => HttpResponse.json({ content: { ...aMemory({ _id: "m" }), files: there } })),
  );
});
afterEach(() => stop());

const show = (files: Attached[] = []) =>
  render(
    <>
      <Files id="m" files={files} />
      <Toasts theme="dark" />
    </>,
  );
const paper = (name = "paper.pdf") => new File(["%PDF-1.7"], name, { type: "application/pdf" });

async function choose(container: HTMLElement, ...files: File[]) {
  const input = container.querySelector<HTMLInputElement>("input[type=file]");
  if (input) await userEvent.setup({ applyAccept: false }).upload(input, files);
}
const sent = (count: number) => waitFor(() => expect(FakeUpload.all).toHaveLength(count));

it("files are chosen, sent one after another with their progress, and attached", async () => {
  const { container } = show();
  await choose(container, paper("one.pdf"), paper("two.pdf"));
  await sent(1);
  expect(screen.getByRole("status")).toHaveTextContent("Attaching 2 files");
  act(() => FakeUpload.all[0]?.progress(0.5));
  expect(screen.getByRole("progressbar", { name: "Uploading one.pdf" })).toHaveAttribute("aria-valuenow", "50");
  expect(screen.getByText("Waiting")).toBeVisible();
  FakeUpload.all[0]?.answer(200, { url: "/files/1", name: "one.pdf" });
  await sent(2);
  FakeUpload.all[1]?.answer(200, { url: "/files/2", name: "two.pdf" });
  await waitFor(() =>
    expect(told.map((files) => files.map(({ name }) => name))).toEqual([["/files/1"], ["/files/1", "/files/2"]]),
  );
  expect(calls).toEqual(["attach /files/1", "attach /files/2"]);
  await waitFor(() => expect(screen.queryByText("two.pdf")).toBeNull());
});

it("what the server refuses is said in its words, and is tried again without another upload", async () => {
  refusal = { status: 429, message: "This memory has as many files as one may have. Remove one first." };
  const { container } = show();
  await choose(container, paper());
  await sent(1);
  FakeUpload.all[0]?.answer(200, { url: "/files/1", name: "paper.pdf" });
  expect(await screen.findByRole("alert")).toHaveTextContent(refusal.message);
  refusal = undefined;
  await userEvent.click(screen.getByRole("button", { name: "Try paper.pdf again" }));
  await waitFor(() => expect(told).toHaveLength(1));
  expect(FakeUpload.all).toHaveLength(1);
});

it("a file of a format that is not read is not sent, and one that is too large is not tried again", async () => {
  const { container } = show();
  await choose(container, new File(["x"], "film.mp4", { type: "video/mp4" }), paper());
  expect(screen.getByRole("alert")).toHaveTextContent(/^film\.mp4 is not a PDF, /);
  await sent(1);
  FakeUpload.all[0]?.answer(413, { message: "The file is too large. The limit is 50 MB." });
  expect(await screen.findByText("The file is too large. The limit is 50 MB.")).toBeVisible();
  expect(screen.queryByRole("button", { name: /again/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Dismiss film.mp4" }));
  await userEvent.click(screen.getByRole("button", { name: "Dismiss paper.pdf" }));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByRole("button", { name: "Attach a file" })).toHaveFocus();
});

it("a file goes on when the memory is closed meanwhile, and a toast says if it is not attached", async () => {
  const { container, unmount } = show();
  await choose(container, paper("one.pdf"), paper("two.pdf"));
  await sent(1);
  unmount();
  FakeUpload.all[0]?.answer(200, { url: "/files/1", name: "one.pdf" });
  await sent(2);
  expect(calls).toEqual(["attach /files/1"]);
  render(<Toasts theme="dark" />);
  FakeUpload.all[1]?.answer(500, { message: "The disk is full." });
  expect(await screen.findByText("two.pdf is not attached")).toBeVisible();
});

it("none is sent once the user has signed out", async () => {
  const { container } = show();
  await choose(container, paper("one.pdf"), paper("two.pdf"));
  await sent(1);
  await act(readyToSignOut);
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(FakeUpload.all).toHaveLength(1);
});

it("a file is removed when the offer to undo has passed, and that can be undone", async () => {
  show([aFile("Page.html"), aFile("Scan.html")]);
  expect(screen.getByRole("link", { name: /Page\.html.*HTML · 2\.4 MB/ })).toHaveAttribute(
    "href",
    "https://e.test/Page.html",
  );
  await userEvent.click(screen.getByRole("button", { name: "Remove Page.html" }));
  expect(screen.queryByRole("link", { name: /Page/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Attach a file" })).toHaveFocus();
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("link", { name: /Page/ })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Remove Scan.html" }));
  await act(readyToSignOut);
  expect(calls).toEqual(["remove Scan.html of m"]);
});
