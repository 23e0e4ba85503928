import type { ComponentType } from "react";
import type { Head } from "@/app/head";
import { loadRest } from "@/features/landing/late-rest";

// Every page but the dashboard, in a chunk of its own: the list of their chunks would be part of what the dashboard loads.

type Page = { Component: ComponentType };

async function withHead(page: Promise<Page>, handle: Head) {
  return { ...(await page), handle };
}

export const layout = () => import("@/app/routes/public-layout");
export const contact = () => import("@/app/routes/contact");
export const policy = () => import("@/app/routes/policy");

/** A prerendered page is hydrated in parts. Otherwise it loads whole, so that every hash has its target. */
export const welcome = async () => {
  const rendered = globalThis.document?.getElementById("faq");
  const [page] = await Promise.all([import("@/app/routes/welcome"), rendered || loadRest()]);
  return page;
};

export const authLayout = () => import("@/app/routes/auth-layout");
export const signIn = () => import("@/app/routes/sign-in");
export const connect = () => import("@/app/routes/connect");
export const signUp = () => import("@/app/routes/sign-up");
export const settings = () => import("@/app/routes/own/settings");
export const admin = async () => (await import("./late-own")).admin();
export const profile = () => import("@/app/routes/own/profile");
export const data = async () => (await import("./late-own")).data();
export const save = async () => (await import("./late-own")).save();
export const feeds = async () => (await import("./late-own")).feeds();

/** The dashboard's header over other pages. */
export const underHeader = async () => ({ Component: (await import("@/app/routes/own/home")).UnderHeader });
export const conversations = () => import("@/app/routes/own/conversations");
export const conversation = () => import("@/app/routes/own/conversation");

export const highlights = () => import("@/app/routes/own/highlights");

export const upgrade = () =>
  withHead(import("@/app/routes/own/upgrade"), {
    title: "Upgrade",
    description: "Engram Pro: unlimited searches, more documents, and priority support.",
  });

export const success = () =>
  withHead(import("@/app/routes/success"), { title: "Payment", description: "Your payment for Engram Pro." });

export const notFound = () =>
  withHead(import("@/app/routes/not-found"), {
    title: "Page Not Found",
    description: "There is no page at this address.",
  });
