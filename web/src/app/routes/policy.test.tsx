import { render, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { stubLayout } from "@/test/layout";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { Component as Contact } from "./contact";
import { Component as Policy } from "./policy";

const PAGES = [
  ["/policies/privacy-policy", "Privacy Policy"],
  ["/policies/terms-of-service", "Terms of Service"],
  ["/policies/cookie-policy", "Cookie Policy"],
  ["/policies/documentation", "Documentation"],
  ["/policies/api-reference", "API Reference"],
  ["/policies/blog", "Blog"],
  ["/policies/community", "Community"],
  ["/contact", "Contact"],
] as const;

beforeEach(() => {
  stubLayout();
  server.use(http.get("/api/v1/contact", () => HttpResponse.json({ supportEmail: "a@b.c", salesEmail: "d@e.f" })));
});

describe("the pages under /policies", () => {
  it.each(PAGES)("ROUTE-12 ROUTE-16 ROLE-01 %s is %s, without a sign-in", async (address, title) => {
    const { where } = renderApp(address);
    expect(await screen.findByRole("heading", { level: 1, name: title })).toBeVisible();
    expect(where()).toBe(address);
  });

  it.each(["/policies/no-such-page", "/policies/constructor", "/policies", "/policies/a/b"])(
    "ROUTE-12 ROUTE-13 U-16 %s is the 404 page",
    async (address) => {
      renderApp(address);
      expect(await screen.findByRole("heading", { level: 1, name: "Page Not Found" })).toBeVisible();
    },
  );

  it.each(PAGES)("%s renders on the server and hydrates without changes", async (address, title) => {
    const page = (
      <MemoryRouter initialEntries={[address]}>{address === "/contact" ? <Contact /> : <Policy />}</MemoryRouter>
    );
    const container = document.createElement("div");
    container.innerHTML = renderToString(page);
    expect(container.querySelector("h1")).toHaveTextContent(title);
    const onRecoverableError = vi.fn();
    render(page, { container, hydrate: true, onRecoverableError });
    expect(onRecoverableError).not.toHaveBeenCalled();
  });

  it.each([
    ["/policies/blog", <Policy key="policy" />, "/contact"],
    ["/contact", <Contact key="contact" />, "/api/v1/contact"],
  ])("%s says without scripts where to turn instead", (address, page, way) => {
    const html = renderToString(<MemoryRouter initialEntries={[address]}>{page}</MemoryRouter>);
    const unscripted = new DOMParser().parseFromString(html, "text/html").querySelector("noscript");
    expect(unscripted?.textContent).toContain("This browser runs no scripts");
    expect(unscripted?.querySelector("a")?.getAttribute("href")).toBe(way);
  });
});

describe("the 404 page", () => {
  it("LOST-01 LOST-03 LOST-04 says what happened, and links to home and to support", async () => {
    renderApp("/no/such/page");
    expect(await screen.findByText("404")).toBeVisible();
    expect(screen.getByText(/It may have moved/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
    expect(screen.getByRole("link", { name: "Contact Support" })).toHaveAttribute("href", "/contact");
  });

  it.each([
    ["there is a page before", 2, undefined, true],
    ["it was opened with this page", 1, undefined, false],
    ["there are pages of other sites", 3, { entries: 2, canGoBack: false }, true],
    ["the only other page lies ahead", 2, { entries: 2, canGoBack: false }, false],
    ["it has one before and one ahead", 3, { entries: 3, canGoBack: true }, true],
  ])("LOST-02 Go Back: of this window %s", async (_, length, told, goesBack) => {
    vi.spyOn(window.history, "length", "get").mockReturnValue(length);
    const { entries, canGoBack } = told ?? {};
    if (told) vi.stubGlobal("navigation", { entries: () => Array(entries), canGoBack });
    const { user, where } = renderApp("/no/such/page");
    await user.click(await screen.findByRole("button", { name: "Go Back" }));
    // The address before is lost as well.
    await waitFor(() => expect(where()).not.toBe("/no/such/page"));
    expect(where() === "/nowhere").toBe(goesBack);
  });
});
