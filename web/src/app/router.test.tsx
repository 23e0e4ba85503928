import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { client } from "@/api/client";
import plans from "@/api/plans.json";
import { clearToken, setToken } from "@/api/session";
import { stubLayout } from "@/test/layout";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { toast } from "@/ui/toast";

const POLICIES = [
  "privacy-policy",
  "terms-of-service",
  "cookie-policy",
  "documentation",
  "api-reference",
  "blog",
  "community",
];

const USER = { username: "Maya", email: null, isPremium: false, subscription: null };

beforeEach(() => {
  stubLayout();
  server.use(
    http.get("/api/v1/getuser", () => HttpResponse.json(USER)),
    http.get("/api/v1/content", () => HttpResponse.json({ content: [] })),
    http.get("/api/v1/plans", () => HttpResponse.json(plans)),
    http.get("/api/v1/contact", () => HttpResponse.json({ supportEmail: "help@here", salesEmail: "sales@here" })),
    http.get("/api/v1/people", () => HttpResponse.json({ people: [] })),
    http.post("/api/v1/signin", () => HttpResponse.json({ token: "secret" })),
    http.post("/api/v1/signup", () => HttpResponse.json({ token: "secret" })),
    http.post("/api/v1/signout", () => HttpResponse.json({ message: "Signed out" })),
  );
});

const signInPage = () => screen.findByRole("heading", { name: "Welcome back." });
const signUpPage = () => screen.findByRole("heading", { name: "Start remembering." });
const publicBar = () => screen.findByRole("navigation", { name: "Main" });
const homePage = () => screen.findByRole("button", { name: "User menu" });

describe("without a token", () => {
  test.each([
    ["ROUTE-05", "/home", ""],
    ["ROUTE-05", "/home/memory/7", ""],
    ["ROUTE-11", "/profile", ""],
    ["ROUTE-10", "/upgrade", "?redirect=/upgrade"],
    ["ROUTE-06", "/auth", ""],
  ])("%s U-16 %s leads to sign-in", async (_, address, parameters) => {
    const { where } = renderApp(address);
    await signInPage();
    expect(where()).toBe(`/auth/signin${parameters}`);
    await waitFor(() => expect(document.title).toBe("Sign in, Engram"));
  });

  test("a visitor from Try for Free is greeted as new", async () => {
    const { user } = renderApp("/welcome");
    await user.click(await screen.findByRole("link", { name: "Try for Free" }));
    expect(await screen.findByRole("heading", { name: "Welcome to Engram." })).toBeVisible();
  });

  test("ROUTE-01 / leads to /welcome", async () => {
    const { where } = renderApp("/");
    await publicBar();
    expect(where()).toBe("/welcome");
  });

  test("ROUTE-07 /auth/signin and /auth/signup show their forms and link to each other", async () => {
    const { user } = renderApp("/auth/signin");
    await signInPage();
    await user.click(screen.getByRole("link", { name: "Make an account" }));
    await signUpPage();
    await user.click(screen.getByRole("link", { name: "Sign in" }));
    await signInPage();
  });

  test.each(["/auth/signin", "/auth/signup"])("%s redirects to a public page", async (address) => {
    renderApp(address);
    const legal = within(await screen.findByRole("navigation", { name: "Legal" }));
    expect(legal.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/policies/privacy-policy",
      "/policies/terms-of-service",
      "/policies/cookie-policy",
    ]);
  });

  test("ROUTE-06 lines of light are behind both forms", async () => {
    const { container, user } = renderApp("/auth/signin");
    await signInPage();
    expect(container.querySelector(".auth-lines .auth-light")).not.toBeNull();
    await user.click(screen.getByRole("link", { name: "Make an account" }));
    await signUpPage();
    expect(container.querySelector(".auth-lines .auth-light")).not.toBeNull();
  });
});

