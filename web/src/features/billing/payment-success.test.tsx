import { act, render, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { StrictMode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { onPlanChange } from "@/api/plan-changes";
import { setToken } from "@/api/session";
import { stubLayout } from "@/test/layout";
import { server } from "@/test/server";
import { Toasts } from "@/ui/toasts";
import { PaymentSuccess } from ".";

const ADDRESS = "/subscription/success?session_id=cs_test_a";

function open(address = ADDRESS) {
  const router = createMemoryRouter(
    [
      { path: "/subscription/success", element: <PaymentSuccess homePath="/home" /> },
      { path: "/home", element: <p>home</p> },
      { path: "/upgrade", element: <p>upgrade</p> },
    ],
    { initialEntries: ["/upgrade", address] },
  );
  const { unmount } = render(
    <StrictMode>
      <RouterProvider router={router} />
      <Toasts theme="dark" />
    </StrictMode>,
  );
  return { router, unmount };
}

/** Stubs the server's response to a payment, and records the request. */
function serve(answer: () => Response | Promise<Response>) {
  const sent: unknown[] = [];
  server.use(
    http.post("/api/v1/save-payment", async ({ request }) => {
      sent.push([request.headers.get("authorization"), await request.json()]);
      return answer();
    }),
  );
  return sent;
}

const saved = () => HttpResponse.json({ message: "Payment saved" });

beforeEach(() => {
  stubLayout();
  setToken("secret");
  vi.spyOn(console, "info").mockReturnValue();
});

describe("the page", () => {
  it("PAY-01 PAY-02 thanks, and says what happens next", () => {
    open("/subscription/success");
    expect(screen.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
    expect(screen.getByText(/Thank you for upgrading to/)).toHaveTextContent("the Pro plan");
    expect(screen.getByRole("progressbar", { name: "Redirecting" })).toBeVisible();
    expect(screen.getByText("Redirecting you to home...")).toBeVisible();
    expect(screen.getByRole("link", { name: "Go there now" })).toHaveAttribute("href", "/home");
  });
});

describe("the redirect home", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

  it("PAY-03 U-09 happens after 3000 ms and not before", async () => {
    const { router } = open("/subscription/success");
    await pass(2999);
    expect(router.state.location.pathname).toBe("/subscription/success");
    await pass(1);
    expect(router.state.location.pathname).toBe("/home");
    // The back button does not return to the thanks.
    expect(router.state.historyAction).toBe("REPLACE");
  });

  it("U-09 does not wait until the payment is saved", async () => {
    serve(() => new Promise(() => {}));
    const { router } = open();
    await pass(3000);
    expect(router.state.location.pathname).toBe("/home");
  });

  it("does not happen after the user has left the page", async () => {
    const { router, unmount } = open("/subscription/success");
    await pass(1000);
    await act(() => router.navigate("/upgrade"));
    await pass(5000);
    expect(router.state.location.pathname).toBe("/upgrade");
    unmount();
  });
});

describe("the payment", () => {
  it("PAY-04 PAY-05 is saved once, which is only logged", async () => {
    const sent = serve(saved);
    open();
    await waitFor(() => expect(console.info).toHaveBeenCalledOnce());
    expect(sent).toEqual([["secret", { session_id: "cs_test_a" }]]);
    expect(document.querySelector("[data-sonner-toast]")).toBeNull();
  });

  it("HOME-03 updates the plan on the page that is open when it is saved later", async () => {
    const told = vi.fn();
    onTestFinished(onPlanChange(told));
    let answer = () => {};
    serve(async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return saved();
    });
    const { router } = open();
    await act(() => router.navigate("/home"));
    expect(told).not.toHaveBeenCalled();
    await waitFor(() => {
      answer();
      expect(told).toHaveBeenCalledOnce();
    });
  });

  it.each(["/subscription/success", "/subscription/success?session_id="])(
    "PAY-04 of %s there is none",
    async (address) => {
      const sent = serve(saved);
      open(address);
      await screen.findByText("Redirecting you to home...");
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(sent).toEqual([]);
    },
  );

  it.each([402, 403, 404])("U-14 shows the server's message on a %d, and the plan is as before", async (status) => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    const told = vi.fn();
    onTestFinished(onPlanChange(told));
    serve(() => HttpResponse.json({ message: `Not paid <b>${status}` }, { status }));
    open();
    expect(await screen.findByText(`Not paid <b>${status}`)).toBeVisible();
    expect(logged).toHaveBeenCalledOnce();
    expect(told).not.toHaveBeenCalled();
    expect(screen.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
  });

  it.each([
    ["a 500", () => HttpResponse.json({ message: "down" }, { status: 500 })],
    ["nothing", () => HttpResponse.error()],
  ])("PAY-05 on %s it is only logged", async (_, answer) => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    serve(answer);
    open();
    await waitFor(() => expect(logged).toHaveBeenCalledOnce());
    expect(screen.queryByText("down")).not.toBeInTheDocument();
  });
});
