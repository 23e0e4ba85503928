import type { Head } from "./head";
import { paths } from "./paths";

/** The pages that are rendered when the app is built, by address. */
export const publicHeads: Record<string, Head> = {
  [paths.welcome]: {
    title: "Everything you meant to remember, ready when you ask",
    description:
      "Engram is a second brain that you run yourself. Save links, videos, tweets, PDFs and notes, ask in plain words, and get an answer with the page it came from.",
  },
  [paths.contact]: {
    title: "Contact",
    description: "How to reach the people who run this Engram: questions, trouble, requests about your data.",
  },
  [paths.privacy]: {
    title: "Privacy Policy",
    description: "What Engram keeps of yours, why it keeps it, who sees it, and how you take it back.",
  },
  [paths.terms]: {
    title: "Terms of Service",
    description: "What you may expect of Engram, and what it expects of you: accounts, fair use, plans and payment.",
  },
  [paths.cookies]: {
    title: "Cookie Policy",
    description: "What Engram keeps in your browser, what for and for how long, and how you remove it.",
  },
  [paths.documentation]: {
    title: "Documentation",
    description:
      "Guides to saving, asking and finding again with Engram. Leave an address and hear when they are there.",
  },
  [paths.apiReference]: {
    title: "API Reference",
    description: "Every call of Engram's API, for programs of your own. Leave an address and hear when it is there.",
  },
  [paths.blog]: {
    title: "Blog",
    description: "News of Engram and notes on how it is made. Leave an address and hear of the first one.",
  },
  [paths.community]: {
    title: "Community",
    description: "A place for people who keep a second brain. Leave an address and hear when it opens.",
  },
};

/** Whether there is such a page. A slash at the end makes no other, and the router knows no capitals. */
export function isPublicPage(pathname: string): boolean {
  return addressOf(pathname) in publicHeads;
}

/** What the page at an address is called. */
export function publicHead(pathname: string): Head {
  return (
    publicHeads[addressOf(pathname)] ?? { title: "Page Not Found", description: "There is no page at this address." }
  );
}

const addressOf = (pathname: string) => pathname.replace(/\/+$/, "").toLowerCase();