describe("with a token", () => {
  beforeEach(() => setToken("secret"));

  test.each(["/", "/auth/signin", "/auth/signup", "/auth"])(
    "ROUTE-08 ROUTE-09 %s redirects to the dashboard",
    async (address) => {
      const { where } = renderApp(address);
      await homePage();
      expect(where()).toBe("/home");
    },
  );

  test("ROUTE-08 /auth/signin redirects at once to the redirect parameter", async () => {
    const { where } = renderApp("/auth/signin?redirect=/home%3Ftab=notes");
    await homePage();
    expect(where()).toBe("/home?tab=notes");
  });

  test("U-18 a redirect to another site goes home", async () => {
    const { where } = renderApp("/auth/signin?redirect=//evil.example");
    await homePage();
    expect(where()).toBe("/home");
  });

  test("what a program asks for outlasts signing in", async () => {
    localStorage.removeItem("token");
    const query = "client_id=https%3A%2F%2Fclaude.ai%2Fclient&redirect_uri=https%3A%2F%2Fclaude.ai%2Fback";
    const { where } = renderApp(`/oauth/authorize?${query}`);
    await signInPage();
    expect(where()).toBe("/auth/signin?redirect=%2Foauth%2Fauthorize");
    expect(sessionStorage.getItem("connect")).toBe(query);
  });

  test("U-13 a 401 goes to sign-in and from there back", async () => {
    const { where } = renderApp("/home?tab=notes");
    await homePage();
    server.use(http.get("/api/v1/getusername", () => HttpResponse.json({ message: "Ended" }, { status: 401 })));
    await act(() => client.GET("/api/v1/getusername"));
    await signInPage();
    expect(where()).toBe("/auth/signin?redirect=%2Fhome%3Ftab%3Dnotes");
    expect(localStorage.getItem("token")).toBeNull();
    await waitFor(() => expect(screen.getByText("Your session has ended. Please sign in again.")).toHaveFocus());
  });

  test("U-13 what was typed is restored after signing in again, for the same user only", async () => {
    const { where, user } = renderApp("/home");
    await user.type(await screen.findByRole("textbox", { name: "Ask your memories" }), "Where are the keys?");
    server.use(http.get("/api/v1/getusername", () => HttpResponse.json({ message: "Ended" }, { status: 401 })));
    await act(() => client.GET("/api/v1/getusername"));
    await signInPage();
    await user.type(screen.getByLabelText("Username"), "maya");
    await user.type(screen.getByLabelText("Password"), "Abcdef1!{Enter}");
    await waitFor(() => expect(where()).toBe("/home"));
    expect(await screen.findByRole("textbox", { name: "Ask your memories" })).toHaveValue("Where are the keys?");

    await act(() => client.GET("/api/v1/getusername"));
    await signInPage();
    server.use(http.get("/api/v1/getuser", () => HttpResponse.json({ ...USER, username: "Noor" })));
    await user.type(screen.getByLabelText("Username"), "Noor");
    await user.type(screen.getByLabelText("Password"), "Abcdef1!{Enter}");
    await waitFor(() => expect(where()).toBe("/home"));
    expect(await screen.findByRole("textbox", { name: "Ask your memories" })).toHaveValue("");
  });

  test("U-01 HOME-05 without the token an open page stays, with Log In", async () => {
    const { where } = renderApp("/home");
    await homePage();
    act(clearToken);
    expect(await screen.findByRole("link", { name: "Log In" })).toHaveAttribute("href", "/auth/signin");
    expect(where()).toBe("/home");
  });

  test("MENU-07 Logout removes the token and goes to sign-in", async () => {
    const { where, user } = renderApp("/home");
    await user.click(await homePage());
    await user.click(await screen.findByRole("menuitem", { name: "Logout" }));
    await signInPage();
    expect(where()).toBe("/auth/signin");
    expect(localStorage.getItem("token")).toBeNull();
  });
});

