import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { StrictMode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { SWRConfig } from "swr";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { onPlanChange } from "@/api/plan-changes";
import plans from "@/api/plans.json";
import { setToken } from "@/api/session";
import { stubLayout } from "@/test/layout";
import { server } from "@/test/server";
import { Toasts } from "@/ui/toasts";
import { Upgrade } from ".";

const CHECKOUT = "/test-checkout/cs_test_a";

type Scene = { address?: string; isPremium?: boolean };

function open({ address = "/upgrade", isPremium = false }: Scene = {}) {
  const onCheckout = vi.fn();
  const router = createMemoryRouter(
    [
      {
        path: "/upgrade",
        element: (
          <Upgrade
            homePath="/home"
            isPremium={isPremium}
            salesEmail="sell@engram.example"
            onCheckout={onCheckout}
            corner={null}
          />
        ),
      },
      { path: "/home", element: <p>home</p> },
    ],
    { initialEntries: [address] },
  );
  render(
    <StrictMode>
      <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
        <RouterProvider router={router} />
        <Toasts theme="dark" />
      </SWRConfig>
    </StrictMode>,
  );
  return { onCheckout, user: userEvent.setup(), router };
}

/** Stubs the server's response to a subscription, and records the request. */
function serve(answer: () => Response | Promise<Response>) {
  const sent: unknown[] = [];
  server.use(
    http.post("/api/v1/create-subscription", async ({ request }) => {
      sent.push([request.headers.get("authorization"), await request.json()]);
      return answer();
    }),
  );
  return sent;
}

const session = (url: string) => () => HttpResponse.json({ session: { id: "cs_test_a", url } });
const refused = (status: number) => () => HttpResponse.json({ message: "no" }, { status });
const plan = (name: string) => within(screen.getByRole("article", { name }));
const lines = (name: string) =>
  plan(name)
    .getAllByRole("listitem")
    .map((line) => line.textContent);
const subscribe = () => screen.getByRole("button", { name: "Subscribe" });

beforeEach(() => {
  stubLayout();
  setToken("secret");
  server.use(http.get("/api/v1/plans", () => HttpResponse.json(plans)));
});

describe("the plans", () => {
  it("UPG-01 are Free, Pro with a button to subscribe, and Enterprise by mail", () => {
    open();
    expect(screen.getAllByRole("article")).toHaveLength(3);
    expect(plan("Free").getByText("$0")).toBeVisible();
    expect(plan("Free").getByText("Your plan")).toBeVisible();
    expect(plan("Pro").getByRole("button", { name: "Subscribe" })).toBeVisible();
    expect(plan("Enterprise").getByText("$49.99")).toBeVisible();
    expect(plan("Enterprise").getByRole("link", { name: "Contact Sales" }).getAttribute("href")).toMatch(
      /^mailto:sell@engram\.example\?subject=/,
    );
  });

  it("UPG-03 UPG-04 UPG-05 UPG-08 a year of Pro", () => {
    open();
    expect(screen.getByRole("radio", { name: "Annual Save $21 Annually" })).toBeChecked();
    expect(plan("Pro").getByText("$8.33")).toHaveTextContent("$8.33 per month");
    expect(plan("Pro").getByText("$119.88").tagName).toBe("S");
    expect(plan("Pro").getByText("You save $19.89")).toBeVisible();
    expect(plan("Pro").getByText(/\$99\.99 billed yearly/)).toBeVisible();
    expect(lines("Pro")).toEqual([
      "Unlimited chat",
      "Step-by-step solutions",
      "24/7 assistance",
      "Unlimited uploads",
      "Priority response",
      "API access",
    ]);
  });

  it("UPG-02 UPG-07 a month of Pro", async () => {
    const { user } = open();
    await user.click(screen.getByRole("radio", { name: "Monthly" }));
    expect(plan("Pro").getByText("$9.99")).toHaveTextContent("$9.99 per month");
    expect(plan("Pro").queryByText(/save/)).not.toBeInTheDocument();
    expect(lines("Pro")).toEqual(["Unlimited chat", "Step-by-step solutions", "24/7 assistance", "Unlimited uploads"]);
  });

  it("UPG-06 UPG-11 LIMIT follow what the server says", async () => {
    const [free, ...others] = plans.plans;
    const told = [{ ...free, features: ["7 searches per day <b>", "w".repeat(5000)] }, ...others];
    server.use(http.get("/api/v1/plans", () => HttpResponse.json({ plans: told, guaranteeDays: 14 })));
    open();
    expect(screen.getByText("30-day money-back guarantee")).toBeVisible();
    expect(lines("Free")).toContain("20 searches per day");
    expect(await screen.findByText("14-day money-back guarantee")).toBeVisible();
    expect(lines("Free")).toEqual(["7 searches per day <b>", "w".repeat(5000)]);
  });

  it("keep their built-in values when the server does not answer", async () => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    server.use(http.get("/api/v1/plans", refused(500)));
    open();
    await waitFor(() => expect(logged).toHaveBeenCalledOnce());
    expect(plan("Pro").getByText("$8.33")).toBeVisible();
  });

  it("show no subscribe button to a user who has Pro", () => {
    open({ isPremium: true });
    expect(plan("Pro").getByText("Your plan")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Subscribe" })).not.toBeInTheDocument();
    expect(plan("Free").queryByText("Your plan")).not.toBeInTheDocument();
  });

  it("the header leads home", () => {
    open();
    const header = within(screen.getByRole("banner"));
    for (const name of ["Engram", "Your memories"]) {
      expect(header.getByRole("link", { name })).toHaveAttribute("href", "/home");
    }
  });
});

describe("subscribing", () => {
  it.each([
    ["Monthly", "month"],
    ["Annual Save $21 Annually", "year"],
  ])("UPG-09 UPG-10 %s sends %s, and leaves for the payment", async (choice, duration) => {
    const sent = serve(session(CHECKOUT));
    const { user, onCheckout } = open();
    await user.click(screen.getByRole("radio", { name: choice }));
    await user.click(subscribe());
    await waitFor(() => expect(onCheckout).toHaveBeenCalledExactlyOnceWith(CHECKOUT));
    expect(sent).toEqual([["secret", { duration }]]);
    // Busy until the browser has left the page.
    expect(subscribe()).toHaveAttribute("aria-disabled", "true");
    expect(subscribe()).toHaveAttribute("aria-busy", "true");
    await user.click(subscribe());
    expect(sent).toHaveLength(1);
  });

  it.each(["https://pay.example/cs_1", "http://127.0.0.1:8080/test-checkout/a"])("goes to %s", async (url) => {
    serve(session(url));
    const { user, onCheckout } = open();
    await user.click(subscribe());
    await waitFor(() => expect(onCheckout).toHaveBeenCalledExactlyOnceWith(url));
  });

  it.each([
    ["javascript:alert(1)", session("javascript:alert(1)")],
    ["//evil.example", session("//evil.example")],
    ["a 404", refused(404)],
    ["a 500", refused(500)],
    ["nothing", () => HttpResponse.error()],
    ["nonsense", () => HttpResponse.json({})],
  ])("ERR-27 U-15 on %s the button can be used again, and it is only logged", async (_, answer) => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    serve(answer);
    const { user, onCheckout } = open();
    await user.click(subscribe());
    await waitFor(() => expect(logged).toHaveBeenCalledOnce());
    expect(subscribe()).not.toHaveAttribute("aria-disabled");
    expect(subscribe()).toHaveFocus();
    expect(onCheckout).not.toHaveBeenCalled();
    expect(document.querySelector("[data-sonner-toast]")).toBeNull();
    await user.click(subscribe());
    await waitFor(() => expect(logged).toHaveBeenCalledTimes(2));
  });

  it("a pending payment is reported, and the plan is not yet Pro", async () => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    const told = vi.fn();
    onTestFinished(onPlanChange(told));
    serve(() => HttpResponse.json({ message: "Your payment is being processed." }, { status: 402 }));
    const { user } = open();
    await user.click(subscribe());
    expect(await screen.findByText("Your payment is being processed.")).toBeVisible();
    expect(subscribe()).not.toHaveAttribute("aria-disabled");
    expect(plan("Pro").queryByText("Your plan")).not.toBeInTheDocument();
    expect(logged).toHaveBeenCalledOnce();
    expect(told).not.toHaveBeenCalled();
  });

  it("ERR-27 a user who has Pro already sees that it is their plan, and no error", async () => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    const told = vi.fn();
    onTestFinished(onPlanChange(told));
    serve(refused(409));
    const { user, onCheckout } = open();
    await user.click(subscribe());
    expect(await plan("Pro").findByText("Your plan")).toHaveFocus();
    expect(plan("Free").queryByText("Your plan")).not.toBeInTheDocument();
    expect(logged).toHaveBeenCalledOnce();
    expect(told).toHaveBeenCalledOnce();
    expect(onCheckout).not.toHaveBeenCalled();
    expect(document.querySelector("[data-sonner-toast]")).toBeNull();
  });

  it("a page restored by the back button has a working subscribe button", async () => {
    serve(session(CHECKOUT));
    const { user, onCheckout } = open();
    await user.click(subscribe());
    await waitFor(() => expect(onCheckout).toHaveBeenCalled());
    act(() => void window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    expect(subscribe()).not.toHaveAttribute("aria-disabled");
  });
});

describe("coming back from the payment", () => {
  it("ERR-13 reports the cancellation once, and removes it from the URL", async () => {
    const { router } = open({ address: "/upgrade?from=x&status=cancelled" });
    expect(await screen.findAllByText("Payment was cancelled. Please try again.")).toHaveLength(1);
    await waitFor(() => expect(router.state.location.search).toBe("?from=x"));
    expect(router.state.historyAction).toBe("REPLACE");
  });

  it("another status shows nothing", async () => {
    const { router } = open({ address: "/upgrade?status=other" });
    await screen.findByRole("article", { name: "Pro" });
    expect(router.state.location.search).toBe("?status=other");
    expect(document.querySelector("[data-sonner-toast]")).toBeNull();
  });
});
