import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import { Remark } from "./remark";

const field = () => screen.queryByRole("textbox", { name: "Your remark" });

it("a remark that is being written is there again when its memory is opened again, until it is kept or given up", async () => {
  const user = userEvent.setup();
  const memory = aMemory({ _id: "m", remark: "For March" });
  server.use(http.patch("/api/v1/content/m", () => HttpResponse.json({ content: memory })));
  const { unmount } = render(<Remark memory={memory} />);
  await user.click(screen.getByRole("button", { name: "Edit your remark" }));
  expect(field()).toHaveFocus();
  await user.keyboard(", or May");
  unmount();
  const again = render(<Remark memory={memory} />);
  expect(field()).toHaveValue("For March, or May");
  expect(field()).not.toHaveFocus();
  render(<Remark memory={aMemory({ _id: "other" })} />);
  expect(screen.getAllByRole("textbox")).toHaveLength(1);
  await user.clear(field() as HTMLElement);
  again.unmount();
  const cleared = render(<Remark memory={memory} />);
  expect(field()).toHaveValue("");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(field()).toBeNull();
  cleared.unmount();
  render(<Remark memory={memory} />);
  expect(field()).toBeNull();
  expect(screen.getByText("For March")).toBeVisible();
});
