import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { MemoryRouter } from "react-router";
import { toast } from "sonner";
import { SWRConfig } from "swr";
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import defaults from "@/api/plans.json";
import { server } from "@/test/server";
import { Landing } from ".";
import { Demo } from "./demo";
import { loadRest } from "./late-rest";
// Loaded before the tests, so that lazy parts render at once.
import "./api";

const LINKS = {
  home: "/home",
  signIn: "/auth/signin",
  upgrade: "/upgrade",
  contact: "/contact",
  documentation: "/policies/documentation",
  apiReference: "/policies/api-reference",
  blog: "/policies/blog",
  community: "/policies/community",
  privacy: "/policies/privacy-policy",
  terms: "/policies/terms-of-service",
  cookies: "/policies/cookie-policy",
  repository: "https://code.example/engram",
  social: "https://social.example/engram",
};

/** The callbacks of the IntersectionObserver stub. */
let seen: (isIntersecting: boolean) => void = () => {};

class Observer {
  constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
    seen = (isIntersecting) => tell([{ isIntersecting }]);
  }
  observe() {}
  disconnect() {}
}

beforeAll(loadRest);
beforeEach(() => {
  vi.stubGlobal("IntersectionObserver", Observer);
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

type Answers = { plans?: unknown; contact?: unknown; people?: unknown };

/** Renders the page with these responses. Requests without one fail. */
function show({ plans, contact, people }: Answers = {}) {
  const answer = (body: unknown) => () =>
    body === undefined ? HttpResponse.json({ message: "down" }, { status: 503 }) : HttpResponse.json(body as object);
  server.use(
    http.get("*/api/v1/plans", answer(plans)),
    http.get("*/api/v1/contact", answer(contact)),
    http.get("*/api/v1/people", answer(people)),
  );
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <MemoryRouter initialEntries={["/welcome"]}>
        <Landing links={LINKS} themeButton={<button type="button">Theme</button>} />
      </MemoryRouter>
    </SWRConfig>,
  );
}

const names = (role: string, level: number) =>
  screen.getAllByRole(role, { level }).map((heading) => heading.textContent);

describe("the landing page", () => {
  it("ROUTE-03 has its six anchors, each once and in the order of the page", () => {
    show();
    const anchors = [...document.querySelectorAll("main section[id]")].map(({ id }) => id);
    expect(anchors).toEqual(["home", "features", "working", "pricing", "about", "faq"]);
  });

  it("LAND-07 LAND-08 LAND-09 shows every section, six features and three steps, under one headline", () => {
    show();
    expect(names("heading", 1)).toEqual(["Everything you meant to\u00a0remember, ready when you\u00a0ask."]);
    const features = screen.getByRole("region", { name: "A memory that reads what you give it." });
    expect(
      within(features)
        .getAllByRole("heading", { level: 3 })
        .map((h) => h.textContent),
    ).toEqual([
      "Universal import",
      "AI chat",
      "Smart organization",
      "Quick actions",
      "Secure storage",
      "Smart connections",
    ]);
    const steps = screen.getByRole("region", { name: "Three steps, and the third is yours." });
    expect(
      within(steps)
        .getAllByRole("heading", { level: 3 })
        .map((h) => h.textContent),
    ).toEqual(["Add content", "AI processing", "Chat and discover"]);
    const order = screen.getAllByRole("region").map((region) => region.querySelector("h1, h2")?.textContent);
    expect(order).toEqual([
      expect.stringMatching(/^Everything you meant/),
      "A memory that reads what you give it.",
      "Three steps, and the third is yours.",
      expect.stringMatching(/Start asking them/),
      "Pay when you outgrow free.",
      "In their words.",
      "Fair questions.",
      "Works with what you already use",
    ]);
    expect(
      within(screen.getByRole("list", { name: "Works with what you already use" })).getAllByRole("listitem"),
    ).toHaveLength(6);
  });

  it("LAND-10 names whom it is for", () => {
    show();
    expect(screen.getByText(/For researchers, students and professionals/)).toBeVisible();
  });

  it("LAND-11 answers four questions, one of them open", () => {
    show();
    const items = [...document.querySelectorAll("details")];
    expect(items.map((item) => item.querySelector("summary")?.textContent)).toEqual([
      "How safe is my data?",
      "Which file types are supported?",
      "Can I export my memories?",
      "What is the difference between Free and Pro?",
    ]);
    expect(items.map((item) => item.open)).toEqual([true, false, false, false]);
    expect(items[3]).toHaveTextContent("Free comes with 20 searches per day");
    expect(items[3]).toHaveTextContent("Pro comes with Unlimited searches");
  });

  it("LAND-12 LAND-13 links to sign-in and to the upgrade", () => {
    show();
    expect(screen.getByRole("link", { name: "Try for Free" })).toHaveAttribute("href", "/auth/signin");
    for (const link of screen.getAllByRole("link", { name: "Get Started" }))
      expect(link).toHaveAttribute("href", "/auth/signin");
    expect(screen.getByRole("link", { name: "Upgrade Pro" })).toHaveAttribute("href", "/upgrade");
    expect(screen.getByRole("link", { name: "See how it works" })).toHaveAttribute("href", "/welcome#working");
  });

  it("LAND-21 LAND-22 LAND-23 has its footer", () => {
    show();
    const links = within(screen.getByRole("contentinfo")).getAllByRole("link");
    const addresses = links.map((link) => link.getAttribute("href"));
    expect(addresses).toEqual(["/home", ...Object.values(LINKS).slice(4)]);
    expect(screen.getByRole("link", { name: "Source code" })).toHaveAttribute("href", LINKS.repository);
    expect(screen.getByRole("link", { name: "Bluesky" })).toHaveAttribute("href", LINKS.social);
  });
});

describe("the plans", () => {
  const card = (name: string) => within(screen.getByRole("article", { name }));
  const lines = (name: string) =>
    card(name)
      .getAllByRole("listitem")
      .map((line) => line.textContent);

  it("LAND-16 LAND-17 LAND-18 LAND-19 LAND-20 are shown before the server has answered, and when it fails", () => {
    show();
    expect(lines("Free")).toEqual(["20 searches per day", "2 document storage", "Basic support"]);
    expect(lines("Pro")).toEqual([
      "Unlimited searches",
      "10 document storage",
      "Priority support",
      "Customizable AI assistance",
    ]);
    expect(lines("Enterprise")).toEqual([
      "Unlimited searches and storage",
      "API usage",
      "Dedicated account manager",
      "Enterprise-grade security",
    ]);
    expect(card("Free").getByText("$0")).toBeVisible();
    expect(card("Pro").getByText("$9.99")).toHaveTextContent("$9.99 / month");
    expect(card("Enterprise").getByText("$49.99")).toHaveTextContent("$49.99 / month");
  });

  it("LAND-17 follow what the operator has set, as text", async () => {
    const [free, ...others] = defaults.plans;
    const odd = "<b>7</b> searches per day";
    const long = "x".repeat(5000);
    show({ plans: { ...defaults, plans: [{ ...free, features: [odd, long, "שבעה"] }, ...others] } });
    expect(await screen.findByText(odd)).toBeVisible();
    expect(lines("Free")).toEqual([odd, long, "שבעה"]);
  });

  it("LAND-14 LAND-15 Enterprise drafts a mail to the address of the operator, and leads to all addresses before that", async () => {
    show({ contact: { supportEmail: "help@acme.example", salesEmail: "deals@acme.example" } });
    const link = screen.getByRole("link", { name: "Contact Sales" });
    expect(link).toHaveAttribute("href", "/contact");
    await waitFor(() =>
      expect(link).toHaveAttribute(
        "href",
        expect.stringMatching(/^mailto:deals@acme\.example\?subject=.*&body=.*Enterprise/),
      ),
    );
    expect(screen.getByRole("link", { name: "write to us" })).toHaveAttribute("href", "mailto:help@acme.example");
  });
});

describe("the testimonials", () => {
  const PICTURE = "data:image/jpeg;base64,AAAA";
  const captions = () => [...document.querySelectorAll(".said b")].map((name) => name.textContent);

  it("LAND-24 have built-in names and pictures until three people have loaded", async () => {
    show({ people: { people: ["Ines Roth", "جون", "Kim"].map((name) => ({ name, pictureUrl: PICTURE })) } });
    expect(captions()).toEqual(["Elena Marsh", "Tobias Ek", "Priya Nair"]);
    expect(await screen.findByText("Ines Roth")).toHaveAttribute("dir", "auto");
    expect(captions()).toEqual(["Ines Roth", "جون", "Kim"]);
    expect(document.querySelectorAll(`.said img[src="${PICTURE}"]`)).toHaveLength(3);
  });

  it("LAND-24 keep the drawn avatar where a picture fails to load", async () => {
    show({ people: { people: [{ name: "Ines Roth", pictureUrl: "/gone.jpg" }] } });
    await screen.findByText("Ines Roth");
    const picture = document.querySelector('img[src="/gone.jpg"]') as HTMLImageElement;
    fireEvent.error(picture);
    expect(picture).not.toBeInTheDocument();
    expect(document.querySelectorAll(".said img")).toHaveLength(3);
  });

  it.each<[string, unknown]>([
    ["can't be had", undefined],
    ["are none", { people: [] }],
    ["come from elsewhere", { people: [{ name: "Eve", pictureUrl: "https://tracker.example/1.jpg" }] }],
  ])("LAND-24 ERR-29 stay as they are when the people %s", async (_, people) => {
    const answered = new Promise<void>((resolve) => {
      server.events.on("response:mocked", ({ request }) => request.url.endsWith("/people") && resolve());
    });
    onTestFinished(() => server.events.removeAllListeners());
    show({ people });
    // Answered after the people, so both have been rendered once this appears.
    const [free, ...others] = defaults.plans;
    const plans = { ...defaults, plans: [{ ...free, features: ["Told last"] }, ...others] };
    server.use(http.get("*/api/v1/plans", () => answered.then(() => HttpResponse.json(plans))));
    await waitFor(() => expect(document.body).toHaveTextContent("Told last"));
    expect(captions()).toEqual(["Elena Marsh", "Tobias Ek", "Priya Nair"]);
    expect(document.querySelector('[role="alert"]')).toBeNull();
    await vi.dynamicImportSettled();
    expect(toast.getHistory()).toEqual([]);
    const logged = vi.mocked(console.error).mock.calls.map(([what]) => what);
    expect(logged.includes("reading the sample people failed")).toBe(people === undefined);
  });
});

describe("the example", () => {
  const still = () => document.querySelector(".demo")?.classList.contains("demo-still");
  const button = (name: string) => screen.getByRole("button", { name: `${name} the example` });

  it("is described in words for screen readers, which skip the animation", () => {
    render(<Demo />);
    const told = screen.getByText(/^An example\. Asked “What did I save about sleep\?”/);
    const drawn = document.querySelector(".demo-in");
    expect(drawn).toHaveAttribute("aria-hidden", "true");
    for (const sentence of drawn?.querySelectorAll(".prose p") ?? []) {
      const words = sentence.textContent?.replace(/\.\d$/, "") ?? "";
      expect(told).toHaveTextContent(words);
    }
    expect(drawn?.querySelectorAll(".prose p")).toHaveLength(3);
    expect(drawn?.querySelector("a, button, input, [tabindex]")).toBeNull();
  });

  it("can be played again when it ended before its code came", () => {
    // jsdom has no animations.
    Object.assign(HTMLElement.prototype, { getAnimations: () => [] });
    render(<Demo />);
    Reflect.deleteProperty(HTMLElement.prototype, "getAnimations");
    fireEvent.click(button("Play again"));
    expect(button("Pause")).toBeVisible();
  });

  it("can be paused, resumed, and played again after its end", () => {
    render(<Demo />);
    expect(still()).toBe(false);
    fireEvent.click(button("Pause"));
    expect(still()).toBe(true);
    fireEvent.click(button("Play"));
    expect(still()).toBe(false);
    const stage = document.querySelector(".demo-in") as Element;
    // React listens for the prefixed event name where there is no AnimationEvent.
    const type = "AnimationEvent" in window ? "animationend" : "webkitAnimationEnd";
    const end = (animationName: string) =>
      fireEvent(stage, Object.assign(new Event(type, { bubbles: true }), { animationName }));
    end("demo-come");
    expect(button("Pause")).toBeVisible();
    end("demo-last");
    fireEvent.click(button("Play again"));
    expect(button("Pause")).toBeVisible();
    expect(stage).not.toBeInTheDocument();
    expect(document.querySelector(".demo-in")).toBeInTheDocument();
  });

  it("pauses while it is off screen", () => {
    render(<Demo />);
    act(() => seen(false));
    expect(still()).toBe(true);
    act(() => seen(true));
    expect(still()).toBe(false);
  });
});