describe("the public pages, with and without a token", () => {
  const addresses = ["/welcome", "/contact", ...POLICIES.map((name) => `/policies/${name}`)];
  test.each(addresses)(
    "ROUTE-02 ROUTE-12 ROUTE-15 ROUTE-16 %s is under the public bar, with a head of its own",
    async (address) => {
      const meta = document.createElement("meta");
      meta.name = "description";
      document.head.append(meta);
      onTestFinished(() => meta.remove());
      setToken("secret");
      const { where } = renderApp(`${address}/`);
      await publicBar();
      expect(await screen.findByRole("main")).toBeVisible();
      expect(where()).toBe(`${address}/`);
      await waitFor(() => expect(document.title).toMatch(/^\w.+, Engram$/));
      expect(document.title).not.toContain("Not Found");
      expect(meta.content.length).toBeGreaterThan(50);
      act(clearToken);
      expect(where()).toBe(`${address}/`);
    },
  );

  test.each(["/welcome", "/contact"])(
    "LAND-21 LAND-22 LAND-23 the footer of %s links to resources, policies and other sites",
    async (address) => {
      renderApp(address);
      const links = within(await screen.findByRole("contentinfo")).getAllByRole("link");
      expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
        ["Engram", "/home"],
        ["Documentation", "/policies/documentation"],
        ["API Reference", "/policies/api-reference"],
        ["Blog", "/policies/blog"],
        ["Community", "/policies/community"],
        ["Privacy Policy", "/policies/privacy-policy"],
        ["Terms of Service", "/policies/terms-of-service"],
        ["Cookie Policy", "/policies/cookie-policy"],
        ["Source code", "https://github.com/engram/engram"],
        ["Bluesky", "https://bsky.app/profile/engram.app"],
      ]);
    },
  );

  test("LAND-06 toasts show over a page, which is below the bar", async () => {
    renderApp("/welcome");
    const bar = await screen.findByRole("banner");
    const page = await screen.findByRole("main");
    expect(bar.compareDocumentPosition(page)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    act(() => void toast("It is kept."));
    expect(await screen.findByText("It is kept.")).toBeVisible();
  });

  test("ROUTE-15 the dashboard has its own bar, and the 404 page has none", async () => {
    renderApp("/policies/nothing");
    await waitFor(() => expect(document.title).toBe("Page Not Found, Engram"));
    expect(screen.queryByRole("link", { name: "Features" })).toBeNull();
    cleanup();
    setToken("secret");
    renderApp("/home");
    await homePage();
    expect(screen.queryByRole("link", { name: "Features" })).toBeNull();
  });
});

describe("after the form", () => {
  test.each([
    [
      "AUTH-04 sign-in goes to the redirect parameter",
      "/auth/signin?redirect=%2Fhome%3Ftab%3Dnotes",
      "Sign in",
      "/home?tab=notes",
    ],
    ["AUTH-04 sign-in goes home without one", "/auth/signin", "Sign in", "/home"],
    ["AUTH-05 sign-up goes home", "/auth/signup?redirect=/auth", "Create account", "/home"],
  ])("%s", async (_, address, action, goal) => {
    const { where, user } = renderApp(address);
    await user.type(await screen.findByLabelText("Username"), "Maya");
    await user.type(screen.getByLabelText("Password"), "Abcdef1!{Enter}");
    expect(screen.getByRole("button", { name: action })).toBeVisible();
    await waitFor(() => expect(where()).toBe(goal));
    await homePage();
  });
});

describe("an unknown address", () => {
  test.each(["/nowhere/at/all", "/auth/nowhere", "/policies"])(
    "ROUTE-13 U-16 %s shows the 404 page",
    async (address) => {
      const { where } = renderApp(address);
      expect(await screen.findByRole("heading", { name: "Page Not Found" })).toBeVisible();
      expect(screen.getByText("404")).toBeVisible();
      expect(screen.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
      expect(where()).toBe(address);
    },
  );

  test("ROUTE-13 Go Back goes back in history", async () => {
    vi.spyOn(window.history, "length", "get").mockReturnValue(2);
    const { where, user } = renderApp("/lost");
    await user.click(await screen.findByRole("button", { name: "Go Back" }));
    await waitFor(() => expect(where()).toBe("/nowhere"));
  });
});
