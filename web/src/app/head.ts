import { useEffect } from "react";
import { useLocation, useMatches } from "react-router";
import { setPageTitle } from "@/lib/document-title";

/** What a page is called, and what search engines and cards say of it. */
export type Head = { title: string; description: string };

/** A layout returns the heads of its pages by their address. */
type Handle = Head | ((address: string) => Head);

/** Keeps the head of the document in step with the page. */
export function useHead(): void {
  const { pathname } = useLocation();
  const handle = useMatches()
    .map((match) => match.handle as Handle | undefined)
    .findLast(Boolean);
  const { title, description } = (typeof handle === "function" ? handle(pathname) : handle) ?? {};
  useEffect(() => {
    setPageTitle(title ?? "");
    if (description) document.querySelector("meta[name=description]")?.setAttribute("content", description);
  }, [title, description]);
}
