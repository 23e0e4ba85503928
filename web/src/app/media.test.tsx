import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { SWRConfig } from "swr";
import { beforeEach, expect, test, vi } from "vitest";
import { Reader } from "@/features/reader";
import { stubLayout } from "@/test/layout";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import { Recording } from "./media";

beforeEach(() => {
  stubLayout();
  Element.prototype.scrollIntoView = vi.fn();
});

const VIDEO = aMemory({ type: "video", title: "Clocks", link: "https://youtu.be/abc", imageUrl: "/picture.png" });

function openVideo() {
  const passages = [{ text: "So.", second: 2 }];
  server.use(http.get("/api/v1/content/:id", () => HttpResponse.json({ content: VIDEO, passages, text: "" })));
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Reader
        id={VIDEO._id}
        listed={VIDEO}
        cited={undefined}
        hash=""
        onClose={() => {}}
        onDelete={() => {}}
        onRefresh={() => {}}
        renderMedia={(memory, start) => <Recording memory={memory} start={start} />}
      />
    </SWRConfig>,
  );
  return screen.findByRole("button", { name: "Play from 0:02" });
}

const frame = () => document.querySelector("iframe");

test("VIDEO-05 a time in an opened video plays it from there, whether it stands still or plays", async () => {
  const button = await openVideo();
  expect(screen.getByRole("button", { name: "Play Clocks" })).toBeVisible();
  await userEvent.click(button);
  await waitFor(() => expect(frame()).toHaveAttribute("src", expect.stringContaining("start=2&autoplay=1")));
  const first = frame();
  await userEvent.click(button);
  await waitFor(() => expect(frame()).toHaveAttribute("src", expect.stringContaining("start=2&autoplay=1")));
  expect(frame()).not.toBe(first);
  expect(screen.queryByRole("button", { name: /^Play Clocks/ })).toBeNull();
});
