import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, it, test, vi } from "vitest";
import { stubLayout } from "@/test/layout";
import { server } from "@/test/server";
import { Toasts } from "@/ui/toasts";
import { apiReference, blog, ComingSoon, community, documentation } from ".";
import { type ComingSoonPage, outcomeOf } from "./model";

const NoIcon = () => null;

const PAGES = [documentation, apiReference, blog, community];

function open(page: ComingSoonPage = documentation) {
  const { container } = render(
    <MemoryRouter>
      <ComingSoon page={page} contactPath="/contact" />
      <Toasts theme="dark" />
    </MemoryRouter>,
  );
  return container;
}

/** Stubs the server's response, and records the request. */
function serve(answer: () => Response | Promise<Response>) {
  const sent: unknown[] = [];
  server.use(
    http.post("/api/v1/waitlist", async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
  return sent;
}

const field = () => screen.getByLabelText<HTMLInputElement>("Email");
const button = () => screen.getByRole("button", { name: "Notify Me" });

async function ask(email: string) {
  if (email) await userEvent.type(field(), email);
  await userEvent.click(button());
}

beforeEach(() => {
  stubLayout();
});

describe("the template", () => {
  it.each([
    [documentation, "Documentation", "Q1 2025"],
    [apiReference, "API Reference", "Q2 2025"],
    [blog, "Blog", "Q1 2025"],
    [community, "Community", "Q2 2025"],
  ])("SOON-01 SOON-02 SOON-03 %# shows all that it is given", (page, title, date) => {
    open(page);
    expect(screen.getByRole("heading", { level: 1, name: title })).toBeVisible();
    expect(screen.getByText(page.description)).toBeVisible();
    expect(screen.getByText(`Estimated launch: ${date}`)).toBeVisible();
    const cards = screen.getAllByRole("listitem");
    expect(cards).toHaveLength(4);
    for (const [index, card] of cards.entries()) {
      const feature = page.features[index];
      expect(within(card).getByRole("heading", { level: 3 })).toHaveTextContent(feature?.title ?? "");
      expect(card).toHaveTextContent(feature?.description ?? "");
    }
    expect(field()).toHaveAttribute("type", "email");
    expect(field()).not.toBeRequired();
    expect(field()).toHaveAttribute("placeholder", page.signupPlaceholder);
    expect(button()).toHaveAttribute("type", "submit");
    const parts = [page.title, page.description, page.features[3]?.description, `Estimated launch: ${date}`];
    const order = [...parts.map((text) => screen.getByText(text ?? "")), field(), button()];
    for (const [index, part] of order.slice(1).entries()) {
      expect(order[index]?.compareDocumentPosition(part)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    }
  });

  it("SOON-04 every page has a placeholder and a background of its own", () => {
    expect(new Set(PAGES.map((page) => page.signupPlaceholder)).size).toBe(4);
    expect(new Set(PAGES.map((page) => page.backgroundClass)).size).toBe(4);
  });

  it("SOON-05 the page shows what it is given, unchanged", () => {
    const container = open({
      title: "<b>Later</b> 📚",
      description: "w".repeat(5000),
      features: [
        {
          Icon: NoIcon,
          title: "שלום",
          description: "<img src=x onerror=alert(1)>",
          link: { href: "/x", text: "Look" },
        },
      ],
      estimatedDate: "Q9 2099",
      signupPlaceholder: "Tell me <i>all</i>",
      backgroundClass: "soon-test",
    });
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("<b>Later</b> 📚");
    expect(screen.getByText("Estimated launch: Q9 2099")).toBeVisible();
    expect(screen.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
    expect(screen.getByRole("link", { name: "Look" })).toHaveAttribute("href", "/x");
    expect(field()).toHaveAttribute("placeholder", "Tell me <i>all</i>");
    expect(container.querySelector(".soon-test")).toHaveAttribute("aria-hidden", "true");
    expect(container.querySelector("img")).toBeNull();
  });

  it("the reference links to the existing contract", () => {
    open(apiReference);
    expect(screen.getByRole("link", { name: "Read openapi.json" })).toHaveAttribute("href", "/openapi.json");
  });
});

describe("Notify Me", () => {
  const said = (status: number) => () => HttpResponse.json({ message: "as it is" }, { status });

  it.each([
    ["ERR-18", 200, "Added to waitlist"],
    ["ERR-19", 411, "Already added to waitlist"],
    ["ERR-20", 400, "Failed to add to waitlist"],
    ["ERR-20", 503, "Failed to add to waitlist"],
  ])("SOON-06 SOON-07 %s on a %d it says so, and the field is empty", async (_, status, text) => {
    const sent = serve(said(status));
    open(apiReference);
    await ask("maya@example.com");
    expect(await screen.findByText(text)).toBeVisible();
    expect(sent).toEqual([{ item: "API Reference", email: "maya@example.com" }]);
    await waitFor(() => expect(field()).toHaveValue(""));
    expect(button()).toHaveFocus();
    expect(button()).not.toHaveAttribute("aria-disabled");
  });

  it("ERR-21 SOON-07 without a response it shows an error, and the field is empty", async () => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    serve(() => HttpResponse.error());
    open();
    await ask("maya@example.com");
    expect(await screen.findByText("Error adding to waitlist")).toBeVisible();
    await waitFor(() => expect(field()).toHaveValue(""));
    expect(logged).toHaveBeenCalledOnce();
  });

  it("VAL-21 U-08 an empty field is sent, for the server to refuse", async () => {
    const sent = serve(said(400));
    open(blog);
    await ask("");
    expect(await screen.findByText("Failed to add to waitlist")).toBeVisible();
    expect(sent).toEqual([{ item: "Blog", email: "" }]);
  });

  it.each(["nobody", "=cmd|x", "<b>maya</b>@example.com", "שלום"])(
    "VAL-21 U-08 %s is no address, and is refused by the browser",
    async (email) => {
      const sent = serve(said(200));
      open();
      await ask(email);
      expect(field()).toBeInvalid();
      expect(field()).toHaveValue(email);
      expect(sent).toEqual([]);
    },
  );

  it.each([
    ["10 KB", `${"a".repeat(10_000)}@example.com`],
    ["what a spreadsheet would run", "=cmd|x@example.com"],
  ])("SOON-07 U-08 %s is sent, for the server to refuse", async (_, email) => {
    const sent = serve(said(400));
    open();
    await userEvent.click(field());
    await userEvent.paste(email);
    await userEvent.click(button());
    expect(await screen.findByText("Failed to add to waitlist")).toBeVisible();
    expect(sent).toEqual([{ item: "Documentation", email }]);
    expect(field()).toHaveValue("");
  });

  it("before hydration the form submits nothing, and puts nothing in the URL", () => {
    open();
    expect(field().form).toHaveAttribute("method", "dialog");
  });

  it("a second press while the request is pending sends nothing", async () => {
    let answer = () => {};
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const sent = serve(async () => {
      await waiting;
      return HttpResponse.json({ message: "ok" });
    });
    open();
    await ask("maya@example.com");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(button()).toHaveAttribute("aria-busy", "true");
    expect(field()).toHaveAttribute("readonly");
    await userEvent.type(field(), "{Enter}");
    await userEvent.click(button());
    answer();
    await screen.findByText("Added to waitlist");
    expect(sent).toHaveLength(1);
  });
});

test.each([
  [200, true, "Added to waitlist"],
  [411, false, "Already added to waitlist"],
  [400, false, "Failed to add to waitlist"],
  [404, false, "Failed to add to waitlist"],
  [500, false, "Failed to add to waitlist"],
])("outcomeOf(%d)", (status, good, text) => {
  expect(outcomeOf(status)).toEqual({ good, text });
});
