import { render, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { MemoryRouter, useLocation } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { paths } from "./paths";
import { Overlays } from "./shortcuts";
import { questionIn, toAsk } from "./to-ask";

const nothing = () => {};

function State() {
  return <output>{questionIn(useLocation().state) ?? "nothing"}</output>;
}

function arriveAsking(question: string) {
  const box = { ask: vi.fn<(question: string) => void>(), focus: vi.fn<() => void>() };
  const { container } = render(
    <StrictMode>
      <MemoryRouter initialEntries={[{ pathname: paths.home, ...toAsk(question) }]}>
        <Overlays
          ask={{ current: box }}
          shelf={undefined}
          isPremium={false}
          isOwner={false}
          onAdd={nothing}
          onUndo={nothing}
          onSignedOut={nothing}
          onOpen={nothing}
          shown={undefined}
          onShow={nothing}
          onClose={nothing}
        />
        <State />
      </MemoryRouter>
    </StrictMode>,
  );
  const settled = () => waitFor(() => expect(container.querySelector("output")).toHaveTextContent("nothing"));
  return { box, settled };
}

/** Whatever else is to come in this turn. */
const turn = () => new Promise((resolve) => setTimeout(resolve));

describe("a question passed to the dashboard", () => {
  it("is asked once, though its effect runs twice", async () => {
    const { box, settled } = arriveAsking("When does the ferry leave?");
    await settled();
    await turn();
    expect(box.ask.mock.calls).toEqual([["When does the ferry leave?"]]);
    expect(box.focus).not.toHaveBeenCalled();
  });

  it("only focuses the box when it is still to be typed", async () => {
    const { box, settled } = arriveAsking("");
    await settled();
    await turn();
    expect(box.focus).toHaveBeenCalledOnce();
    expect(box.ask).not.toHaveBeenCalled();
  });
});
