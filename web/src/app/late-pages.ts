import type { ComponentType } from "react";
import { loadRest } from "@/features/landing/late-rest";
import type { Head } from "./head";

// Every page but the dashboard. Where the code of all these is would make up a good part of what the dashboard loads.

type Page = { Component: ComponentType };

async function withHead(page: Promise<Page>, handle: Head) {
  return { ...(await page), handle };
}

export const layout = () => import("./routes/public-layout");
export const contact = () => import("./routes/contact");
export const policy = () => import("./routes/policy");

/** Where it stands rendered, it is taken over in parts. Else it comes whole: every hash finds its place, and nothing is empty. */
export const welcome = async () => {
  const rendered = globalThis.document?.getElementById("faq");
  const [page] = await Promise.all([import("./routes/welcome"), rendered || loadRest()]);
  return page;
};

export const authLayout = () => import("./routes/auth-layout");
export const signIn = () => import("./routes/sign-in");
export const signUp = () => import("./routes/sign-up");
export const settings = () => import("./routes/settings");
export const profile = () => import("./routes/profile");

/** The header of the dashboard over other pages. */
export const underHeader = async () => ({ Component: (await import("./routes/home")).UnderHeader });
export const conversations = () => import("./routes/conversations");
export const conversation = () => import("./routes/conversation");

export const upgrade = () =>
  withHead(import("./routes/upgrade"), {
    title: "Upgrade",
    description: "Engram Pro: unlimited searches, more documents, and priority support.",
  });

export const success = () =>
  withHead(import("./routes/success"), { title: "Payment", description: "Your payment for Engram Pro." });

export const notFound = () =>
  withHead(import("./routes/not-found"), {
    title: "Page Not Found",
    description: "There is no page at this address.",
  });
