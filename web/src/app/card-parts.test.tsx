import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { aMemory } from "@/test/memory";

beforeEach(() => {
  vi.resetModules();
  vi.doUnmock("./media");
});

const tweet = aMemory({ type: "tweet", status: "ready", link: "https://x.com/ada/status/7" });

async function load(media: () => unknown) {
  vi.doMock("./media", media as () => Promise<object>);
  return (await import("./card-parts")).cardParts;
}

async function lost() {
  vi.spyOn(console, "error").mockImplementation(() => {});
  return load(() => {
    throw new Error("gone");
  });
}

test("CARD-05 a tweet whose code failed to load keeps its title and says so", async () => {
  const { Tweet } = await lost();
  render(
    <article aria-labelledby="title">
      <Tweet memory={tweet} titleId="title" />
    </article>,
  );
  expect(await screen.findByText("This tweet can’t be shown just now.")).toBeVisible();
  expect(screen.getByRole("article")).toHaveAccessibleName("This tweet can’t be shown just now.");
});

test("CARD-05 a video whose player failed to load says so", async () => {
  const { Player } = await lost();
  render(<Player memory={aMemory({ type: "video" })} />);
  expect(await screen.findByText("The player could not be loaded.")).toBeVisible();
});

test("a tweet whose code is loading has a title; one that is fetched again leaves it to its placeholder", async () => {
  const { Tweet } = await load(() => new Promise(() => {}));
  const page = (status: "ready" | "pending") => (
    <article aria-labelledby="title">
      <Tweet memory={{ ...tweet, status }} titleId="title" />
    </article>
  );
  const { rerender } = render(page("ready"));
  expect(screen.getByRole("article")).toHaveAccessibleName("Loading a tweet");
  rerender(page("pending"));
  expect(document.getElementById("title")).toBeNull();
});
